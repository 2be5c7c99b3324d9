import type { FighterInput } from '../../encounter/ruleset';
import type { Fighter, Pool } from '../../encounter/state';
import { MAX_POINTS } from '../../toolkit/define/sheet-schema';

/** By how much active effects have moved the maxima the rules derive, by pool. */
type Shifts = Readonly<Record<string, number>>;

const shifts = new WeakMap<Actor.Implementation, Shifts>();

/** Notes what effects have made of an actor's maxima when it was prepared. */
export const setShifts = (actor: Actor.Implementation, to: Shifts): unknown => shifts.set(actor, to);

/** By how much effects move a pool's maximum from what the rules derive, within what a pool holds. */
export const shiftOf = (actor: Actor.Implementation, pool: string, max: number): number =>
  clamped(max + (shifts.get(actor)?.[pool] ?? 0)) - max;

const clamped = (max: number): number => Math.min(MAX_POINTS, Math.max(0, max));

/**
 * A fighter with its maxima as effects have left them. A pool never written that is full stays full.
 * @param read makes the fighter of what its pools hold
 * @param pools what is written of them
 */
export function withShiftedMaxima(
  actor: Actor.Implementation,
  read: (pools: FighterInput['pools']) => Fighter,
  pools: FighterInput['pools'],
): Fighter {
  const fighter = read(pools);
  const shifted: Record<string, Pool> = {};
  for (const [id, by] of Object.entries(shifts.get(actor) ?? {})) {
    const pool = fighter.pools[id];
    if (!pool) continue;
    const max = clamped(pool.max + by);
    const isFull = !(id in pools) && pool.value === pool.max;
    shifted[id] = { value: isFull ? max : pool.value, max };
  }
  if (Object.keys(shifted).length === 0) return fighter;
  // What the rules draw from how full a pool is, they draw from what it holds now.
  const filled = Object.fromEntries(Object.entries(shifted).map(([id, { value }]) => [id, value]));
  const again = read({ ...pools, ...filled });
  return { ...again, pools: { ...again.pools, ...shifted } };
}
