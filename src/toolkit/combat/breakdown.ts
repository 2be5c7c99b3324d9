export type Term = {
  readonly id: string;
  readonly value: number;
};

/** A total with its terms; their sum is always `value`. */
export interface Breakdown {
  readonly value: number;
  readonly terms: readonly Term[];
}

/** Returns the sum of the named terms. Zero terms are omitted, except that one always remains. */
export function sum(terms: Readonly<Record<string, number>>): Breakdown {
  const all = Object.entries(terms).map(([id, value]) => ({ id, value }));
  const value = all.reduce((total, term) => total + term.value, 0);
  const nonZero = all.filter((term) => term.value !== 0);
  return { value, terms: nonZero.length > 0 ? nonZero : all.slice(0, 1) };
}

/** Returns the breakdown with total `value`; the difference becomes a term. */
export function adjustTotal(breakdown: Breakdown, value: number, id: string): Breakdown {
  const difference = value - breakdown.value;
  return difference === 0 ? breakdown : { value, terms: [...breakdown.terms, { id, value: difference }] };
}

/** Returns the total, at least `minimum`. */
export function withMinimum(minimum: number, breakdown: Breakdown): Breakdown {
  return adjustTotal(breakdown, Math.max(minimum, breakdown.value), 'minimum');
}

/** Returns total * `by` / `over`, rounded down. It multiplies before it divides. */
export function scaleTotal(breakdown: Breakdown, by: number, over: number, id: string): Breakdown {
  return adjustTotal(breakdown, Math.floor((breakdown.value * by) / over), id);
}
