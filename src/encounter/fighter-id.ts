/** A combatant's id. */
export type FighterId = string;
