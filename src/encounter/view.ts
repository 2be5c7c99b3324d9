import type { Answer, OfferAsk, Reason, Responder, SingleAsk } from '../kernel/ask';
import type { Dice } from '../kernel/dice';
import type { Json } from '../kernel/json';
import type { Command, Price } from './command';
import type { Tone } from './condition';
import type { Exchange } from './exchange';
import type { Fighter, FighterId, Place } from './state';

/** For whom a view is made. A view omits what its viewer must not know; it is not hidden later. */
export interface Viewer {
  readonly gm: boolean;
  readonly owns: readonly FighterId[];
  readonly targets: readonly FighterId[];
  /** Whether odds may use all numbers of foes; a GM's always do. */
  readonly seesOdds?: boolean;
  /** No view may name these fighters. */
  readonly hiddenFighters?: readonly FighterId[];
  /** Cards show this viewer no dice and numbers but those of own fighters. */
  readonly onlyOwnDice?: boolean;
}

/** A sentence: a key below the ruleset's language branch, and its placeholders. */
export interface Message {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number | boolean | Message>>;
}

export interface Gauge {
  readonly id: string;
  readonly shape: 'pips' | 'bar' | 'segments' | 'number';
  readonly label: Message;
  readonly value: number;
  readonly max: number;
  readonly low: boolean;
  /** The field of the actor or combatant where users edit it. */
  readonly pool: string;
  /** Value and maximum are quarters only: the viewer must not know more. */
  readonly rough?: boolean;
  /** Never hidden from players, such as the actions of a turn. */
  readonly isPublic?: boolean;
  /** Points per displayed unit, if the rules count in finer units. */
  readonly per?: number;
  /** How many of its points are set aside for unfinished actions, so that nothing else can be paid with them. */
  readonly setAside?: number;
}

export interface Badge {
  readonly id: string;
  readonly label: Message;
  readonly tone: Tone;
  /** Path below the system's `icons/`, without extension. */
  readonly icon: string;
  /** Its source, or when it ends. */
  readonly note: readonly Message[];
  /** Implied by another condition, so it cannot be removed alone. */
  readonly implied: boolean;
  /** Remaining rounds, including this one; absent if not counted. */
  readonly left?: number;
}

/** A button that submits a command; disabled if `whyNot` is not empty. */
export interface ActionButton {
  readonly id: string;
  readonly label: Message;
  readonly hint: Message;
  readonly icon: string;
  readonly command: Command;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
  /** What the click still requires on the map. */
  readonly needs: 'nothing' | 'target' | 'path' | 'area';
  /** Radius of the area to place, in metres. */
  readonly radius?: number;
  /** Its share of the actor's lane, while that is being filled. */
  readonly preview?: Preview;
  /** Absent if the viewer must not know them. */
  readonly odds?: readonly Odds[];
  readonly fields: readonly OptionField[];
  /** The fighter it acts on; absent if none is chosen or needed. */
  readonly target?: FighterId;
  /** Its exchange cannot be private, see `isShared`. */
  readonly isShared?: boolean;
}

export type OptionValue = Json;

/**
 * An input of a command option, stored in `command.options`; omitted if not set. GM options are left out for others.
 */
export interface OptionField {
  readonly key: string;
  readonly label: Message;
  readonly hint: Message;
  readonly gm: boolean;
  readonly input: OptionInput;
}

export type OptionInput =
  /** `value` is stored if checked. */
  | { readonly kind: 'toggle'; readonly value: OptionValue }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text' }
  /** `emptyLabel` describes the empty choice. */
  | {
      readonly kind: 'choice';
      readonly emptyLabel: Message;
      readonly choices: readonly { readonly value: OptionValue; readonly label: Message }[];
    };

/** A chance from 0 to 1. If not exact, it comes from simulated games and is shown with "≈". */
export interface Odds {
  readonly label: Message;
  /** Null if the label is an amount. */
  readonly chance: number | null;
  readonly exact: boolean;
}

export interface ActionGroup {
  readonly id: string;
  readonly label: Message;
  readonly actions: readonly ActionButton[];
}

/** A number with its terms, for a tooltip. */
export interface Figure {
  readonly id: string;
  readonly label: Message;
  readonly value: number;
  readonly terms: readonly { readonly label: Message; readonly value: number }[];
  /** The section of the sheet; none by default. */
  readonly kind?: FigureKind;
  readonly of?: string;
  readonly roll?: ActionButton;
}

export const FIGURE_KINDS = ['ability', 'defense', 'skill'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

export interface FighterRow {
  readonly id: FighterId;
  readonly gauges: readonly Gauge[];
  readonly badges: readonly Badge[];
  readonly actions: readonly ActionButton[];
  readonly ready: boolean;
  readonly out: boolean;
  /** What decides its place in the order, such as an initiative. */
  readonly number?: { readonly value: number; readonly label: Message };
  /** A conspicuous state: waiting for something, or lost without help. */
  readonly light?: 'waiting' | 'danger';
  /** For rulesets with a plan. */
  readonly cards?: readonly PlanCard[];
  /** For rulesets that spend time. */
  readonly lane?: Lane;
}

/** A time span and how it was filled, from its beginning. All lengths in one unit. */
export interface Lane {
  readonly length: number;
  readonly active: boolean;
  /** Paid in an earlier lane. */
  readonly carried: readonly LaneSpan[];
  readonly spans: readonly LaneSpan[];
  /** Length still free. */
  readonly left: number;
  /** An action that waits for its moment. */
  readonly flag: Message | null;
}

export interface LaneSpan {
  readonly id: string;
  readonly label: Message;
  readonly length: number;
  readonly state: 'done' | 'begun' | 'carried';
}

/** What an action would take of a lane. */
export interface Preview {
  readonly label: Message;
  readonly length: number;
  /** `overflows`: the rest comes later. Meaningless if reasons stand against the command. */
  readonly fit: 'fits' | 'overflows';
}

export interface PlanCard {
  /** Unique among the fighter's cards. */
  readonly id: string;
  readonly label: Message;
  readonly icon: string;
  /** `closed`: the viewer must not know its content, nor always whether it has any. */
  readonly state: 'empty' | 'closed' | 'planned' | 'due' | 'missed' | 'done';
  /** Its cell of the track, or null. */
  readonly at: string | null;
  /** Price besides its moment. */
  readonly cost: readonly Price[];
  /** Where it may be placed or what may replace it; empty if the viewer may not. */
  readonly drops: readonly DropTarget[];
}

/** A target for a card, with its command. */
export interface DropTarget {
  /** The cell of the track, or null for none. */
  readonly at: string | null;
  readonly label: Message;
  readonly icon: string;
  readonly command: Command;
}

export interface TrackCell {
  readonly id: string;
  readonly label: Message;
  readonly state: 'past' | 'now' | 'ahead';
  readonly fighters: readonly FighterId[];
  /** Fighters at it that cannot act any more. */
  readonly spent?: readonly FighterId[];
  /** What becomes available here, such as reactions. */
  readonly marks?: readonly Badge[];
  /** Ids of row gauges that are repeated here, small. */
  readonly gauges?: readonly string[];
}

/** A moment that has come for a fighter and may be used or passed; the rules do not wait. */
export interface Opportunity {
  /** Unique in the encounter; another moment has another id. */
  readonly id: string;
  readonly of: FighterId;
  readonly label: Message;
  readonly actions: readonly ActionButton[];
}

/** An area on the map: everything within `radius` metres of a point, as the grid measures. */
export interface AreaView {
  readonly id: string;
  /** Null if not everyone may know it. */
  readonly name: string | null;
  readonly by: FighterId;
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
  readonly level?: string;
  readonly scene?: string;
  readonly radius: number;
}

/** A way to lay the area of a command. */
export interface AreaPlacement<F extends Fighter = Fighter> {
  /** The option that chooses it, if the rules ask for it; else empty. */
  readonly id: string;
  readonly center: Place;
  /** Returns true for a space of the area. */
  covers(space: Place): boolean;
  /** Those whom it affects. */
  readonly inside: readonly F[];
}

/** The area of a command before it is given. */
export interface CommandArea<F extends Fighter = Fighter> {
  readonly isHarmful: boolean;
  /** The best for its fighter first; empty without a target or place. */
  readonly placements: readonly AreaPlacement<F>[];
}

/** An item on the ground, and the command to pick it up. */
export interface FloorItemView {
  readonly of: FighterId;
  readonly item: string;
  readonly name: string;
  readonly place: Place;
  readonly takeUpCommand: Omit<Command, 'by'>;
}

export interface TrackerView {
  readonly clock: Message;
  readonly started: boolean;
  readonly track: readonly TrackCell[];
  readonly rows: readonly FighterRow[];
  readonly opportunities?: readonly Opportunity[];
  /** What the GM may do next, if the clock waits for it. */
  readonly hint?: Message;
  readonly controls: readonly ActionButton[];
}

export interface SheetView {
  readonly gauges: readonly Gauge[];
  /** Ids of the central gauges; by default those of encounter pools. */
  readonly mainGauges?: readonly string[];
  readonly figures: readonly Figure[];
  readonly badges: readonly Badge[];
  readonly groups: readonly ActionGroup[];
  readonly itemActions: Readonly<Record<string, readonly ActionButton[]>>;
  /** The attacks among them that are possible with what is in hand, by item id. */
  readonly attacks: Readonly<Record<string, readonly ActionButton[]>>;
  readonly itemFacts?: Readonly<Record<string, readonly ItemFact[]>>;
  /** The actions that change what is in hand, by item id. */
  readonly handling?: Readonly<Record<string, readonly ActionButton[]>>;
  /** Item types whose actions the bar shows beside the attacks, such as spells. */
  readonly mainItems?: readonly string[];
  /** What the hand icon does, by item id; for all other items it changes the sheet. */
  readonly handActions?: Readonly<Record<string, ActionButton>>;
  readonly body?: BodyView;
}

export const BODY_ZONES = ['head', 'torso', 'arms', 'legs'] as const;

/** A body from the front with a number per zone; `mark` shows where a blow landed. */
export interface BodyView {
  readonly label: Message;
  readonly zones: Readonly<Record<(typeof BODY_ZONES)[number], BodyZone>>;
}

interface BodyZone {
  readonly label: Message;
  readonly value: number | null;
  readonly mark: 'struck' | 'held' | null;
}

/** A number of an item with its terms, or a state it is in. */
export interface ItemFact {
  readonly id: string;
  readonly label: Message;
  readonly tone: Tone;
  readonly terms: Figure['terms'];
}

/** The source of a card: the recorded exchange, never the rules. */
export interface CardInput {
  readonly exchange: Exchange;
  /** Open questions by responder, if this exchange is open. */
  readonly open: readonly (SingleAsk | OfferAsk)[];
  /** Names at the time, by fighter. */
  readonly names: Readonly<Record<FighterId, string>>;
  readonly viewer: Viewer;
}

/** A roll: all faces, those that count, and the total. */
export interface RollLine {
  readonly kind: 'roll';
  /** Indentation; lines of an interrupt are deeper. */
  readonly depth: number;
  readonly id: string;
  readonly label: Message;
  readonly by: FighterId;
  readonly rolledDice: Dice;
  /** Notation, such as `1d10*`. */
  readonly dice: string;
  readonly faces: readonly { readonly face: number; readonly counts: boolean; readonly exploded: boolean }[];
  readonly total: number;
  /** The number to reach, if known. */
  readonly against: number | null;
  /** What `against` is, such as the attack. */
  readonly versus?: Message;
  /** What the total is compared with or added to. */
  readonly note: Message | null;
  /** A short remark on the roll. */
  readonly tag?: Message | null;
}

export interface TextLine {
  readonly kind: 'text';
  readonly depth: number;
  readonly message: Message;
  /** Seen from the fighter it concerns. */
  readonly tone: Tone;
  readonly strong: boolean;
  readonly of?: FighterId;
  /** Whether a fighter's state changed: shown even in a collapsed card. */
  readonly isStateChange: boolean;
}

export interface SectionLine {
  readonly kind: 'section';
  readonly depth: number;
  readonly message: Message;
  readonly icon: string;
}

export type CardLine = RollLine | TextLine | SectionLine;

/** An open question. A click sends `answer` as data. */
export interface AskView {
  readonly ask: SingleAsk | OfferAsk;
  readonly by: Responder;
  readonly label: Message;
  /** Empty if the answer is rolled, typed or placed. */
  readonly options: readonly AskOption[];
  /** The id of the option that Enter picks; default: the first one that is allowed. */
  readonly suggested?: string;
  /** For an amount of time: the lane on which to preview its end. */
  readonly fills?: LaneFill;
}

/** The lane an amount would fill: `per` points per displayed unit, `left` units free. */
export interface LaneFill {
  readonly of: FighterId;
  readonly per: number;
  readonly left: number;
  /** `by` points are taken off every amount, but never below `least`. */
  readonly shortened?: { readonly by: number; readonly least: number };
}

export interface AskOption {
  readonly id: string;
  readonly label: Message;
  readonly answer: Answer;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
}

/** What an answer of a defender leads to. Absent for answers whose result no number tells. */
export interface AnswerOdds {
  readonly answer: Answer;
  /** The chance that the attempt against the defender succeeds, from 0 to 1. */
  readonly chance: number;
  /** The damage to expect, misses included; null if no game of any answer deals any. */
  readonly damage: number | null;
  readonly exact: boolean;
}

/** One side of an exchange; `total` is null before the roll. */
export interface FaceoffSide {
  readonly by: FighterId;
  readonly label: Message;
  readonly total: number | null;
}

export interface Faceoff {
  readonly attack: FaceoffSide;
  readonly answer: FaceoffSide;
  readonly verdict: 'through' | 'held' | null;
  readonly body: BodyView | null;
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
  readonly with: string | null;
  readonly lines: readonly CardLine[];
  /** The last attack and its answer, in games that oppose them. */
  readonly faceoff?: Faceoff | null;
  /** Null while open. */
  readonly outcome: TextLine | null;
  /** Whether it says no more than its heading. */
  readonly isBare?: boolean;
  /** In the order of `CardInput.open`. */
  readonly asks: readonly AskView[];
}
