import type { ConditionTable } from '../../encounter/condition';
import type { FighterInput } from '../../encounter/ruleset';
import type { Fighter, FighterState, Item, Pool } from '../../encounter/state';
import type { Reference } from './reference';
import { type Field, type Fields, fieldsOf, InvalidValueError, int, read, readFields, type ValuesOf } from './schema';
import type { StoredChange } from './stored-change';

/** Where a pool is kept: with the actor, for good, or in the fighter's book, until the encounter forgets it. */
export interface PoolLocation {
  readonly document: 'actor' | 'combat';
  /** Of an actor the path below `system`, to the value and what the rules derive beside it; of a combat the key in the book. */
  readonly path: string;
}

/** Everything a ruleset keeps of a fighter, each field declared once. */
export interface SheetSchema<
  P extends string = string,
  A extends Fields = Fields,
  I extends Readonly<Record<string, Fields>> = Readonly<Record<string, Fields>>,
> {
  /** The ruleset's. */
  readonly id: string;
  readonly pools: Readonly<Record<P, PoolLocation>>;
  /** What a table watches first: the bars of a new actor's token. The first two pools where nothing is said. */
  readonly bars?: readonly NoInfer<P>[];
  readonly actor: A;
  /** Fields of items by their subtype. */
  readonly items: I;
  /** Pictures of new actors and items by their subtype: names below Cadence's `icons/`, or whole paths. */
  readonly artwork?: Readonly<Record<string, string>>;
  /** Where its rules can be read. */
  readonly reference?: Reference;
  /** What earlier versions stored otherwise. */
  readonly changes?: readonly StoredChange[];
}

/** Declares what a ruleset keeps of its fighters. */
export const sheetSchema = <
  const P extends string,
  const A extends Fields,
  const I extends Readonly<Record<string, Fields>>,
>(
  schema: SheetSchema<P, A, I>,
): SheetSchema<P, A, I> => schema;

/** A pool that lasts. @param path below `system`, where that is not the pool's id */
export const actorPool = (path: string): PoolLocation => ({ document: 'actor', path: `${path}.value` });
/** A pool of the encounter. */
export const encounterPool = (key: string): PoolLocation => ({ document: 'combat', path: key });

/** What is entered on an actor's sheet. */
export type BaseOf<S extends SheetSchema> = ValuesOf<S['actor']>;
export type ItemType<S extends SheetSchema> = keyof S['items'] & string;
/** An item as the rules read it, of one subtype or of any. */
export type ItemOf<S extends SheetSchema, T extends ItemType<S> = ItemType<S>> =
  T extends ItemType<S> ? Item & { readonly type: T } & ValuesOf<S['items'][T]> : never;
export type PoolOf<S extends SheetSchema> = keyof S['pools'] & string;

/** Points in a pool, and how many there may be at all, whatever its maximum. */
export const MAX_POINTS = 9999;
export const POINTS = int(0, { min: 0, max: MAX_POINTS });

/**
 * Reads what is entered on a sheet. A field that is nested may be named by its short name, and an id of a flat record by itself: `str: 14`,
 * `evasion: 11`. Throws {@link InvalidValueError}.
 */
export function readBase<S extends SheetSchema>({ id, actor }: S, raw: Readonly<Record<string, unknown>>): BaseOf<S> {
  const whole: Record<string, unknown> = {};
  const parts: (readonly [path: readonly string[], value: unknown])[] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (Object.hasOwn(actor, name)) {
      whole[name] = value;
      continue;
    }
    const found = named(actor, name);
    if (!found) throw new RangeError(`${name}: the ${id} rules know no such statistic`);
    parts.push([found.path, read(found.field, value, name)]);
  }
  for (const [path, value] of parts) put(whole, path, value);
  return readFields(actor, whole) as BaseOf<S>;
}

/** The field of another name, with its path: one below a heading, or a value of a record whose ids stand beside it. */
function named(fields: Fields, name: string): { readonly field: Field; readonly path: readonly string[] } | null {
  for (const [key, field] of fieldsOf(fields)) {
    const { is } = field;
    if (field.short === name) return { field, path: [key] };
    if (is.kind === 'record' && field.flat && is.ids?.includes(name)) return { field: is.of, path: [key, name] };
    const below = is.kind === 'group' ? named(is.fields, name) : null;
    if (below) return { field: below.field, path: [key, ...below.path] };
  }
  return null;
}

/** Puts a value where its path leads; what is on the way is copied, not changed. */
function put(into: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = { ...(into[first] as Record<string, unknown> | undefined) };
  put(inner, rest, value);
  into[first] = inner;
}

/** Reads an item, everything not said being as it begins. Throws {@link InvalidValueError} naming item and field. */
export function readItem<S extends SheetSchema>({ items }: S, raw: FighterInput['items'][number]): ItemOf<S> {
  const { id, name, type, ...values } = raw;
  const fields = Object.hasOwn(items, type) ? items[type] : undefined;
  if (!fields) throw new RangeError(`items.${id}.type: ${type} is not one of ${Object.keys(items).join(', ')}`);
  return { id, name, type, ...readFields(fields, values, `items.${id}`) } as ItemOf<S>;
}

/** How full a pool may be, and how full it is where nobody has written it; a number alone is both. */
export type PoolFill = number | { readonly max: number; readonly first: number };

/** What rules have made of a sheet. */
interface Derived<S extends SheetSchema, Stats, Gear extends Item, Marks extends FighterState> {
  readonly conditions: ConditionTable;
  readonly stats: Stats;
  readonly items: Gear[];
  readonly state: Marks;
  readonly pools: Readonly<Record<PoolOf<S>, PoolFill>>;
}

/** Makes a fighter of a sheet and of what the rules derive of it. Throws RangeError for a pool or a condition that there is not. */
export function createFighter<S extends SheetSchema, Stats, Gear extends Item, Marks extends FighterState>(
  schema: S,
  sheet: FighterInput,
  { conditions, stats, items, state, pools }: Derived<S, Stats, Gear, Marks>,
): Fighter<Stats, Gear, Marks, PoolOf<S>> {
  const { id, name, side, player, place } = sheet;
  for (const pool of Object.keys(sheet.pools))
    if (!Object.hasOwn(schema.pools, pool)) throw new RangeError(`pools.${pool}: there is no such pool`);
  for (const condition of sheet.conditions)
    if (!Object.hasOwn(conditions, condition.id)) throw new RangeError(`conditions: there is no ${condition.id}`);
  const filled = Object.entries<PoolFill>(pools).map(([pool, filling]): [string, Pool] => {
    const { max, first } = typeof filling === 'number' ? { max: filling, first: filling } : filling;
    return [pool, { value: read({ ...POINTS, initial: first }, sheet.pools[pool], `pools.${pool}`), max }];
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

/** Leaves of an actor's fields with their paths. */
export function leavesOf(fields: Fields, above: readonly string[] = []): readonly (readonly [string, Field])[] {
  return fieldsOf(fields).flatMap(([name, field]): readonly (readonly [string, Field])[] => {
    const path = [...above, name];
    return field.is.kind === 'group' ? leavesOf(field.is.fields, path) : [[path.join('.'), field]];
  });
}
