import { lookup } from '../kernel/lookup';
import type { Ground, Place } from './state';

type OnScene = Pick<Place, 'scene'>;

/** Returns true if two places are on different scenes: nothing reaches from one to the other. */
export const isElsewhere = (ground: Ground, a: OnScene, b: OnScene): boolean =>
  a.scene !== b.scene && (a.scene ?? ground.scene) !== (b.scene ?? ground.scene);

/** Returns the ground of the scene of a place; the fight's own off the map. */
export function groundAt(ground: Ground, place: OnScene | null | undefined): Ground {
  const scene = place?.scene;
  if (ground.scenes === undefined || scene === undefined || scene === ground.scene) return ground;
  return lookup(ground.scenes, scene) ?? ground;
}

/** Returns true unless two places are on different scenes; off the map always. */
export const areTogether = (ground: Ground, a: OnScene | null, b: OnScene | null): boolean =>
  !a || !b || !isElsewhere(ground, a, b);

/** Returns a place of a fighter's way, which need not say on which scene it is: that where the fighter stands. */
export const onSceneOf = (from: OnScene | null, place: Place): Place =>
  from?.scene === undefined || place.scene !== undefined ? place : { ...place, scene: from.scene };
