import type { Ground, Location } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';

const cache = new WeakMap<Ground, Map<string, Ground>>();

/**
 * Returns the ground as it is on the level of a point, or on either level of two points: the walls, terrain and light of
 * other levels do not count. A point without a level is on all of them.
 */
export function groundOfLevel(ground: Ground, { level }: Location, other?: Location): Ground {
  if (!ground.levels || level === undefined) return ground;
  const second = other ? other.level : level;
  return second === undefined ? ground : cachedPart(ground, level, second);
}

function cachedPart(ground: Ground, level: string, second: string): Ground {
  const parts = cache.get(ground) ?? new Map<string, Ground>();
  cache.set(ground, parts);
  const key = [level, second].sort().join(' ');
  const known = parts.get(key) ?? partOf(ground, new Set([level, second]));
  parts.set(key, known);
  return known;
}

function partOf(ground: Ground, wanted: ReadonlySet<string>): Ground {
  const { difficult, walls, light } = ground;
  const isThere = ({ levels }: { readonly levels?: readonly string[] }): boolean =>
    levels === undefined || levels.some((level) => wanted.has(level));
  return {
    ...ground,
    ...(difficult && { difficult: difficult.filter(isThere) }),
    ...(walls && { walls: walls.filter(isThere) }),
    ...(light && { light: { ...light, lamps: light.lamps.filter(isThere) } }),
  };
}

/** Returns true if a floor is between two points: they are on different levels, and neither level shows the other. */
export function isFloorBetween({ levels }: Ground, { level: a }: Location, { level: b }: Location): boolean {
  if (!levels || a === undefined || b === undefined || a === b) return false;
  return !lookup(levels, a)?.includes(b) && !lookup(levels, b)?.includes(a);
}
