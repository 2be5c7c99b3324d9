import { adjustPool, applyChange, log, type NewCondition } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Condition, ConditionTable, Until } from '../../encounter/condition';
import { impossibleReason } from '../../encounter/legality';
import { areTogether, groundAt, isElsewhere, onSceneOf } from '../../encounter/scenes';
import { opposedBy, SIDES, sideOf } from '../../encounter/sides';
import { type Encounter, type Fighter, type FighterIn, type Place, poolOf } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import { defined } from '../../kernel/defined';
import { lookup } from '../../kernel/lookup';
import { askPlace, type Procedure } from '../../kernel/procedure';
import { fighterIn, type Game } from '../act/actions';
import type { PlainCommand, Runtime } from '../act/commands';
import { type ForcedPath, placeAwayFrom, traceForcedPath } from '../space/forced';
import { gap } from '../space/space';
import { chooseInstances } from './condition';

interface FighterCommand<G extends Game> {
  whyNot?(
    encounter: G['encounter'],
    fighter: FighterIn<G['encounter']>,
    command: Command,
    runtime: Runtime<G>,
  ): readonly Reason[];
  play(
    encounter: G['encounter'],
    fighter: FighterIn<G['encounter']>,
    command: Command,
    runtime: Runtime<G>,
  ): Procedure<unknown>;
}

/** Returns a GM command about the fighter it is `at`; impossible if that one is missing. */
export const fighterCommand = <G extends Game>({ whyNot, play }: FighterCommand<G>): PlainCommand<G> => ({
  whyNot(encounter, command, runtime) {
    const fighter = fighterIn<G['encounter']>(encounter, command.at);
    if (!fighter) return [impossibleReason('no-fighter')];
    return whyNot?.(encounter, fighter, command, runtime) ?? [];
  },
  play(encounter, command, runtime) {
    const fighter = fighterIn<G['encounter']>(encounter, command.at);
    if (!fighter) throw new Error(`no fighter ${command.at} for ${command.do}`);
    return play(encounter, fighter, command, runtime);
  },
});

/** A condition added or removed manually. */
export interface ConditionEdit<E extends Encounter> {
  readonly fighter: FighterIn<E>;
  readonly condition: string;
  readonly on: boolean;
  readonly options: NonNullable<Command['options']>;
  /** The new condition with source, end and data. */
  readonly as: NewCondition;
  /** The instances to remove; empty if one is added. */
  readonly ending: readonly Condition[];
}

/**
 * The moments at which a condition may end, by text key `Moment.<id>`, in display order. A moment returns null if it
 * is not available.
 */
export type EndMoments<E extends Encounter> = Readonly<
  Record<string, (encounter: E, fighter: FighterIn<E>, source: FighterIn<E> | null) => Until | null>
>;

/** The end after a number of the clock's units. @param count at least 1 */
type CountedEnd<E extends Encounter> = (
  encounter: E,
  fighter: FighterIn<E>,
  source: FighterIn<E> | null,
  count: number,
) => Until | null;

/** How a ruleset reacts to manual changes. */
export interface ManualRules<E extends Encounter> {
  readonly conditions: ConditionTable;
  readonly moments?: EndMoments<E>;
  /** Returns the end after a number of units (`Field.lasting`); null if the clock does not count now. */
  readonly lasting?: CountedEnd<E>;
  /** The pools that *restore* fills, or empties to 0, where the rules text has no rest (ours). Without it there is no such command. */
  readonly restored?: Readonly<Record<string, 'filled' | 'emptied'>>;
  /** Runs after a pool was set. @param by the change */
  onPoolSet?(encounter: E, fighter: FighterIn<E>, pool: string, by: number): Procedure<unknown>;
  /** Replaces {@link editCondition}. */
  afflict?(encounter: E, edit: ConditionEdit<E>): Procedure<unknown>;
  /** Runs after a fighter was placed or pushed. @param from its previous place */
  placed?(encounter: E, fighter: FighterIn<E>, from: Place): Procedure<unknown>;
  /** Moves a pushed fighter cell by cell; by default at once, followed by `placed`. */
  forced?(encounter: E, fighter: FighterIn<E>, cells: readonly Place[]): Procedure<unknown>;
  /** Runs if a push ends on impassable ground; by default a log line. */
  plunged?(encounter: E, fighter: FighterIn<E>): Procedure<unknown>;
  /** Pushes a fighter without a place; by default impossible. */
  pushOffMap?(encounter: E, fighter: FighterIn<E>, distance: number): Procedure<unknown>;
}

/** Adds the condition, or removes the instances that are meant. */
export function* editCondition({ fighter, on, as, ending }: ConditionEdit<Encounter>): Procedure<void> {
  if (on) yield* applyChange({ kind: 'condition-added', of: fighter.id, condition: as });
  for (const { key } of ending) yield* applyChange({ kind: 'condition-removed', of: fighter.id, key });
}

/** Options that name fighters; all others are data. */
const FIGHTER_OPTIONS: readonly string[] = ['source', 'towards'];

export const findNamedFighter = <E extends Encounter>(encounter: E, id: unknown): FighterIn<E> | null =>
  (typeof id === 'string' && fighterIn(encounter, id)) || null;

/** Returns the reasons against a description: unknown options or invalid values. */
function invalidDetails<E extends Encounter>(
  rules: ManualRules<E>,
  encounter: E,
  fighter: FighterIn<E>,
  { condition, on, all: _, until, lasting, ...details }: NonNullable<Command['options']>,
): Reason[] {
  const { conditions } = rules;
  const { asks = {} } = lookup(conditions, String(condition)) ?? {};
  const reasons = Object.entries(details).flatMap(([option, value]): Reason[] => {
    if (value === undefined) return [];
    const allowed = lookup(asks, option);
    if (!allowed && !(on === false && option === 'towards')) return [impossibleReason('unknown-option', { option })];
    if (FIGHTER_OPTIONS.includes(option))
      return findNamedFighter(encounter, value) ? [] : [impossibleReason('no-fighter')];
    return !Array.isArray(allowed) || allowed.includes(value)
      ? []
      : [impossibleReason('bad-option', { option, value: String(value) })];
  });
  if (until === undefined && lasting === undefined) return reasons;
  const end = endOf(rules, encounter, fighter, { until, lasting, source: details.source });
  return end ? reasons : [...reasons, impossibleReason('no-moment')];
}

/** Returns the end: after a count if given, else at the named moment. */
function endOf<E extends Encounter>(
  { moments = {}, lasting: countedEnd }: ManualRules<E>,
  encounter: E,
  fighter: FighterIn<E>,
  { until, lasting, source }: NonNullable<Command['options']>,
): Until | null {
  const by = findNamedFighter(encounter, source);
  if (typeof lasting === 'number') return countedEnd?.(encounter, fighter, by, lasting) ?? null;
  return lookup(moments, String(until))?.(encounter, fighter, by) ?? null;
}

/** Returns the described condition without unset data. */
function describeCondition<E extends Encounter>(
  rules: ManualRules<E>,
  encounter: E,
  fighter: FighterIn<E>,
  { condition, on: _, all: _all, until, lasting, source, towards, ...details }: NonNullable<Command['options']>,
): NewCondition {
  const data = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
  const end = endOf(rules, encounter, fighter, { until, lasting, source });
  return {
    id: String(condition),
    until: end,
    ...(typeof source === 'string' && { by: source }),
    ...(typeof towards === 'string' && { towards: [towards] }),
    ...(Object.keys(data).length > 0 && { data: data as Condition['data'] }),
  };
}

/**
 * Returns the instances that a removal means: those of the named fighters. Of several that count by themselves the GM
 * says which; others are one state, with several causes.
 */
function* chooseEnding(
  { conditions: table }: Pick<ManualRules<Encounter>, 'conditions'>,
  fighter: Fighter,
  { id, by, towards = [] }: NewCondition,
  all: boolean,
): Procedure<readonly Condition[]> {
  const meant = fighter.conditions.filter(
    (each) =>
      each.id === id &&
      (by === undefined || each.by === by) &&
      towards.every((against) => each.towards?.includes(against)),
  );
  const isOneState = !lookup(table, id)?.several && meant.every((each) => isOfSameFighters(each, meant[0]));
  return all || isOneState ? meant : yield* chooseInstances('end-which', fighter, meant);
}

const isOfSameFighters = (a: Condition, b = a): boolean =>
  a.by === b.by && a.data?.holds === b.data?.holds && deepEqual(a.towards, b.towards);

/** Id of the reason that a fighter needs no rest. */
export const FIT = 'fit';

/** Returns the pools that are not as they are after a rest, with the values that they have then. */
const unrestored = ({ restored = {} }: Pick<ManualRules<Encounter>, 'restored'>, fighter: Fighter) =>
  Object.entries(restored).flatMap(([pool, how]): [pool: string, to: number][] => {
    const { value, max } = poolOf(fighter, pool);
    const to = how === 'filled' ? max : 0;
    return value === to ? [] : [[pool, to]];
  });

const harmIn = ({ conditions }: Pick<ManualRules<Encounter>, 'conditions'>, fighter: Fighter): readonly Condition[] =>
  fighter.conditions.filter(({ id }) => lookup(conditions, id)?.tone === 'harm');

/**
 * A rest where the rules text has none (ours), outside a running fight: fills and empties pools, and ends what harms. The
 * dead stay dead.
 */
const restoreCommand = <G extends Game>(rules: ManualRules<G['encounter']>) =>
  fighterCommand<G>({
    whyNot(encounter, fighter) {
      if (encounter.clock.phase !== 'idle') return [{ id: 'fight-running' }];
      if (fighter.conditions.some(({ id }) => lookup(rules.conditions, id)?.corpse)) return [{ id: 'dead-stay-dead' }];
      const isFit = unrestored(rules, fighter).length === 0 && harmIn(rules, fighter).length === 0;
      return isFit ? [{ id: FIT }] : [];
    },
    *play(encounter, fighter) {
      for (const [pool, to] of unrestored(rules, fighter)) yield* setPool(rules, encounter, fighter, pool, to);
      const harm = harmIn(rules, fighter);
      for (const id of new Set(harm.map((each) => each.id))) {
        const ending = harm.filter((each) => each.id === id && fighter.conditions.includes(each));
        const edit = { fighter, condition: id, on: false, options: {}, as: { id, until: null }, ending };
        yield* rules.afflict ? rules.afflict(encounter, edit) : editCondition(edit);
      }
      yield* log('restored', {}, fighter.id);
    },
  });

function* setPool<E extends Encounter>(
  { onPoolSet }: ManualRules<E>,
  encounter: E,
  fighter: FighterIn<E>,
  pool: string,
  to: number,
): Procedure<void> {
  const by = yield* adjustPool(fighter.id, pool, to - poolOf(fighter, pool).value);
  if (onPoolSet) yield* onPoolSet(encounter, fighter, pool, by);
}

/** Returns the GM's manual commands of every ruleset. They cost nothing. */
export const manualCommands = <G extends Game>(rules: ManualRules<G['encounter']>) => ({
  /** Sets a pool within its bounds: `{ at, options: { pool, to } }`. */
  adjust: fighterCommand<G>({
    whyNot(_, fighter, { options: { pool, to } = {} }) {
      const isPool = typeof pool === 'string' && Object.hasOwn(fighter.pools, pool);
      if (!isPool) return [impossibleReason('no-pool', { pool: String(pool) })];
      return Number.isInteger(to) ? [] : [impossibleReason('no-number', { value: String(to) })];
    },
    play: (encounter, fighter, { options: { pool, to } = {} }) =>
      setPool(rules, encounter, fighter, String(pool), Number(to)),
  }),
  ...(rules.restored && { restore: restoreCommand(rules) }),
  /**
   * Adds or removes a condition: `{ at, options: { condition, on } }` and what its row asks. Of several, those of the
   * source or against the fighter are removed, or all; without these the GM is asked.
   */
  condition: fighterCommand<G>({
    whyNot(encounter, fighter, { options = {} }) {
      const id = String(options.condition);
      if (!Object.hasOwn(rules.conditions, id)) return [impossibleReason('no-condition', { condition: id })];
      if (typeof options.on !== 'boolean') return [impossibleReason('no-mark', { value: String(options.on) })];
      return invalidDetails(rules, encounter, fighter, options);
    },
    *play(encounter, fighter, { options = {} }) {
      const as = describeCondition(rules, encounter, fighter, options);
      const on = options.on === true;
      const ending = on ? [] : yield* chooseEnding(rules, fighter, as, options.all === true);
      const edit: ConditionEdit<G['encounter']> = { fighter, condition: as.id, on, options, as, ending };
      yield* rules.afflict ? rules.afflict(encounter, edit) : editCondition(edit);
    },
  }),
  /**
   * Puts a fighter on a side: `{ at, options: { side, opposes } }`. What it did as a neutral fighter is forgotten.
   * `opposes`, for neutral fighters: the only side it is an enemy of from the start, at peace with the others.
   */
  'change-side': fighterCommand<G>({
    whyNot(_, fighter, { options: { side, opposes } = {} }) {
      const isSide = (named: unknown): boolean => SIDES.some((each) => each === named);
      if (!isSide(side)) return [impossibleReason('no-side', { side: String(side) })];
      if (opposes !== undefined && (side !== 'neutral' || opposes === side || !isSide(opposes)))
        return [impossibleReason('no-side', { side: String(opposes) })];
      const isThere = sideOf(fighter) === side && deepEqual(opposedBy(fighter), opposes === undefined ? [] : [opposes]);
      return isThere ? [{ id: 'on-that-side' }] : [];
    },
    *play(_, fighter, { options: { side, opposes } = {} }) {
      const to = side === fighter.side ? null : String(side);
      yield* applyChange({ kind: 'state', of: fighter.id, key: 'side', to });
      const against = opposes === undefined ? null : [String(opposes)];
      yield* applyChange({ kind: 'state', of: fighter.id, key: 'against', to: against });
      yield* log(against ? `now-against-${opposes}` : `now-${side}`, {}, fighter.id);
    },
  }),
  /** Places a fighter at the end of `{ at, path }`. */
  place: fighterCommand<G>({
    whyNot: (_, { place }, { path }) => (place && path?.length ? [] : [impossibleReason('no-path')]),
    *play(encounter, fighter, command) {
      const from = defined(fighter.place, 'the place of a fighter on the map');
      const path = defined(command.path, 'the path of a placed fighter');
      const to = defined(path.at(-1), 'the end of a path');
      yield* applyChange({ kind: 'move', of: fighter.id, to, by: path.slice(0, -1) });
      // Nothing is between two scenes, and others are not taken along.
      const isOnScene = areTogether(encounter.ground, from, fighter.place);
      if (rules.placed && isOnScene) yield* rules.placed(encounter, fighter, from);
    },
  }),
  /**
   * Pushes or pulls a fighter up to a wall or body, cell by cell: `{ at, options: { pushFrom, pushTo, pushFar } }`,
   * or towards the end of `{ at, path }`. Without a direction the GM is asked.
   */
  displace: fighterCommand<G>({
    whyNot(encounter, { id, place }, { options: { pushFrom, pushTo } = {} }) {
      if (!place) return rules.pushOffMap ? [] : [impossibleReason('off-map')];
      if (pushFrom === undefined) return pushTo === 'towards' ? [impossibleReason('no-source')] : [];
      const source = findNamedFighter(encounter, pushFrom);
      return source?.place && source.id !== id ? [] : [impossibleReason('no-source')];
    },
    *play(encounter, fighter, command) {
      const { place } = fighter;
      if (!place)
        return (
          rules.pushOffMap && (yield* rules.pushOffMap(encounter, fighter, pushDistance(encounter, null, command)))
        );
      const goal = yield* findGoal(encounter, fighter, place, command);
      if (goal) yield* pushFighter(encounter, fighter, goal, rules);
    },
  }),
});

/** Pushes a fighter towards a place, up to a wall or a body, with all consequences. */
export function* pushFighter<E extends Encounter>(
  encounter: E,
  fighter: FighterIn<E>,
  goal: Place,
  { forced, placed, plunged }: Pick<ManualRules<E>, 'forced' | 'placed' | 'plunged'>,
): Procedure<void> {
  const from = fighter.place;
  if (!from) return;
  const { cells, stoppedBy } = pushPath(encounter, from, goal);
  const to = cells.at(-1);
  if (to && forced) yield* forced(encounter, fighter, cells);
  else if (to) {
    yield* applyChange({ kind: 'move', of: fighter.id, to, by: [] });
    if (placed) yield* placed(encounter, fighter, from);
  }
  if (stoppedBy === 'forbidden' && plunged) yield* plunged(encounter, fighter);
  else if (stoppedBy) yield* log(STOP_LOG_IDS[stoppedBy], {}, fighter.id);
}

/** Log ids by what stopped a push. */
export const STOP_LOG_IDS = {
  wall: 'displaced-wall',
  body: 'displaced-body',
  forbidden: 'displaced-forbidden',
} as const;

/** Returns the path of a push up to a wall or body. Fighters sharing the space do not block: itself, its rider. */
export function pushPath({ ground, fighters }: Encounter, from: Place, goal: Place): ForcedPath {
  const bodies = Object.values(fighters).flatMap(({ place }) => place ?? []);
  return traceForcedPath(
    ground,
    from,
    goal,
    bodies.filter((body) => gap(ground, from, body) >= 0),
  );
}

/** East and south components of each direction. */
const COMPASS: Readonly<Record<string, readonly [number, number]>> = {
  n: [0, -1],
  ne: [1, -1],
  e: [1, 0],
  se: [1, 1],
  s: [0, 1],
  sw: [-1, 1],
  w: [-1, 0],
  nw: [-1, -1],
};

/** Returns the distance of a push; default one cell. */
const pushDistance = ({ ground }: Encounter, from: Place | null, { options }: Pick<Command, 'options'>): number =>
  Number(options?.pushFar ?? groundAt(ground, from).cell);

/** Returns the goal of a push, or null. */
function* findGoal(
  encounter: Encounter,
  fighter: Fighter,
  from: Place,
  { path = [], options = {} }: Command,
): Procedure<Place | null> {
  const { ground } = encounter;
  const end = path.at(-1);
  if (end) return onSceneOf(from, end);
  const { pushFrom, pushTo } = options;
  const distance = pushDistance(encounter, from, { options });
  const compass = lookup(COMPASS, String(pushTo));
  if (compass) return placeAwayFrom(ground, from, { x: from.x - compass[0], y: from.y - compass[1] }, distance);
  const source = findNamedFighter(encounter, pushFrom)?.place;
  if (source && !isElsewhere(ground, from, source))
    return placeAwayFrom(ground, from, source, pushTo === 'towards' ? -distance : distance);
  return yield* askPushGoal(encounter, fighter, from, distance);
}

/** Asks the GM for a place the given metres away in any direction; null if every way is blocked. */
export function* askPushGoal(
  encounter: Encounter,
  fighter: Fighter,
  from: Place,
  distance: number,
): Procedure<Place | null> {
  const goals = Object.values(COMPASS).map(([east, south]) =>
    placeAwayFrom(encounter.ground, from, { x: from.x - east, y: from.y - south }, distance),
  );
  const ends = goals.flatMap((goal) => pushPath(encounter, from, goal).cells.at(-1) ?? []);
  return ends.length > 0 ? yield* askPlace('displace', GM, ends, { at: fighter.id }) : null;
}
