import { diceOf, oneOf, whole } from '../../../mechanics/fields';
import { EFFECTS, LASTING } from './words';

/** Conditions an ability may bring about by itself; the others come of what is done. */
export const INFLICTED = ['', 'empowered', 'off-balance', 'unfocused'] as const;
export type Inflicted = (typeof INFLICTED)[number];

/** What an ability does in numbers: dice and a constant as damage or healing, and a condition. */
export const EFFECT_DEFAULTS = {
  effect: 'none' as (typeof EFFECTS)[number],
  /** Such as 2d6; empty for none. */
  dice: '',
  bonus: 0,
  inflicts: '' as Inflicted,
  /** How strong the condition is, where it has a strength. */
  strength: 1,
  lasts: 'lasting' as (typeof LASTING)[number],
};
export type AbilityEffect = typeof EFFECT_DEFAULTS;

/** Reads dice written as `2d6`, or nothing. Throws RangeError naming the field. */
export function diceOrNone(text: unknown, field: string): string {
  if (text === '') return '';
  diceOf(text, field);
  return String(text);
}

/** @param at makes the name of a field for whoever must mend it */
export function readEffect(raw: object, at: (key: string) => string): AbilityEffect {
  const effect = { ...EFFECT_DEFAULTS, ...raw };
  return {
    effect: oneOf(at('effect'), effect.effect, EFFECTS),
    dice: diceOrNone(effect.dice, at('dice')),
    bonus: whole(at('bonus'), effect.bonus),
    inflicts: oneOf(at('inflicts'), effect.inflicts, INFLICTED),
    strength: whole(at('strength'), effect.strength, 0, 99),
    lasts: oneOf(at('lasts'), effect.lasts, LASTING),
  };
}
