import type { Data, DocumentData } from './data';
import { isPlainObject } from './types-of';

/**
 * The id of the level that Foundry creates for an older scene (foundryvtt/crucible: _source/playtest, stored by
 * 14.364).
 */
export const DEFAULT_LEVEL = 'defaultLevel0000';

/**
 * Adds the required level to a complete scene in place, from the image fields of versions before 14.
 * T14: client/documents/level.d.mts; the names of the old fields: common/documents/scene.d.mts at 13.341.
 */
export function withLevels<S extends DocumentData>(scene: S): S {
  if (Array.isArray(scene.levels) && scene.levels.length > 0) return scene;
  const { background, backgroundColor, foreground } = scene;
  const level = {
    _id: DEFAULT_LEVEL,
    name: scene.name,
    elevation: { bottom: 0, top: 20 },
    background: {
      src: (isPlainObject(background) ? background['src'] : null) ?? null,
      color: backgroundColor ?? '#999999',
    },
    foreground: { src: foreground ?? null },
  };
  Object.assign(scene, { levels: [level], initialLevel: DEFAULT_LEVEL });
  const data: Data = scene;
  for (const key of ['background', 'backgroundColor', 'foreground', 'foregroundElevation']) delete data[key];
  return scene;
}
