import { adjustPool, log, recordOutcome } from '../../../encounter/change';
import type { Outcome } from '../../../encounter/effect';
import type { Faceoff } from '../../../encounter/view';
import type { Dice } from '../../../kernel/dice';
import { check, type Procedure } from '../../../kernel/procedure';
import { resolveSettings } from '../../../toolkit/define/setting';
import { saveConcentration } from '../magic/mana';
import { SETTINGS, type Zone } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';

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
  // Magic without a zone is no attack, and decides none.
  const strike = zone && ({ verdict: impact.hit ? 'through' : 'held', zone } as const);
  const outcome: ClashOutcome = { result, success: true, damage: impact.taken, soak, ...strike };
  yield* recordOutcome(outcome, target.id, {
    tone: impact.hit ? 'harm' : 'boon',
    ...(impact.hit && { covers: { points: { hp: -impact.taken } } }),
  });
  if (impact.taken > 0) yield* adjustPool(target.id, 'hp', -impact.taken);
  if (impact.hit) yield* saveConcentration(target, incoming);
  return impact;
}

/** C-A27, C-A48: unlike a hit, nothing reduces it. */
export function* harmUnreduced(fighter: ClashFighter, points: number): Procedure<void> {
  yield* log('absolute', { damage: points }, fighter.id, { tone: 'harm', covers: { points: { hp: -points } } });
  if (points > 0) yield* adjustPool(fighter.id, 'hp', -points);
}

/** C-A6: at least zero. @param forgets see `Hints` */
export function* rollDamage(
  id: string,
  dice: Dice | null,
  by: string,
  bonus: number,
  forgets = false,
): Procedure<number> {
  const totalOf = (rolled: number) => Math.max(0, rolled + bonus);
  return dice ? yield* check(id, dice, by, { bonus }, totalOf, forgets) : totalOf(0);
}
