import type { Reason } from '../../kernel/ask';
import type { ActionContext, Requirement, WithTarget } from '../define/actions';

/** Returns the weapon that a command names, or else the first that meets the earliest of the conditions. */
export function findNamedOrFirst<T extends { readonly id: string }>(
  all: readonly T[],
  named: string | undefined,
  ...conditions: readonly ((each: T) => boolean)[]
): T | null {
  if (named !== undefined) return all.find(({ id }) => id === named) ?? null;
  for (const meets of conditions) {
    const found = all.find(meets);
    if (found) return found;
  }
  return null;
}

/**
 * Finds what an act strikes with, and the target.
 * @param find finds the target
 * @param join makes the act with both; null if they do not fit together
 * @param noWeapon the reason if there is no weapon
 */
export const makeStrikeRequirement = <
  A extends ActionContext,
  W extends { readonly id: string },
  N extends A,
  T extends A = WithTarget<A>,
>(
  weaponOf: (act: A) => W | null,
  { find }: Pick<Requirement<A, T>, 'find'>,
  join: (weapon: W, aimed: T) => N | null,
  missing: (act: A) => readonly Reason[],
): Requirement<A, N> => ({
  defaultItem: weaponOf,
  find(act) {
    const weapon = weaponOf(act);
    const aimed = weapon && find(act);
    return weapon && aimed && join(weapon, aimed);
  },
  whyMissing: missing,
});
