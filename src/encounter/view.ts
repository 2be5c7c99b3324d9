import type { Answer, Asked, OfferAsk, Reason, SingleAsk } from '../kernel/ask';
import type { Command, Price } from './command';
import type { Exchange } from './exchange';
import type { FighterId } from './state';

/** For whom a view is made. What the viewer may not know is left out here, not hidden later. */
export interface Viewer {
  readonly gm: boolean;
  readonly owns: readonly FighterId[];
  /** The fighters the viewer has targeted on the map. */
  readonly targets: readonly FighterId[];
  /** The fighters the viewer may not know of: nothing in a view names them. */
  readonly unseen?: readonly FighterId[];
}

/** A sentence: the key below the ruleset's language branch, and its facts. Facts named in `words` are keys themselves. */
export interface Words {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number | boolean | Words>>;
}

export type Tone = 'harm' | 'boon' | 'neutral';

/** A measured value: dots, a bar, a bar in segments, or a plain number. */
export interface Gauge {
  readonly id: string;
  readonly shape: 'pips' | 'bar' | 'segments' | 'number';
  readonly label: Words;
  readonly value: number;
  readonly max: number;
  /** Whether it is so low that it should be seen at once. */
  readonly low: boolean;
  /** The field of the actor or combatant a person may edit it at, if any. */
  readonly pool: string;
  /** Whether value and maximum only say how full it is, in quarters: the viewer may not know more. */
  readonly rough?: boolean;
  /** How many points make one of what is shown, where the rules count finer than people do. */
  readonly per?: number;
}

/** A small mark: a condition, a held action, a light. */
export interface Badge {
  readonly id: string;
  readonly label: Words;
  readonly tone: Tone;
  /** Path of the icon below the system's `icons/`, without ending. */
  readonly icon: string;
  /** What it comes from or when it ends. */
  readonly note: readonly Words[];
  /** Whether another condition brings it about; it then cannot be taken off by itself. */
  readonly implied: boolean;
}

/** A button that submits a command. Grey with its reasons where `whyNot` is not empty. */
export interface ActionButton {
  readonly id: string;
  readonly label: Words;
  readonly hint: Words;
  readonly icon: string;
  readonly command: Command;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
  /** What the click still needs: a target on the map, a way to drag, or nothing. */
  readonly needs: 'nothing' | 'target' | 'path';
  /** What it would come to, as far as the viewer may know; absent where it may not. */
  readonly odds?: readonly Odds[];
  /** What the command may be told besides; empty where it is all in the button. */
  readonly fields: readonly OptionField[];
}

export type OptionValue = string | number | boolean;

/**
 * Something a command may be told besides, set in a dialog: it stands in `command.options` under its key, and nothing stands there
 * where nothing is said. What is the game master's word alone is among `Ruleset.gmOptions`, and left out for anybody else.
 */
export interface OptionField {
  readonly key: string;
  readonly label: Words;
  readonly hint: Words;
  readonly gm: boolean;
  readonly input: OptionInput;
}

export type OptionInput =
  /** Said or not said; `value` is what stands there when it is said. */
  | { readonly kind: 'toggle'; readonly value: OptionValue }
  /** A whole number from `min` to `max`. */
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  /** One of several; `unsaid` is what it means to choose none. */
  | {
      readonly kind: 'choice';
      readonly unsaid: Words;
      readonly choices: readonly { readonly value: OptionValue; readonly label: Words }[];
    };

/** How likely something is, from 0 to 1. What is not exact was counted in played games, and is shown with "≈". */
export interface Odds {
  readonly label: Words;
  readonly chance: number;
  readonly exact: boolean;
}

/** Buttons under one heading. */
export interface ActionGroup {
  readonly id: string;
  readonly label: Words;
  readonly actions: readonly ActionButton[];
}

/** A number with the terms it is made of, for a tooltip. */
export interface Figure {
  readonly id: string;
  readonly label: Words;
  readonly value: number;
  readonly terms: readonly { readonly label: Words; readonly value: number }[];
}

export interface FighterRow {
  readonly id: FighterId;
  readonly gauges: readonly Gauge[];
  readonly badges: readonly Badge[];
  /** Buttons of the row itself, such as passing or waiting. */
  readonly actions: readonly ActionButton[];
  /** Whether the fighter could still do something now. */
  readonly ready: boolean;
  readonly out: boolean;
  /** What is to be seen of it from across the room: that it waits for something, or that it will be lost if nobody helps. */
  readonly light?: 'waiting' | 'danger';
  /** What the fighter's time was spent on, where time is what is spent. */
  readonly lane?: Lane;
}

/** A stretch of time and what it was filled with, from its beginning on. Lengths in the same unit. */
export interface Lane {
  readonly length: number;
  /** Whether it is being filled now. */
  readonly active: boolean;
  /** What was brought along, paid before this stretch began. */
  readonly carried: readonly LaneSpan[];
  readonly spans: readonly LaneSpan[];
  /** How much is still open. */
  readonly left: number;
  /** Something that waits on it for its moment. */
  readonly flag: Words | null;
}

export interface LaneSpan {
  readonly id: string;
  readonly label: Words;
  readonly length: number;
  readonly state: 'done' | 'begun' | 'carried';
}

/** A cell of the time strip: a moment, and who stands on it. */
export interface TrackCell {
  readonly id: string;
  readonly label: Words;
  readonly state: 'past' | 'now' | 'ahead';
  readonly fighters: readonly FighterId[];
  /** Who stands there too, and can do nothing more. */
  readonly spent?: readonly FighterId[];
}

export interface TrackerView {
  /** Where the clock stands, as a headline. */
  readonly clock: Words;
  readonly started: boolean;
  /** When things happen, at a glance. */
  readonly track: readonly TrackCell[];
  readonly rows: readonly FighterRow[];
  /** What the game master may want to do next, where the clock waits for it. */
  readonly hint?: Words;
  /** The game master's buttons that move the clock. */
  readonly controls: readonly ActionButton[];
}

export interface SheetView {
  readonly gauges: readonly Gauge[];
  readonly figures: readonly Figure[];
  readonly badges: readonly Badge[];
  readonly groups: readonly ActionGroup[];
  /** Groups of actions of each item, by item id. */
  readonly itemActions: Readonly<Record<string, readonly ActionButton[]>>;
  /** What is to be known of each item at a glance, by item id: its numbers in these hands, and the state it is in. */
  readonly itemFacts?: Readonly<Record<string, readonly ItemFact[]>>;
}

/** A number of an item, with the terms it is made of where it has any, or a state it is in. */
export interface ItemFact {
  readonly id: string;
  readonly label: Words;
  readonly tone: Tone;
  readonly terms: Figure['terms'];
}

/** What a card is drawn from: the exchange as recorded, never the rules. */
export interface CardInput {
  readonly exchange: Exchange;
  /** What waits, one question to each person, if this exchange is the one open. */
  readonly open: readonly (SingleAsk | OfferAsk)[];
  /** Names of all fighters mentioned, as they were. */
  readonly names: Readonly<Record<FighterId, string>>;
  readonly viewer: Viewer;
}

/** A throw as it lies on the table: every face, those that count, and the total it came to. */
export interface RollLine {
  readonly kind: 'roll';
  /** How far it is indented: lines of whoever cut in stand deeper. */
  readonly depth: number;
  readonly id: string;
  readonly label: Words;
  readonly by: FighterId;
  /** Such as `1d10*`. */
  readonly dice: string;
  readonly faces: readonly { readonly face: number; readonly counts: boolean; readonly exploded: boolean }[];
  readonly total: number;
  /** What the total is set against or added to. */
  readonly note: Words | null;
  /** What is remarkable about the throw, in a word or two. */
  readonly tag?: Words | null;
}

/** Something that happened, in a sentence. */
export interface TextLine {
  readonly kind: 'text';
  readonly depth: number;
  readonly words: Words;
  readonly tone: Tone;
  readonly strong: boolean;
}

/** The heading of a child: who cut in, and with what. */
export interface SectionLine {
  readonly kind: 'section';
  readonly depth: number;
  readonly words: Words;
  readonly icon: string;
}

export type CardLine = RollLine | TextLine | SectionLine;

/** A question that waits for somebody. What a press answers is data. */
export interface AskView {
  readonly ask: SingleAsk | OfferAsk;
  readonly by: Asked;
  readonly label: Words;
  /** Answers to press; empty where the answer is thrown, typed or placed. */
  readonly options: readonly AskOption[];
}

export interface AskOption {
  readonly id: string;
  readonly label: Words;
  readonly answer: Answer;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
}

export interface CardView {
  readonly title: Words;
  readonly icon: string;
  readonly by: FighterId;
  readonly at: FighterId | null;
  readonly lines: readonly CardLine[];
  /** The outcome in few words, once there is one. */
  readonly outcome: TextLine | null;
  /** Questions that wait, in the order of `CardInput.open`. */
  readonly asks: readonly AskView[];
}
