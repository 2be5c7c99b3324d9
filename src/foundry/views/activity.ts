import type { FighterRow, TrackCell } from '../../encounter/view';
import { localize, text } from '../platform/text';

/** More than this covers the token. */
const MOST = 3;

/**
 * What a fighter is doing and means to do, and how long its conditions last, as far as the viewer of its row may know: in few words, the most
 * urgent first.
 * @param ruleset the id of the ruleset
 * @param track the strip its plans stand on
 */
export function activityOf(ruleset: string, row: FighterRow, track: readonly TrackCell[]): readonly string[] {
  const { lane, cards = [], badges } = row;
  if (row.out) return [];
  const begun = lane ? [...lane.carried, ...lane.spans].filter(({ state }) => state !== 'done') : [];
  const planned = [
    ...cards.filter(({ state }) => state === 'due'),
    ...cards.filter(({ state }) => state === 'planned'),
  ];
  const words = [
    ...begun.slice(-1).map(({ label }) => text('CADENCE.App.Doing.begun', { action: localize(ruleset, label) })),
    ...(lane?.flag ? [localize(ruleset, lane.flag)] : []),
    ...planned.slice(0, 1).map(({ label, at }) => {
      const cell = track.find(({ id }) => id === at);
      const action = localize(ruleset, label);
      return cell ? text('CADENCE.App.Doing.planned', { action, at: localize(ruleset, cell.label) }) : action;
    }),
    // Whoever means to do something is not said to mean to as well.
    ...badges
      .filter(({ label, left }) => left !== undefined || (label.key.startsWith('Mark.') && planned.length === 0))
      .map(({ label, left }) => {
        const name = localize(ruleset, label);
        return left === undefined ? name : text('CADENCE.App.Doing.lasts', { name, left });
      }),
  ];
  return [...new Set(words)].slice(0, MOST);
}
