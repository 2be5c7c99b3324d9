import type { Command } from '../../encounter/command';
import type { Intent } from '../../encounter/intent';
import { impossibleReason, NO_TARGET } from '../../encounter/legality';
import { areTogether, onSceneOf } from '../../encounter/scenes';
import type { Encounter, FighterId, FighterIn, Place } from '../../encounter/state';
import type { CommandArea } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';

export { lookup };

/** A table by id. Ids come from commands, so read it with {@link lookup}. */
export type RowsById<Row> = Readonly<Record<string, Row>>;

/** Returns the fighter, or undefined. */
export const fighterIn = <E extends Encounter>({ fighters }: E, id: FighterId | undefined): FighterIn<E> | undefined =>
  id === undefined ? undefined : lookup(fighters as RowsById<FighterIn<E>>, id);

/** A fighter's command with everything it names looked up. Rulesets extend it. */
export interface ActionContext<E extends Encounter = Encounter> {
  readonly encounter: E;
  readonly fighter: FighterIn<E>;
  readonly command: Command;
  /** Null if the command names no fighter of this encounter. */
  readonly target: FighterIn<E> | null;
  /** Null if the command names no item of the fighter. */
  readonly item: FighterIn<E>['items'][number] | null;
  /** Ids of the reasons against it when it began, which the GM has overruled. */
  readonly overruled: readonly string[];
}

export type WithTarget<A extends Pick<ActionContext, 'target'>> = A & { readonly target: NonNullable<A['target']> };

export const contextOf = <E extends Encounter>(
  encounter: E,
  command: Command,
  fighter: FighterIn<E>,
): ActionContext<E> => ({
  encounter,
  command: onOwnScene(command, fighter.place),
  fighter,
  target: fighterIn(encounter, command.at) ?? null,
  item: fighter.items.find(({ id }) => id === command.with) ?? null,
  overruled: NO_IDS,
});
const NO_IDS: readonly string[] = [];

const onOwnScene = (command: Command, from: Place | null): Command =>
  command.path && from?.scene !== undefined
    ? { ...command, path: command.path.map((place) => onSceneOf(from, place)) }
    : command;

/** How an action appears on a sheet, in every ruleset. */
export interface Appearance {
  /** Below `icons/`; default `actions/<id>`. */
  readonly icon?: string;
  /** What must be selected first; default nothing. */
  readonly needs?: 'nothing' | 'target' | 'path';
  /** It takes a target, but needs none. */
  readonly mayTarget?: true;
  /** It changes what is in a hand: draws, stows, swaps or hands over. */
  readonly handles?: true;
  /** The action belongs to an item and has its button there. */
  readonly ofItem?: true;
}

interface UsesItem<A> {
  /** Returns the first suitable item, or null. It need not be a stored item, such as bare hands. */
  defaultItem?(act: A): { readonly id: string } | null | undefined;
}

/** Returns the command with its default item filled in, if it names none. */
export function withDefaultItem<A extends Pick<ActionContext, 'fighter' | 'command'>>(
  { defaultItem }: UsesItem<A>,
  act: A,
): Command {
  const { fighter, command } = act;
  const id = command.with === undefined ? defaultItem?.(act)?.id : undefined;
  return fighter.items.some((item) => item.id === id) ? { ...command, with: id } : command;
}

interface WithIntent<A> {
  /** What it does to its target; default neither. */
  readonly intent?: Intent | ((act: A) => Intent | null);
}

/** Returns what a row does to its target. */
export const intentOf = <A>({ intent }: WithIntent<A>, act: A): Intent | null =>
  typeof intent === 'function' ? intent(act) : (intent ?? null);

/**
 * The types of a game, which its ruleset declares once as an interface that extends this one. Those of its fighters
 * follow from the encounter, see `FighterIn`.
 */
export interface Game {
  readonly encounter: Encounter;
  /** What its rows are called with. */
  readonly context: ActionContext;
  /** A row of its table of actions: a {@link Row} with the game's own members. */
  readonly row: Appearance;
  /** The ids of its options, which its rows name. */
  readonly option: string;
  /** What `declare` of a row returns, for its `play`. */
  readonly declared: unknown;
  /** What `play` of a row returns. */
  readonly outcome: unknown;
  /** What `pay` of its life returns, see `src/toolkit/act/life.ts`. */
  readonly paid: unknown;
}

export interface FoundAction<G extends Game> {
  readonly action: G['row'];
  readonly act: G['context'];
}

/** What a row says about its command. */
interface Described<G extends Game> {
  /** The options that its dialog asks for, in this order; default none. */
  readonly options?: readonly G['option'][] | ((act: G['context']) => readonly G['option'][]);
  /** Returns what it is done with, each of which is a command of its own; default: it takes no item. */
  itemsFor?(fighter: FighterIn<G['encounter']>): readonly { readonly id: string }[];
  /** Its chances are shown; the text of the chance of success is `Odds.<odds>`. */
  readonly odds?: string;
  /** What it is worth beyond what it changes at once; null: opponents never do it. See `Worth.promise`. */
  readonly promise?: number | null | ((act: G['context']) => number | null);
  /** Whether it heals its target, or its fighter without one. See `Worth.heals`. */
  readonly heals?: (act: G['context']) => boolean;
  /** It only prevents what foes in reach would do. See `Worth.defends`. */
  readonly defends?: true;
  /** Returns the area that it would cover; null without one. */
  readonly area?: (act: G['context']) => CommandArea<FighterIn<G['encounter']>> | null;
}

/** Returns the options that the dialog of a command asks for. */
export const optionsAsked = <G extends Game>({ options = NO_OPTIONS }: Described<G>, act: G['context']) =>
  typeof options === 'function' ? options(act) : options;
const NO_OPTIONS: readonly never[] = [];

export const promiseOf = <G extends Game>({ promise = null }: Described<G>, act: G['context']): number | null =>
  typeof promise === 'function' ? promise(act) : promise;

/** Returns the commands of these rows with each of their items. */
export const commandsWithItems = <G extends Game>(
  rows: RowsById<Described<G>>,
  fighter: FighterIn<G['encounter']>,
): (Pick<Command, 'do'> & { readonly with?: string })[] =>
  Object.entries(rows).flatMap(
    ([id, { itemsFor }]) => itemsFor?.(fighter).map((item) => ({ do: id, with: item.id })) ?? [{ do: id }],
  );

interface Judged<A> {
  /** Returns reasons besides price and the fighter's state. */
  whyNot?(act: A): readonly Reason[];
  /** Reasons that do not end it once it has begun, with the rule that says so. */
  readonly goesOn?: RowsById<string>;
}

/**
 * A row of a table of actions. Its id is the `do` of its commands; its texts are `Action.<id>.label` and `.hint`.
 * A ruleset adds members such as a price. Rows with a requirement are made by `rowsOf`; `N` is the context that it
 * returns.
 */
export interface Row<G extends Game, N = G['context']>
  extends Appearance,
    Described<G>,
    UsesItem<G['context']>,
    WithIntent<G['context']>,
    Judged<N> {
  /** Runs before others may interrupt. Null: it is not allowed. */
  declare?(act: N): Procedure<G['declared']>;
  /** Runs after payment. Only the machine calls it, see `src/toolkit/act/life.ts`. */
  play(act: N, declared: G['declared']): Procedure<G['outcome']>;
  /** Whether it judges its own parts, such as the steps of a way; as a whole it is then judged until it begins. */
  readonly inParts?: true;
  /** Plays its end if others make it impossible; by default a line on the card. */
  stop?(act: G['context'], reasons: readonly Reason[]): Procedure<unknown>;
}

/** Returns the reasons of a row that end it after it has begun. */
export const reasonsToStop = <A>({ goesOn, ...row }: Judged<A>, act: A): readonly Reason[] =>
  reasonsAgainst(row, act).filter(({ id }) => !goesOn || lookup(goesOn, id) === undefined);

/**
 * Returns the reason if the target is on another scene, else none. Distance and cover do not exist between scenes, so no
 * setting overrides it.
 */
export const whyNotTogether = ({ encounter, fighter, target }: ActionContext): readonly Reason[] =>
  target && !areTogether(encounter.ground, fighter.place, target.place)
    ? [impossibleReason('other-scene')]
    : NO_REASONS;

export const reasonsAgainst = <A>(row: Pick<Judged<A>, 'whyNot'>, act: A): readonly Reason[] =>
  row.whyNot?.(act) ?? NO_REASONS;
const NO_REASONS: readonly Reason[] = [];

/** Finds what rows require. */
export interface Requirement<A, N extends A> extends UsesItem<A> {
  /** Returns the context with what was found, or null. */
  find(act: A): N | null;
  /** Returns the reasons if nothing is found; at least one must be impossible. */
  whyNot(act: A): readonly Reason[];
}

/** Returns the context if it has a target other than the fighter, else null. */
export const withTarget = <A extends ActionContext>(act: A): WithTarget<A> | null =>
  act.target && act.target !== act.fighter ? { ...act, target: act.target } : null;

/** Returns the reasons for a missing target. */
export const whyNoTarget = ({ command, target }: Pick<ActionContext, 'command' | 'target'>): readonly Reason[] => [
  impossibleReason(command.at === undefined ? NO_TARGET : target ? 'own-self' : 'target-gone'),
];

/** Requires a target other than the fighter. */
export const TARGET = { find: withTarget, whyNot: whyNoTarget };

/** Returns the context if it has any target, the fighter included, else null. */
export const withAnyTarget = <A extends ActionContext>(act: A): WithTarget<A> | null =>
  act.target ? { ...act, target: act.target } : null;

/** Returns `run` for any context. Throws if the requirement is not met, which an impossible reason prevents. */
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

/** Returns a function that lists the reasons: of the missing requirement, else of `judge`. */
export const reasonsOf =
  <A, N extends A>({ find, whyNot }: Requirement<A, N>, judge?: (act: N) => readonly Reason[]) =>
  (act: A): readonly Reason[] => {
    const narrow = find(act);
    if (!narrow) return whyNot(act);
    return judge?.(narrow) ?? NO_REASONS;
  };

/** How a row with a requirement is written, with the game's own members. */
type RowParts<G extends Game, N, Common extends keyof Row<G> = keyof Row<G>> = Pick<Row<G, N>, Common> &
  Omit<G['row'], keyof Row<G>> & {
    /** Checked before the requirement. */
    whyNotFirst?(act: G['context']): readonly Reason[];
  };

/** Returns row factories with a requirement in their type. */
export function rowsOf<G extends Game>() {
  type Context = G['context'];
  const requiring =
    <N extends Context>(requirement: Requirement<Context, N>) =>
    (row: RowParts<G, N>): Row<G> & G['row'] => {
      const { whyNotFirst, declare } = row;
      const whyNot = reasonsOf(requirement, row.whyNot);
      const { defaultItem } = requirement;
      return {
        ...row,
        ...(defaultItem && { defaultItem }),
        whyNot: whyNotFirst ? (act) => [...whyNotFirst(act), ...whyNot(act)] : whyNot,
        ...(declare && { declare: withRequirement(requirement, declare) }),
        play: withRequirement(requirement, row.play),
      };
    };
  const requireOther = requiring<WithTarget<Context>>(TARGET);
  const requireAny = requiring<WithTarget<Context>>({ find: withAnyTarget, whyNot: whyNoTarget });
  type Targeted = RowParts<G, WithTarget<Context>, Exclude<keyof Row<G>, 'needs'>>;
  return {
    /** Rows with any requirement. */
    requiring,
    /** A row with another fighter as target. */
    targeted: (row: Targeted) => requireOther({ ...row, needs: 'target' }),
    /** A row with any target, the fighter included. */
    targetedAtAny: (row: Targeted) => requireAny({ ...row, needs: 'target' }),
  };
}
