import type { ConditionTable } from '../../encounter/condition';
import type { FighterInput } from '../../encounter/ruleset';
import type { Fighter, FighterState, Item, Pool } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import type { Reference } from './reference';
import {
  type Field,
  type Fields,
  fieldsOf,
  InvalidValueError,
  int,
  isProse,
  type ProseField,
  read,
  readFields,
  type ValuesOf,
} from './schema';
import type { StoredChange } from './stored-change';

/** Where a pool is stored: on the actor for good, or in the fighter's state for one encounter. */
export interface PoolLocation {
  readonly document: 'actor' | 'combat';
  /** On an actor the path below `system`; in a combat the state key. */
  readonly path: string;
}

/** Colors of 3D dice. */
export interface DieStyle {
  readonly foreground: string;
  readonly background: string;
}

/** Which dice of a ruleset have the color of a type of damage. */
export interface DamageDice {
  /** The field of an item that names its type. */
  readonly field: string;
  /** Ids of the rolls. */
  readonly rolls: readonly string[];
  /** By type. */
  readonly styles: Readonly<Record<string, DieStyle>>;
}

/** A filter of the compendium browser: one value that entries have, each subtype in a field of its own. */
export interface BrowserFilter {
  readonly id: string;
  /** Paths below `system` by subtype of actors and items. */
  readonly fields: Readonly<Record<string, string>>;
  /** By subtype, a field without which the value does not count: a spell without damage has no type of damage. */
  readonly needs?: Readonly<Record<string, string>>;
}

/** Everything a ruleset stores of a fighter, declared once. */
export interface SheetSchema<
  P extends string = string,
  A extends Fields = Fields,
  I extends Readonly<Record<string, Fields>> = Readonly<Record<string, Fields>>,
> {
  readonly id: string;
  readonly pools: Readonly<Record<P, PoolLocation>>;
  /** Bars of a new token; default: the first two pools. */
  readonly bars?: readonly NoInfer<P>[];
  /** The pool that other packages read as hit points; default: the first bar. `countsUp` for a pool that damage fills. */
  readonly health?: { readonly pool: NoInfer<P>; readonly countsUp?: boolean };
  readonly actor: A;
  readonly items: I;
  /** Images of new documents by subtype: names below Cadence's `icons/`, or full paths. */
  readonly artwork?: Readonly<Record<string, string>>;
  readonly reference?: Reference;
  /** Types of damage, for colored 3D dice. */
  readonly damage?: DamageDice;
  /** Filters of the compendium browser besides name and kind, in this order. One without values is not shown. */
  readonly filters?: readonly BrowserFilter[];
  /** The JSON file with foes by role and rank, as Foundry serves it; see `FoeRoles`. Without it there are no quick foes. */
  readonly roles?: string;
  /** Migrations from earlier versions. */
  readonly changes?: readonly StoredChange[];
}

/** Returns the schema, typed by its fields. */
export const sheetSchema = <
  const P extends string,
  const A extends Fields,
  const I extends Readonly<Record<string, Fields>>,
>(
  schema: SheetSchema<P, A, I>,
): SheetSchema<P, A, I> => schema;

/** Returns a pool stored on the actor. @param path below `system` */
export const actorPool = (path: string): PoolLocation => ({ document: 'actor', path: `${path}.value` });
export const encounterPool = (key: string): PoolLocation => ({ document: 'combat', path: key });

export type ActorValuesOf<S extends SheetSchema> = ValuesOf<S['actor']>;
export type ItemType<S extends SheetSchema> = keyof S['items'] & string;
export type ItemOf<S extends SheetSchema, T extends ItemType<S> = ItemType<S>> =
  T extends ItemType<S> ? Item & { readonly type: T } & ValuesOf<S['items'][T]> : never;
export type PoolOf<S extends SheetSchema> = keyof S['pools'] & string;

/** Upper bound of every pool, independent of its maximum. */
export const MAX_POINTS = 9999;
export const POINTS = int(0, { min: 0, max: MAX_POINTS });

/**
 * Returns sheet values. Nested fields may use their short name and flat records their ids: `str: 14`, `evasion: 11`.
 * Throws {@link InvalidValueError}.
 */
export function readBase<S extends SheetSchema>(
  { id, actor }: S,
  raw: Readonly<Record<string, unknown>>,
): ActorValuesOf<S> {
  const base: Record<string, unknown> = {};
  const nestedValues: (readonly [path: readonly string[], value: unknown])[] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (Object.hasOwn(actor, name)) {
      base[name] = value;
      continue;
    }
    const found = findField(actor, name);
    if (!found) throw new RangeError(`${name}: the ${id} rules know no such statistic`);
    nestedValues.push([found.path, read(found.field, value, name)]);
  }
  for (const [path, value] of nestedValues) setAtPath(base, path, value);
  return readFields(actor, base) as ActorValuesOf<S>;
}

/** Returns the field for a short name or a flat record's id, with its path. */
function findField(fields: Fields, name: string): { readonly field: Field; readonly path: readonly string[] } | null {
  for (const [key, field] of fieldsOf(fields)) {
    const { is } = field;
    if (field.short === name) return { field, path: [key] };
    if (is.kind === 'record' && field.flat && is.ids?.includes(name)) return { field: is.of, path: [key, name] };
    const nested = is.kind === 'group' ? findField(is.fields, name) : null;
    if (nested) return { field: nested.field, path: [key, ...nested.path] };
  }
  return null;
}

/** Sets a value at a path; objects on the way are copied. */
export function setAtPath(
  into: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = { ...(lookup(into, first) as Record<string, unknown> | undefined) };
  setAtPath(inner, rest, value);
  into[first] = inner;
}

/** Returns an item with initial values for missing fields. Throws {@link InvalidValueError}. */
export function readItem<S extends SheetSchema>({ items }: S, raw: FighterInput['items'][number]): ItemOf<S> {
  const { id, name, type, ...values } = raw;
  const fields = Object.hasOwn(items, type) ? items[type] : undefined;
  if (!fields) throw new RangeError(`items.${id}.type: ${type} is not one of ${Object.keys(items).join(', ')}`);
  return { id, name, type, ...readFields(fields, values, `items.${id}`) } as ItemOf<S>;
}

/** Maximum and initial value of a pool; one number for both. */
export type PoolFill = number | { readonly max: number; readonly first: number };

interface Derived<S extends SheetSchema, Stats, Gear extends Item, State extends FighterState> {
  readonly conditions: ConditionTable;
  readonly stats: Stats;
  readonly items: Gear[];
  readonly state: State;
  readonly pools: Readonly<Record<PoolOf<S>, PoolFill>>;
}

/** Returns a fighter. Throws RangeError for an unknown pool or condition. */
export function createFighter<S extends SheetSchema, Stats, Gear extends Item, State extends FighterState>(
  schema: S,
  sheet: FighterInput,
  { conditions, stats, items, state, pools }: Derived<S, Stats, Gear, State>,
): Fighter<Stats, Gear, State, PoolOf<S>> {
  const { id, name, side, player, place } = sheet;
  for (const pool of Object.keys(sheet.pools))
    if (!Object.hasOwn(schema.pools, pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(conditions, condition.id)) throw new RangeError(`conditions: unknown condition ${condition.id}`);
  const filled = Object.entries<PoolFill>(pools).map(([pool, fill]): [string, Pool] => {
    const { max, first } = typeof fill === 'number' ? { max: fill, first: fill } : fill;
    return [pool, { value: read({ ...POINTS, initial: first }, lookup(sheet.pools, pool), `pools.${pool}`), max }];
  });
  return {
    id,
    name,
    side,
    player,
    place,
    stats,
    items,
    state: state,
    pools: Object.fromEntries(filled) as Record<PoolOf<S>, Pool>,
    conditions: [...sheet.conditions],
  };
}

/** Returns the leaves of nested fields with their paths. */
export function leavesOf(fields: Fields, above: readonly string[] = []): readonly (readonly [string, Field])[] {
  return fieldsOf(fields).flatMap(([name, field]): readonly (readonly [string, Field])[] => {
    const path = [...above, name];
    return field.is.kind === 'group' ? leavesOf(field.is.fields, path) : [[path.join('.'), field]];
  });
}

/** Returns the formatted texts with their paths. */
export const proseOf = (fields: Fields, above: readonly string[] = []): readonly (readonly [string, ProseField])[] =>
  Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, ProseField])[] => {
    const path = [...above, name];
    if (isProse(field)) return [[path.join('.'), field]];
    return field.is.kind === 'group' ? proseOf(field.is.fields, path) : [];
  });
