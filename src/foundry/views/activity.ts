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

/** Breaks a text between words into at most two lines of so many letters, and cuts what is left. */
export function inTwoLines(content: string, most: number): string {
  if (content.length <= most) return content;
  const end = content.lastIndexOf(' ', most);
  const lines = end > 0 ? [content.slice(0, end), content.slice(end + 1)] : [content];
  return lines.map((line) => (line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line)).join('\n');
}
