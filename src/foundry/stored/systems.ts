import type { Command } from '../../encounter/command';
import type { Until } from '../../encounter/condition';
import type { Clock, FighterState } from '../../encounter/state';
import type { Answer, OfferAsk, Reason, SingleAsk } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';

/** An ask that waits, under the key its answer has to name: the step that opened it, so that a late answer is known as late. */
export interface OpenAsk {
  readonly key: string;
  readonly ask: SingleAsk | OfferAsk;
  /** Answered already, by a standing order or because nobody is there to ask; the exchange waits for others. */
  readonly given?: Answer;
  /** Of what is offered, by index: what is about a fighter that is hidden from those who are asked. */
  readonly withheld?: readonly number[];
  /** When its time is up, by the server's clock in milliseconds; and how many it had. */
  readonly until?: number;
  readonly time?: number;
}

/** The exchange that is being played. At most one an encounter. */
export interface OpenExchange {
  /** The step it began with. */
  readonly exchange: number;
  readonly card: string;
  readonly asks: readonly OpenAsk[];
  /** Brought back by a rewind or a redo: nobody's dice fall by themselves. */
  readonly reopened?: boolean;
  /** Set when it could not be replayed, and why. Only the game master can go on from here. */
  readonly fault?: Reason;
}

/** One committed step: what was asked, answered and done in it. */
export interface HistoryStep {
  /** The step its exchange began with; its own number where it began one. */
  readonly exchange: number;
  readonly card: string;
  readonly command: Command;
  readonly version: number;
  readonly entries: readonly Entry[];
  /** Who sent what was committed. */
  readonly user: string;
  /** Nothing waits after it: its exchange has ended. */
  readonly ended?: boolean;
  readonly retained?: UndoData;
}

/** What documents held before a step that its effects do not tell, so that taking it back leaves them as they were. */
export interface UndoData {
  /** Pools never written before, by fighter, with what they were taken for. */
  readonly pools?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By its key, in what the active effect of a condition that ended was otherwise than we make it. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Bound dice that were used, or whose moment passed. */
  readonly thrown?: CombatSystem['thrown'];
  /** By its id, the active effects of an item that was handed over to an actor of another owner. */
  readonly lent?: Readonly<Record<string, readonly object[]>>;
}

export interface CombatSystem {
  clock: Clock;
  /** Grows with every commit, rewinds too; what is on screen follows it. */
  step: number;
  /** The last step in force; those above it have been rewound. */
  cursor: number;
  history: Record<string, HistoryStep>;
  open: OpenExchange | null;
  /** Who referees: a user, and the tab of that user. */
  referee: { user: string; client: string } | null;
  /** The step that is being written, packed, where no group of combatants can bear it; see `referee/claim.ts`. Empty where none is. */
  writing: string;
  /** Dice that have fallen for requests that came to nothing, by fighter and ask: thrown is thrown, until the moment changes. */
  thrown: Record<string, Record<string, BoundRoll>>;
  /**
   * The referee's numbers of this round, by combatant. They are kept here because nobody but a game master writes `system` of a Combat,
   * while the owner of a Combatant writes its `system`.
   */
  states: Record<string, FighterState>;
  /** Whose each book is, by combatant: the uuid of their actor, and the last round they were in. Who leaves and comes back goes on from it. */
  bearers: Record<string, { of: string; round: number }>;
}

export interface BoundRoll {
  readonly moment: string;
  readonly faces: readonly number[];
}

export interface CombatantSystem {
  /** Which version of what its owner keeps secret is the present one, and the moment for which all is said. */
  stamp: string;
  ready: string;
  /** Standing orders by what they settle; the owner's own, and so not to be trusted. */
  orders: Record<string, string>;
}

/** A player's intent, or a player's answer to an open ask, as a message: the server says who wrote it and when. */
export interface RequestSystem {
  combat: string;
  fighter: string;
  /** The moment of the clock it is meant for. */
  moment: string;
  command: Command | null;
  /** Key of the ask it answers. */
  ask: string | null;
  /** Answers the sender's own fighter can already give, in order. */
  answers: Answer[];
  force: boolean;
  /** Why the referee did not take it. */
  refused: Reason[];
}

/** A copy of an exchange that outlives the encounter; drawn from what was recorded, never by running rules. */
interface CardSystem {
  combat: string;
  exchange: number;
  version: number;
  command: Command;
  /** What is told, packed, by the steps that added it: see `partKey` in `changes.ts`. */
  parts: Readonly<Record<string, string>>;
  /** All of it. */
  readonly entries: readonly Entry[];
  /** Whom it mentions. */
  names: Record<string, string>;
  /** Taken back whole. */
  undone: boolean;
  /** Settled by the game master's hand because it could not be replayed. */
  byHand: boolean;
}

interface ConditionSystem {
  until: Until | null;
  by: string;
  towards: string[];
  data: Record<string, string | number | boolean>;
}

type WithSystem = { readonly system: unknown };

// The installed types know one `system` per subtype of a configured system; ours are the same for every ruleset and checked here once.
export const combatSystem = (combat: WithSystem): CombatSystem => combat.system as CombatSystem;
export const combatantSystem = (combatant: WithSystem): CombatantSystem => combatant.system as CombatantSystem;
export const cardSystem = (message: WithSystem): CardSystem => message.system as CardSystem;
export const conditionSystem = (effect: WithSystem): ConditionSystem => effect.system as ConditionSystem;
