import { lookup } from '../kernel/lookup';
import type { Command } from './command';
import { type ConditionTable, hasCondition } from './condition';
import { areAllies, areFoes } from './sides';
import type { Encounter, Fighter } from './state';
import type { CommandArea } from './view';

/** What an action does to its target. */
export type Intent = 'harm' | 'help';

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
    (id) => lookup(conditions, id)?.corpse && hasCondition(conditions, target.conditions, id),
  );
  if (isCorpse) return 'corpse';
  if (intent === 'harm') return areAllies(fighter, target) ? 'ally' : null;
  return areFoes(fighter, target) ? 'foe' : null;
}

/** Returns the allies in a harmful area if no foe is inside where it is best placed, so that a user is asked whether it is meant. */
export function onlyAlliesIn({ fighters }: Encounter, { by }: Command, area: CommandArea | null): readonly Fighter[] {
  const fighter = fighters[by];
  const inside = area?.isHarmful ? (area.placements[0]?.inside ?? []) : [];
  if (!fighter || inside.some((other) => areFoes(fighter, other))) return [];
  return inside.filter((other) => other.id !== by && areAllies(fighter, other));
}
