import type { Command } from './command';
import { type ConditionTable, hasCondition } from './condition';
import type { Encounter } from './state';

/** What an action does to its target. */
export type Intent = 'harm' | 'help';

/** Sides that are neither friend nor foe. */
const NEUTRAL_SIDES: readonly string[] = ['neutral', 'secret'];

/** Returns why a user is asked whether this target is meant: an action harms an ally, helps a foe, or is wasted on a corpse. */
export function unusualTarget(
  conditions: ConditionTable,
  { fighters }: Encounter,
  { by, at }: Command,
  intent: Intent | null,
): 'ally' | 'foe' | 'corpse' | null {
  const fighter = fighters[by];
  const target = at === undefined || at === by ? undefined : fighters[at];
  if (!fighter || !target || intent === null) return null;
  const isCorpse = Object.keys(conditions).some(
    (id) => conditions[id]?.corpse && hasCondition(conditions, target.conditions, id),
  );
  if (isCorpse) return 'corpse';
  const isAlly = target.side === fighter.side && !NEUTRAL_SIDES.includes(target.side);
  if (intent === 'harm') return isAlly ? 'ally' : null;
  const isFoe = target.side !== fighter.side && ![target, fighter].some(({ side }) => NEUTRAL_SIDES.includes(side));
  return isFoe ? 'foe' : null;
}
