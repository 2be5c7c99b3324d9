/** A number typed into a pool: itself, or with a sign what to add to the present value. Null for what is no whole number. */
export function readAmount(typed: string, present: number): number | null {
  const trimmed = typed.trim().replace('−', '-');
  if (!/^[+-]?\d+$/.test(trimmed)) return null;
  const number = Number(trimmed);
  return Math.max(0, /^[+-]/.test(trimmed) ? present + number : number);
}
