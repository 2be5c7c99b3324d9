import type { Answer, OfferAsk, Reason, Responder, SingleAsk } from '../kernel/ask';
import type { Dice } from '../kernel/dice';
import type { Json } from '../kernel/json';
import type { Command, Price } from './command';
import type { Exchange } from './exchange';
import type { FighterId, Place } from './state';

/** For whom a view is made. What the viewer may not know is left out here, not hidden later. */
export interface Viewer {
  readonly gm: boolean;
  readonly owns: readonly FighterId[];
  /** The fighters the viewer has targeted on the map. */
  readonly targets: readonly FighterId[];
  /** The fighters the viewer may not know of: nothing in a view names them. */
  readonly hiddenFighters?: readonly FighterId[];
}

/** A sentence: the key below the ruleset's language branch, and its facts. Facts named in `words` are keys themselves. */
export interface Message {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number | boolean | Message>>;
}

export type Tone = 'harm' | 'boon' | 'neutral';

/** A measured value: dots, a bar, a bar in segments, or a plain number. */
export interface Gauge {
  readonly id: string;
  readonly shape: 'pips' | 'bar' | 'segments' | 'number';
  readonly label: Message;
  readonly value: number;
  readonly max: number;
  /** Whether it is so low that it should be seen at once. */
  readonly low: boolean;
  /** The field of the actor or combatant a person may edit it at, if any. */
  readonly pool: string;
  /** Whether value and maximum only say how full it is, in quarters: the viewer may not know more. */
  readonly rough?: boolean;
  /** Whether everybody at the table sees it being spent, such as the actions of a turn: it is never kept from players. */
  readonly isPublic?: boolean;
  /** How many points make one of what is shown, where the rules count finer than people do. */
  readonly per?: number;
}

/** A small mark: a condition, a held action, a light. */
export interface Badge {
  readonly id: string;
  readonly label: Message;
  readonly tone: Tone;
  /** Path of the icon below the system's `icons/`, without ending. */
  readonly icon: string;
  /** What it comes from or when it ends. */
  readonly note: readonly Message[];
  /** Whether another condition brings it about; it then cannot be taken off by itself. */
  readonly implied: boolean;
  /** For how many rounds it still lasts, the present one among them; absent where they are not counted. */
  readonly left?: number;
}

/** A button that submits a command. Grey with its reasons where `whyNot` is not empty. */
export interface ActionButton {
  readonly id: string;
  readonly label: Message;
  readonly hint: Message;
  readonly icon: string;
  readonly command: Command;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
  /** What the click still needs: a target on the map, a way to drag, a place to lay something, or nothing. */
  readonly needs: 'nothing' | 'target' | 'path' | 'area';
  /** How far what is laid reaches around its place, in metres, where a place is needed. */
  readonly radius?: number;
  /** What it would fill of the lane of whoever does it, while that is being filled. */
  readonly preview?: Preview;
  /** What it would come to, as far as the viewer may know; absent where it may not. */
  readonly odds?: readonly Odds[];
  /** What the command may be told besides; empty where it is all in the button. */
  readonly fields: readonly OptionField[];
}

export type OptionValue = Json;

/**
 * Something a command may be told besides, set in a dialog: it stands in `command.options` under its key, and nothing stands there
 * where nothing is said. What is the game master's word alone by `Ruleset.options` is left out for anybody else.
 */
export interface OptionField {
  readonly key: string;
  readonly label: Message;
  readonly hint: Message;
  readonly gm: boolean;
  readonly input: OptionInput;
}

export type OptionInput =
  /** Said or not said; `value` is what stands there when it is said. */
  | { readonly kind: 'toggle'; readonly value: OptionValue }
  /** A whole number from `min` to `max`. */
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  /** A line of words. */
  | { readonly kind: 'text' }
  /** One of several; `unsaid` is what it means to choose none. */
  | {
      readonly kind: 'choice';
      readonly emptyLabel: Message;
      readonly choices: readonly { readonly value: OptionValue; readonly label: Message }[];
    };

/** How likely something is, from 0 to 1. What is not exact was counted in played games, and is shown with "≈". */
export interface Odds {
  readonly label: Message;
  /** Null where the label tells an amount, and no event. */
  readonly chance: number | null;
  readonly exact: boolean;
}

/** Buttons under one heading. */
export interface ActionGroup {
  readonly id: string;
  readonly label: Message;
  readonly actions: readonly ActionButton[];
}

/** A number with the terms it is made of, for a tooltip. */
export interface Figure {
  readonly id: string;
  readonly label: Message;
  readonly value: number;
  readonly terms: readonly { readonly label: Message; readonly value: number }[];
  /** What it is to whoever reads the sheet; a number among others where nothing is said. */
  readonly kind?: FigureKind;
  /** The item it is a number of, in these hands. */
  readonly of?: string;
  /** What is rolled with it. */
  readonly roll?: ActionButton;
}

/** What numbers of a sheet are about, in the order in which they stand on it. */
export const FIGURE_KINDS = ['ability', 'defense', 'skill'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

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
  /** What the fighter means to do and has done, where that is laid out beforehand. */
  readonly cards?: readonly PlanCard[];
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
  readonly flag: Message | null;
}

export interface LaneSpan {
  readonly id: string;
  readonly label: Message;
  readonly length: number;
  readonly state: 'done' | 'begun' | 'carried';
}

/** A span before it is there: how much of a lane's rest something would take. */
export interface Preview {
  readonly label: Message;
  readonly length: number;
  /** Whether it is all of it, or the rest comes later. Where reasons stand against it, it is neither. */
  readonly fit: 'fits' | 'overflows';
}

/** Something a fighter means to do in the round, or has done, as a card. */
export interface PlanCard {
  /** The only one of its kind among the fighter's cards. */
  readonly id: string;
  readonly label: Message;
  readonly icon: string;
  /** `closed`: the viewer may not know what lies there, nor always whether anything does. */
  readonly state: 'empty' | 'closed' | 'planned' | 'due' | 'missed' | 'done';
  /** The cell of the strip it stands on; null where on none. */
  readonly at: string | null;
  /** What it takes besides its moment. */
  readonly cost: readonly Price[];
  /** What may be laid there instead, or where it may be laid; empty for who has no say in it. */
  readonly drops: readonly DropTarget[];
}

/** A place a card may be laid on, and the command that says so. */
export interface DropTarget {
  /** The cell of the strip; null where it then stands on none. */
  readonly at: string | null;
  readonly label: Message;
  readonly icon: string;
  readonly command: Command;
}

/** A cell of the time strip: a moment, and who stands on it. */
export interface TrackCell {
  readonly id: string;
  readonly label: Message;
  readonly state: 'past' | 'now' | 'ahead';
  readonly fighters: readonly FighterId[];
  /** Who stands there too, and can do nothing more. */
  readonly spent?: readonly FighterId[];
  /** What opens there, such as reactions that work from that moment on. */
  readonly marks?: readonly Badge[];
  /** Gauges of the rows of who stands there that are drawn beside it as well, small: by their ids. */
  readonly gauges?: readonly string[];
}

/** A moment that has come for a fighter, though the rules wait for nothing: it may be used, or let pass. */
export interface Opportunity {
  /** The only one of its kind in the encounter; another moment is another call. */
  readonly id: string;
  readonly of: FighterId;
  readonly label: Message;
  readonly actions: readonly ActionButton[];
}

/** A stretch of the map on which something lies: all within so many metres of a point, as the grid measures. */
export interface AreaView {
  readonly id: string;
  /** What it is called, as somebody has named it. */
  readonly name: string;
  /** Whose doing it is. */
  readonly by: FighterId;
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
  readonly radius: number;
}

/** A thing that lies on the ground, and how somebody near takes it. */
export interface FloorItemView {
  /** Who it belongs to. */
  readonly of: FighterId;
  readonly item: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
  readonly takeUpCommand: Omit<Command, 'by'>;
}

export interface TrackerView {
  /** Where the clock stands, as a headline. */
  readonly clock: Message;
  readonly started: boolean;
  /** When things happen, at a glance. */
  readonly track: readonly TrackCell[];
  readonly rows: readonly FighterRow[];
  /** What the viewer's fighters are called to now. */
  readonly opportunities?: readonly Opportunity[];
  /** What the game master may want to do next, where the clock waits for it. */
  readonly hint?: Message;
  /** The game master's buttons that move the clock. */
  readonly controls: readonly ActionButton[];
}

export interface SheetView {
  readonly gauges: readonly Gauge[];
  /** The gauges at the heart of the sheet, by their ids; those of the encounter's pools where nothing is said. */
  readonly mainGauges?: readonly string[];
  readonly figures: readonly Figure[];
  readonly badges: readonly Badge[];
  readonly groups: readonly ActionGroup[];
  /** Groups of actions of each item, by item id. */
  readonly itemActions: Readonly<Record<string, readonly ActionButton[]>>;
  /** Of those the attacks that could be made now with what is at hand, by item id. */
  readonly attacks: Readonly<Record<string, readonly ActionButton[]>>;
  /** What is to be known of each item at a glance, by item id: its numbers in these hands, and the state it is in. */
  readonly itemFacts?: Readonly<Record<string, readonly ItemFact[]>>;
  /** What protects which part of the body, where that matters. */
  readonly body?: BodyView;
}

export const BODY_ZONES = ['head', 'torso', 'arms', 'legs'] as const;

/** A body from the front, with a number at each zone; where something has landed its zone is marked. */
export interface BodyView {
  readonly label: Message;
  readonly zones: Readonly<Record<(typeof BODY_ZONES)[number], BodyZone>>;
}

interface BodyZone {
  readonly label: Message;
  readonly value: number | null;
  readonly mark: 'struck' | 'held' | null;
}

/** A number of an item, with the terms it is made of where it has any, or a state it is in. */
export interface ItemFact {
  readonly id: string;
  readonly label: Message;
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
  readonly label: Message;
  readonly by: FighterId;
  readonly rolledDice: Dice;
  /** The same in words, such as `1d10*`. */
  readonly dice: string;
  readonly faces: readonly { readonly face: number; readonly counts: boolean; readonly exploded: boolean }[];
  readonly total: number;
  /** The number it has to reach, where that is known. */
  readonly against: number | null;
  /** What the total is set against or added to. */
  readonly note: Message | null;
  /** What is remarkable about the throw, in a word or two. */
  readonly tag?: Message | null;
}

/** Something that happened, in a sentence. */
export interface TextLine {
  readonly kind: 'text';
  readonly depth: number;
  readonly message: Message;
  /** Good or bad for whoever it befell. */
  readonly tone: Tone;
  readonly strong: boolean;
  /** Whoever it befell, or did it. */
  readonly of?: FighterId;
  /** Whether somebody is otherwise off for it: worth reading before anybody asks how it came about. */
  readonly isStateChange: boolean;
}

/** The heading of a child: who cut in, and with what. */
export interface SectionLine {
  readonly kind: 'section';
  readonly depth: number;
  readonly message: Message;
  readonly icon: string;
}

export type CardLine = RollLine | TextLine | SectionLine;

/** A question that waits for somebody. What a press answers is data. */
export interface AskView {
  readonly ask: SingleAsk | OfferAsk;
  readonly by: Responder;
  readonly label: Message;
  /** Answers to press; empty where the answer is thrown, typed or placed. */
  readonly options: readonly AskOption[];
  /** Where an amount is time somebody spends: whose, so that its end can be drawn on a lane. */
  readonly fills?: LaneFill;
}

/** An amount of time: whose lane it would fill, how many points make one of what is shown, and how much is left there, as shown. */
export interface LaneFill {
  readonly of: FighterId;
  readonly per: number;
  readonly left: number;
  /** Whoever spends it is quicker: points taken off every amount from `least` on, which nothing is shortened below. */
  readonly shortened?: { readonly by: number; readonly least: number };
}

export interface AskOption {
  readonly id: string;
  readonly label: Message;
  readonly answer: Answer;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
  /** The part of the map it would be about, which is lit up while somebody looks at the option. */
  readonly area?: Place;
}

/** One side of an exchange: who, with what, and what it came to; null while the dice have not fallen. */
export interface FaceoffSide {
  readonly by: FighterId;
  readonly label: Message;
  readonly total: number | null;
}

/** An attack and its answer at a glance. */
export interface Faceoff {
  readonly attack: FaceoffSide;
  readonly answer: FaceoffSide;
  /** Whether it came through; null while that is open. */
  readonly verdict: 'through' | 'held' | null;
  /** The body it is aimed at; null where it strikes none. */
  readonly body: BodyView | null;
  /** What became of it, number by number. */
  readonly tallies: readonly {
    readonly id: string;
    readonly label: Message;
    readonly value: number;
    readonly tone: Tone;
  }[];
}

export interface CardView {
  readonly title: Message;
  readonly icon: string;
  readonly by: FighterId;
  readonly at: FighterId | null;
  /** What it is done with, by name. */
  readonly with: string | null;
  readonly lines: readonly CardLine[];
  /** The last attack and its answer, where the game sets one against the other. */
  readonly faceoff?: Faceoff | null;
  /** The outcome in few words, once there is one. */
  readonly outcome: TextLine | null;
  /** Questions that wait, in the order of `CardInput.open`. */
  readonly asks: readonly AskView[];
}
