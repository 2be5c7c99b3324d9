/** One named part of a total. */
export type Term = {
  readonly id: string;
  readonly value: number;
};

/** A total and what it is made of; the terms always sum to the value. */
export interface Breakdown {
  readonly value: number;
  readonly terms: readonly Term[];
}

/** Sums terms given as name and number, in that order. Parts that are zero are left out, but never all of them. */
export function sum(terms: Readonly<Record<string, number>>): Breakdown {
  const all = Object.entries(terms).map(([id, value]) => ({ id, value }));
  const value = all.reduce((total, term) => total + term.value, 0);
  const said = all.filter((term) => term.value !== 0);
  return { value, terms: said.length > 0 ? said : all.slice(0, 1) };
}

/** The same total brought to `value`; the difference stands as a term of its own. */
export function adjustTotal(breakdown: Breakdown, value: number, id: string): Breakdown {
  const difference = value - breakdown.value;
  return difference === 0 ? breakdown : { value, terms: [...breakdown.terms, { id, value: difference }] };
}

/** The total, or the least it can be. */
export function withMinimum(least: number, breakdown: Breakdown): Breakdown {
  return adjustTotal(breakdown, Math.max(least, breakdown.value), 'minimum');
}

/** The total times `by` over `over`, toward minus infinity; multiplies before it divides. */
export function scaleTotal(breakdown: Breakdown, by: number, over: number, id: string): Breakdown {
  return adjustTotal(breakdown, Math.floor((breakdown.value * by) / over), id);
}
