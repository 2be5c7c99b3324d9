import type { Command } from '../../encounter/command';
import type { Until } from '../../encounter/condition';
import type { Reserve } from '../../encounter/reserve';
import type { FighterInput } from '../../encounter/ruleset';
import type { Clock, FighterState } from '../../encounter/state';
import type { Answer, OfferAsk, Reason, SingleAsk } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import type { PrivateMode } from '../platform/message-mode';

/** A part of the open ask. Its key contains the step that opened it, so that a late answer is detected. */
export interface OpenAsk {
  readonly key: string;
  readonly ask: SingleAsk | OfferAsk;
  /** Known already, from an order or because all responders are gone. */
  readonly given?: Answer;
  /** Indices of offered commands that would reveal a hidden fighter. */
  readonly withheld?: readonly number[];
  /** Deadline in server time, and the time allowed, both in milliseconds. */
  readonly until?: number;
  readonly time?: number;
  /** Instead of the deadline while the game is paused: the milliseconds that are left. */
  readonly left?: number;
}

/** At most one per host. */
export interface OpenExchange {
  /** The step it began with. */
  readonly exchange: number;
  readonly card: string;
  readonly asks: readonly OpenAsk[];
  /** Reopened by an undo or redo: no dice are rolled automatically. */
  readonly reopened?: boolean;
  /** Why it could not be replayed. Only the GM can continue. */
  readonly fault?: Reason;
  /** Items that were deleted since it began, by key of their fighter: it ends with them as they were. */
  readonly items?: Readonly<Record<string, FighterInput['items']>>;
}

/** From whom an exchange is kept, as the user who began it chose in the chat. */
export interface Secrecy {
  readonly mode: PrivateMode;
  /** The id of that user. */
  readonly by: string;
  /** It concerns others, so that only its dice are kept from them. */
  readonly isShared: boolean;
}

export interface HistoryStep {
  /** The first step of its exchange, possibly this one. */
  readonly exchange: number;
  readonly card: string;
  readonly command: Command;
  readonly version: number;
  readonly entries: readonly Entry[];
  readonly user: string;
  /** Server time in milliseconds; missing in steps of earlier versions. */
  readonly at?: number;
  readonly ended?: boolean;
  /** Missing in public exchanges. */
  readonly secrecy?: Secrecy;
  readonly retained?: UndoData;
}

/** Document values before a step, for an exact undo. */
export interface UndoData {
  /** Values of pools that were unwritten before, by fighter. */
  readonly pools?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By key, where the active effect of a removed condition differed from the standard. */
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly boundDice?: CombatSystem['boundDice'];
  /** By id, the active effects of an item transferred to an actor of another owner. */
  readonly itemEffects?: Readonly<Record<string, readonly object[]>>;
}

export interface CombatSystem {
  clock: Clock;
  /** Grows with every commit, undo included; the screens follow it. */
  step: number;
  /** The last step in force; later ones are undone. */
  cursor: number;
  history: Record<string, HistoryStep>;
  open: OpenExchange | null;
  referee: { user: string; client: string } | null;
  /** The claim on the next step, packed, if no group of combatants can store it; see `referee/store/claim.ts`. Empty without a claim. */
  writing: string;
  /** Dice of requests that were not played, by fighter and ask. They stay bound until the moment changes. */
  boundDice: Record<string, Record<string, BoundRoll>>;
  /**
   * The referee's state of this round, by combatant. Stored here because only GMs write `system` of a Combat, while owners write `system`
   * of their Combatants.
   */
  states: Record<string, FighterState>;
  /**
   * The owner of each state, by combatant: the actor's uuid and its last round. A fighter that leaves and returns continues with its state.
   */
  bearers: Record<string, { of: string; round: number }>;
  /** World and server time when the encounter began; null before it, and in encounters that began under an earlier version. */
  began: { worldTime: number; serverTime: number } | null;
  reserve: Reserve | null;
}

export interface BoundRoll {
  readonly moment: string;
  readonly faces: readonly number[];
}

export interface CombatantSystem {
  /** The current version of the owner's secret, and the moment for which its owner is ready. */
  stamp: string;
  ready: string;
  /** Orders by ask. The owner writes them, so they are not trusted. */
  orders: Record<string, string>;
}

/** A player's command or answer as a message; the server records its author and time. */
export interface RequestSystem {
  combat: string;
  fighter: string;
  moment: string;
  command: Command | null;
  ask: string | null;
  /** In order, for the sender's own fighter. */
  answers: Answer[];
  force: boolean;
  /** The chat's message mode of its author. */
  mode: string;
  refused: Reason[];
}

/** A copy of an exchange that outlives the encounter. Rendered from the record, never by running rules. */
interface CardSystem {
  combat: string;
  exchange: number;
  version: number;
  command: Command;
  /** Packed entries by step, see `partKey` in `changes.ts`. */
  parts: Readonly<Record<string, string>>;
  readonly entries: readonly Entry[];
  names: Record<string, string>;
  /** Names of fighters that were disguised from players, by their keys, for when their documents are gone. */
  disguises: Record<string, string>;
  undone: boolean;
  /** Resolved manually by the GM because it could not be replayed. */
  resolvedManually: boolean;
  /** Null for a public card. */
  secrecy: Secrecy | null;
}

interface ConditionSystem {
  until: Until | null;
  by: string;
  towards: string[];
  data: Record<string, string | number | boolean>;
}

type WithSystem = { readonly system: unknown };

// The installed types know one `system` per subtype of a configured system; ours is the same for every ruleset.
export const combatSystem = (combat: WithSystem): CombatSystem => combat.system as CombatSystem;
export const combatantSystem = (combatant: WithSystem): CombatantSystem => combatant.system as CombatantSystem;
export const cardSystem = (message: WithSystem): CardSystem => message.system as CardSystem;
export const conditionSystem = (effect: WithSystem): ConditionSystem => effect.system as ConditionSystem;
