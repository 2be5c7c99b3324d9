import { adjustPool, log, recordOutcome } from '../../../encounter/change';
import type { Outcome } from '../../../encounter/effect';
import type { Faceoff } from '../../../encounter/view';
import type { Dice } from '../../../kernel/dice';
import { check, type Procedure } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { resolveSettings } from '../../../toolkit/define/setting';
import { is, riderOf } from '../conditions';
import { endConcentration, saveConcentration } from '../magic/mana';
import { unseat } from '../movement/riding';
import { SETTINGS, type Zone } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';
import { heldBy } from './reach';

export interface ClashOutcome extends Outcome {
  /** In the face-off. */
  readonly verdict?: NonNullable<Faceoff['verdict']>;
  readonly zone?: Zone;
  readonly soak?: number;
}

/** Damage after protection. */
export interface Impact {
  /** C-59. */
  readonly hit: boolean;
  readonly taken: number;
}

/** C-59, C-A25. */
export function impactOf(incoming: number, soak: number, threshold: boolean): Impact {
  const hit = incoming > soak;
  return { hit, taken: threshold ? (hit ? incoming : 0) : Math.max(0, incoming - soak) };
}

/** C-59 to C-61, C-101: hits make a concentrating caster save. @param zone null for magic without a zone */
export function* resolveImpact(
  encounter: ClashEncounter,
  target: ClashFighter,
  incoming: number,
  against: 'weapon' | 'magic',
  zone: Zone | null,
): Procedure<Impact> {
  // C-A27.
  const { armorValue, magicDefense } = target.stats;
  const soak = against === 'weapon' ? armorValue[zone ?? 'torso'] : magicDefense;
  const { threshold } = resolveSettings(SETTINGS, encounter.settings);
  const impact = impactOf(incoming, soak, threshold);
  const result = impact.hit ? (zone ? 'hit' : 'hit-magic') : 'glanced';
  const verdict = impact.hit ? 'through' : 'held';
  const outcome: ClashOutcome = { result, success: true, verdict, damage: impact.taken, soak, ...(zone && { zone }) };
  yield* recordOutcome(outcome, target.id);
  yield* hurt(encounter, target, impact.taken);
  if (impact.hit) yield* saveConcentration(encounter, target, incoming);
  return impact;
}

/** C-A57. */
function* hurt(encounter: ClashEncounter, fighter: ClashFighter, points: number): Procedure<void> {
  if (points > 0) yield* adjustPool(fighter.id, 'hp', -points);
  if (fighter.pools.hp.value === 0 && !is(fighter, 'defeated')) yield* goDown(encounter, fighter);
}

/** C-A8, C-A55, C-A57. */
export function* goDown(encounter: ClashEncounter, fighter: ClashFighter): Procedure<void> {
  yield* addCondition(fighter.id, 'defeated', null);
  yield* letGo(encounter, fighter);
}

/** Ends spells, grapples and riding; C-64: unseats a rider. */
export function* letGo(encounter: ClashEncounter, fighter: ClashFighter): Procedure<void> {
  if (is(fighter, 'concentrating')) yield* endConcentration(encounter, fighter);
  for (const other of heldBy(encounter, fighter))
    yield* removeCondition(other, 'grappled', ({ by }) => by === fighter.id);
  if (is(fighter, 'mounted')) yield* unseat(encounter, fighter);
  const rider = riderOf(encounter, fighter);
  if (!rider) return;
  yield* log('unseated', { mount: fighter.name }, rider.id);
  yield* unseat(encounter, rider);
}

/** Restores hit points; a fighter at zero gets up. */
export function* heal(fighter: ClashFighter, points: number): Procedure<void> {
  const wasDown = fighter.pools.hp.value === 0;
  const gained = points > 0 ? yield* adjustPool(fighter.id, 'hp', points) : 0;
  yield* recordOutcome({ result: 'healed', success: true, points: gained }, fighter.id);
  if (wasDown && gained > 0) yield* removeCondition(fighter, 'defeated');
}

/** C-A27, C-A48: unlike a hit, nothing reduces it. */
export function* harmUnreduced(encounter: ClashEncounter, fighter: ClashFighter, points: number): Procedure<void> {
  yield* log('absolute', { damage: points }, fighter.id);
  yield* hurt(encounter, fighter, points);
}

/** C-A6: at least zero. @param discardsEarlier whether earlier dice count for nothing after it */
export function* rollDamage(
  id: string,
  dice: Dice | null,
  by: string,
  bonus: number,
  discardsEarlier = false,
): Procedure<number> {
  const totalOf = (rolled: number) => Math.max(0, rolled + bonus);
  return dice ? yield* check(id, dice, by, { bonus }, totalOf, discardsEarlier) : totalOf(0);
}
