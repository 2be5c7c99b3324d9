import type { FighterId } from '../../encounter/state';
import type { FloorItemView } from '../../encounter/view';
import { isDropped } from '../../toolkit/define/item';
import { adapterOf } from '../adapters/registry';
import { documentsOf } from '../host/exchange-document';
import { isFromHiddenFighter, markerFlagOf, type SceneMarker, syncSceneMarkers } from './scene-markers';

const FLAG = 'floor';
/** Called with the token of a thing on the ground that somebody has double-clicked. */
export const FLOOR_ITEM_HOOK = 'cadence.pressThing';

/** Which thing of which encounter a token stands for; null where it stands for none. */
export const floorItemOf = (token: TokenDocument.Implementation) => markerFlagOf(token, FLAG);

/** What a thing is known by among all that lie about. */
export const floorItemKey = (of: FighterId, item: string): string => `${of}.${item}`;

/** A thing is smaller than who may take it. Spaces. */
const SIZE = 0.5;

/** Below whoever stands there: who clicks on a space with somebody in it means them. */
const BELOW = -100;

/**
 * A token without actor for everything that lies on the ground of an encounter: seen and pointed at by everybody, no fighter, in nobody's
 * way. The rules know where it lies; a token moved by hand lies where the rules have it again with the next step.
 */
export const watchFloor = (): void =>
  syncSceneMarkers({
    document: 'Token',
    flag: FLAG,
    mayBe: (combat) => adapterOf(combat.type)?.ruleset.views.floor !== undefined && hasDropped(combat),
    there: ({ tokens }) => tokens,
    wanted: (combat, scene, encounter) =>
      (adapterOf(combat.type)?.ruleset.views.floor?.(encounter) ?? []).map((thing) => pictureOf(combat, scene, thing)),
  });

const hasDropped = ({ combatants }: Combat.Implementation): boolean =>
  [...combatants].some(({ actor }) => actor?.items.some(({ system }) => isDropped(system)));

/** API: TokenData; a token without actor is legal there (`actorId: null`). */
function pictureOf(combat: Combat.Implementation, scene: Scene.Implementation, thing: FloorItemView): SceneMarker {
  const { of, item, name, x, y, elevation } = thing;
  const { grid } = scene;
  const pixels = grid.size / grid.distance;
  const img = documentsOf(combat, of).actor?.items.get(item)?.img ?? '';
  const isHidden = isFromHiddenFighter(combat, of);
  const half = (SIZE * grid.size) / 2;
  return {
    id: floorItemKey(of, item),
    as: [name, img, x, y, elevation, isHidden],
    data: {
      name,
      actorId: null,
      actorLink: false,
      width: SIZE,
      height: SIZE,
      elevation,
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
