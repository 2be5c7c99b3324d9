import type { Change } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import type { Intent } from '../../encounter/intent';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import type { Encounter, Fighter } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { type Procedure, section } from '../../kernel/procedure';
import {
  type ActionContext,
  type Appearance,
  contextOf,
  fighterIn,
  intentOf,
  type RowsById,
  type UsesItem,
  type WithIntent,
  withDefaultItem,
} from './actions';
import {
  CommandRun,
  type CommandScope,
  cleanUp,
  createScope,
  InterruptibleAction,
  interruptedScope,
  playChild,
  playInside,
  type StopHook,
} from './command-run';
import { dueChanges, type StateBasedTable } from './state-based';

/**
 * Finds, checks and plays other commands of an encounter. Passed as an argument because rules cannot import the
 * commands, which import the rules.
 */
export interface Runtime<A, R> {
  readonly actions: RowsById<R>;
  /** Returns the action of a command; null if it is no action or its fighter is missing. */
  find(command: Command): FoundAction<A, R> | null;
  whyNot(command: Command): readonly Reason[];
  /** Returns what a command takes from its fighter's pools. */
  priceOf(command: Command): readonly Price[];
  /**
   * Plays a command in its own section, which reactions must not interrupt. If it makes the action in progress
   * impossible, that ends here, see `whileLegal`.
   */
  playChild(command: Command): Procedure<unknown>;
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
  /** Applies the state-based changes of all fighters. */
  cleanUp(): Procedure<void>;
}

/** The GM command that applies what became due outside of commands; the referee gives it automatically. */
export const CLEAN_UP: Command = { do: 'clean-up', by: GM };

/** A command that is no action of a fighter and has no price. */
export interface PlainCommand<E extends Encounter, A = unknown, R = unknown> {
  /** Path of its icon; default `actions/<id>`. */
  readonly icon?: string;
  /** Who may give it; default the GM. A fighter gives it only for itself. */
  readonly of?: 'gm' | 'fighter' | 'both';
  whyNot?(encounter: E, command: Command, runtime: Runtime<A, R>): readonly Reason[];
  play(encounter: E, command: Command, runtime: Runtime<A, R>): Procedure<unknown>;
}

export interface CommandTables<F extends Fighter, E extends Encounter<F>, A extends ActionContext<F, E>, R> {
  /** Commands that move the clock, in the order the GM uses them; the first is the start. They never interrupt. */
  readonly clock: RowsById<PlainCommand<E, A, R>>;
  /** Other plain commands. Those of the GM may interrupt at any time. */
  readonly plain: RowsById<PlainCommand<E, A, R>>;
  readonly actions: RowsById<R>;
  /** What must hold whenever a person is asked; by default nothing. */
  readonly stateBased?: StateBasedTable<E>;
  /** Returns the ruleset's own context. */
  actOf(context: ActionContext<F, E> & { readonly runtime: Runtime<A, R> }, action: R): A;
  /** Returns all reasons against an action: turn, price, state and its row. */
  whyNot(action: R, act: A): readonly Reason[];
  /** Returns what an action costs now. */
  prices(action: R, act: A): readonly Price[];
  /** Returns what an action does to its target; by default what its row says. */
  intentOf?(action: R, act: A): Intent | null;
  /** Returns true if an action may interrupt an open exchange; default never. */
  cutsIn?(action: R, command: Command): boolean;
  /**
   * Plays an action: declare, pay, let others interrupt, act, in the ruleset's order.
   * @param cutsIn whether it is an interrupt, so in its own section and not interruptible
   */
  perform(action: R, act: A, cutsIn: boolean): Procedure<unknown>;
}

export interface FoundAction<A, R> {
  readonly action: R;
  readonly act: A;
}

/** A command's price, the reasons against it, and what it does to its target. */
export interface PriceQuote {
  readonly price: readonly Price[];
  /** Absent or null for neither. */
  readonly intent?: Intent | null;
  readonly reasons: readonly Reason[];
}

/** How ways to move are compared. */
export interface MoveWeights<A, R> {
  /** Returns the price of a way if it is lower than the command's. */
  price?(found: FoundAction<A, R>): readonly Price[];
  /** Returns the weight of a price; default 0. */
  weigh?(price: readonly Price[]): number;
  /** Returns true if a drag asks before it takes this way, because it spends more than what is free. Default: never. */
  needsConfirmation?(command: Command, price: readonly Price[]): boolean;
}

/** Commands as required by the ruleset contract, its views and its odds. */
export interface Commands<E extends Encounter, A, R> {
  readonly clock: RowsById<PlainCommand<E, A, R>>;
  knows(command: Command): boolean;
  /** Returns the reasons against a command; empty if allowed. */
  whyNot(encounter: E, command: Command): readonly Reason[];
  /** Returns how a command may interrupt, see `Ruleset.interrupts`. */
  interrupts(command: Command): 'master' | 'reaction' | null;
  /** Returns the command with its default item filled in. */
  withItem(encounter: E, command: Command): Command;
  /** Returns what a command does to its target, or null for neither. */
  intentOf(encounter: E, command: Command): Intent | null;
  /** Returns the procedure of a known command. */
  play(encounter: E, command: Command, interrupted?: Procedure<unknown>): Procedure<unknown>;
  /** Returns the state-based changes that are due in any fighter. */
  dueChanges(encounter: E): readonly Change[];
  actionOf(id: string): R | undefined;
  /** Returns the path of a command's icon; default `actions/<id>`. */
  iconOf(id: string): string;
  find(encounter: E, command: Command): FoundAction<A, R> | null;
  /** Returns the action of a command. Throws if it is none. */
  expect(encounter: E, command: Command): FoundAction<A, R>;
  runtimeOf(encounter: E): Runtime<A, R>;
  /** Returns price, intent and reasons with a single lookup, for a button. */
  quote(encounter: E, command: Command): PriceQuote;
  /**
   * Returns ways to move with price and reasons: allowed ones first, those without a question before those with one, lightest
   * first; then the others, heaviest first.
   */
  moves(encounter: E, ways: readonly Command[], by?: MoveWeights<A, R>): readonly MoveOption[];
}

/** Returns the commands of a ruleset. Plain commands take precedence over actions. */
export function defineCommands<
  F extends Fighter,
  E extends Encounter<F>,
  A extends ActionContext<F, E>,
  R extends Partial<Pick<Appearance, 'icon'>> & UsesItem<A> & WithIntent<A>,
>({ clock, plain, actions, stateBased = {}, actOf, ...rules }: CommandTables<F, E, A, R>): Commands<E, A, R> {
  const plainCommands: RowsById<PlainCommand<E, A, R>> = {
    ...clock,
    [CLEAN_UP.do]: { play: (_, __, { cleanUp }) => cleanUp() },
    ...plain,
  };
  const actionOf = (id: string): R | undefined => lookup(actions, id);

  function runtimeOf(encounter: E, shared?: CommandScope): Runtime<A, R> {
    let own = shared;
    // Only what is played needs one, and most commands are only judged.
    const scope = (): CommandScope => {
      own ??= createScope(stateBased, encounter);
      return own;
    };
    const runtime: Runtime<A, R> = {
      actions,
      find(command) {
        const action = actionOf(command.do);
        const fighter = fighterIn<F>(encounter, command.by);
        if (!action || !fighter) return null;
        return { action, act: actOf({ runtime, ...contextOf<F, E>(encounter, command, fighter) }, action) };
      },
      whyNot: (command) => reasonsAgainst(encounter, command, runtime, runtime.find(command)),
      priceOf(command) {
        const found = runtime.find(command);
        return found ? prices(found) : EMPTY;
      },
      playChild: (command) => playChild(scope(), play(encounter, command, true, runtime)),
      playReaction: (reaction) => playChild(scope(), reaction),
      whileLegal: <T, S>(reasons: () => readonly Reason[], procedure: Procedure<T>, stopped: StopHook<S>) =>
        new InterruptibleAction<T | S>(scope(), reasons, procedure, stopped),
      cleanUp: () => cleanUp(scope()),
    };
    return runtime;
  }

  function expect({ find }: Runtime<A, R>, command: Command): FoundAction<A, R> {
    const found = find(command);
    if (!found) throw new Error(`no action ${command.do} of ${command.by} in this encounter`);
    return found;
  }

  function reasonsAgainst(
    encounter: E,
    command: Command,
    runtime: Runtime<A, R>,
    found: FoundAction<A, R> | null,
  ): readonly Reason[] {
    const plainCommand = lookup(plainCommands, command.do);
    if (plainCommand)
      return (
        whyNotGive(plainCommand, encounter, command) ?? plainCommand.whyNot?.(encounter, command, runtime) ?? EMPTY
      );
    if (found) return rules.whyNot(found.action, found.act);
    return [
      actionOf(command.do)
        ? impossibleReason('no-fighter')
        : impossibleReason('unknown-action', { action: command.do }),
    ];
  }

  const prices = ({ action, act }: FoundAction<A, R>): readonly Price[] => rules.prices(action, act);

  const intentFor = ({ action, act }: FoundAction<A, R>): Intent | null => (rules.intentOf ?? intentOf)(action, act);

  function quote(encounter: E, command: Command, runtime: Runtime<A, R>, priceOf = prices): PriceQuote {
    const found = runtime.find(command);
    return {
      price: found ? priceOf(found) : EMPTY,
      intent: found && intentFor(found),
      reasons: reasonsAgainst(encounter, command, runtime, found),
    };
  }

  function play(encounter: E, command: Command, cutsIn: boolean, runtime: Runtime<A, R>): Procedure<unknown> {
    const plainCommand = lookup(plainCommands, command.do);
    if (plainCommand) {
      const procedure = plainCommand.play(encounter, command, runtime);
      return cutsIn ? section(command, procedure) : procedure;
    }
    const { action, act } = expect(runtime, command);
    return rules.perform(action, act, cutsIn);
  }

  return {
    clock,
    knows: ({ do: id }) => (lookup(plainCommands, id) ?? actionOf(id)) !== undefined,
    whyNot: (encounter, command) => runtimeOf(encounter).whyNot(command),
    interrupts(command) {
      const plainCommand = lookup(plainCommands, command.do);
      if (plainCommand) return (plainCommand.of ?? 'gm') === 'gm' && !lookup(clock, command.do) ? 'master' : null;
      const action = actionOf(command.do);
      return action && rules.cutsIn?.(action, command) ? 'reaction' : null;
    },
    withItem(encounter, command) {
      const found = runtimeOf(encounter).find(command);
      return found ? withDefaultItem(found.action, found.act) : command;
    },
    intentOf(encounter, command) {
      const found = runtimeOf(encounter).find(command);
      return found && intentFor(found);
    },
    play(encounter, command, interrupted) {
      const scope = interruptedScope(interrupted) ?? createScope(stateBased, encounter);
      const procedure = play(encounter, command, interrupted !== undefined, runtimeOf(encounter, scope));
      return new CommandRun(scope, interrupted ? playInside(scope, procedure) : procedure);
    },
    dueChanges: (encounter) => dueChanges(stateBased, encounter),
    actionOf,
    iconOf: (id) => actionOf(id)?.icon ?? lookup(plainCommands, id)?.icon ?? `actions/${id}`,
    find: (encounter, command) => runtimeOf(encounter).find(command),
    expect: (encounter, command) => expect(runtimeOf(encounter), command),
    runtimeOf: (encounter) => runtimeOf(encounter),
    quote: (encounter, command) => quote(encounter, command, runtimeOf(encounter)),
    moves(encounter, ways, { price: priceOf, weigh = () => 0, needsConfirmation = () => false } = {}) {
      const runtime = runtimeOf(encounter);
      const all = ways.map((command): MoveOption => {
        const { price, reasons } = quote(encounter, command, runtime, priceOf);
        const asks = needsConfirmation(command, price);
        return { command, cost: price, whyNot: reasons, ...(asks && { needsConfirmation: true }) };
      });
      const isPaidFreely = ({ whyNot, needsConfirmation: asks }: MoveOption) => whyNot.length === 0 && !asks;
      const compareWeights = (a: MoveOption, b: MoveOption) =>
        (weigh(a.cost) - weigh(b.cost)) * (a.whyNot.length > 0 ? -1 : 1);
      return all.sort(
        (a, b) =>
          a.whyNot.length - b.whyNot.length ||
          Number(isPaidFreely(b)) - Number(isPaidFreely(a)) ||
          compareWeights(a, b),
      );
    },
  };
}

const EMPTY: readonly never[] = [];

/** Returns the reasons if the sender may not give a plain command, else null. */
function whyNotGive(
  { of = 'gm' }: PlainCommand<never>,
  encounter: Encounter,
  { by }: Command,
): readonly Reason[] | null {
  if (by === GM) return of === 'fighter' ? [impossibleReason('no-fighter')] : null;
  if (of === 'gm') return [impossibleReason('gm-only')];
  return fighterIn(encounter, by) ? null : [impossibleReason('no-fighter')];
}
