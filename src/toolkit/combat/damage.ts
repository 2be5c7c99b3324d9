/** Returns 1 for a weakness, -1 for a resistance, 0 for both or neither. Several count as one. */
export function affinityOf(type: string, weaknesses: readonly string[], resistances: readonly string[]): -1 | 0 | 1 {
  const weak = weaknesses.includes(type);
  const resistant = resistances.includes(type);
  if (weak === resistant) return 0;
  return weak ? 1 : -1;
}

/** Returns the multiplied damage, rounded down once. Each doubling adds the base once more. */
export function multiplyDamage(base: number, doubles: number, halves: number): number {
  return Math.floor((base * (1 + doubles)) / 2 ** halves);
}
