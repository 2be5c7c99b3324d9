import { alter, apply } from '../encounter/change';
import type { Command } from '../encounter/command';
import type { ConditionTable } from '../encounter/condition';
import { impossible } from '../encounter/legality';
import { type Encounter, fighterOf } from '../encounter/state';
import type { Reason } from '../kernel/ask';
import type { Json } from '../kernel/json';
import type { Procedure } from '../kernel/procedure';
import { gain, shed } from './condition';

/** What stands against setting a pool by hand: `{ at, options: { pool, to } }`. */
export function whyNotAdjust(encounter: Encounter, { at, options }: Command): readonly Reason[] {
  const fighter = at === undefined ? undefined : encounter.fighters[at];
  if (!fighter) return [impossible('no-fighter')];
  const { pool, to } = options ?? {};
  if (typeof pool !== 'string' || !fighter.pools[pool]) return [impossible('no-pool', { pool: String(pool) })];
  return Number.isInteger(to) ? [] : [impossible('no-number', { value: String(to) })];
}

/** Sets a pool by hand, within its bounds. Returns what it moved by. */
export function* adjust(encounter: Encounter, { at, options }: Command): Procedure<number> {
  const pool = String(options!.pool);
  return yield* alter(at!, pool, Number(options!.to) - fighterOf(encounter, at!).pools[pool]!.value);
}

/** What stands against giving or taking a condition by hand: `{ at, options: { condition, on } }`. */
export function whyNotAfflict(
  table: ConditionTable,
  encounter: Encounter,
  { at, options }: Command,
): readonly Reason[] {
  if (at === undefined || !encounter.fighters[at]) return [impossible('no-fighter')];
  const id = String(options?.condition);
  if (!Object.hasOwn(table, id)) return [impossible('no-condition', { condition: id })];
  return typeof options!.on === 'boolean' ? [] : [impossible('no-mark', { value: String(options!.on) })];
}

/** Gives a condition by hand, without an end, or takes its root instances away. */
export function* afflict(encounter: Encounter, { at, options }: Command): Procedure<void> {
  const id = String(options!.condition);
  if (options!.on) yield* gain(at!, id, null);
  else yield* shed(fighterOf(encounter, at!), id);
}

/** Writes a mark into a fighter's book, or removes it. */
export function* mark(of: string, key: string, to: Json): Procedure<void> {
  yield* apply({ kind: 'book', of, key, to });
}

/** What stands against setting somebody down by hand: `{ at, path }`. */
export function whyNotPlace({ fighters }: Encounter, { at, path }: Command): readonly Reason[] {
  const fighter = at === undefined ? undefined : fighters[at];
  if (!fighter) return [impossible('no-fighter')];
  return fighter.place && path?.length ? [] : [impossible('no-path')];
}

/** Sets somebody down at the end of a way, whatever that would cost. */
export function* setDown(_: Encounter, { at, path }: Command): Procedure<void> {
  yield* apply({ kind: 'move', of: at!, to: path!.at(-1)!, by: path!.slice(0, -1) });
}
