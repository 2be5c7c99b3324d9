import type { Dice } from '../../kernel/dice';

/** Returns dice parsed from a text such as `2d6`. Throws RangeError naming the field. */
export function parseDice(text: unknown, field: string): Dice {
  const [, count, sides] = /^([1-9]\d?)d([1-9]\d{0,2})$/.exec(String(text)) ?? [];
  if (!count) throw new RangeError(`${field}: ${JSON.stringify(text) ?? 'nothing'} is no dice such as 2d6`);
  return { count: Number(count), sides: Number(sides) };
}
