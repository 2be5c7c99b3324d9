/** The id Foundry gives the level it makes of an older scene (foundryvtt/crucible: _source/playtest, stored by 14.364). */
export const DEFAULT_LEVEL = 'defaultLevel0000';

/**
 * Gives a whole scene the level it must have, made of where its picture was kept before 14; in place.
 * T14: client/documents/level.d.mts; the names of the old fields: common/documents/scene.d.mts at 13.341.
 */
export function withLevels(scene: any): any {
  if (scene.levels?.length > 0) return scene;
  const { background, backgroundColor, foreground } = scene;
  scene.levels = [
    {
      _id: DEFAULT_LEVEL,
      name: scene.name,
      elevation: { bottom: 0, top: 20 },
      background: { src: background?.src ?? null, color: backgroundColor ?? '#999999' },
      foreground: { src: foreground ?? null },
    },
  ];
  scene.initialLevel = DEFAULT_LEVEL;
  for (const key of ['background', 'backgroundColor', 'foreground', 'foregroundElevation']) delete scene[key];
  return scene;
}
