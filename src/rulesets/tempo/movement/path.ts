import { fighterOf, type Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { removeCondition } from '../../../toolkit/combat/condition';
import { stepsAlong, type WalkStep } from '../../../toolkit/space/steps';
import { type Gait, walk } from '../../../toolkit/space/walk';
import { spottersOf } from '../attack/sight';
import { is } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../state';

/**
 * Moves a fighter along a way, and ends Hidden for fighters whom a non-ally sees on it (section 8). What is seen at the
 * end of the way is a state-based change.
 */
export const moveThrough = (
  encounter: TempoEncounter,
  fighter: TempoFighter,
  way: readonly WalkStep[],
  gait: Pick<Gait, 'others' | 'isJudged' | 'mustFinish'>,
): Procedure<unknown> =>
  walk(encounter, fighter, way, {
    ...gait,
    walked: (_, steps) => reveal(encounter, fighter, steps),
    stopped: (reasons) => logStop(fighter.id, reasons),
  });

/** Moves a fighter through free cells that others push it through. */
export const pushThrough = (encounter: TempoEncounter, fighter: TempoFighter, cells: readonly Place[]) =>
  moveThrough(encounter, fighter, stepsAlong(encounter.ground, fighter.place, cells), {
    others: () => [],
    isJudged: true,
  });

function* reveal(encounter: TempoEncounter, fighter: TempoFighter, steps: readonly WalkStep[]): Procedure<void> {
  const { fighters } = encounter;
  const hidden = Object.values(fighters).filter((each) => is(each, 'hidden'));
  if (hidden.length === 0) return;
  const seen = steps.slice(0, -1).flatMap(({ to: place }) => {
    const passing = { ...encounter, fighters: { ...fighters, [fighter.id]: { ...fighter, place } } };
    return hidden.flatMap(({ id }) => (spottersOf(passing, fighterOf(passing, id)).length > 0 ? [id] : []));
  });
  for (const id of new Set(seen)) yield* removeCondition(fighterOf(encounter, id), 'hidden');
}
