import type { Dice } from './dice';
import type { Json, JsonObject } from './json';

/** Who answers: a fighter or the GM. Never a user: who may answer is looked up at the click. */
export type Responder = string;
export const GM: Responder = 'gm';

/** Why something is not possible: an id and facts for its sentence, never text. */
export interface Reason {
  readonly id: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** Values shown beside the question: placeholders of a sentence, and lists and records of them. */
export type Facts = Readonly<Record<string, string | number | readonly Json[] | JsonObject>>;

export interface ChoiceOption<Id extends string = string> {
  readonly id: Id;
  /** Empty if the option is allowed. */
  readonly whyNot: readonly Reason[];
}

interface Question {
  readonly id: string;
  readonly by: Responder;
  readonly facts?: Facts;
}

/** What drivers may know of a procedure beside its question. Never recorded: a replay makes it again. */
export interface Hints {
  /** How the procedure reads the total. Pure: `odds` merges answers that are read alike. */
  readonly read?: (total: number) => unknown;
  /** Earlier dice count from here on only by their effects and later choices: `odds` merges identical states. */
  readonly forgets?: boolean;
  /** The first place is the present one, and `odds` assumes it: a line for each place would be useless. */
  readonly mayStay?: boolean;
  /** Who asks for the dice again after an interrupt, see `refreshDice`. */
  readonly asker?: symbol;
}

/** Answered by faces in the order rolled; the value is their total. */
export interface DiceAsk extends Question {
  readonly kind: 'dice';
  readonly dice: Dice;
  readonly hints?: Hints;
}

/** Answered by one option id. */
export interface ChoiceAsk extends Question {
  readonly kind: 'choice';
  readonly options: readonly ChoiceOption[];
}

/** Answered by one whole number, such as a price that the GM sets. */
export interface AmountAsk extends Question {
  readonly kind: 'amount';
  readonly min: number;
  readonly max: number;
}

/** Answered by free text, such as the trigger of a held action. */
export interface TextAsk extends Question {
  readonly kind: 'text';
  readonly maxLength: number;
}

/** Answered by one of these places, such as the cells a parry may step to. */
export interface PlaceAsk extends Question {
  readonly kind: 'place';
  readonly places: readonly unknown[];
  readonly hints?: Hints;
}

/** Each candidate accepts one command or passes. An offer without candidates is never asked. */
export interface OfferAsk {
  readonly kind: 'offer';
  readonly id: string;
  readonly candidates: readonly Candidate[];
  /** Whether the first acceptance ends the offer. */
  readonly wait: 'first' | 'all';
  readonly facts?: Facts;
}

export interface Candidate {
  readonly by: Responder;
  /** Commands of the ruleset. */
  readonly commands: readonly unknown[];
  /** Ids of commands that are also accepted, with any target and options. */
  readonly alsoAllowed?: readonly string[];
  /** The default if the fighter has no order: avoids a prompt at every blow for a beast that never dodges. */
  readonly defaultAnswer: 'ask' | 'pass';
}

/** Several questions at once; the values come in the same order. */
export interface AllAsk {
  readonly kind: 'all';
  readonly id: string;
  readonly asks: readonly SingleAsk[];
  readonly hints?: Hints;
}

/** A change; the driver answers with the effect that happened, or null. */
export interface ApplyAsk {
  readonly kind: 'apply';
  readonly change: unknown;
}

/** Border of a child procedure in the transcript: its command at the start, null at the end. */
export interface SectionAsk {
  readonly kind: 'section';
  readonly command: unknown;
}

export type SingleAsk = DiceAsk | ChoiceAsk | AmountAsk | TextAsk | PlaceAsk;
/** An ask that waits for users or dice. */
export type InputAsk = SingleAsk | OfferAsk | AllAsk;
export type Ask = InputAsk | ApplyAsk | SectionAsk;

export const hintsOf = (ask: Ask): Hints | undefined => ('hints' in ask ? ask.hints : undefined);

/**
 * The recorded answer, as JSON. An offer has one element per candidate: the index of a command, `PASS`, or a command
 * from `alsoAllowed`.
 */
export type Answer = readonly unknown[];
export const PASS = -1;
