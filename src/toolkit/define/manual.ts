import { adjustPool, applyChange, log, type NewCondition } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Condition, ConditionTable, Until } from '../../encounter/condition';
import { impossibleReason } from '../../encounter/legality';
import { type Encounter, type Fighter, type Place, poolOf } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { askPlace, type Procedure } from '../../kernel/procedure';
import { removeCondition } from '../combat/condition';
import { type ForcedPath, placeAwayFrom, traceForcedPath } from '../space/forced';
import { gap } from '../space/space';
import { fighterIn, lookup } from './actions';
import type { PlainCommand, Runtime } from './commands';

/** A command of the game master about a fighter of the encounter. */
interface FighterCommand<F extends Fighter, E extends Encounter<F>, A, R> {
  whyNot?(encounter: E, fighter: F, command: Command, runtime: Runtime<A, R>): readonly Reason[];
  play(encounter: E, fighter: F, command: Command, runtime: Runtime<A, R>): Procedure<unknown>;
}

/** A command of the game master about the fighter it is `at`; refused where the encounter has none such. */
export const fighterCommand = <F extends Fighter, E extends Encounter<F>, A = unknown, R = unknown>({
  whyNot,
  play,
}: FighterCommand<F, E, A, R>): PlainCommand<E, A, R> => ({
  whyNot(encounter, command, runtime) {
    const fighter = fighterIn<F>(encounter, command.at);
    if (!fighter) return [impossibleReason('no-fighter')];
    return whyNot?.(encounter, fighter, command, runtime) ?? [];
  },
  play(encounter, command, runtime) {
    const fighter = fighterIn<F>(encounter, command.at);
    if (!fighter) throw new Error(`no fighter ${command.at} for ${command.do}`);
    return play(encounter, fighter, command, runtime);
  },
});

/** A condition given by hand, or taken. */
export interface ConditionEdit<F extends Fighter> {
  readonly fighter: F;
  readonly condition: string;
  readonly on: boolean;
  readonly options: NonNullable<Command['options']>;
  /** It as whoever gives it has described it: who brings it about, against whom it holds, its end, and its data. */
  readonly as: NewCondition;
}

/** The moments at which a condition may end, by what they are called (`Moment.<id>`), in the order they are offered; null where there is no such moment now. */
export type EndMoments<F extends Fighter, E extends Encounter<F>> = Readonly<
  Record<string, (encounter: E, fighter: F, source: F | null) => Until | null>
>;

/** The same for so many of what the clock counts. @param count one at least */
type CountedEnd<F extends Fighter, E extends Encounter<F>> = (
  encounter: E,
  fighter: F,
  source: F | null,
  count: number,
) => Until | null;

/** What setting things by hand brings with it in a ruleset. */
export interface ManualRules<F extends Fighter, E extends Encounter<F>> {
  readonly conditions: ConditionTable;
  readonly moments?: EndMoments<F, E>;
  /** The end of a condition that lasts for so many of what the clock counts (`Field.lasting`); null where nothing is counted now. */
  readonly lasting?: CountedEnd<F, E>;
  /** What follows from a pool that was set. @param by what it moved by */
  onPoolSet?(encounter: E, fighter: F, pool: string, by: number): Procedure<unknown>;
  /** Gives or takes a condition, where that is more than `afflict`. */
  afflict?(encounter: E, given: ConditionEdit<F>): Procedure<unknown>;
  /** What follows from somebody set down elsewhere, or pushed there. @param from where it stood before */
  placed?(encounter: E, fighter: F, from: Place): Procedure<unknown>;
  /** How somebody goes a way it has no say in, cell by cell; at once and with `placed`, where nothing is said. */
  forced?(encounter: E, fighter: F, cells: readonly Place[]): Procedure<unknown>;
  /** What follows where that ends on ground nobody could have walked on; that the game master says it, where nothing is said. */
  plunged?(encounter: E, fighter: F): Procedure<unknown>;
  /** What follows from somebody pushed so far who stands on no map; refused, where nothing is said. */
  pushOffMap?(encounter: E, fighter: F, far: number): Procedure<unknown>;
}

/** The condition is given as it was described, or its root instances are taken away. */
export function* afflict<F extends Fighter>({ fighter, condition, on, as }: ConditionEdit<F>): Procedure<void> {
  if (on) yield* applyChange({ kind: 'condition-added', of: fighter.id, condition: as });
  else yield* removeCondition(fighter, condition);
}

/** Whom an option of a condition names; the rest stands in its data. */
const FIGHTER_OPTIONS: readonly string[] = ['source', 'towards'];

/** The fighter of that id, where there is one. */
export const findNamedFighter = <F extends Fighter>(encounter: Encounter<F>, id: unknown): F | null =>
  (typeof id === 'string' && fighterIn<F>(encounter, id)) || null;

/** What stands against saying that of a condition: what it is not asked, and what cannot be so. */
function whyNotDescribe<F extends Fighter, E extends Encounter<F>>(
  rules: ManualRules<F, E>,
  encounter: E,
  fighter: F,
  { condition, on, until, lasting, ...told }: NonNullable<Command['options']>,
): Reason[] {
  const { conditions } = rules;
  const { asks = {} } = conditions[String(condition)] ?? {};
  const reasons = Object.entries(told).flatMap(([option, value]): Reason[] => {
    if (value === undefined) return [];
    const among = lookup(asks, option);
    if (!among && !(on === false && option === 'towards')) return [impossibleReason('unknown-option', { option })];
    if (FIGHTER_OPTIONS.includes(option))
      return findNamedFighter(encounter, value) ? [] : [impossibleReason('no-fighter')];
    return !Array.isArray(among) || among.includes(value)
      ? []
      : [impossibleReason('bad-option', { option, value: String(value) })];
  });
  if (until === undefined && lasting === undefined) return reasons;
  const end = endOf(rules, encounter, fighter, { until, lasting, source: told.source });
  return end ? reasons : [...reasons, impossibleReason('no-moment')];
}

/** When it ends: after as many as are counted, or else at the moment that is named. */
function endOf<F extends Fighter, E extends Encounter<F>>(
  { moments = {}, lasting: counted }: ManualRules<F, E>,
  encounter: E,
  fighter: F,
  { until, lasting, source }: NonNullable<Command['options']>,
): Until | null {
  const by = findNamedFighter(encounter, source);
  if (typeof lasting === 'number') return counted?.(encounter, fighter, by, lasting) ?? null;
  return lookup(moments, String(until))?.(encounter, fighter, by) ?? null;
}

/** The condition as it was described; of what the rules do not ask nothing is said. */
function describeCondition<F extends Fighter, E extends Encounter<F>>(
  rules: ManualRules<F, E>,
  encounter: E,
  fighter: F,
  { condition, on: _, until, lasting, source, towards, ...told }: NonNullable<Command['options']>,
): NewCondition {
  const data = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const end = endOf(rules, encounter, fighter, { until, lasting, source });
  return {
    id: String(condition),
    until: end,
    ...(typeof source === 'string' && { by: source }),
    ...(typeof towards === 'string' && { towards: [towards] }),
    ...(Object.keys(data).length > 0 && { data: data as Condition['data'] }),
  };
}

/** What a game master sets by hand in every ruleset, whatever it would cost. */
export const manualCommands = <F extends Fighter, E extends Encounter<F>>(rules: ManualRules<F, E>) => ({
  /** A pool, within its bounds: `{ at, options: { pool, to } }`. */
  adjust: fighterCommand<F, E>({
    whyNot(_, fighter, { options: { pool, to } = {} }) {
      const isPool = typeof pool === 'string' && Object.hasOwn(fighter.pools, pool);
      if (!isPool) return [impossibleReason('no-pool', { pool: String(pool) })];
      return Number.isInteger(to) ? [] : [impossibleReason('no-number', { value: String(to) })];
    },
    *play(encounter, fighter, { options: { pool, to } = {} }) {
      const id = String(pool);
      const by = yield* adjustPool(fighter.id, id, Number(to) - poolOf(fighter, id).value);
      if (rules.onPoolSet) yield* rules.onPoolSet(encounter, fighter, id, by);
    },
  }),
  /** A condition: `{ at, options: { condition, on } }`, and what its row asks. */
  condition: fighterCommand<F, E>({
    whyNot(encounter, fighter, { options = {} }) {
      const id = String(options.condition);
      if (!Object.hasOwn(rules.conditions, id)) return [impossibleReason('no-condition', { condition: id })];
      if (typeof options.on !== 'boolean') return [impossibleReason('no-mark', { value: String(options.on) })];
      return whyNotDescribe(rules, encounter, fighter, options);
    },
    play(encounter, fighter, { options = {} }) {
      const as = describeCondition(rules, encounter, fighter, options);
      const given: ConditionEdit<F> = { fighter, condition: as.id, on: options.on === true, options, as };
      return rules.afflict ? rules.afflict(encounter, given) : afflict(given);
    },
  }),
  /** Where a fighter stands: at the end of `{ at, path }`. */
  place: fighterCommand<F, E>({
    whyNot: (_, { place }, { path }) => (place && path?.length ? [] : [impossibleReason('no-path')]),
    *play(encounter, fighter, { path = [] }) {
      const to = path.at(-1);
      const from = fighter.place;
      if (!to || !from) return;
      yield* applyChange({ kind: 'move', of: fighter.id, to, by: path.slice(0, -1) });
      if (rules.placed) yield* rules.placed(encounter, fighter, from);
    },
  }),
  /**
   * Pushes or pulls somebody, up to a wall or a body, each cell as it is entered: `{ at, options: { pushFrom, pushTo, pushFar } }`, or
   * towards the end of `{ at, path }`. Where it does not say which way, the game master is asked.
   */
  displace: fighterCommand<F, E>({
    whyNot(encounter, { id, place }, { options: { pushFrom, pushTo } = {} }) {
      if (!place) return rules.pushOffMap ? [] : [impossibleReason('off-map')];
      if (pushFrom === undefined) return pushTo === 'towards' ? [impossibleReason('no-source')] : [];
      const source = fighterIn<F>(encounter, String(pushFrom));
      return source?.place && source.id !== id ? [] : [impossibleReason('no-source')];
    },
    *play(encounter, fighter, command) {
      if (!fighter.place && rules.pushOffMap)
        return yield* rules.pushOffMap(encounter, fighter, pushDistance(encounter, command));
      const goal = yield* goalOf(encounter, fighter, command);
      if (!goal) return;
      yield* pushFighter(encounter, fighter, goal, rules);
    },
  }),
});

/** Pushes somebody towards a place, up to a wall or a body, with what follows from it. */
export function* pushFighter<F extends Fighter, E extends Encounter<F>>(
  encounter: E,
  fighter: F,
  goal: Place,
  { forced, placed, plunged }: Pick<ManualRules<F, E>, 'forced' | 'placed' | 'plunged'>,
): Procedure<void> {
  const from = fighter.place;
  if (!from) return;
  const { cells, stoppedBy } = pushPath(encounter, fighter, from, goal);
  const to = cells.at(-1);
  if (to && forced) yield* forced(encounter, fighter, cells);
  else if (to) {
    yield* applyChange({ kind: 'move', of: fighter.id, to, by: [] });
    if (placed) yield* placed(encounter, fighter, from);
  }
  if (stoppedBy === 'forbidden' && plunged) yield* plunged(encounter, fighter);
  else if (stoppedBy) yield* log(STOP_LOG_IDS[stoppedBy], {}, fighter.id);
}

/** What is said of what ended a push early. */
export const STOP_LOG_IDS = {
  wall: 'displaced-wall',
  body: 'displaced-body',
  forbidden: 'displaced-forbidden',
} as const;

/** As far as walls and bodies let somebody be pushed; whoever shares its space, such as a rider, stands in no way. */
export function pushPath({ ground, fighters }: Encounter, fighter: Fighter, from: Place, goal: Place): ForcedPath {
  const bodies = Object.values(fighters).flatMap((other) => (other !== fighter && other.place ? [other.place] : []));
  return traceForcedPath(
    ground,
    from,
    goal,
    bodies.filter((body) => gap(ground, from, body) >= 0),
  );
}

/** East and south of the directions of the compass. */
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

/** How far a push is meant to go: a cell, where nothing is said. */
const pushDistance = ({ ground }: Encounter, { options }: Pick<Command, 'options'>): number =>
  Number(options?.pushFar ?? ground.cell);

/** Where a push is meant to end; null where it leads nowhere. */
function* goalOf(encounter: Encounter, fighter: Fighter, { path, options = {} }: Command): Procedure<Place | null> {
  const { ground } = encounter;
  const { place: from } = fighter;
  if (!from || path?.length) return path?.at(-1) ?? null;
  const { pushFrom, pushTo = 'away' } = options;
  const far = pushDistance(encounter, { options });
  const compass = COMPASS[String(pushTo)];
  if (compass) return placeAwayFrom(ground, from, { x: from.x - compass[0], y: from.y - compass[1] }, far);
  const source = pushFrom === undefined ? null : fighterIn(encounter, String(pushFrom))?.place;
  if (source) return placeAwayFrom(ground, from, source, pushTo === 'towards' ? -far : far);
  return yield* askPushGoal(encounter, fighter, from, far);
}

/** Where so many metres lead in any direction, as the game master says; null where they lead nowhere. */
export function* askPushGoal(
  encounter: Encounter,
  fighter: Fighter,
  from: Place,
  far: number,
): Procedure<Place | null> {
  const goals = Object.values(COMPASS).map(([east, south]) =>
    placeAwayFrom(encounter.ground, from, { x: from.x - east, y: from.y - south }, far),
  );
  const ends = goals.flatMap((goal) => pushPath(encounter, fighter, from, goal).cells.at(-1) ?? []);
  return ends.length > 0 ? yield* askPlace('displace', GM, ends, { at: fighter.id }) : null;
}
