/**
 * A number typed into a pool, in points: itself, or with a sign what to add to the present value. Null for what is none.
 * @param present points there are now
 * @param per how many points make one of what is typed; where there are several, parts may be typed too
 */
export function readAmount(typed: string, present: number, per = 1): number | null {
  const trimmed = typed.trim().replace('−', '-').replace(',', '.');
  if (!(per > 1 ? /^[+-]?\d+(\.\d+)?$/ : /^[+-]?\d+$/).test(trimmed)) return null;
  const number = Math.round(Number(trimmed) * per);
  return Math.max(0, /^[+-]/.test(trimmed) ? present + number : number);
}
