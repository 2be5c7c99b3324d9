/** What this Foundry has of what Cadence rests on: true until the self-test, or a refusal, shows that it has not. */
const abilities = {
  /** Several operations are written as one. */
  batch: true,
  /** An encounter keeps groups of combatants, and one with a chosen id is made only once. */
  groups: true,
  /** Who plays may create messages of the subtype `request`. */
  requests: true,
  /** Who plays may create ordinary messages that bear a request as a flag. */
  flaggedRequests: true,
};

export type Ability = keyof typeof abilities;

/** Whether this Foundry can do something. */
export const isAble = (ability: Ability): boolean => abilities[ability];

/** Says what this Foundry can and cannot do. */
export function setAbilities(changes: Partial<Record<Ability, boolean>>): void {
  Object.assign(abilities, changes);
}
