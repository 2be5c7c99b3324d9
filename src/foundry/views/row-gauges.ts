import type { FighterRow } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import type { Parts } from './parts';

/**
 * Returns the gauges of a fighter's row: health first, in a color of its own. Marks pools of a few dots that stand beside others: they are
 * kinds of actions and keep their initial.
 */
export function rowGauges(row: FighterRow, parts: Parts, { pools, health }: Adapter) {
  const gauges = row.gauges.map((gauge) => parts.gauge(gauge));
  const isKind = gauges.filter(({ isFew }) => isFew).length > 1;
  return gauges
    .map((gauge) => ({
      ...gauge,
      isKind: isKind && gauge.isFew,
      isHealth: health !== null && lookup(pools, gauge.pool)?.path === `${health.path}.value`,
    }))
    .sort((a, b) => Number(b.isHealth) - Number(a.isHealth));
}
