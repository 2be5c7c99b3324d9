import { lookup } from '../kernel/lookup';
/** A moment of a fight, and each side's chance to win from there. */
export interface ForecastMoment {
  /** Number of exchanges before it. */
  readonly position: number;
  readonly chances: Readonly<Record<string, number>>;
}

/** Where the chance of the side that won has risen most. */
interface TurningPoint {
  readonly side: string;
  /** The exchange is the last before this moment. */
  readonly position: number;
  /** Number of exchanges in which it happened; 1 if it is certain which one it was. */
  readonly width: number;
  readonly before: number;
  readonly after: number;
}

/** Moments at equal distances, and all moments with those between. */
const FIRST_MOMENTS = 8;
const MOST_MOMENTS = 12;

/** A rise that forecasts of a few dozen fights tell from chance. */
const LEAST_RISE = 0.15;

/** Returns the next moment to forecast, or null if enough are known. @param known in order */
export function nextMoment(length: number, known: readonly ForecastMoment[]): number | null {
  const evenly = Array.from({ length: FIRST_MOMENTS }, (_, at) => Math.round((at * length) / (FIRST_MOMENTS - 1)));
  const missing = evenly.find((position) => known.every((moment) => moment.position !== position));
  if (missing !== undefined) return missing;
  const rise = known.length < MOST_MOMENTS ? steepestRise(known) : null;
  return rise && rise.width > 1 ? rise.position - Math.ceil(rise.width / 2) : null;
}

/** Returns the side that has won, or has the best chance at the end; null without any. */
export function winnerIn(known: readonly ForecastMoment[]): string | null {
  const chances = Object.entries(known.at(-1)?.chances ?? {});
  const [side, chance = 0] = chances.sort(([, a], [, b]) => b - a)[0] ?? [];
  return chance > 0 && side !== undefined ? side : null;
}

/** Returns the turning point as far as it is known; null if no chance has risen enough. */
export function turningPointIn(known: readonly ForecastMoment[]): TurningPoint | null {
  const rise = steepestRise(known);
  return rise && rise.after - rise.before >= LEAST_RISE ? rise : null;
}

function steepestRise(known: readonly ForecastMoment[]): TurningPoint | null {
  const side = winnerIn(known);
  if (side === null) return null;
  const rises = known.slice(1).map(({ position, chances }, at): TurningPoint => {
    const earlier = known[at] as ForecastMoment;
    const [before, after] = [lookup(earlier.chances, side) ?? 0, lookup(chances, side) ?? 0];
    return { side, position, width: position - earlier.position, before, after };
  });
  return rises.sort((a, b) => b.after - b.before - (a.after - a.before))[0] ?? null;
}
