import type { Json } from '../kernel/json';
import { lookup } from '../kernel/lookup';
import type { Effect } from './effect';
import { type Exchange, effectIn } from './exchange';
import { RESERVE_TRIGGERS } from './reserve';
import type { Ruleset } from './ruleset';
import { type Encounter, type Fighter, type FighterId, type Grid, HEX_SHAPES } from './state';

/** When a step of a fight was taken. */
export interface TimedStep {
  /** Index of its exchange, and of its first entry in it. */
  readonly exchange: number;
  readonly entry: number;
  /** Milliseconds since the first step. */
  readonly at: number;
}

/** A whole fight as plain JSON: its start, and everything that was asked, answered and rolled. */
export interface FightRecord {
  readonly format: 'cadence-fight';
  readonly version: 1;
  readonly ruleset: string;
  readonly name: string;
  /** Before the first exchange. */
  readonly start: Encounter;
  readonly exchanges: readonly Exchange[];
  /** Number of values that were changed manually meanwhile, so that the start may differ in them. */
  readonly changedManually: number;
  /** In order; missing in records of earlier versions. */
  readonly times?: readonly TimedStep[];
  /** Fighters that players did not see when it was made; missing in records of earlier versions. */
  readonly hidden?: readonly FighterId[];
  /** Indices of the exchanges that were secret when it was made; missing without any. */
  readonly secret?: readonly number[];
}

/** Where a file is no fight record, and how. The reason is a text below `CADENCE.App.Record.Wrong`. */
export interface ShapeFault {
  /** Such as `start.fighters.mira.pools.hp.value`; empty for the whole file. */
  readonly path: string;
  readonly reason: 'text' | 'number' | 'flag' | 'list' | 'group' | 'id' | 'choice' | 'long' | 'deep' | 'many' | 'unfit';
}

/** Returns where a value at this path is wrong, or null. */
type Check = (value: unknown, path: string) => ShapeFault | null;
type Checks = Readonly<Record<string, Check>>;

/** Of one text. */
const MOST_CHARACTERS = 20_000;
/** Of the id of a fighter, which may be the uuid of a token in a compendium. */
const LONGEST_ID = 200;
/** Of everything in the file. */
const MOST_VALUES = 3_000_000;
/** Deeper than any value of a rule. */
const DEEPEST = 32;
/** Larger than any number of a rule, and than the metres of a map. */
const MOST = 1_000_000;
/** Milliseconds of the longest fight: ten years. */
const LONGEST_FIGHT = 3.2e11;
const MOST_FIGHTERS = 500;
const MOST_EXCHANGES = 20_000;
const MOST_DICE = 1000;
/** Metres of a space. Smaller ones would be too many in a fighter's place. */
const SMALLEST_CELL = 0.25;
/** Metres of a fighter's place. */
const LARGEST_PLACE = 125;

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Names of `Object.prototype` would be found in a record that does not have them. */
const isSafeName = (name: string): boolean => name.length <= LONGEST_ID && !(name in Object.prototype);
const at = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;

/** Returns the first fault of a number of checks. */
function firstFault<T>(all: Iterable<T>, check: (each: T) => ShapeFault | null): ShapeFault | null {
  for (const each of all) {
    const fault = check(each);
    if (fault) return fault;
  }
  return null;
}

const when =
  (fits: (value: unknown) => boolean, reason: ShapeFault['reason']): Check =>
  (value, path) =>
    fits(value) ? null : { path, reason };

const text: Check = (value, path) => {
  if (typeof value !== 'string') return { path, reason: 'text' };
  return value.length <= MOST_CHARACTERS ? null : { path, reason: 'long' };
};
const id = when((value) => typeof value === 'string' && value !== '' && isSafeName(value), 'id');
const flag = when((value) => typeof value === 'boolean', 'flag');
const within = (min: number, max: number): Check =>
  when((value) => Number.isFinite(value) && (value as number) >= min && (value as number) <= max, 'number');
const number = within(-MOST, MOST);
const count: Check = (value, path) =>
  number(value, path) ?? when((each) => Number.isSafeInteger(each), 'number')(value, path);
const index: Check = (value, path) => count(value, path) ?? within(0, MOST)(value, path);
const oneOf = (...values: readonly unknown[]): Check => when((value) => values.includes(value), 'choice');
const optional =
  (check: Check): Check =>
  (value, path) =>
    value === undefined ? null : check(value, path);
const nullable =
  (check: Check): Check =>
  (value, path) =>
    value === null ? null : check(value, path);
const list =
  (check: Check, most = MOST_VALUES): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return { path, reason: 'list' };
    return value.length > most
      ? { path, reason: 'many' }
      : firstFault(value.entries(), ([key, each]) => check(each, at(path, key)));
  };
/** Checks a record by its keys. */
const recordOf =
  (check: Check, most = MOST_VALUES): Check =>
  (value, path) => {
    if (!isGroup(value)) return { path, reason: 'group' };
    const entries = Object.entries(value);
    return entries.length > most
      ? { path, reason: 'many' }
      : firstFault(entries, ([key, each]) => id(key, path) ?? check(each, at(path, key)));
  };
/** Checks the named members; further ones are plain JSON, which is checked everywhere. */
const group =
  (members: Checks): Check =>
  (value, path) =>
    isGroup(value)
      ? firstFault(Object.entries(members), ([key, check]) => check(lookup(value, key), at(path, key)))
      : { path, reason: 'group' };
const isAnything: Check = () => null;
const ofKind =
  (kinds: Checks): Check =>
  (value, path) => {
    if (!isGroup(value)) return { path, reason: 'group' };
    const { kind } = value;
    const check = typeof kind === 'string' ? lookup(kinds, kind) : undefined;
    return check ? check(value, path) : { path: at(path, 'kind'), reason: 'choice' };
  };

const plain = when((value) => ['string', 'number', 'boolean'].includes(typeof value), 'text');
const json = recordOf(isAnything);
const metres = within(0, LARGEST_PLACE);
const place = group({
  ...{ x: number, y: number, width: metres, height: metres },
  ...{
    elevation: number,
    facing: number,
    level: optional(nullable(id)),
    scene: optional(id),
    depth: optional(metres),
    shape: optional(oneOf(...HEX_SHAPES)),
  },
});
const places = list(place);
/** A player's own effect may store null. */
const until = optional(nullable(group({ at: text, n: optional(nullable(number)), of: optional(nullable(id)) })));
const newCondition = group({
  ...{ id, until, by: optional(id), towards: optional(list(id)), data: optional(json) },
});
const condition: Check = (value, path) => newCondition(value, path) ?? group({ key: id })(value, path);
const clock = group({ round: count, phase: text });
const facts = optional(json);
const outcome = group({
  ...{ result: text, facts, success: optional(flag), critical: optional(flag), damage: optional(number) },
});
const command = group({
  ...{ do: id, by: id, at: optional(id), with: optional(id) },
  ...{ path: optional(places), options: optional(json) },
});

const traits: Checks = {
  tone: optional(oneOf('harm', 'boon', 'neutral')),
  strong: optional(flag),
  covers: optional(
    group({
      ...{ of: optional(id), points: optional(recordOf(number)), moves: optional(oneOf(true)) },
      ...{ gains: optional(list(id)), loses: optional(list(id)), lines: optional(list(text)) },
    }),
  ),
};

const reserve = group({
  trigger: group({ when: oneOf(...RESERVE_TRIGGERS), round: count }),
  first: list(id),
  members: list(group({ fighter: id, scene: id, token: id, actor: id })),
});

type Kinds = Readonly<Record<Effect['kind'], Check>>;

/** What a rule asks for. */
const CHANGES: Kinds = {
  pool: group({ of: id, pool: id, by: number }),
  'condition-added': group({ of: id, condition: newCondition }),
  'condition-removed': group({ of: id, key: id }),
  state: group({ of: id, key: id }),
  item: group({ of: id, item: id, key: id }),
  'item-transferred': group({ of: id, item: id, to: id, count: optional(index) }),
  move: group({ of: id, to: nullable(place), by: places }),
  clock: group({ to: clock }),
  departure: group({ of: id }),
  arrival: group({ reserve }),
  log: group({ id: text, of: optional(id), facts: json, ...traits }),
  outcome: group({ of: optional(id), outcome, ...traits }),
};

/** What has happened: enough to undo it. */
const EFFECTS: Kinds = {
  ...CHANGES,
  'condition-added': group({ of: id, condition, index: optional(index) }),
  'condition-removed': group({ of: id, condition, index: optional(index) }),
  'item-transferred': group({
    ...{ of: id, item: id, index, to: id, newItem: id, newIndex: index },
    ...{ count: optional(index), joins: optional(oneOf(true)) },
  }),
  move: group({ of: id, from: nullable(place), to: nullable(place), by: places }),
  clock: group({ from: clock, to: clock }),
};

const reason = group({ id: text, data: optional(recordOf(plain)) });
const dice = group({
  ...{ count: within(1, MOST_DICE), sides: within(1, MOST), of: optional(within(1, MOST_DICE)) },
  ...{ keep: optional(oneOf('high', 'low')), explode: optional(flag) },
});
const question = { id: text, by: id, facts };
const SINGLE_ASKS: Checks = {
  dice: group({ ...question, dice }),
  choice: group({ ...question, options: list(group({ id: text, whyNot: list(reason) })) }),
  amount: group({ ...question, min: number, max: number }),
  text: group({ ...question, maxLength: number }),
  place: group({ ...question, places: list(nullable(place)) }),
};
const candidate = group({
  ...{ by: id, commands: list(command), alsoAllowed: optional(list(id)), defaultAnswer: optional(text) },
});
const INPUT_ASKS: Checks = {
  ...SINGLE_ASKS,
  offer: group({ id: text, facts, candidates: list(candidate), wait: oneOf('first', 'all') }),
  all: group({ id: text, asks: list(ofKind(SINGLE_ASKS)) }),
};
/** Whether answers fit their ask is checked where they are played. */
const INPUT_ENTRY = group({ answer: list(isAnything, MOST_DICE), user: optional(text) });
const inputEntry: Check = (value, path) => INPUT_ENTRY(value, path) ?? answerParts(value as never, path);
/** One answer for each ask of several at once. */
const answerParts = (
  { ask, answer }: { readonly ask: { readonly kind: string }; readonly answer: unknown },
  path: string,
): ShapeFault | null => (ask.kind === 'all' ? list(list(isAnything))(answer, at(path, 'answer')) : null);

const ENTRIES: Checks = {
  apply: group({ ask: group({ change: ofKind(CHANGES) }), answer: nullable(ofKind(EFFECTS)) }),
  section: group({ ask: group({ command: nullable(command) }) }),
  interrupt: group({ ask: group({ command }), user: optional(text) }),
  ...Object.fromEntries(Object.keys(INPUT_ASKS).map((kind) => [kind, inputEntry])),
};
const entry: Check = (value, path) => {
  const { ask = null } = isGroup(value) ? value : {};
  const { kind = null } = isGroup(ask) ? ask : {};
  const check = typeof kind === 'string' ? lookup(ENTRIES, kind) : undefined;
  if (!check) return { path: at(path, 'ask'), reason: 'choice' };
  const isInput = Object.hasOwn(INPUT_ASKS, kind as string);
  return (isInput ? ofKind(INPUT_ASKS)(ask, at(path, 'ask')) : null) ?? check(value, path);
};
const exchange = group({ version: count, command, entries: list(entry) });

const GRIDS: readonly Grid[] = ['square', 'hex-rows', 'hex-columns', 'gridless'];
const levels = optional(list(id));
const point = group({ x: number, y: number });
const area = group({
  ...{ x: number, y: number, width: within(0, MOST), height: within(0, MOST), levels },
  ...{ cost: optional(nullable(number)), water: optional(flag), bottom: optional(number), top: optional(number) },
});
const wall = group({
  ...{ from: point, to: point, sight: flag, move: flag, side: optional(oneOf('left', 'right')), levels },
});
const brightness = oneOf('bright', 'dim', 'dark');
const lamp = group({ x: number, y: number, bright: within(0, MOST), dim: within(0, MOST), levels });
const GROUND = {
  ...{ grid: oneOf(...GRIDS), cell: within(SMALLEST_CELL, LARGEST_PLACE), levels: optional(recordOf(list(id))) },
  ...{ difficult: optional(list(area)), walls: optional(list(wall)), pixel: optional(metres) },
  ...{ light: optional(group({ ambient: brightness, lamps: list(lamp) })), scene: optional(id) },
};
const ground = group({ ...GROUND, scenes: optional(recordOf(group(GROUND))) });
const fighter = group({
  ...{ id, name: text, side: id, player: flag, stats: json },
  ...{ pools: recordOf(group({ value: number, max: number })), conditions: list(condition), state: json },
  ...{ items: list(group({ id, name: text, type: id })), place: nullable(place) },
});
const fighters: Check = (value, path) =>
  recordOf(fighter, MOST_FIGHTERS)(value, path) ??
  firstFault(Object.entries(value as FightRecord['start']['fighters']), ([key, { id: own }]) =>
    oneOf(key)(own, at(at(path, key), 'id')),
  );
const timedStep = group({ exchange: index, entry: index, at: within(0, LONGEST_FIGHT) });

const RECORD = group({
  ...{ ruleset: id, name: text },
  start: group({ ruleset: id, clock, fighters, ground, settings: recordOf(plain), reserve: optional(reserve) }),
  ...{ exchanges: list(exchange, MOST_EXCHANGES), changedManually: index },
  ...{ times: optional(list(timedStep)), hidden: optional(list(id)), secret: optional(list(index)) },
});

/**
 * Returns the first fault of a file's content, or null for a record that can be played: everything a record is written
 * with is checked here, before anything is played.
 */
export const recordFaultIn = (value: unknown): ShapeFault | null =>
  jsonFault(value) ?? RECORD(value, '') ?? rulesetFault(value as FightRecord);

const rulesetFault = ({ ruleset, start }: FightRecord): ShapeFault | null =>
  oneOf(ruleset)(start.ruleset, at('start', 'ruleset'));

/** Returns the first condition or state field of a record that these rules do not have, or null. */
export function rulesFaultIn({ conditions: table, stateSchema }: Ruleset, { start, exchanges }: FightRecord) {
  const known = (value: string, path: string): ShapeFault | null =>
    Object.hasOwn(table, value) ? null : { path: at(path, 'id'), reason: 'choice' };
  const stateField = (key: string, value: Json | undefined, path: string): ShapeFault | null => {
    if (!stateSchema.has(key)) return { path, reason: 'choice' };
    return value === null || stateSchema.accepts(key, value) ? null : { path, reason: 'unfit' };
  };
  const fighterFault = ({ conditions: had, state }: Fighter, path: string): ShapeFault | null =>
    firstFault(had.entries(), ([key, { id: own }]) => known(own, at(at(path, 'conditions'), key))) ??
    firstFault(Object.entries(state), ([key, value]) => stateField(key, value, at(at(path, 'state'), key)));
  const effectFault = (effect: Effect, path: string): ShapeFault | null => {
    if (effect.kind === 'condition-added' || effect.kind === 'condition-removed')
      return known(effect.condition.id, at(path, 'condition'));
    if (effect.kind !== 'state') return null;
    return stateField(effect.key, effect.to, at(path, 'to')) ?? stateField(effect.key, effect.from, at(path, 'from'));
  };
  return (
    firstFault(Object.entries(start.fighters), ([key, each]) => fighterFault(each, at('start.fighters', key))) ??
    firstFault(exchanges.entries(), ([number, { entries }]) =>
      firstFault(entries.entries(), ([key, each]) => {
        const effect = effectIn(each);
        return effect && effectFault(effect, `${at(at(at('exchanges', number), 'entries'), key)}.answer`);
      }),
    )
  );
}

/** Checks what holds for every value: names, depth, and sizes. */
function jsonFault(whole: unknown): ShapeFault | null {
  let values = 0;
  const look = (value: unknown, path: string, depth: number): ShapeFault | null => {
    if (++values > MOST_VALUES) return { path: '', reason: 'many' };
    if (typeof value === 'string') return text(value, path);
    // Times are the only larger numbers.
    if (typeof value === 'number') return within(-LONGEST_FIGHT, LONGEST_FIGHT)(value, path);
    if (typeof value !== 'object' || value === null) return null;
    if (depth === 0) return { path, reason: 'deep' };
    if (Array.isArray(value)) return firstFault(value.entries(), ([key, each]) => look(each, at(path, key), depth - 1));
    return firstFault(Object.entries(value), ([key, each]) =>
      isSafeName(key)
        ? look(each, at(path, key), depth - 1)
        : { path: at(path, key.slice(0, LONGEST_ID)), reason: 'id' },
    );
  };
  return look(whole, '', DEEPEST);
}
