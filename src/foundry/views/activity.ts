import type { FighterRow, TrackCell } from '../../encounter/view';
import { localize, text } from '../platform/text';

/**
 * Returns a short text of what is most urgent: a fighter's action, plan or a timed condition. More would cover the token.
 * @param track the strip of its plans
 */
export function activityOf(ruleset: string, row: FighterRow, track: readonly TrackCell[]): string {
  const { lane, cards = [], badges } = row;
  if (row.out) return '';
  const started = lane ? [...lane.carried, ...lane.spans].filter(({ state }) => state !== 'done') : [];
  const indexOf = (of: string | null): number => track.findIndex(({ id }) => id === of);
  // Cards stand in the order of their slots; the next is the earliest.
  const planned = ['due', 'planned'].flatMap((wanted) =>
    cards.filter(({ state }) => state === wanted).sort((a, b) => indexOf(a.at) - indexOf(b.at)),
  );
  const lines = [
    ...started.slice(-1).map(({ label }) => text('CADENCE.App.Activity.begun', { action: localize(ruleset, label) })),
    ...(lane?.flag ? [localize(ruleset, lane.flag)] : []),
    ...planned.slice(0, 1).map(({ label, at }) => {
      const cell = track[indexOf(at)];
      const action = localize(ruleset, label);
      return cell ? text('CADENCE.App.Activity.planned', { action, at: localize(ruleset, cell.label) }) : action;
    }),
    // A planned action makes the badge of an intention redundant.
    ...badges
      .filter(({ label, left }) => left !== undefined || (label.key.startsWith('State.') && planned.length === 0))
      .map(({ label, left }) => {
        const name = localize(ruleset, label);
        return left === undefined ? name : text('CADENCE.App.Activity.lasts', { name, left });
      }),
  ];
  return lines[0] ?? '';
}
