import type { Ground, Place } from '../../encounter/state';
import { unitsOf } from './units';

/** API v14: Level#visibility, `levels` that are shown from this one, and #elevation, null without a limit. */
interface LevelLike {
  readonly id: string | null;
  readonly elevation?: { readonly bottom: number | null; readonly top: number | null };
  readonly visibility?: { readonly levels?: Iterable<string> };
}

/** API v14: Scene#levels, #initialLevel, Canvas#level. Read on v14 by dnd5e and Sequencer. */
export interface SceneWithLevels {
  readonly levels?: Iterable<LevelLike> & { readonly size: number };
  readonly initialLevel?: LevelLike | null;
}

interface PlacedToken {
  readonly parent: object | null;
  readonly _source: object;
}

/** A document on some levels of its scene, on all of them if empty. API v14: foundryvtt issue 13844. */
export interface OnLevels {
  readonly levels?: Iterable<string>;
}

/** Levels only matter if there are several: a token may name a level that its scene does not have. */
const hasSeveralLevels = (scene: object | null): boolean => ((scene as SceneWithLevels)?.levels?.size ?? 0) > 1;

/** Returns for each level the others that it shows, or nothing on a scene of one level. */
export function levelsOf(scene: object): Pick<Ground, 'levels'> {
  if (!hasSeveralLevels(scene)) return {};
  const { levels = [] } = scene as SceneWithLevels;
  return {
    levels: Object.fromEntries([...levels].map(({ id, visibility }) => [id ?? '', [...(visibility?.levels ?? [])]])),
  };
}

/** Returns the levels that a part of the map is on, or nothing if it is on all of them. */
export function levelsOn(scene: object, { levels = [] }: OnLevels): { levels?: readonly string[] } {
  const ids = hasSeveralLevels(scene) ? [...levels] : [];
  return ids.length > 0 ? { levels: ids } : {};
}

/** Returns the level of a place, or nothing on a scene of one level. */
export const levelOn = (scene: object | null, level: string | undefined): { level?: string } =>
  level !== undefined && hasSeveralLevels(scene) ? { level } : {};

/**
 * Returns the level that a movement of a token has to name. A copied token, or one whose level was deleted, has one that its scene does not
 * have, and Foundry moves it only to one that exists (foundryvtt issue 14169).
 */
export function levelToMoveOn({ parent, _source }: PlacedToken, wanted?: string): { level?: string } {
  const { levels = [], initialLevel } = (parent ?? {}) as SceneWithLevels;
  const ids = [...levels].map(({ id }) => id);
  const { level: own } = _source as { readonly level?: string };
  const level = [wanted, own, initialLevel?.id, ids[0]].find((id) => id && ids.includes(id));
  return level ? { level } : {};
}

/** Returns true if a place is on a level of the scene, at a height of that level. */
export function isOnLevel(scene: object | null, { level, elevation }: Place): boolean {
  if (level === undefined) return !hasSeveralLevels(scene);
  const height = unitsOf(scene, elevation);
  return elevationOnLevel(scene, level, height) === height;
}

/** Returns the nearest elevation of a level in the scene's unit, or null if the scene has no such level. API v14: Level#clampElevation. */
export function elevationOnLevel(scene: object | null, level: string, elevation: number): number | null {
  const found = [...((scene as SceneWithLevels | null)?.levels ?? [])].find(({ id }) => id === level);
  if (!found) return null;
  const { bottom, top } = found.elevation ?? {};
  return Math.max(bottom ?? -Infinity, Math.min(elevation, top ?? Infinity));
}
