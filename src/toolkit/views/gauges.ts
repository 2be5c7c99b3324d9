import { type Fighter, poolOf } from '../../encounter/state';
import type { Gauge } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import { labelOfPool } from '../define/labels';

export interface GaugeAppearance<F extends Fighter = Fighter> {
  readonly shape: Gauge['shape'];
  /** Returns true if it needs attention; default never. */
  readonly low?: (value: number, max: number) => boolean;
  /** Whether all players see it; default false. */
  readonly isPublic?: boolean | ((fighter: F) => boolean);
  readonly per?: number;
}

export const isQuarterOrLess = (value: number, max: number): boolean => value * 4 <= max;

/** Returns the gauge of a pool. */
export function gaugeOf<F extends Fighter>(
  looks: Readonly<Record<string, GaugeAppearance<F>>>,
  fighter: F,
  pool: string,
): Gauge {
  const { value, max } = poolOf(fighter, pool);
  const { shape = 'number', low, isPublic = false, per }: Partial<GaugeAppearance<F>> = lookup(looks, pool) ?? {};
  const isShown = typeof isPublic === 'function' ? isPublic(fighter) : isPublic;
  return {
    id: pool,
    shape,
    label: labelOfPool(pool),
    value,
    max,
    pool,
    low: low?.(value, max) ?? false,
    ...(isShown && { isPublic: true }),
    ...(per !== undefined && { per }),
  };
}
