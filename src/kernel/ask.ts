import type { Dice } from './dice';

/** Who answers: a fighter of the encounter, or the game master. Never a user: who may answer is looked up at the click. */
export type Asked = string;
export const GM: Asked = 'gm';

/** Why something is not possible: an id and the facts for its sentence, never text. */
export interface Reason {
  readonly id: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** What the asked person is shown beside the question: numbers and ids, for placeholders in a sentence. */
export type Facts = Readonly<Record<string, string | number>>;

export interface Option {
  readonly id: string;
  /** Empty where the option may be taken. */
  readonly whyNot: readonly Reason[];
}

/** Answered by faces, in the order thrown; the procedure is resumed with their total. */
export interface DiceAsk {
  readonly kind: 'dice';
  readonly id: string;
  readonly by: Asked;
  readonly dice: Dice;
  readonly facts?: Facts;
}

/** Answered by option ids; the procedure is resumed with the one id. */
export interface ChoiceAsk {
  readonly kind: 'choice';
  readonly id: string;
  readonly by: Asked;
  readonly options: readonly Option[];
  readonly facts?: Facts;
}

/** A wish, answered by the driver with the effect that really happened, or null where nothing did. */
export interface ApplyAsk {
  readonly kind: 'apply';
  readonly change: unknown;
}

/** An ask that waits for a person or for dice. */
export type PersonAsk = DiceAsk | ChoiceAsk;
export type Ask = PersonAsk | ApplyAsk;

/** What is written down as the answer of a person: faces, or the ids of the options taken. */
export type Answer = readonly number[] | readonly string[];
