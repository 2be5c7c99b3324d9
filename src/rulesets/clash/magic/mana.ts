import { alter } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import { type Dice, dice } from '../../../kernel/dice';
import { amount, type Procedure } from '../../../kernel/procedure';
import { diceOf } from '../../../mechanics/dice';
import { is } from '../conditions';
import type { Spell } from '../items';
import type { AbilityEffect } from '../schema';
import type { ClashFighter } from '../stats';

/** C-111, C-A50: one, two, then each the sum of the two before. */
export function upcastFactor(level: number): number {
  let [one, two] = [1, 1];
  for (let n = 1; n < level; n++) [one, two] = [two, one + two];
  return two;
}

/** C-110, C-111: points of MP a cast of this level takes. */
export const costOf = ({ baseMp, upcastCosts }: Spell, level: number): number =>
  upcastCosts[level - 1] ?? baseMp * upcastFactor(level);

/** C-112: the dice of an effect, so many times over. */
export const diceAt = ({ dice: written }: Pick<AbilityEffect, 'dice'>, level: number): Dice | null => {
  if (written === '') return null;
  const { count, sides } = diceOf(written, 'dice');
  return dice(count * level, sides);
};

/** C-78 to C-80: whether the caster lacks the focus this spell takes. */
export const lacksFocus = (caster: ClashFighter, { needsFocus, tradition }: Spell): boolean =>
  needsFocus && (is(caster, 'unfocused') || (tradition !== '' && !caster.stats.foci.includes(tradition)));

/** C-110, C-A60: what stands against casting at this level. */
export function whyNotAfford({ pools }: ClashFighter, spell: Spell, level: number): readonly Reason[] {
  if (level > spell.upcastMax) return [{ id: 'upcast-max', data: { level, most: spell.upcastMax } }];
  const needs = costOf(spell, level);
  const has = pools.mp.value;
  return has < needs ? [{ id: 'no-mp', data: { needs, has } }] : [];
}

/** The level a cast is paid for: as named, or else asked for, up to what the caster has MP for. */
export function* payMana(caster: ClashFighter, spell: Spell, named: number | null): Procedure<number> {
  const level = named ?? (yield* chooseLevel(caster, spell));
  const cost = costOf(spell, level);
  if (cost > 0) yield* alter(caster.id, 'mp', -cost);
  return level;
}

function* chooseLevel(caster: ClashFighter, spell: Spell): Procedure<number> {
  let most = 1;
  while (most < spell.upcastMax && costOf(spell, most + 1) <= caster.pools.mp.value) most++;
  return most === 1 ? 1 : yield* amount('cast-level', caster.id, 1, most);
}
