import type { Encounter, Fighter, FighterId } from './state';
import type { Gauge, TrackerView, Viewer } from './view';

/** What players see of the pools of those who are nobody's: the numbers, a bar in quarters, or nothing. */
export const POOL_VISIBILITY = ['exact', 'rough', 'hidden'] as const;
export type PoolVisibility = (typeof POOL_VISIBILITY)[number];

const QUARTERS = 4;

/**
 * The tracker as it may be shown to the viewer: the pools of fighters that no player owns are left out or made rough, whatever the
 * ruleset. The game master sees all, and everybody the players' fighters.
 */
export function redactTracker(
  view: TrackerView,
  encounter: Encounter,
  viewer: Viewer,
  openness: PoolVisibility,
): TrackerView {
  if (viewer.gm || openness === 'exact') return view;
  const rows = view.rows.map((row) =>
    isOpen(encounter, viewer, row.id)
      ? row
      : { ...row, gauges: row.gauges.flatMap((gauge) => visibleGauges(gauge, openness)) },
  );
  return { ...view, rows };
}

/**
 * The encounter a viewer reckons with before acting: where pools are hidden they count as full, so that no forecast tells what is
 * left in them.
 */
export function maskHiddenPools<E extends Encounter>(encounter: E, viewer: Viewer, openness: PoolVisibility): E {
  if (viewer.gm || openness !== 'hidden') return encounter;
  const fighters = Object.values(encounter.fighters).map((fighter) =>
    isOpen(encounter, viewer, fighter.id) ? fighter : withFullPools(fighter),
  );
  return { ...encounter, fighters: Object.fromEntries(fighters.map((fighter) => [fighter.id, fighter])) };
}

function withFullPools<F extends Fighter>(fighter: F): F {
  const pools = Object.entries(fighter.pools).map(([id, pool]) => [id, { ...pool, value: pool.max }]);
  return { ...fighter, pools: Object.fromEntries(pools) };
}

const isOpen = ({ fighters }: Encounter, viewer: Viewer, id: FighterId): boolean =>
  fighters[id]?.player === true || viewer.owns.includes(id);

function visibleGauges(gauge: Gauge, openness: PoolVisibility): Gauge[] {
  if (gauge.isPublic) return [gauge];
  return openness === 'hidden' ? [] : roundedGauge(gauge);
}

/** How full it is, rounded up to a quarter, so that only what is empty looks empty; nothing where it has no maximum. */
function roundedGauge(gauge: Gauge): Gauge[] {
  if (gauge.max <= 0) return [];
  const value = Math.ceil(QUARTERS * Math.min(1, Math.max(0, gauge.value / gauge.max)));
  return [{ ...gauge, shape: 'bar', value, max: QUARTERS, low: value <= 1, rough: true }];
}
