import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import { isOpen } from './clock';
import { suppressedOf } from './conditions';
import type { EnergyEncounter } from './stats';

/** Whether a `condition` command speaks of ignoring one: `{ at, options: { condition, suppress } }`, false to heed it again. */
export const suppresses = ({ options }: Command): boolean => typeof options?.suppress === 'boolean';

/** E-237, E-235: only what is there of itself is ignored; a daughter goes with its parent. */
export function whyNotSuppress(encounter: EnergyEncounter, { at, options }: Command): readonly Reason[] {
  const fighter = at === undefined ? undefined : encounter.fighters[at];
  if (!fighter) return [impossible('no-fighter')];
  if (!isOpen(encounter)) return [impossible('not-open')];
  const isThere = fighter.conditions.some(({ id }) => id === options!.condition);
  return isThere ? [] : [impossible('nothing-to-suppress')];
}

/** E-237: what a standing source keeps applying stays, and is ignored until the end of the Round. */
export function* suppress({ fighters }: EnergyEncounter, { at, options }: Command): Procedure<void> {
  const id = String(options!.condition);
  const others = suppressedOf(fighters[at!]!).filter((other) => other !== id);
  const all = options!.suppress === true ? [...others, id] : others;
  yield* mark(at!, 'suppressed', all.length > 0 ? all.join(' ') : null);
}
