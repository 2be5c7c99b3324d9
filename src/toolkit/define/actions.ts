import type { Command } from '../../encounter/command';
import { impossibleReason, NO_TARGET } from '../../encounter/legality';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';

/** A table by id. Ids come from commands, so a row is looked up with `own`. */
export type RowsById<Row> = Readonly<Record<string, Row>>;

/** The row of that id; nothing a table merely inherits. */
export const lookup = <Row>(table: RowsById<Row>, id: string): Row | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

/** The fighter of that id; undefined where the encounter has none. */
export const fighterIn = <F extends Fighter>({ fighters }: Encounter<F>, id: FighterId | undefined): F | undefined =>
  id === undefined ? undefined : lookup(fighters, id);

/** A fighter's command with all it names looked up. A ruleset adds what else its rows look at. */
export interface ActionContext<F extends Fighter = Fighter, E extends Encounter<F> = Encounter<F>> {
  readonly encounter: E;
  readonly fighter: F;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: F | null;
  /** Null where the command names nothing the fighter has. */
  readonly item: F['items'][number] | null;
}

/** An act that has a target. */
export type WithTarget<A extends Pick<ActionContext, 'target'>> = A & { readonly target: NonNullable<A['target']> };

/** What a command names. */
export const contextOf = <F extends Fighter, E extends Encounter<F>>(
  encounter: E,
  command: Command,
  fighter: F,
): ActionContext<F, E> => ({
  encounter,
  command,
  fighter,
  target: fighterIn<F>(encounter, command.at) ?? null,
  item: (command.with !== undefined && fighter.items.find(({ id }) => id === command.with)) || null,
});

/** How an action stands on a sheet: whatever rows of all rulesets have besides their rules. */
export interface Appearance {
  /** Below `icons/`; `actions/<id>` where nothing is said. */
  readonly icon?: string;
  /** What has to be pointed at before it can be done; nothing, where nothing is said. */
  readonly needs?: 'nothing' | 'target' | 'path';
  /** Whether it is done with or to an item and has its button there. */
  readonly ofItem?: true;
}

/** What an action is done with where its command names nothing. */
export interface UsesItem<A> {
  /** The first that will do; null where there is none. It need not be an item: bare hands are not. */
  defaultItem?(act: A): { readonly id: string } | null | undefined;
}

/** The command with the item it is done with, where it names none and the rules take one. */
export function withDefaultItem<A extends Pick<ActionContext, 'fighter' | 'command'>>(
  { defaultItem }: UsesItem<A>,
  act: A,
): Command {
  const { fighter, command } = act;
  const id = command.with === undefined ? defaultItem?.(act)?.id : undefined;
  return fighter.items.some((item) => item.id === id) ? { ...command, with: id } : command;
}

/** Returns each action with each item that it can be done with, and alone if it takes none. */
export const withEachItem = <F>(
  actions: readonly string[],
  itemsFor: RowsById<(fighter: F) => readonly { readonly id: string }[]>,
  fighter: F,
): (Pick<Command, 'do'> & { readonly with?: string })[] =>
  actions.flatMap((id) => lookup(itemsFor, id)?.(fighter).map((item) => ({ do: id, with: item.id })) ?? [{ do: id }]);

/** What a row does; `A` is what it is handed, `Declared` what `declare` comes to, `Outcome` what `play` comes to. */
interface Rules<A, Declared, Outcome> {
  /** What stands against it besides its price and the fighter's state; where it is absent, nothing does. */
  whyNot?(act: A): readonly Reason[];
  /** What comes of it by being declared, before others may cut in. */
  declare?(act: A): Procedure<Declared>;
  /** Carries it out, once paid. */
  play(act: A, declared: Declared): Procedure<Outcome>;
}

/**
 * A row of a ruleset's table of actions: how it looks, what stands against it, what it does. The id it stands under in the table is the
 * `do` of its commands, its button is made of `icon`, `needs` and `ofItem`, and its words are `Action.<id>.label` and `.hint`.
 * A ruleset adds members of its own, such as a price or a category: `interface Action extends Row<Act>, Own {}`.
 * Rows that cannot do without something a command names are made with `rowsOf`.
 */
export interface ActionDefinition<A, Declared = void, Outcome = unknown>
  extends Appearance,
    UsesItem<A>,
    Rules<A, Declared, Outcome> {}

/** What stands against a row; see `Row.whyNot`. */
export const reasonsAgainst = <A>(row: Pick<ActionDefinition<A, never>, 'whyNot'>, act: A): readonly Reason[] =>
  row.whyNot?.(act) ?? NOTHING;
const NOTHING: readonly Reason[] = [];

/** A row over a narrower act `N`, in which something has been found. */
interface NarrowRules<A, N, Declared, Outcome> extends Rules<N, Declared, Outcome>, UsesItem<A> {
  /** What stands against it whether that is found or not; said first. */
  whyNotFirst?(act: A): readonly Reason[];
}

/** Finds what rows cannot do without. */
export interface Requirement<A, N extends A> extends UsesItem<A> {
  /** The act with what was found, written `{ found, ...act }`: V8 copies that thirty times as fast as `{ ...act, found }`. Null where it is not there. */
  find(act: A): N | null;
  /** What stands against the act where it is not there; at least one of these is impossible. */
  whyMissing(act: A): readonly Reason[];
}

/** The act with its target, where it has one that is not the fighter itself. */
export const withTarget = <A extends ActionContext>(act: A): WithTarget<A> | null =>
  act.target && act.target !== act.fighter ? { ...act, target: act.target } : null;

/** What stands against an act that is aimed at nobody else. */
export const whyNoTarget = ({ command, target }: Pick<ActionContext, 'command' | 'target'>): readonly Reason[] => [
  impossibleReason(command.at === undefined ? NO_TARGET : target ? 'own-self' : 'target-gone'),
];

/** Finds a target that is not the fighter itself. */
export const TARGET = { find: withTarget, whyMissing: whyNoTarget };

/** The act with its target, who may be the fighter itself. */
export const withAnyTarget = <A extends ActionContext>(act: A): WithTarget<A> | null =>
  act.target ? { ...act, target: act.target } : null;

/** What a function of a narrow act makes of any act: only called where nothing impossible stands against it. */
export const withRequirement =
  <A, N extends A, Rest extends readonly unknown[], Out>(
    { find }: Pick<Requirement<A, N>, 'find'>,
    run: (act: N, ...rest: Rest) => Out,
  ) =>
  (act: A, ...rest: Rest): Out => {
    const narrow = find(act);
    if (!narrow) throw new Error('an action that is impossible was carried out');
    return run(narrow, ...rest);
  };

/** What stands against an act: that something is not there, or what the rule says of it. */
export const reasonsOf =
  <A, N extends A>({ find, whyMissing }: Requirement<A, N>, judge?: (act: N) => readonly Reason[]) =>
  (act: A): readonly Reason[] => {
    const narrow = find(act);
    if (!narrow) return whyMissing(act);
    return judge?.(narrow) ?? NOTHING;
  };

/**
 * Makes the rows of a ruleset that need something found, so that it stands in the type of what they are handed.
 * `Own` is what the ruleset's rows have besides `Row`.
 */
export function rowsOf<A extends ActionContext, Own extends object, Declared = void, Outcome = unknown>() {
  const requiring =
    <N extends A>(finder: Requirement<A, N>) =>
    (row: Appearance & Own & NarrowRules<A, N, Declared, Outcome>): ActionDefinition<A, Declared, Outcome> & Own => {
      const judged = reasonsOf(finder, row.whyNot);
      const { whyNotFirst, declare } = row;
      const { defaultItem } = finder;
      return {
        ...row,
        ...(defaultItem && { defaultItem }),
        whyNot: whyNotFirst ? (act) => [...whyNotFirst(act), ...judged(act)] : judged,
        ...(declare && { declare: withRequirement(finder, declare) }),
        play: withRequirement(finder, row.play),
      };
    };
  const aimed = requiring<WithTarget<A>>(TARGET);
  const aimedAtAny = requiring<WithTarget<A>>({ find: withAnyTarget, whyMissing: whyNoTarget });
  type Targeted = Omit<Appearance, 'needs'> & Own & NarrowRules<A, WithTarget<A>, Declared, Outcome>;
  return {
    /** Rows that need what a finder finds. */
    needing: requiring,
    /** A row at somebody else. */
    targeted: (row: Targeted) => aimed({ ...row, needs: 'target' }),
    /** A row at somebody, who may be the fighter itself. */
    targetedAtAnybody: (row: Targeted) => aimedAtAny({ ...row, needs: 'target' }),
  };
}
