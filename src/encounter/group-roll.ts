import type { Command } from './command';
import type { FigureKind, Message } from './view';

/** The GM's command that asks several fighters for a roll: `{ fighters, roll, difficulty, secretly }`. */
export const GROUP_ROLL = 'group-roll';

/** The most fighters of one group roll. All rolls of a secret one are sealed together, see `MOST_CHARACTERS`. */
export const MOST_IN_GROUP = 20;

/** The highest difficulty of a roll. */
export const MOST_DIFFICULTY = 100;

/** A roll that a GM may ask for. */
export interface GroupRollKind {
  /** The value of the option `roll`. */
  readonly id: string;
  readonly label: Message;
  readonly kind: FigureKind;
}

/** What a GM may ask fighters to roll. */
export interface GroupRolls {
  readonly kinds: readonly GroupRollKind[];
  /** Named difficulties in ascending order, by text key `Difficulty.<id>`. */
  readonly difficulties: Readonly<Record<string, number>>;
}

export const NO_GROUP_ROLLS: GroupRolls = { kinds: [], difficulties: {} };

/**
 * Returns true for a group roll whose dice, difficulty and results only GMs may know. Its difficulty is no option, because
 * every client has the command: it is answered, and sealed.
 */
export const isSecretRoll = ({ do: id, options }: Command): boolean => id === GROUP_ROLL && options?.secretly === true;
