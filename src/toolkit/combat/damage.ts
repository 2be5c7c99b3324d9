/** Whether a kind of damage finds a weakness (1), a resistance (-1), or neither: both at once cancel, several count as one. */
export function affinity(type: string, weaknesses: readonly string[], resistances: readonly string[]): -1 | 0 | 1 {
  const weak = weaknesses.includes(type);
  const resistant = resistances.includes(type);
  if (weak === resistant) return 0;
  return weak ? 1 : -1;
}

/** Damage after all that doubles and halves it: each doubling adds the base once more, and it is rounded once, down. */
export function multiplyDamage(base: number, doubles: number, halves: number): number {
  return Math.floor((base * (1 + doubles)) / 2 ** halves);
}
