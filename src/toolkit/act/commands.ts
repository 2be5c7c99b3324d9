import { applyChange, type Change, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import type { Condition, ConditionTable } from '../../encounter/condition';
import type { Intent } from '../../encounter/intent';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import { type Encounter, type FighterIn, hasDeparted } from '../../encounter/state';
import type { CommandArea } from '../../encounter/view';
import { GM, type Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { type Procedure, refreshDice, section } from '../../kernel/procedure';
import { expireConditions } from '../define/duration';
import {
  type ActionContext,
  contextOf,
  type FoundAction,
  fighterIn,
  type Game,
  intentOf,
  optionsAsked,
  promiseOf,
  type Row,
  type RowsById,
  reasonsAgainst as reasonsOfRow,
  whyNotTogether,
  withDefaultItem,
} from './actions';
import { CommandRun, CommandScope, interruptedScope, type StopHook, stopOf } from './command-run';
import { carryOut, enact, type Life } from './life';
import { dueChanges, type StateBasedTable } from './state-based';

/**
 * The commands of an encounter. Passed to rules as an argument, because they cannot import the commands, which import
 * the rules.
 */
export interface Runtime<G extends Game = Game> {
  readonly actions: RowsById<G['row']>;
  /** Returns the action of a command; null if it is no action or its fighter is missing. */
  find(command: Command): FoundAction<G> | null;
  /** Returns the action of a command. Throws if it is none. */
  expect(command: Command): FoundAction<G>;
  /** Returns the reasons against a command; empty if allowed. */
  whyNot(command: Command): readonly Reason[];
  /** Returns what a command does to its target, or null for neither. */
  intentOf(command: Command): Intent | null;
  /** Returns price, intent and reasons with a single lookup, for a button. */
  quote(command: Command): PriceQuote;
  /** Returns what a command is worth beyond what it changes at once, or null if opponents never give it. */
  promiseOf(command: Command): number | null;
  /** Returns true if a command heals. */
  heals(command: Command): boolean;
  /** Returns true if a command only prevents what foes in reach would do. */
  defends(command: Command): boolean;
  /** Returns the area that a command would cover; null without one. */
  areaOf(command: Command): CommandArea<FighterIn<G['encounter']>> | null;
  /** Returns true if nothing of its row is against a command; its price and the moment may be. */
  isPossible(command: Command): boolean;
  /** Returns what an action costs now. */
  pricesOf(command: Command): readonly Price[];
  /** Returns the options that the dialog of a command asks for, in this order. */
  optionsOf(command: Command): readonly G['option'][];
  /** Returns the command with its default item filled in. */
  withItem(command: Command): Command;
  /**
   * Returns ways to move with price and reasons: allowed ones first, those without a question before those with one, lightest
   * first; then the others, heaviest first.
   */
  moves(ways: readonly Command[], by?: MoveWeights<G>): readonly MoveOption[];
  /**
   * Plays a command in its own section. If it makes the action in progress impossible, that ends here, see
   * `whileLegal`.
   */
  playChild(command: Command): Procedure<unknown>;
  /** As `playChild`, but others may answer the command. */
  playAnswerable(command: Command): Procedure<unknown>;
  /** Carries out an action as a part of another one, in its section. */
  carryOut(found: FoundAction<G>): Procedure<void>;
  /** Plays only what an action does: for its odds, and inside another action that answers for its legality. */
  enact(found: FoundAction<G>, declared?: G['declared']): Procedure<G['outcome']>;
  /** Plays a reaction of another fighter that is no command of its own, as `playChild` does. */
  playReaction<T>(reaction: Procedure<T>): Procedure<T>;
  /**
   * Plays a part of an action. If another command, offered or interrupting, adds a reason against it before its first
   * die has fallen, it ends and `stopped` is played instead.
   * @param reasons those against continuing now, without price and turn
   */
  whileLegal<T, S = T>(
    reasons: () => readonly Reason[],
    procedure: Procedure<T>,
    stopped: StopHook<S>,
  ): Procedure<T | S>;
  /** Returns the state-based changes that are due in any fighter. */
  dueChanges(): readonly Change[];
  /**
   * Plays a part of a composed action, such as the blow of a charge, as `whileLegal` does, if nothing is against it
   * when it begins.
   */
  part<T, S = T>(part: Part<T, S>): Procedure<T | S>;
  /** Applies the state-based changes of all fighters. */
  cleanUp(): Procedure<void>;
}

/** A part of an action, without declaration and price. */
interface Part<T, S> {
  /** Returns the reasons against this part now. */
  reasons(): readonly Reason[];
  /** Ids of the reasons against the whole action that the GM has overruled. */
  readonly overruled?: readonly string[];
  /** Called once it has been judged. */
  play(): Procedure<T>;
  readonly stopped: StopHook<S>;
}

/** The GM command that applies what became due outside of commands; the referee gives it automatically. */
export const CLEAN_UP: Command = { do: 'clean-up', by: GM };

/** Lets the reserve join the fight. A GM gives it, or the referee when its trigger is met. */
export const REINFORCE: Command = { do: 'reinforce', by: GM };

/** Ends what belongs to the fight on a fighter that is no longer in it: `{ at }`. */
export const LEAVE_FIGHT = 'leave-fight';

/** A command that is no action of a fighter and has no price. */
export interface PlainCommand<G extends Game = Game> {
  /** Path of its icon; default `actions/<id>`. */
  readonly icon?: string;
  /** Who may give it; default the GM. A fighter gives it only for itself. */
  readonly of?: 'gm' | 'fighter' | 'both';
  /** Set for a command of the GM that waits for the end of an open exchange. */
  readonly waits?: true;
  /** What an opponent's offered command is worth, as in a {@link Row}. */
  readonly promise?: number;
  /** The options that its dialog asks for, as in a {@link Row}. */
  readonly options?: readonly G['option'][];
  whyNot?(encounter: G['encounter'], command: Command, runtime: Runtime<G>): readonly Reason[];
  play(encounter: G['encounter'], command: Command, runtime: Runtime<G>): Procedure<unknown>;
}

interface CommandTables<G extends Game> {
  /** Commands that move the clock, in the order the GM uses them; the first is the start. They never interrupt. */
  readonly clock: RowsById<PlainCommand<G>>;
  /** Other plain commands. Those of the GM may interrupt at any time. */
  readonly plain: RowsById<PlainCommand<G>>;
  readonly actions: RowsById<G['row']>;
  readonly conditions?: ConditionTable;
  /** Returns whether a condition belongs to the fight; by default none does. */
  isOfFight?(condition: Condition): boolean;
  /** What must hold whenever a person is asked; by default nothing. */
  readonly stateBased?: StateBasedTable<G['encounter']>;
  /** Returns the ruleset's own context. */
  actOf(context: ActionContext<G['encounter']> & { readonly runtime: Runtime<G> }, action: G['row']): G['context'];
  /** Returns all reasons against an action: turn, price, state and its row. */
  whyNot(action: G['row'], act: G['context']): readonly Reason[];
  /** Returns what an action costs now. */
  prices(action: G['row'], act: G['context']): readonly Price[];
  /** Returns what an action does to its target; by default what its row says. */
  intentOf?(action: G['row'], act: G['context']): Intent | null;
  /** Returns true if an action may interrupt an open exchange; default never. */
  cutsIn?(action: G['row'], command: Command): boolean;
  /** Returns the reasons against an interrupt inside commands that others play in the exchange; default none. */
  whyNotInside?(command: Command, inside: readonly Command[]): readonly Reason[];
  /** Where the life of its actions differs; by default they cost nothing and are not offered to others. */
  readonly life?: Life<G>;
}

/** A command's price, the reasons against it, and what it does to its target. */
export interface PriceQuote {
  readonly price: readonly Price[];
  /** Absent or null for neither. */
  readonly intent?: Intent | null;
  readonly reasons: readonly Reason[];
}

/** How ways to move are compared. */
interface MoveWeights<G extends Game> {
  /** Returns the price of a way if it is lower than the command's. */
  price?(found: FoundAction<G>): readonly Price[];
  /** Returns the weight of a price; default 0. */
  weigh?(price: readonly Price[]): number;
  /** Returns true if a drag asks before it takes this way, because it spends more than what is free. Default: never. */
  needsConfirmation?(command: Command, price: readonly Price[]): boolean;
}

/** The commands of a ruleset. */
export interface Commands<G extends Game = Game> {
  readonly clock: RowsById<PlainCommand<G>>;
  knows(command: Command): boolean;
  actionOf(id: string): G['row'] | undefined;
  /** Returns the path of a command's icon; default `actions/<id>`. */
  iconOf(id: string): string;
  /** Returns how a command may interrupt, see `Ruleset.interrupts`. */
  interrupts(command: Command): 'master' | 'reaction' | null;
  /** Returns the reasons against an interrupt at this place, see `Ruleset.whyNotInside`. */
  whyNotInside(command: Command, inside: readonly Command[]): readonly Reason[];
  /** Returns them for an encounter, outside of any action in progress. */
  of(encounter: G['encounter']): Runtime<G>;
  /** Returns the procedure of a known command. */
  play(encounter: G['encounter'], command: Command, interrupted?: Procedure<unknown>): Procedure<unknown>;
}

type ConditionFilter = NonNullable<CommandTables<Game>['isOfFight']>;

/** Returns the start of a fight, which first ends what an older version left. */
function afterCleaning<G extends Game>(start: PlainCommand<G>, isOfFight: ConditionFilter): PlainCommand<G> {
  // What names a fighter was given for this fight, or ends as that one is not in it.
  const isLeft = (condition: Condition): boolean => {
    const { until, by, towards } = condition;
    const isCounted = until?.n !== undefined || until?.of !== undefined;
    return isOfFight(condition) && by === undefined && !towards && (until === null || isCounted);
  };
  return {
    ...start,
    *play(encounter, command, runtime) {
      yield* expireConditions(Object.values(encounter.fighters), isLeft);
      return yield* start.play(encounter, command, runtime);
    },
  };
}

/** Returns the plain commands that every game has. */
function commonCommands<G extends Game>(isOfFight: ConditionFilter): RowsById<PlainCommand<G>> {
  type E = G['encounter'];
  return {
    [CLEAN_UP.do]: { play: (_, __, { cleanUp }) => cleanUp() },
    [LEAVE_FIGHT]: {
      icon: `actions/${CLEAN_UP.do}`,
      whyNot(encounter, { at }, { dueChanges: due }) {
        const fighter = fighterIn<E>(encounter, at);
        const isDue = fighter?.conditions.some(isOfFight) || due().some((change) => 'of' in change && change.of === at);
        return fighter && isDue ? EMPTY : [impossibleReason('nothing-to-end')];
      },
      *play(encounter, { at }, { cleanUp }) {
        const fighter = fighterIn<E>(encounter, at);
        if (fighter) yield* expireConditions([fighter], isOfFight);
        yield* cleanUp();
      },
    },
    /** Takes a fighter out of the open exchange whom a GM has removed: `{ at }`. The referee gives it. */
    depart: {
      icon: `actions/${CLEAN_UP.do}`,
      whyNot: (encounter, { at }) => (fighterIn<E>(encounter, at) ? EMPTY : [impossibleReason('no-fighter')]),
      play: (_, { at = '' }) => applyChange({ kind: 'departure', of: at }),
    },
    [REINFORCE.do]: {
      icon: 'actions/place',
      waits: true,
      whyNot: ({ reserve }) => (reserve ? EMPTY : [impossibleReason('no-reserve')]),
      *play({ reserve }) {
        if (!reserve) return;
        yield* applyChange({ kind: 'arrival', reserve });
        yield* log('reinforced', { count: reserve.members.length });
      },
    },
  };
}

/** Returns the commands of a ruleset. Plain commands take precedence over actions. */
export function defineCommands<G extends Game & { readonly row: Row<G> }>({
  clock,
  plain,
  actions,
  conditions,
  isOfFight = () => false,
  stateBased = {},
  actOf,
  ...rules
}: CommandTables<G>): Commands<G> {
  type E = G['encounter'];
  const plainCommands: RowsById<PlainCommand<G>> = {
    ...mapFirst(clock, (start) => afterCleaning(start, isOfFight)),
    ...commonCommands<G>(isOfFight),
    ...plain,
  };
  const actionOf = (id: string): G['row'] | undefined => lookup(actions, id);

  const judging = new WeakMap<E, Runtime<G>>();

  function judgingOf(encounter: E): Runtime<G> {
    const known = judging.get(encounter);
    if (known) return known;
    const runtime = runtimeOf(encounter);
    judging.set(encounter, runtime);
    return runtime;
  }

  function runtimeOf(encounter: E, shared?: CommandScope): Runtime<G> {
    let own = shared;
    // Only what is played needs one, and most commands are only judged. What was played with is not judged with again.
    const scope = (): CommandScope => {
      if (!own) judging.delete(encounter);
      own ??= new CommandScope(stateBased as StateBasedTable, encounter, conditions);
      return own;
    };
    function find(command: Command): FoundAction<G> | null {
      const action = actionOf(command.do);
      const fighter = fighterIn<E>(encounter, command.by);
      if (!action || !fighter) return null;
      return { action, act: actOf({ runtime, ...contextOf<E>(encounter, command, fighter) }, action) };
    }
    function quote(command: Command, priceOf = prices): PriceQuote {
      const found = find(command);
      return {
        price: found ? priceOf(found) : EMPTY,
        intent: found && intentFor(found),
        reasons: reasonsAgainst(encounter, command, runtime, found),
      };
    }
    const runtime: Runtime<G> = {
      actions,
      find,
      expect(command) {
        const found = find(command);
        if (!found) throw new Error(`no action ${command.do} of ${command.by} in this encounter`);
        return found;
      },
      whyNot: (command) => reasonsAgainst(encounter, command, runtime, find(command)),
      intentOf(command) {
        const found = find(command);
        return found && intentFor(found);
      },
      quote: (command) => quote(command),
      promiseOf(command) {
        const plainCommand = lookup(plainCommands, command.do);
        if (plainCommand) return plainCommand.promise ?? null;
        const found = find(command);
        return found && promiseOf<G>(found.action, found.act);
      },
      heals(command) {
        const found = find(command);
        return found?.action.heals?.(found.act) === true;
      },
      defends: (command) => actionOf(command.do)?.defends === true,
      areaOf(command) {
        const found = find(command);
        return found?.action.area?.(found.act) ?? null;
      },
      isPossible(command) {
        const found = find(command);
        return !found || reasonsOfRow(found.action, found.act).length === 0;
      },
      pricesOf(command) {
        const found = find(command);
        return found ? prices(found) : EMPTY;
      },
      optionsOf(command) {
        const plainCommand = lookup(plainCommands, command.do);
        if (plainCommand) return plainCommand.options ?? EMPTY;
        const found = find(command);
        return found ? optionsAsked<G>(found.action, found.act) : EMPTY;
      },
      withItem(command) {
        const found = find(command);
        return found ? withDefaultItem(found.action, { ...found.act, command }) : command;
      },
      moves(ways, { price, weigh, needsConfirmation = () => false } = {}) {
        const options = ways.map((command): MoveOption => {
          const { price: cost, reasons } = quote(command, price);
          return {
            command,
            cost,
            whyNot: reasons,
            ...(needsConfirmation(command, cost) && { needsConfirmation: true }),
          };
        });
        return sortMoves(options, weigh);
      },
      playChild: (command) => scope().playChild(play(encounter, command, 'interrupt', runtime, scope())),
      playAnswerable: (command) => scope().playChild(play(encounter, command, 'answerable', runtime, scope())),
      carryOut: (found) => carryOut<G>(machineOf(runtime, scope()), found, 'alone'),
      enact: (found, declared) => enact<G>(found, declared),
      playReaction: (reaction) => scope().playChild(reaction),
      whileLegal: <T, S>(reasons: () => readonly Reason[], procedure: Procedure<T>, stopped: StopHook<S>) =>
        scope().whileLegal<T | S>(reasons, () => procedure, stopped),
      part: <T, S>({ reasons, overruled = [], play: playPart, stopped }: Part<T, S>) =>
        scope().part<T | S>(reasons, playPart, stopped, overruled),
      dueChanges: () => dueChanges(stateBased, encounter),
      cleanUp: () => scope().cleanUp(),
    };
    return runtime;
  }

  function reasonsAgainst(
    encounter: E,
    command: Command,
    runtime: Runtime<G>,
    found: FoundAction<G> | null,
  ): readonly Reason[] {
    const plainCommand = lookup(plainCommands, command.do);
    if (plainCommand)
      return (
        whyNotGive(plainCommand, encounter, command) ?? plainCommand.whyNot?.(encounter, command, runtime) ?? EMPTY
      );
    if (found) {
      const apart = whyNotTogether(found.act);
      return apart.length > 0 ? apart : rules.whyNot(found.action, found.act);
    }
    return [
      actionOf(command.do)
        ? impossibleReason('no-fighter')
        : impossibleReason('unknown-action', { action: command.do }),
    ];
  }

  const prices = ({ action, act }: FoundAction<G>): readonly Price[] => rules.prices(action, act);

  const intentFor = ({ action, act }: FoundAction<G>): Intent | null =>
    rules.intentOf ? rules.intentOf(action, act) : intentOf(action, act);

  const machineOf = ({ find }: Runtime<G>, scope: CommandScope) => ({
    ...{ life: rules.life ?? {}, scope, find, intentOf: intentFor },
  });

  function play(
    encounter: E,
    command: Command,
    manner: Parameters<typeof carryOut>[2],
    runtime: Runtime<G>,
    scope: CommandScope,
  ): Procedure<unknown> {
    const plainCommand = lookup(plainCommands, command.do);
    if (plainCommand) {
      const roll = () => refreshDice(() => plainCommand.play(encounter, command, runtime));
      const procedure = scope.whileLegal<unknown>(whyGone(encounter, command), roll, stopOf(command.at ?? command.by));
      return manner === 'alone' ? procedure : section(command, procedure);
    }
    const found = runtime.expect(command);
    return carryOut<G>(machineOf(runtime, scope), found, manner);
  }

  return {
    clock,
    knows: ({ do: id }) => (lookup(plainCommands, id) ?? actionOf(id)) !== undefined,
    actionOf,
    iconOf: (id) => actionOf(id)?.icon ?? lookup(plainCommands, id)?.icon ?? `actions/${id}`,
    interrupts(command) {
      const plainCommand = lookup(plainCommands, command.do);
      if (plainCommand) {
        const { of = 'gm', waits } = plainCommand;
        return of === 'gm' && !waits && !lookup(clock, command.do) ? 'master' : null;
      }
      const action = actionOf(command.do);
      return action && rules.cutsIn?.(action, command) ? 'reaction' : null;
    },
    whyNotInside: (command, inside) => rules.whyNotInside?.(command, inside) ?? EMPTY,
    of: judgingOf,
    play(encounter, command, interrupted) {
      const scope =
        interruptedScope(interrupted) ?? new CommandScope(stateBased as StateBasedTable, encounter, conditions);
      const manner = interrupted ? 'interrupt' : 'alone';
      const procedure = play(encounter, command, manner, runtimeOf(encounter, scope), scope);
      return new CommandRun(scope, interrupted ? scope.playInside(procedure) : procedure);
    },
  };
}

/** Replaces the first row of a table. */
const mapFirst = <T>(rows: RowsById<T>, change: (row: T) => T): RowsById<T> =>
  Object.fromEntries(Object.entries(rows).map(([id, row], at) => [id, at === 0 ? change(row) : row]));

/** Sorts ways to move as `Runtime.moves` promises. */
function sortMoves(moves: MoveOption[], weigh: (price: readonly Price[]) => number = () => 0): readonly MoveOption[] {
  const isPaidFreely = ({ whyNot, needsConfirmation: asks }: MoveOption) => whyNot.length === 0 && !asks;
  const compareWeights = (a: MoveOption, b: MoveOption) =>
    (weigh(a.cost) - weigh(b.cost)) * (a.whyNot.length > 0 ? -1 : 1);
  return moves.sort(
    (a, b) =>
      a.whyNot.length - b.whyNot.length || Number(isPaidFreely(b)) - Number(isPaidFreely(a)) || compareWeights(a, b),
  );
}

const EMPTY: readonly never[] = [];

/** Returns a function that returns the reason if a fighter of a plain command has left meanwhile, else none. */
const whyGone =
  (encounter: Encounter, { by, at = by }: Command) =>
  (): readonly Reason[] =>
    [by, at].some((id) => hasDeparted(encounter, id)) ? [impossibleReason('no-fighter')] : EMPTY;

/** Returns the reasons if the sender may not give a plain command, else null. */
function whyNotGive(
  { of = 'gm' }: Pick<PlainCommand, 'of'>,
  encounter: Encounter,
  { by }: Command,
): readonly Reason[] | null {
  if (by === GM) return of === 'fighter' ? [impossibleReason('no-fighter')] : null;
  if (of === 'gm') return [impossibleReason('gm-only')];
  return fighterIn(encounter, by) ? null : [impossibleReason('no-fighter')];
}
