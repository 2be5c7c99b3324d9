import type { Encounter, Fighter, FighterId } from './state';
import type { Gauge, TrackerView, Viewer } from './view';

/** How players see pools of fighters without a player: numbers, a bar in quarters, or nothing. */
export const POOL_VISIBILITY = ['exact', 'rough', 'hidden'] as const;
export type PoolVisibility = (typeof POOL_VISIBILITY)[number];

const QUARTERS = 4;

/** Returns the tracker without, or with rounded, pools of fighters that no player owns. The GM sees everything. */
export function redactTracker(
  view: TrackerView,
  encounter: Encounter,
  viewer: Viewer,
  visibility: PoolVisibility,
): TrackerView {
  if (viewer.gm || visibility === 'exact') return view;
  const rows = view.rows.map((row) =>
    showsPools(encounter, viewer, row.id)
      ? row
      : { ...row, gauges: row.gauges.flatMap((gauge) => visibleGauges(gauge, visibility)) },
  );
  return { ...view, rows };
}

/** Returns the encounter for a viewer's odds: hidden pools count as full, so that odds reveal nothing. */
export function maskHiddenPools<E extends Encounter>(encounter: E, viewer: Viewer, visibility: PoolVisibility): E {
  if (viewer.gm || visibility !== 'hidden') return encounter;
  const fighters = Object.values(encounter.fighters).map((fighter) =>
    showsPools(encounter, viewer, fighter.id) ? fighter : withFullPools(fighter),
  );
  return { ...encounter, fighters: Object.fromEntries(fighters.map((fighter) => [fighter.id, fighter])) };
}

function withFullPools<F extends Fighter>(fighter: F): F {
  const pools = Object.entries(fighter.pools).map(([id, pool]) => [id, { ...pool, value: pool.max }]);
  return { ...fighter, pools: Object.fromEntries(pools) };
}

const showsPools = ({ fighters }: Encounter, viewer: Viewer, id: FighterId): boolean =>
  fighters[id]?.player === true || viewer.owns.includes(id);

function visibleGauges(gauge: Gauge, visibility: PoolVisibility): Gauge[] {
  if (gauge.isPublic) return [gauge];
  return visibility === 'hidden' ? [] : roundedGauge(gauge);
}

/** Returns the gauge rounded up to quarters: only an empty pool looks empty. Empty list without a maximum. */
function roundedGauge(gauge: Gauge): Gauge[] {
  if (gauge.max <= 0) return [];
  const value = Math.ceil(QUARTERS * Math.min(1, Math.max(0, gauge.value / gauge.max)));
  const { setAside: _, ...shown } = gauge;
  return [{ ...shown, shape: 'bar', value, max: QUARTERS, low: value <= 1, rough: true }];
}
