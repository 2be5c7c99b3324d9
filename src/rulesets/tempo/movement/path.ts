import { applyChange } from '../../../encounter/change';
import { fighterOf, type Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { spottersOf } from '../attack/sight';
import { is } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../state';

/**
 * Moves a fighter through cells, and ends Hidden for fighters whom a non-ally sees on the way (section 8). What is
 * seen at the end of the way is a state-based change.
 * @param by the waypoints
 */
export function* moveThrough(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  cells: readonly Place[],
  by: readonly Place[] = [],
): Procedure<void> {
  const to = cells.at(-1);
  if (!to) return;
  yield* applyChange({ kind: 'move', of: fighter.id, to, by });
  const { fighters } = encounter;
  const hidden = Object.values(fighters).filter((each) => is(each, 'hidden'));
  if (hidden.length === 0) return;
  const seen = cells.slice(0, -1).flatMap((place) => {
    const passing = { ...encounter, fighters: { ...fighters, [fighter.id]: { ...fighter, place } } };
    return hidden.flatMap(({ id }) => (spottersOf(passing, fighterOf(passing, id)).length > 0 ? [id] : []));
  });
  for (const id of new Set(seen)) yield* removeCondition(fighterOf(encounter, id), 'hidden');
}
