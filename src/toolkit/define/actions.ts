import type { Command } from '../../encounter/command';
import { impossible, NO_TARGET } from '../../encounter/legality';
import type { Encounter, Fighter, FighterId } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';

/** A table by id. Ids come from commands, so a row is looked up with `own`. */
export type RowsById<Row> = Readonly<Record<string, Row>>;

/** The row of that id; nothing a table merely inherits. */
export const own = <Row>(table: RowsById<Row>, id: string): Row | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

/** The fighter of that id; undefined where the encounter has none. */
export const fighterIn = <F extends Fighter>({ fighters }: Encounter<F>, id: FighterId | undefined): F | undefined =>
  id === undefined ? undefined : own(fighters, id);

/** A fighter's command with all it names looked up. A ruleset adds what else its rows look at. */
export interface Act<F extends Fighter = Fighter, E extends Encounter<F> = Encounter<F>> {
  readonly encounter: E;
  readonly fighter: F;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: F | null;
  /** Null where the command names nothing the fighter has. */
  readonly item: F['items'][number] | null;
}

/** An act that has a target. */
export type Aimed<A extends Pick<Act, 'target'>> = A & { readonly target: NonNullable<A['target']> };

/** What a command names. */
export const lookUp = <F extends Fighter, E extends Encounter<F>>(
  encounter: E,
  command: Command,
  fighter: F,
): Act<F, E> => ({
  encounter,
  command,
  fighter,
  target: fighterIn<F>(encounter, command.at) ?? null,
  item: (command.with !== undefined && fighter.items.find(({ id }) => id === command.with)) || null,
});

/** How an action stands on a sheet: whatever rows of all rulesets have besides their rules. */
export interface Look {
  /** Below `icons/`; `actions/<id>` where nothing is said. */
  readonly icon?: string;
  /** What has to be pointed at before it can be done; nothing, where nothing is said. */
  readonly needs?: 'nothing' | 'target' | 'path';
  /** Whether it is done with or to an item and has its button there. */
  readonly ofItem?: true;
}

/** What an action is done with where its command names nothing. */
export interface Tooled<A> {
  /** The first that will do; null where there is none. It need not be an item: bare hands are not. */
  means?(act: A): { readonly id: string } | null | undefined;
}

/** The command with the item it is done with, where it names none and the rules take one. */
export function withMeans<A extends Pick<Act, 'fighter' | 'command'>>({ means }: Tooled<A>, act: A): Command {
  const { fighter, command } = act;
  const id = command.with === undefined ? means?.(act)?.id : undefined;
  return fighter.items.some((item) => item.id === id) ? { ...command, with: id } : command;
}

/** Returns each action with each item that it can be done with, and alone if it takes none. */
export const withEachItem = <F>(
  actions: readonly string[],
  itemsFor: RowsById<(fighter: F) => readonly { readonly id: string }[]>,
  fighter: F,
): (Pick<Command, 'do'> & { readonly with?: string })[] =>
  actions.flatMap((id) => own(itemsFor, id)?.(fighter).map((item) => ({ do: id, with: item.id })) ?? [{ do: id }]);

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
export interface Row<A, Declared = void, Outcome = unknown> extends Look, Tooled<A>, Rules<A, Declared, Outcome> {}

/** What stands against a row; see `Row.whyNot`. */
export const reasonsAgainst = <A>(row: Pick<Row<A, never>, 'whyNot'>, act: A): readonly Reason[] =>
  row.whyNot?.(act) ?? NOTHING;
const NOTHING: readonly Reason[] = [];

/** A row over a narrower act `N`, in which something has been found. */
interface Narrow<A, N, Declared, Outcome> extends Rules<N, Declared, Outcome>, Tooled<A> {
  /** What stands against it whether that is found or not; said first. */
  whyNotAnyway?(act: A): readonly Reason[];
}

/** Finds what rows cannot do without. */
export interface Finder<A, N extends A> extends Tooled<A> {
  /** The act with what was found, written `{ found, ...act }`: V8 copies that thirty times as fast as `{ ...act, found }`. Null where it is not there. */
  find(act: A): N | null;
  /** What stands against the act where it is not there; at least one of these is impossible. */
  missing(act: A): readonly Reason[];
}

/** The act with its target, where it has one that is not the fighter itself. */
export const aim = <A extends Act>(act: A): Aimed<A> | null =>
  act.target && act.target !== act.fighter ? { ...act, target: act.target } : null;

/** What stands against an act that is aimed at nobody else. */
export const whyNotAim = ({ command, target }: Pick<Act, 'command' | 'target'>): readonly Reason[] => [
  impossible(command.at === undefined ? NO_TARGET : target ? 'own-self' : 'target-gone'),
];

/** Finds a target that is not the fighter itself. */
export const AIM = { find: aim, missing: whyNotAim };

/** The act with its target, who may be the fighter itself. */
export const aimAtAnybody = <A extends Act>(act: A): Aimed<A> | null =>
  act.target ? { ...act, target: act.target } : null;

/** What a function of a narrow act makes of any act: only called where nothing impossible stands against it. */
export const found =
  <A, N extends A, Rest extends readonly unknown[], Out>(
    { find }: Pick<Finder<A, N>, 'find'>,
    run: (act: N, ...rest: Rest) => Out,
  ) =>
  (act: A, ...rest: Rest): Out => {
    const narrow = find(act);
    if (!narrow) throw new Error('an action that is impossible was carried out');
    return run(narrow, ...rest);
  };

/** What stands against an act: that something is not there, or what the rule says of it. */
export const whyNotFound =
  <A, N extends A>({ find, missing }: Finder<A, N>, judge?: (act: N) => readonly Reason[]) =>
  (act: A): readonly Reason[] => {
    const narrow = find(act);
    if (!narrow) return missing(act);
    return judge?.(narrow) ?? NOTHING;
  };

/**
 * Makes the rows of a ruleset that need something found, so that it stands in the type of what they are handed.
 * `Own` is what the ruleset's rows have besides `Row`.
 */
export function rowsOf<A extends Act, Own extends object, Declared = void, Outcome = unknown>() {
  const needing =
    <N extends A>(finder: Finder<A, N>) =>
    (row: Look & Own & Narrow<A, N, Declared, Outcome>): Row<A, Declared, Outcome> & Own => {
      const judged = whyNotFound(finder, row.whyNot);
      const { whyNotAnyway, declare } = row;
      const { means } = finder;
      return {
        ...row,
        ...(means && { means }),
        whyNot: whyNotAnyway ? (act) => [...whyNotAnyway(act), ...judged(act)] : judged,
        ...(declare && { declare: found(finder, declare) }),
        play: found(finder, row.play),
      };
    };
  const aimed = needing<Aimed<A>>(AIM);
  const aimedAtAnybody = needing<Aimed<A>>({ find: aimAtAnybody, missing: whyNotAim });
  type Targeted = Omit<Look, 'needs'> & Own & Narrow<A, Aimed<A>, Declared, Outcome>;
  return {
    /** Rows that need what a finder finds. */
    needing,
    /** A row at somebody else. */
    targeted: (row: Targeted) => aimed({ ...row, needs: 'target' }),
    /** A row at somebody, who may be the fighter itself. */
    targetedAtAnybody: (row: Targeted) => aimedAtAnybody({ ...row, needs: 'target' }),
  };
}
