import { groundAt } from '../../encounter/scenes';
import type { Ground, Location } from '../../encounter/state';

const cache = new WeakMap<Ground, Map<string, Ground>>();

/**
 * Returns the ground of a point's scene as it is on its level, or on either level of two points of that scene: the walls,
 * terrain and light of other levels do not count. A point without a level is on all of them.
 */
export function groundOfLevel(ground: Ground, at: Location, other?: Location): Ground {
  const local = groundAt(ground, at);
  const { level } = at;
  if (!local.levels || level === undefined) return local;
  const second = other ? other.level : level;
  return second === undefined ? local : cachedPart(local, level, second);
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
