import type { Pool } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';
import type { SheetSchema } from '../../toolkit/define/sheet-schema';

/** The pool of an actor that other packages read as hit points. */
export interface Health {
  /** Below `system`, without `.value`. */
  readonly path: string;
  readonly countsUp: boolean;
}

/** Returns the pool that other packages read as hit points; null if it is not stored on the actor. */
export function healthOf({ pools, bars, health }: Pick<SheetSchema, 'pools' | 'bars' | 'health'>): Health | null {
  const [first = ''] = bars ?? Object.keys(pools);
  const { pool, countsUp = false } = health ?? { pool: first };
  const location = lookup(pools, pool);
  if (location?.document !== 'actor' || !location.path.endsWith('.value')) return null;
  return { path: location.path.slice(0, -'.value'.length), countsUp };
}

/** Returns the pool as hit points: what is left of how many. */
export const remainingHealth = ({ countsUp }: Health, { value, max }: Pool) => ({
  value: countsUp ? Math.max(0, max - value) : value,
  max,
  min: 0,
});
