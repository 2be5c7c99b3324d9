import type { Command, Price } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import type { Encounter, Fighter } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { type Procedure, section } from '../../kernel/procedure';
import {
  type ActionContext,
  type Appearance,
  contextOf,
  fighterIn,
  lookup,
  type RowsById,
  type UsesItem,
  withDefaultItem,
} from './actions';

/**
 * Looks up, judges and plays other commands of one encounter. Acts carry it and plain commands receive it, because rules cannot import the
 * commands, which import the rules.
 */
export interface Runtime<A, R> {
  /** The table of all actions. */
  readonly actions: RowsById<R>;
  /** Returns the action of a command; null if it is no action, or its fighter is not in the encounter. */
  find(command: Command): FoundAction<A, R> | null;
  /** Returns the reasons why a command is impossible now; empty if it is possible. */
  whyNot(command: Command): readonly Reason[];
  /** Returns what a command takes from the pools of its fighter. */
  priceOf(command: Command): readonly Price[];
  /** Plays a command within the current one, in a section of its own that no reaction may cut into. */
  playChild(command: Command): Procedure<unknown>;
}

/** A command that is no action of a fighter: nothing is looked up for it, and it has no price. */
export interface PlainCommand<E extends Encounter, A = unknown, R = unknown> {
  /** Path of its icon below the system's; the one called after it, where nothing is said. */
  readonly icon?: string;
  /** Who may give it: the game master, where nothing else is said, a fighter for itself, or both. */
  readonly of?: 'gm' | 'fighter' | 'both';
  /** What stands against it; where it is absent, nothing does. */
  whyNot?(encounter: E, command: Command, runtime: Runtime<A, R>): readonly Reason[];
  play(encounter: E, command: Command, runtime: Runtime<A, R>): Procedure<unknown>;
}

/** What the commands of a ruleset are made of. */
export interface CommandTables<F extends Fighter, E extends Encounter<F>, A extends ActionContext<F, E>, R> {
  /** Commands that move the clock, in the order a game master uses them: the first is the start. None cuts in. */
  readonly clock: RowsById<PlainCommand<E, A, R>>;
  /** Other plain commands; those of the game master alone may cut in at any time. */
  readonly plain: RowsById<PlainCommand<E, A, R>>;
  /** What fighters do. */
  readonly actions: RowsById<R>;
  /** What this ruleset looks up besides. */
  actOf(looked: ActionContext<F, E> & { readonly runtime: Runtime<A, R> }, action: R): A;
  /** What stands against an action: whose turn it is, what it takes, what the fighter's state and the row itself say. */
  whyNot(action: R, act: A): readonly Reason[];
  /** What an action takes of its fighter's pools now. */
  prices(action: R, act: A): readonly Price[];
  /** Whether an action may cut in while an exchange waits; none may, where nothing is said. */
  cutsIn?(action: R, command: Command): boolean;
  /**
   * Carries an action out: declared, paid, interrupted, done, in the order this ruleset has.
   * @param cutsIn whether it cut in, and so stands in a section of its own and may not be cut into
   */
  perform(action: R, act: A, cutsIn: boolean): Procedure<unknown>;
}

/** An action of a fighter in an encounter, all it names looked up. */
export interface FoundAction<A, R> {
  readonly action: R;
  readonly act: A;
}

/** What a command takes of its fighter's pools now, and what stands against it. */
export interface Quote {
  readonly price: readonly Price[];
  readonly reasons: readonly Reason[];
}

/** How ways to move are compared. */
export interface MoveWeights<A, R> {
  /** What a way takes, where that is less than its command takes. */
  price?(found: FoundAction<A, R>): readonly Price[];
  /** What its price weighs; where it is absent, all weigh the same. */
  weigh?(price: readonly Price[]): number;
}

/** What the contract of a ruleset asks of its commands, and what its own views and odds do. */
export interface Commands<E extends Encounter, A, R> {
  /** The commands that move the clock. */
  readonly clock: RowsById<PlainCommand<E, A, R>>;
  knows(command: Command): boolean;
  /** What stands against a command now; empty where nothing does. */
  whyNot(encounter: E, command: Command): readonly Reason[];
  /** Whether a command may cut in while an exchange waits; see `Ruleset.interrupts`. */
  interrupts(command: Command): 'master' | 'reaction' | null;
  /** The command with the item it is done with, where the rules take one that it does not name. */
  withItem(encounter: E, command: Command): Command;
  /** The procedure of a command the ruleset knows. */
  play(encounter: E, command: Command, cutsIn?: boolean): Procedure<unknown>;
  /** The row of an action. */
  actionOf(id: string): R | undefined;
  /** Path of a command's icon below the system's: its row's, else the one called after it. */
  iconOf(id: string): string;
  /** The action a command is; null where it is none, or its fighter is not in the encounter. */
  find(encounter: E, command: Command): FoundAction<A, R> | null;
  /** The action a command is. Throws where it is none. */
  expect(encounter: E, command: Command): FoundAction<A, R>;
  /** Returns what rules look up, judge and play commands of this encounter with. */
  runtimeOf(encounter: E): Runtime<A, R>;
  /** Its price and what stands against it, for a button; what it names is looked up once. */
  quote(encounter: E, command: Command): Quote;
  /**
   * Commands that would go the same way, with price and reasons: those that are possible first, and of them the lightest; of those that
   * are not, the heaviest.
   */
  moves(encounter: E, ways: readonly Command[], by?: MoveWeights<A, R>): readonly MoveOption[];
}

/** The commands of a ruleset. Ids are looked up in the order plain commands, actions. */
export function defineCommands<
  F extends Fighter,
  E extends Encounter<F>,
  A extends ActionContext<F, E>,
  R extends Partial<Pick<Appearance, 'icon'>> & UsesItem<A>,
>({ clock, plain, actions, actOf, ...rules }: CommandTables<F, E, A, R>): Commands<E, A, R> {
  const plainCommands: RowsById<PlainCommand<E, A, R>> = { ...clock, ...plain };
  const actionOf = (id: string): R | undefined => lookup(actions, id);

  function runtimeOf(encounter: E): Runtime<A, R> {
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
        return found ? prices(found) : NOTHING;
      },
      playChild: (command) => play(encounter, command, true, runtime),
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
    const plainly = lookup(plainCommands, command.do);
    if (plainly)
      return whyNotGive(plainly, encounter, command) ?? plainly.whyNot?.(encounter, command, runtime) ?? NOTHING;
    if (found) return rules.whyNot(found.action, found.act);
    return [
      actionOf(command.do)
        ? impossibleReason('no-fighter')
        : impossibleReason('unknown-action', { action: command.do }),
    ];
  }

  const prices = ({ action, act }: FoundAction<A, R>): readonly Price[] => rules.prices(action, act);

  function quote(encounter: E, command: Command, runtime: Runtime<A, R>, priceOf = prices): Quote {
    const found = runtime.find(command);
    return { price: found ? priceOf(found) : NOTHING, reasons: reasonsAgainst(encounter, command, runtime, found) };
  }

  function play(encounter: E, command: Command, cutsIn: boolean, runtime: Runtime<A, R>): Procedure<unknown> {
    const plainly = lookup(plainCommands, command.do);
    if (plainly) {
      const played = plainly.play(encounter, command, runtime);
      return cutsIn ? section(command, played) : played;
    }
    const { action, act } = expect(runtime, command);
    return rules.perform(action, act, cutsIn);
  }

  return {
    clock,
    knows: ({ do: id }) => (lookup(plainCommands, id) ?? actionOf(id)) !== undefined,
    whyNot: (encounter, command) => runtimeOf(encounter).whyNot(command),
    interrupts(command) {
      const plainly = lookup(plainCommands, command.do);
      if (plainly) return (plainly.of ?? 'gm') === 'gm' && !lookup(clock, command.do) ? 'master' : null;
      const action = actionOf(command.do);
      return action && rules.cutsIn?.(action, command) ? 'reaction' : null;
    },
    withItem(encounter, command) {
      const found = runtimeOf(encounter).find(command);
      return found ? withDefaultItem(found.action, found.act) : command;
    },
    play: (encounter, command, cutsIn = false) => play(encounter, command, cutsIn, runtimeOf(encounter)),
    actionOf,
    iconOf: (id) => actionOf(id)?.icon ?? lookup(plainCommands, id)?.icon ?? `actions/${id}`,
    find: (encounter, command) => runtimeOf(encounter).find(command),
    expect: (encounter, command) => expect(runtimeOf(encounter), command),
    runtimeOf,
    quote: (encounter, command) => quote(encounter, command, runtimeOf(encounter)),
    moves(encounter, ways, { price: priceOf, weigh = () => 0 } = {}) {
      const runtime = runtimeOf(encounter);
      const all = ways.map((command): MoveOption => {
        const { price, reasons } = quote(encounter, command, runtime, priceOf);
        return { command, cost: price, whyNot: reasons };
      });
      const weighed = (a: MoveOption, b: MoveOption) =>
        (weigh(a.cost) - weigh(b.cost)) * (a.whyNot.length > 0 ? -1 : 1);
      return all.sort((a, b) => a.whyNot.length - b.whyNot.length || weighed(a, b));
    },
  };
}

const NOTHING: readonly never[] = [];

/** What stands against giving a plain command at all; null where nothing does. */
function whyNotGive(
  { of = 'gm' }: PlainCommand<never>,
  encounter: Encounter,
  { by }: Command,
): readonly Reason[] | null {
  if (by === GM) return of === 'fighter' ? [impossibleReason('no-fighter')] : null;
  if (of === 'gm') return [impossibleReason('gm-only')];
  return fighterIn(encounter, by) ? null : [impossibleReason('no-fighter')];
}
