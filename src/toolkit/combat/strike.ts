import type { Reason } from '../../kernel/ask';
import type { ActionContext, Requirement, WithTarget } from '../act/actions';

/** Returns the named weapon, or the first that meets the earliest satisfiable condition. */
export function findNamedOrFirst<T extends { readonly id: string }>(
  all: readonly T[],
  namedId: string | undefined,
  ...conditions: readonly ((each: T) => boolean)[]
): T | null {
  if (namedId !== undefined) return all.find(({ id }) => id === namedId) ?? null;
  for (const meets of conditions) {
    const found = all.find(meets);
    if (found) return found;
  }
  return null;
}

/**
 * Returns a requirement for a weapon and a target.
 * @param join combines both; null if they do not fit together
 * @param whyNot the reasons without a weapon
 */
export const makeStrikeRequirement = <
  A extends ActionContext,
  W extends { readonly id: string },
  N extends A,
  T extends A = WithTarget<A>,
>(
  weaponOf: (act: A) => W | null,
  { find }: Pick<Requirement<A, T>, 'find'>,
  join: (weapon: W, targeted: T) => N | null,
  whyNot: (act: A) => readonly Reason[],
): Requirement<A, N> => ({
  defaultItem: weaponOf,
  find(act) {
    const weapon = weaponOf(act);
    const targeted = weapon && find(act);
    return weapon && targeted && join(weapon, targeted);
  },
  whyNot,
});
