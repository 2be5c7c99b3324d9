import type { FighterId } from '../../encounter/state';
import type { FloorItemView } from '../../encounter/view';
import { isDropped } from '../../toolkit/define/item';
import { adapterOf } from '../adapters/registry';
import { documentsOf } from '../host/exchange-document';
import { metricGrid, unitsOf } from '../host/units';
import { levelForPlacing } from '../host/viewed-level';
import { isFromHiddenFighter, isOnScene, markerFlagOf, type SceneMarker, syncSceneMarkers } from './scene-markers';

const FLAG = 'floor';
/** Called with the token of a floor item that was double-clicked. */
export const FLOOR_ITEM_HOOK = 'cadence.pressThing';

/** Returns the item and encounter a token represents, or null. */
export const floorItemOf = (token: TokenDocument.Implementation) => markerFlagOf(token, FLAG);

export const floorItemKey = (of: FighterId, item: string): string => `${of}.${item}`;

/** In spaces; smaller than a fighter. */
const SIZE = 0.5;

/** Below fighters, so that a click on a shared space selects them. */
const BELOW = -100;

/**
 * Keeps a token without an actor for each item on the ground. It is no fighter and blocks no movement.
 * The rules know its position; a token moved manually returns with the next step.
 */
export const watchFloor = (): void =>
  syncSceneMarkers({
    document: 'Token',
    flag: FLAG,
    isPossible: (combat) => adapterOf(combat.type)?.ruleset.views.floor !== undefined && hasDropped(combat),
    candidates: ({ tokens }) => tokens,
    expectedMarkers: (combat, scene, encounter) =>
      (adapterOf(combat.type)?.ruleset.views.floor?.(encounter) ?? []).flatMap((floorItem) =>
        isOnScene(encounter, floorItem.place, scene) ? [markerOf(combat, scene, floorItem)] : [],
      ),
  });

const hasDropped = ({ combatants }: Combat.Implementation): boolean =>
  [...combatants].some(({ actor }) => actor?.items.some(({ system }) => isDropped(system)));

/** API: TokenData; a token without actor is legal there (`actorId: null`). */
function markerOf(combat: Combat.Implementation, scene: Scene.Implementation, floorItem: FloorItemView): SceneMarker {
  const { of, item, name, place } = floorItem;
  const { x, y, elevation } = place;
  // Required in 14, where it is not the viewed level by default.
  const level = place.level ?? levelForPlacing(scene).level;
  const { grid } = scene;
  const pixels = 1 / metricGrid(grid).metresPerPixel;
  const img = documentsOf(combat, of).actor?.items.get(item)?.img ?? '';
  const isHidden = isFromHiddenFighter(combat, of);
  const half = (SIZE * grid.size) / 2;
  return {
    id: floorItemKey(of, item),
    as: [name, img, x, y, elevation, isHidden, ...(place.level === undefined ? [] : [place.level])],
    data: {
      name,
      actorId: null,
      actorLink: false,
      width: SIZE,
      height: SIZE,
      elevation: unitsOf(scene, elevation),
      ...(level !== undefined && { level }),
      hidden: isHidden,
      x: Math.round(x * pixels - half),
      y: Math.round(y * pixels - half),
      sort: BELOW,
      lockRotation: true,
      texture: { src: img },
      displayName: CONST.TOKEN_DISPLAY_MODES.HOVER,
      displayBars: CONST.TOKEN_DISPLAY_MODES.NONE,
      disposition: CONST.TOKEN_DISPOSITIONS.NEUTRAL,
      sight: { enabled: false },
    },
  };
}

export const FLOOR_TOKENS = { ready: watchFloor };
