import type { FighterInput } from '../../encounter/ruleset';
import type { Fighter, Pool } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import { MAX_POINTS } from '../../toolkit/define/sheet-schema';

/** Changes of the maxima by active effects, by pool. */
type Shifts = Readonly<Record<string, number>>;

/** By actor. They are computed when effects are applied, and read when its fighter is. */
const shifts = new WeakMap<Actor.Implementation, Shifts>();

export const setShifts = (actor: Actor.Implementation, to: Shifts): unknown => shifts.set(actor, to);

/** Returns the shift of a pool's maximum, clamped to the limits of pools. */
export const shiftOf = (actor: Actor.Implementation, pool: string, max: number): number =>
  clamped(max + (lookup(shifts.get(actor), pool) ?? 0)) - max;

const clamped = (max: number): number => Math.min(MAX_POINTS, Math.max(0, max));

/**
 * Returns a fighter with its maxima as changed by effects. An unwritten pool that is full stays full.
 * @param read makes a fighter from stored pools
 */
export function withShiftedMaxima(
  actor: Actor.Implementation,
  read: (pools: FighterInput['pools']) => Fighter,
  pools: FighterInput['pools'],
): Fighter {
  const fighter = read(pools);
  const shifted: Record<string, Pool> = {};
  for (const [id, by] of Object.entries(shifts.get(actor) ?? {})) {
    const pool = lookup(fighter.pools, id);
    if (!pool) continue;
    const max = clamped(pool.max + by);
    const isFull = !(id in pools) && pool.value === pool.max;
    shifted[id] = { value: isFull ? max : pool.value, max };
  }
  if (Object.keys(shifted).length === 0) return fighter;
  // Rules that depend on the fill level need the final values.
  const filled = Object.fromEntries(Object.entries(shifted).map(([id, { value }]) => [id, value]));
  const reread = read({ ...pools, ...filled });
  return { ...reread, pools: { ...reread.pools, ...shifted } };
}
