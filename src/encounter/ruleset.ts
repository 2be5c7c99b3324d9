import type { Reason } from '../kernel/ask';
import type { Procedure } from '../kernel/procedure';
import type { Automation } from './automation';
import type { Build } from './build';
import type { Command, Price } from './command';
import type { Condition, ConditionTable } from './condition';
import type { OptionRules } from './option';
import type { Clock, Encounter, Fighter, FighterId, FighterState, Item, Place } from './state';
import type { Timing } from './timing';
import type {
  ActionButton,
  AreaView,
  CardInput,
  CardView,
  FloorItemView,
  Message,
  Odds,
  Preview,
  SheetView,
  TrackerView,
  Viewer,
} from './view';

/** One way a drag could be paid for: the command it would be, its price on the ruler, and what stands against it. */
export interface MoveOption {
  readonly command: Command;
  readonly cost: readonly Price[];
  readonly whyNot: readonly Reason[];
  /** What is to be known of the way itself. */
  readonly notes?: readonly Message[];
  /** What it would fill of the mover's lane, while that is being filled. */
  readonly preview?: Preview;
}

/** What a fighter is made from: a row of a scenario file, or documents through the adapter. Everything not said is the default. */
export interface FighterInput {
  readonly id: FighterId;
  readonly name: string;
  readonly side: string;
  readonly player: boolean;
  /** What is entered on the sheet, by the ledger's stat keys. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly items: readonly (Item & Readonly<Record<string, unknown>>)[];
  /** Present values of pools; a pool not named is as the ruleset begins it. */
  readonly pools: Readonly<Record<string, number>>;
  readonly conditions: readonly Condition[];
  readonly state: Readonly<FighterState>;
  readonly place: Place | null;
}

/**
 * A rule a world may settle otherwise, with what the ledger decides for: one of several choices, by their ids; a number within bounds;
 * or whether it holds at all.
 */
export type SettingDefinition =
  | { readonly choices: readonly string[]; readonly initial: string }
  | { readonly min: number; readonly max: number; readonly step: number; readonly initial: number }
  | { readonly initial: boolean };

/**
 * What only a fighter's owners and the game master may know. Of marks of the book, such as what somebody plans, no step knows: a command
 * that writes them is carried out where it is given, and stands in no history. Lines of the card stand there without their facts.
 */
export interface Secrets {
  /** Commands that write nothing but such marks; where there are none no mark is secret. */
  readonly commands: readonly string[];
  /** Whether a fighter has said all it means to, which everybody may know; elsewhere its book then holds `ready`. */
  isReady(encounter: Encounter, fighter: FighterId): boolean;
  /** What the words of such lines begin with; each is known to the owners of whom it is said of. */
  readonly logPrefixes: readonly string[];
  /** Questions whose answers are known to the owners of whoever began the exchange. */
  readonly asks: readonly string[];
}

/** The marks of a ruleset, as far as whoever keeps them has to know them. */
export interface StateSchema {
  /** Whether it is a mark of the ruleset, and the value one it can hold. */
  accepts(key: string, value: unknown): boolean;
  /** Whether it is a mark of the ruleset. */
  has(key: string): boolean;
  /** Whether only its fighter's owners and the game master may know it, where marks are secret at all; see {@link Secrets}. */
  isSecret(key: string): boolean;
}

/** Of a ruleset that marks nothing. */
export const NO_STATE: StateSchema = { accepts: () => false, has: () => false, isSecret: () => false };

/** Of a book what only its fighter's owners and the game master may know, as the world has settled it. */
export function secretState(
  { stateSchema, secrets }: Ruleset,
  settings: Encounter['settings'],
  state: FighterState,
): FighterState {
  if (secrets(settings).commands.length === 0) return {};
  return Object.fromEntries(Object.entries(state).filter(([key]) => stateSchema.isSecret(key)));
}

export const NO_SECRETS: Secrets = { commands: [], isReady: () => false, logPrefixes: [], asks: [] };

/** What stands among the facts of a line in place of those that one does not know. */
export const HIDDEN = 'sealed';

/** What is threatened on the map: to be seen around a fighter, and on a way before it is gone. */
export interface Threat<E extends Encounter = Encounter> {
  /** Whether a fighter threatens whoever of its foes stands at a place. */
  reaches(encounter: E, fighter: FighterId, place: Place): boolean;
  /** The fighters to whom a command gives a chance to cut in on its way, whether or not the command is possible. */
  provokedBy(encounter: E, command: Command): readonly FighterId[];
}

/** Of who threatens nobody by standing somewhere. */
export const NO_THREAT: Threat = { reaches: () => false, provokedBy: () => [] };

/**
 * What a ruleset is to the rest of Cadence. Every member is required; who has nothing to say gives an empty table.
 * `E` is the ruleset's own encounter; the state handed in is always one its own reader made.
 */
export interface Ruleset<E extends Encounter = Encounter> {
  readonly id: string;
  /** What a world may choose about the rules, by key; the first use is in `Encounter.settings`. */
  readonly settings: Readonly<Record<string, SettingDefinition>>;
  readonly conditions: ConditionTable;
  /**
   * Makes a fighter, its statistics derived. Throws RangeError naming the field where a value is none the ledger knows.
   * @param settings the world's, as in `Encounter.settings`; what is not there is as the ledger has it
   */
  fighter(sheet: FighterInput, settings: Encounter['settings']): E['fighters'][string];
  /** The clock before the encounter starts. */
  readonly idle: Clock;
  /** The commands that move the clock, in the order a game master uses them: the first is the start. */
  readonly clockCommands: readonly string[];
  /** Every option a command may have; one with any other is refused. */
  readonly options: OptionRules;
  /** What a fighter's book may hold. */
  readonly stateSchema: StateSchema;
  /** What stands against a command now; empty where nothing does. Knows also the commands of the clock. */
  whyNot(encounter: E, command: Command): readonly Reason[];
  /**
   * The procedure of a command. Only called with a command known to the ruleset.
   * @param cutsIn whether it runs as a child that cut in, and so may not be cut into
   */
  play(encounter: E, command: Command, cutsIn?: boolean): Procedure<unknown>;
  /**
   * Whether a command may cut in while an exchange waits: as the game `master`'s, at any time; as a fighter's `reaction`, but not
   * into another; or not at all.
   */
  interrupts(command: Command): 'master' | 'reaction' | null;
  /** The command with the item it is done with, where the rules take one that it does not name: it is recorded so. */
  withItem(encounter: E, command: Command): Command;
  /** What fighters may settle beforehand, and what comes of a question nobody answers in time. */
  readonly automation: Automation;
  /** Whether the ruleset has such a command at all. */
  knows(command: Command): boolean;
  /** What fighters keep to themselves, as the world has settled it. */
  secrets(settings: Encounter['settings']): Secrets;
  /**
   * Ways to pay for a path, cheapest first; empty where the fighter does not move by points now.
   * @param manner how the token is meant to move, such as `climb` or `jump`
   */
  moves(encounter: E, fighter: FighterId, path: readonly Place[], manner?: string): readonly MoveOption[];
  readonly threat: Threat<E>;
  /** Names the moment a command is meant for, such as `r3`; a request found after its moment is refused. */
  momentOf(clock: Clock): string;
  /** Its rounds and turns, as others count them. */
  readonly timing: Timing<E>;
  readonly views: Views<E>;
  /** Fetches how a character is built, step by step; absent where nobody is led through it. */
  readonly loadBuild?: () => Promise<Build>;
}

export interface Views<E extends Encounter = Encounter> {
  tracker(encounter: E, viewer: Viewer): TrackerView;
  /**
   * Drawn at every step, so odds stand on its buttons only where they are at hand; `action` reckons them.
   * @param encounter null where the fighter is in none: the sheet then shows what lasts, and its actions say why not
   */
  sheet(encounter: E | null, fighter: E['fighters'][string] & Fighter, viewer: Viewer): SheetView;
  /**
   * The button of just this command, its options as they are: price, reasons, odds. Asked anew while options are being set. Where the
   * viewer has targeted somebody the command is aimed there.
   */
  action(encounter: E, command: Command, viewer: Viewer): ActionButton;
  /** Where the odds of a command are to be kept that somebody else reckons, as `action` would; null where there are none to wait for. Absent where the rules have no odds. */
  oddsAwaited?(encounter: E, viewer: Viewer, command: Command): ((odds: readonly Odds[]) => void) | null;
  card(input: CardInput): CardView;
  /** What lies on the map; absent where the rules lay nothing there. */
  areas?(encounter: E): readonly AreaView[];
  /** Things that lie on the ground where somebody let go of them, by their fields `LYING`; absent where the rules know of none. */
  floor?(encounter: E): readonly FloorItemView[];
  /** When a reason that stands against a command will be gone; null where no clock tells. Absent where the rules say it of nothing. */
  when?(encounter: E, command: Command, reason: Reason, viewer: Viewer): Message | null;
}
