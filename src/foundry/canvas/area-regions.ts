import type { Ground } from '../../encounter/state';
import type { AreaView } from '../../encounter/view';
import { hasLineOfEffect } from '../../toolkit/space/sight';
import { metresBetween } from '../../toolkit/space/space';
import { adapterOf } from '../adapters/registry';
import { spaceAt } from '../host/reader';
import { metricGrid } from '../host/units';
import { text } from '../platform/text';
import { isFromHiddenFighter, isOnScene, type SceneMarker, syncSceneMarkers } from './scene-markers';

const COLOR = '#b48ad8';
/** Rounding tolerance for places on the edge, in meters. */
const SLACK = 1e-3;

/**
 * Keeps a region for each area of an encounter, such as a spell's zone. Foundry draws it, lists its tokens and notifies modules.
 * The rules compute for themselves who is inside, so changing a region has no effect on them.
 */
export const watchAreas = (): void =>
  syncSceneMarkers({
    document: 'Region',
    flag: 'area',
    isPossible: ({ type }) => adapterOf(type)?.ruleset.views.areas !== undefined,
    candidates: ({ regions }) => regions,
    expectedMarkers: (combat, scene, encounter) =>
      (adapterOf(combat.type)?.ruleset.views.areas?.(encounter) ?? []).flatMap((area) =>
        isOnScene(encounter, area, scene) ? [markerOf(combat, scene, area, encounter.ground)] : [],
      ),
  });

/** API: RegionData; T14 common/data/data.d.mts GridShapeData and CircleShapeData, CONST.REGION_VISIBILITY. */
function markerOf(
  combat: Combat.Implementation,
  scene: Scene.Implementation,
  area: AreaView,
  ground: Ground,
): SceneMarker {
  const { ALWAYS, GAMEMASTER } = CONST.REGION_VISIBILITY;
  const { id, by, x, y, elevation, level, radius } = area;
  const isHidden = isFromHiddenFighter(combat, by);
  return {
    id,
    as: [x, y, elevation, radius, isHidden, ...(level === undefined ? [] : [level])],
    data: {
      // Everyone can read the name of a region.
      name: area.name ?? text('CADENCE.App.unseen'),
      color: COLOR,
      shapes: [shapeOf(scene, area, ground)],
      levels: level === undefined ? [] : [level],
      locked: true,
      visibility: isHidden ? GAMEMASTER : ALWAYS,
    },
  };
}

/** The spaces whose center is within reach and behind no wall, as in the rules; a circle without a grid. */
function shapeOf(scene: Scene.Implementation, area: AreaView, ground: Ground): object {
  const { grid } = scene;
  const pixels = 1 / metricGrid(grid).metresPerPixel;
  const [x, y] = [area.x * pixels, area.y * pixels];
  if (grid.isGridless) return { type: 'circle', x, y, radius: area.radius * pixels };
  const center = { ...spaceAt(scene, { x: 0, y: 0 }, area), x: area.x, y: area.y };
  const reach = Math.ceil(area.radius / metricGrid(grid).cell) + 1;
  const middle = grid.getOffset({ x, y });
  const offsets: { i: number; j: number }[] = [];
  for (let i = middle.i - reach; i <= middle.i + reach; i++)
    for (let j = middle.j - reach; j <= middle.j + reach; j++) {
      const there = spaceAt(scene, grid.getCenterPoint({ i, j }), area);
      const isWithin = metresBetween(ground, center, there) <= area.radius + SLACK;
      if (isWithin && hasLineOfEffect(ground, center, there)) offsets.push({ i, j });
    }
  return { type: 'grid', offsets };
}

export const AREAS = { ready: watchAreas };
