import { adjustPool, log } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import type { Reason } from '../../../kernel/ask';
import { type Dice, dice } from '../../../kernel/dice';
import { askAmount, choose, type Procedure } from '../../../kernel/procedure';
import { addCondition } from '../../../toolkit/combat/condition';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { expireConditions } from '../../../toolkit/turns/duration';
import { instancesOf, is, isAble } from '../conditions';
import type { AbilityEffect } from '../schema';
import { check } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Spell } from '../stats';

/** C-111, C-A50: one, two, then each the sum of the two before. */
export function upcastFactor(level: number): number {
  let [one, two] = [1, 1];
  for (let n = 1; n < level; n++) [one, two] = [two, one + two];
  return two;
}

/** C-110, C-111: points of MP a cast of this level takes. */
export const mpCostOf = ({ baseMp, upcastCosts }: Spell, level: number): number =>
  upcastCosts[level - 1] ?? baseMp * upcastFactor(level);

/** C-112: the dice of an effect, so many times over. */
export const diceAt = ({ dice: written }: Pick<AbilityEffect, 'dice'>, level: number): Dice | null => {
  if (written === '') return null;
  const { count, sides } = parseDice(written, 'dice');
  return dice(count * level, sides);
};

/** C-78 to C-80: whether the caster lacks the focus this spell takes. */
export const lacksFocus = (caster: ClashFighter, { needsFocus, tradition }: Spell): boolean =>
  needsFocus && (is(caster, 'unfocused') || (tradition !== '' && !caster.stats.foci.includes(tradition)));

/** C-110, C-A60: what stands against casting at this level. */
export function whyNotAfford({ pools }: ClashFighter, spell: Spell, level: number): readonly Reason[] {
  if (level > spell.upcastMax) return [{ id: 'upcast-max', data: { level, most: spell.upcastMax } }];
  const needs = mpCostOf(spell, level);
  const has = pools.mp.value;
  return has < needs ? [{ id: 'no-mp', data: { needs, has } }] : [];
}

/** The level a cast is paid for: as named, or else asked for, up to what the caster has MP for. */
export function* payMana(caster: ClashFighter, spell: Spell, named: number | null): Procedure<number> {
  const level = named ?? (yield* chooseLevel(caster, spell));
  const cost = mpCostOf(spell, level);
  if (cost > 0) yield* adjustPool(caster.id, 'mp', -cost);
  return level;
}

function* chooseLevel(caster: ClashFighter, spell: Spell): Procedure<number> {
  let most = 1;
  while (most < spell.upcastMax && mpCostOf(spell, most + 1) <= caster.pools.mp.value) most++;
  return most === 1 ? 1 : yield* askAmount('cast-level', caster.id, 1, most);
}

const spellOf = ({ data }: Condition): string => String(data?.spell ?? '');

/** C-97: ends concentration on a spell, or on all, and what only concentration held. */
export function* endConcentration(
  { fighters }: ClashEncounter,
  caster: ClashFighter,
  spell: string | null = null,
): Procedure<void> {
  const isMeant = (condition: Condition): boolean => spell === null || spellOf(condition) === spell;
  for (const held of instancesOf(caster, 'concentrating').filter(isMeant)) {
    yield* log('concentration-ends', { spell: String(held.data?.name ?? '') }, caster.id);
    const isHeld = ({ by, data }: Condition): boolean =>
      by === caster.id && data?.held === true && data.spell === spellOf(held);
    yield* expireConditions(Object.values(fighters), isHeld);
  }
  yield* expireConditions([caster], (condition) => condition.id === 'concentrating' && isMeant(condition));
}

/** C-97, C-98, C-A46: the oldest makes room for the new one. */
export function* concentrate(encounter: ClashEncounter, caster: ClashFighter, { id, name }: Spell): Procedure<void> {
  const held = instancesOf(caster, 'concentrating').filter((condition) => spellOf(condition) !== id);
  const tooMany = held.length + 1 - caster.stats.concentrationLimit;
  for (const old of held.slice(0, Math.max(0, tooMany))) yield* endConcentration(encounter, caster, spellOf(old));
  yield* addCondition(caster.id, 'concentrating', null, { spell: id, name });
}

/** C-101 to C-103, C-A46: one save for each hit, with CON or WIL, the better one first. */
export function* saveConcentration(encounter: ClashEncounter, caster: ClashFighter, incoming: number): Procedure<void> {
  if (!is(caster, 'concentrating') || !isAble(caster)) return;
  const { con, wil } = caster.stats.mod;
  const options = wil > con ? (['wil', 'con'] as const) : (['con', 'wil'] as const);
  const against = concentrationDC(incoming);
  const attribute = yield* choose('concentration-by', caster.id, options, { against });
  const holds = yield* check('concentration', caster.id, caster.stats.mod[attribute], against);
  if (holds) yield* log('concentration-holds', {}, caster.id);
  else yield* endConcentration(encounter, caster);
}

/** C-102. */
export const concentrationDC = (incoming: number): number => Math.max(10, Math.floor(incoming / 2));
