import { apply } from '../../../encounter/change';
import type { DiceAsk } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { Asking, type Procedure, roll } from '../../../kernel/procedure';
import { pick, throwsOf } from '../../../mechanics/check';
import { lose } from '../../../mechanics/condition';
import { bearing, faces } from '../../../mechanics/space';
import { HINDERS_DEFENSE, HINDERS_EVASION, is, those } from '../conditions';
import { type EnergyEncounter, type EnergyFighter, statsOf } from '../stats';

/** E-118 to E-120: an exploding ten-sided die; a pair for it and for each explosion. */
const DEFENSE = throwsOf({ ...dice(1, 10), explode: true });

/** E-138, E-139: whether a fighter faces another. Without a map, or where facing is off, everybody faces everybody. */
export function isFacing({ settings, ground }: EnergyEncounter, fighter: EnergyFighter, other: EnergyFighter): boolean {
  if (settings.facing === 'off' || !fighter.place || !other.place) return true;
  return faces(ground, fighter.place, other.place);
}

/** E-142, E-143: one cannot attack what one does not face, and turning is free. */
export function* turnTo(encounter: EnergyEncounter, fighter: EnergyFighter, other: EnergyFighter): Procedure<void> {
  const { place } = fighter;
  const toward = place && other.place && bearing(place, other.place);
  if (!place || toward === null || isFacing(encounter, fighter, other)) return;
  const facing = Math.round(toward) % 360;
  yield* apply({ kind: 'move', of: fighter.id, to: { ...place, facing }, by: [] });
}

/** How a blow is defended against, beyond the defender's own conditions. */
export interface Guard {
  readonly faced: boolean;
  /** What the table grants for this roll. */
  readonly lent: 'advantage' | 'disadvantage' | null;
  /** Whether a maneuver that falls back on its attacker grants advantage (E-178). */
  readonly granted: boolean;
}

/**
 * E-120, E-140: an Evasion roll against an attack value; from behind without weapon and shield, and with disadvantage.
 * Comes to whether the blow is evaded.
 */
export function evade(defender: EnergyFighter, attackValue: number, guard: Guard): Procedure<boolean> {
  const stats = statsOf(defender);
  const evasion = guard.faced ? stats.evasion : stats.unarmedEvasion;
  const ties = is(defender, 'defending');
  const hindered = hindrances(defender, guard);
  const dice = pick(DEFENSE, guard.granted || guard.lent === 'advantage', hindered.length > 0);
  const facts = { bonus: evasion, against: attackValue, ties: ties ? 1 : 0 };
  const least = attackValue - evasion + (ties ? 0 : 1);
  const ask: DiceAsk = {
    kind: 'dice',
    id: 'evasion',
    by: defender.id,
    dice,
    facts: hindered.length > 0 ? { ...facts, hindered } : facts,
  };
  return new Asking(ask, (rolled) => Number(rolled) >= least);
}

/** What bears on a Fortitude roll, beyond the target's own conditions. */
export interface Footing {
  /** E-178: a maneuver that falls back on its attacker grants advantage on the first roll. */
  readonly granted: boolean;
  /** E-182: who is in motion is easier to bring down. */
  readonly hindered: readonly string[];
}

/** E-180, E-116, E-A45: Fortitude, or the roll named, must exceed the attack value; defending, a tie is enough. Comes to whether it does. */
export function* resist(
  target: EnergyFighter,
  attackValue: number,
  footing: Footing,
  save: 'fortitude' | 'will' | null = null,
): Procedure<boolean> {
  const bonus = target.stats[save ?? 'fortitude'];
  const ties = is(target, 'defending');
  const hindered = [...those(target, HINDERS_DEFENSE), ...footing.hindered];
  const dice = pick(DEFENSE, footing.granted, hindered.length > 0);
  const facts = { bonus, against: attackValue, ties: ties ? 1 : 0 };
  const rolled = yield* roll(
    save === null ? 'fortitude' : `withstand-${save}`,
    dice,
    target.id,
    hindered.length > 0 ? { ...facts, hindered } : facts,
  );
  return ties ? rolled + bonus >= attackValue : rolled + bonus > attackValue;
}

const NO_HINDRANCE: readonly string[] = [];

/** What gives the defender disadvantage, by id. */
export function hindrances(defender: EnergyFighter, { faced, lent }: Guard): readonly string[] {
  if (faced && lent !== 'disadvantage' && defender.conditions.length === 0) return NO_HINDRANCE;
  return [
    ...those(defender, HINDERS_EVASION),
    ...(faced ? [] : ['unfaced']),
    ...(lent === 'disadvantage' ? ['lent'] : []),
  ];
}

/** E-60, E-61: ends the fighter's own Unguarded and Exposed; what another condition implies stays (E-159, E-235). */
export function* defend(fighter: EnergyFighter): Procedure<void> {
  yield* lose(fighter, 'unguarded');
  yield* lose(fighter, 'exposed');
  yield* apply({ kind: 'gain', of: fighter.id, condition: { id: 'defending' } });
}

/** E-62: what ends Defending. */
export function* dropGuard(fighter: EnergyFighter): Procedure<void> {
  yield* lose(fighter, 'defending');
}
