import { adjustPool, log, recordOutcome } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { is, isOut } from '../conditions';
import { isUnderWay, setState, type TempoEncounter, type TempoFighter } from '../state';

/** Says the damage and applies it. @param reduced what Deflection and Sturdy have prevented (T-46) */
export function* dealDamage(fighter: TempoFighter, damage: number, reduced = 0): Procedure<void> {
  yield* recordOutcome(
    { result: 'damage', success: true, damage, ...(reduced > 0 && { facts: { reduced } }) },
    fighter.id,
    { tone: damage === 0 ? 'neutral' : 'harm', covers: { points: { hp: -damage } } },
  );
  yield* harm(fighter, damage);
}

/** Removes HP; at zero the fighter goes down. Returns the HP lost. */
export function* harm(fighter: TempoFighter, damage: number): Procedure<number> {
  if (damage <= 0) return 0;
  const lost = -(yield* adjustPool(fighter.id, 'hp', -damage));
  if (lost > 0 && fighter.pools.hp.value === 0) yield* goDown(fighter);
  return lost;
}

/** T-A53: an NPC is defeated; a PC is dying and takes one forced Exertion (T-110). */
export function* goDown(fighter: TempoFighter): Procedure<void> {
  if (!fighter.player) {
    yield* addCondition(fighter.id, 'defeated', null);
    return void (yield* log('defeated', {}, fighter.id, { tone: 'harm', covers: { gains: ['defeated'] } }));
  }
  if (is(fighter, 'dying') || is(fighter, 'dead')) return;
  yield* addCondition(fighter.id, 'dying', null);
  yield* log('dying', {}, fighter.id, { tone: 'harm', covers: { gains: ['dying'] } });
  yield* forceExertion(fighter, 1);
}

/** T-109, T-A52: adds Exertion point by point; a point beyond the maximum kills. */
export function* forceExertion(fighter: TempoFighter, points: number): Procedure<void> {
  const { exertion } = fighter.pools;
  for (let point = 0; point < points; point++) {
    if (exertion.value >= exertion.max) return yield* kill(fighter);
    yield* adjustPool(fighter.id, 'exertion', 1);
  }
}

function* kill(fighter: TempoFighter): Procedure<void> {
  const fate = fighter.player ? 'dead' : 'defeated';
  if (is(fighter, fate)) return;
  yield* addCondition(fighter.id, fate, null);
  yield* log(fighter.player ? 'dies' : 'defeated', {}, fighter.id, {
    tone: 'harm',
    covers: { gains: [fate], loses: ['dying'] },
  });
}

/** Restores HP and ends Dying (section 8). */
export function* heal(fighter: TempoFighter, points: number): Procedure<void> {
  if (points > 0) yield* adjustPool(fighter.id, 'hp', points);
  yield* revive(fighter);
}

export function* revive(fighter: TempoFighter): Procedure<void> {
  if (fighter.pools.hp.value > 0 && is(fighter, 'dying')) yield* removeCondition(fighter, 'dying');
}

/** Returns the reasons against voluntary Exertion (T-96, T-108, T-A46). */
export function whyNotExert(fighter: TempoFighter, price = 1): Reason[] {
  if (!fighter.player) return [{ id: 'not-a-pc' }];
  const { value, max } = fighter.pools.exertion;
  return [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...(value + price > max ? [{ id: 'at-max-exertion', data: { value, max } }] : []),
  ];
}

/** T-104: adds Exertion, and records it for the end of the Scene (T-105); between Scenes nothing is due. */
export function* exert({ clock }: TempoEncounter, { id }: TempoFighter, price = 1): Procedure<void> {
  yield* adjustPool(id, 'exertion', price);
  if (isUnderWay(clock)) yield* setState(id, 'exerted', true);
}
