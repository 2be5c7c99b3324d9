import type { OfferAsk, Reason, SingleAsk } from '../kernel/ask';
import type { Procedure } from '../kernel/procedure';
import type { Automation } from './automation';
import type { Build } from './build';
import type { Change } from './change';
import type { Command, Price } from './command';
import type { Condition, ConditionTable } from './condition';
import type { Exchange } from './exchange';
import type { GroupRolls } from './group-roll';
import type { Intent } from './intent';
import type { OptionRules } from './option';
import type { Clock, Encounter, Fighter, FighterId, FighterState, Item, Place } from './state';
import type { Timing } from './timing';
import type {
  ActionButton,
  AnswerOdds,
  AreaView,
  CardInput,
  CardView,
  CommandArea,
  FloorItemView,
  Message,
  Odds,
  Preview,
  SheetView,
  TrackerView,
  Viewer,
} from './view';
import type { Worth } from './worth';

/** A way to pay for a drag: its command, its price on the ruler, and the reasons against it. */
export interface MoveOption {
  readonly command: Command;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
  /** Set if it spends more than a drag may spend without asking. */
  readonly needsConfirmation?: true;
  /** Default: the label of its action. */
  readonly label?: Message;
  readonly notes?: readonly Message[];
  /** Its share of the mover's lane, while that is being filled. */
  readonly preview?: Preview;
}

/** The source of a fighter: a scenario row, or documents through the adapter. Missing values are defaults. */
export interface FighterInput {
  readonly id: FighterId;
  readonly name: string;
  readonly side: string;
  readonly player: boolean;
  /** Sheet values by the ledger's stat keys. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly items: readonly (Item & Readonly<Record<string, unknown>>)[];
  /** Current values; a missing pool starts as the ruleset sets it. */
  readonly pools: Readonly<Record<string, number>>;
  readonly conditions: readonly Condition[];
  readonly state: Readonly<FighterState>;
  readonly place: Place | null;
}

/** A rule that a world may change, with the ledger's default: a choice, a number within bounds, or a flag. */
export type SettingDefinition =
  | { readonly choices: readonly string[]; readonly initial: string }
  | { readonly min: number; readonly max: number; readonly step: number; readonly initial: number }
  | { readonly initial: boolean };

/**
 * What only a fighter's owners and the GM may know. Secret state fields appear in no step: a command that writes them
 * runs where it is given and stays out of the history. Secret log lines are stored without facts.
 */
export interface Secrets {
  /** Commands that write only secret state fields; if empty, no field is secret. */
  readonly commands: readonly string[];
  /**
   * Whether a fighter has completed its secret choices. This is public; other clients see it as `ready` in its state.
   */
  isReady(encounter: Encounter, fighter: FighterId): boolean;
  /** Prefixes of secret log ids; the owners of the fighter they refer to see them. */
  readonly logPrefixes: readonly string[];
  /** Ids of asks whose answers only the owners of the exchange's actor know. */
  readonly asks: readonly string[];
}

/** The state fields of a ruleset, for storing and checking. */
export interface StateSchema {
  accepts(key: string, value: unknown): boolean;
  has(key: string): boolean;
  /** Whether the field is secret, in worlds with secrets; see {@link Secrets}. */
  isSecret(key: string): boolean;
}

export const NO_STATE: StateSchema = { accepts: () => false, has: () => false, isSecret: () => false };

/** Returns the part of a fighter's state that is secret in this world. */
export function secretState(
  { stateSchema, secrets }: Ruleset,
  settings: Encounter['settings'],
  state: FighterState,
): FighterState {
  if (secrets(settings).commands.length === 0) return {};
  return Object.fromEntries(Object.entries(state).filter(([key]) => stateSchema.isSecret(key)));
}

export const NO_SECRETS: Secrets = { commands: [], isReady: () => false, logPrefixes: [], asks: [] };

/** Replaces secret facts of a log line. */
export const HIDDEN = 'sealed';

/** Threatened places, shown around a fighter and along a planned path. */
export interface Threat<E extends Encounter = Encounter> {
  /** Returns true if the fighter threatens foes at this place. */
  reaches(encounter: E, fighter: FighterId, place: Place): boolean;
  /** Returns the fighters that a move gives a chance to interrupt, even if the command is not allowed. */
  provokedBy(encounter: E, command: Command): readonly FighterId[];
}

export const NO_THREAT: Threat = { reaches: () => false, provokedBy: () => [] };

interface HandedOver {
  readonly by: FighterId;
  readonly at: FighterId;
  readonly with: string;
  /** So many of a stack, all by default. */
  readonly count?: number;
}

/** What fighters hand to each other. */
export interface GearRules {
  /** Types of items that change hands. Others, such as spells, do not. */
  readonly types: readonly string[];
  /** Returns the command that hands an item over in a fight. Absent if the rules have none. */
  handOver?(handed: HandedOver): Command;
}

export const NO_GEAR: GearRules = { types: [] };

/**
 * The contract between a ruleset and the rest of Cadence. Every member is required; tables may be empty. Encounters
 * passed in were built by the ruleset's own reader.
 */
export interface Ruleset<E extends Encounter = Encounter> {
  readonly id: string;
  /** What a world may configure, by key of `Encounter.settings`. */
  readonly settings: Readonly<Record<string, SettingDefinition>>;
  readonly conditions: ConditionTable;
  /**
   * Returns a fighter with derived statistics. Throws RangeError naming the field if a value is invalid.
   * @param settings as in `Encounter.settings`; missing ones have the ledger's default
   */
  fighter(sheet: FighterInput, settings: Encounter['settings']): E['fighters'][string];
  readonly idle: Clock;
  /** The clock's commands in the order the GM uses them; the first starts the encounter. */
  readonly clockCommands: readonly string[];
  /** All options of its commands; any other option is refused. */
  readonly options: OptionRules;
  readonly stateSchema: StateSchema;
  /** Returns the reasons against a command, empty if allowed. Includes the clock's commands. */
  whyNot(encounter: E, command: Command): readonly Reason[];
  /** Returns what a user should know before an allowed command; they are asked once. Absent if the rules warn of nothing. */
  warnings?(encounter: E, command: Command): readonly Message[];
  /**
   * Returns the procedure of a known command.
   * @param interrupted the procedure it interrupts
   */
  play(encounter: E, command: Command, interrupted?: Procedure<unknown>): Procedure<unknown>;
  /** Returns the state-based changes that are due in any fighter; none after a step. */
  dueChanges(encounter: E): readonly Change[];
  /**
   * Returns how a command may interrupt an open exchange: a GM command always ('master'), a fighter's reaction where
   * `whyNotInside` allows it, or null.
   */
  interrupts(command: Command): 'master' | 'reaction' | null;
  /** Returns the reasons against a reaction inside these children of an exchange, which are in progress, outermost first. */
  whyNotInside(command: Command, inside: readonly Command[]): readonly Reason[];
  /** Returns the command with its default item filled in, so that it is recorded. */
  withItem(encounter: E, command: Command): Command;
  /** Returns what a command does to its target, or null for neither. */
  intentOf(encounter: E, command: Command): Intent | null;
  readonly automation: Automation;
  knows(command: Command): boolean;
  secrets(settings: Encounter['settings']): Secrets;
  /**
   * Returns the ways to pay for a path, cheapest first; empty if the fighter cannot move by points now.
   * @param manner how the token moves, such as `climb` or `jump`
   */
  moves(encounter: E, fighter: FighterId, path: readonly Place[], manner?: string): readonly MoveOption[];
  readonly threat: Threat<E>;
  readonly gear: GearRules;
  /** Ids of the actions with which fighters rest between fights, the shortest first. */
  readonly rests: readonly string[];
  /** What a GM may ask fighters to roll, with the commands of `defineRolls`. */
  readonly groupRolls: GroupRolls;
  /** Returns the moment of the clock, such as `r3`. A request that arrives after its moment is refused. */
  momentOf(clock: Clock): string;
  /** Rounds and turns for Foundry and other packages. */
  readonly timing: Timing<E>;
  readonly views: Views<E>;
  /** Loads the guided build; absent if the ruleset has none. */
  readonly loadBuild?: () => Promise<Build>;
  /** Loads what opponents need; absent if the ruleset has none. */
  readonly loadWorth?: () => Promise<Worth<E>>;
}

/** Expensive, so a worker computes it, and the code is loaded when it is needed. */
export interface AnswerOddsView<E extends Encounter = Encounter> {
  /** Returns true if the answers to such questions have odds. Cheap. */
  has(ask: SingleAsk | OfferAsk): boolean;
  /**
   * Returns the odds of the answers that have any, in their order; empty if they need a number that the viewer does not
   * know.
   * @param encounter as it is now, in the middle of the exchange
   * @param ask one responder's part of the open ask
   */
  compute(encounter: E, viewer: Viewer, exchange: Exchange, ask: SingleAsk | OfferAsk): Promise<readonly AnswerOdds[]>;
}

export interface Views<E extends Encounter = Encounter> {
  tracker(encounter: E, viewer: Viewer): TrackerView;
  /** Returns the buttons of a fighter's row in the tracker. */
  rowActions(encounter: E, fighter: E['fighters'][string] & Fighter, viewer: Viewer): readonly ActionButton[];
  /**
   * Rendered at every step, so it shows odds only if cached; `action` computes them.
   * @param encounter null outside encounters: actions then show why they are not allowed
   */
  sheet(encounter: E | null, fighter: E['fighters'][string] & Fighter, viewer: Viewer): SheetView;
  /**
   * Returns the button of this exact command with price, reasons and odds. Called again when options change. A
   * viewer's target becomes the command's target.
   */
  action(encounter: E, command: Command, viewer: Viewer): ActionButton;
  /**
   * Returns the callback for odds that a worker computes in place of `action`, or null if none are pending. Absent
   * without odds.
   */
  oddsAwaited?(encounter: E, viewer: Viewer, command: Command): ((odds: readonly Odds[]) => void) | null;
  /** Returns the odds of a command, also of one that is not allowed; for a fighter in its area, aimed at that fighter. */
  odds?(encounter: E, viewer: Viewer, command: Command): readonly Odds[];
  /** Returns the area that a command would cover, as far as the viewer knows who is inside; null without one. */
  area(encounter: E, viewer: Viewer, command: Command): CommandArea | null;
  /** The odds of the answers to a defender's question. Absent if the rules ask none. */
  readonly answers?: AnswerOddsView<E>;
  card(input: CardInput): CardView;
  /** Returns an exchange as its viewer may know it, without what the rules keep secret. Absent if they keep nothing secret. */
  redact?(exchange: Exchange, viewer: Viewer): Exchange;
  /** Returns areas on the map; absent if the rules have none. */
  areas?(encounter: E): readonly AreaView[];
  /** Returns items on the ground, see `GROUND_FIELDS`; absent if the rules have none. */
  floor?(encounter: E): readonly FloorItemView[];
  /** Returns when a reason will be gone, or null if no clock tells. Absent if the rules never know. */
  when?(encounter: E, command: Command, reason: Reason, viewer: Viewer): Message | null;
  /** Returns the label of a condition's end. Absent if the rules have none. */
  until?(condition: Pick<Condition, 'until' | 'by'>): Message;
}
