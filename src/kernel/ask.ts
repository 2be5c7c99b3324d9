import type { Dice } from './dice';
import type { Json, JsonObject } from './json';

/** Who answers: a fighter of the encounter, or the game master. Never a user: who may answer is looked up at the click. */
export type Responder = string;
export const GM: Responder = 'gm';

/** Why something is not possible: an id and the facts for its sentence, never text. */
export interface Reason {
  readonly id: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** What the asked person is shown beside the question: numbers and ids for placeholders in a sentence, and lists and records of them. */
export type Facts = Readonly<Record<string, string | number | readonly Json[] | JsonObject>>;

export interface ChoiceOption<Id extends string = string> {
  readonly id: Id;
  /** Empty where the option may be taken. */
  readonly whyNot: readonly Reason[];
}

interface Question {
  readonly id: string;
  readonly by: Responder;
  readonly facts?: Facts;
}

/** Answered by faces, in the order thrown; the procedure is resumed with their total. */
export interface DiceAsk extends Question {
  readonly kind: 'dice';
  readonly dice: Dice;
}

/** Answered by option ids; the procedure is resumed with the one id. */
export interface ChoiceAsk extends Question {
  readonly kind: 'choice';
  readonly options: readonly ChoiceOption[];
}

/** Answered by one whole number within bounds, such as a game master's price; the procedure is resumed with it. */
export interface AmountAsk extends Question {
  readonly kind: 'amount';
  readonly min: number;
  readonly max: number;
}

/** Answered by free text of at most so many characters, such as the trigger of a held action. */
export interface TextAsk extends Question {
  readonly kind: 'text';
  readonly maxLength: number;
}

/** Answered by one of the places given, such as the cells a parry may step to; the procedure is resumed with that place. */
export interface PlaceAsk extends Question {
  readonly kind: 'place';
  readonly places: readonly unknown[];
}

/** "Who cuts in?" Each taker takes one of the commands or passes. An offer nobody could take is never made. */
export interface OfferAsk {
  readonly kind: 'offer';
  readonly id: string;
  readonly candidates: readonly Candidate[];
  /** Whether the first who takes ends it, or everybody is heard. */
  readonly wait: 'first' | 'all';
  readonly facts?: Facts;
}

export interface Candidate {
  readonly by: Responder;
  /** What may be done, as commands of the ruleset. */
  readonly commands: readonly unknown[];
  /** What else may be done, by the ids of commands: such a command, whatever else it says, is an answer too. */
  readonly alsoAllowed?: readonly string[];
  /** What a fighter does who has left no order: nobody wants to be asked at every blow for a beast that never dodges. */
  readonly defaultAnswer: 'ask' | 'pass';
}

/** Several people at once; the procedure is resumed with their values in this order. */
export interface AllAsk {
  readonly kind: 'all';
  readonly id: string;
  readonly asks: readonly SingleAsk[];
}

/** A wish, answered by the driver with the effect that really happened, or null where nothing did. */
export interface ApplyAsk {
  readonly kind: 'apply';
  readonly change: unknown;
}

/** Marks in the transcript where a child procedure begins, with its command, and where it ends, with null. */
export interface SectionAsk {
  readonly kind: 'section';
  readonly command: unknown;
}

/** A question to one person. */
export type SingleAsk = DiceAsk | ChoiceAsk | AmountAsk | TextAsk | PlaceAsk;
/** An ask that waits for people or for dice. */
export type InputAsk = SingleAsk | OfferAsk | AllAsk;
export type Ask = InputAsk | ApplyAsk | SectionAsk;

/**
 * What is written down as the answer of people, as JSON: faces; option ids; one number; one text; one place; for an offer what each
 * taker did, in their order, as the index of the command or -1 for passing, or as a command they were free to give; for several at once the answers in their order.
 */
export type Answer = readonly unknown[];
export const PASS = -1;
