import type { Place } from '../../../encounter/state';
import { freePlaceNear } from '../../../toolkit/space/free-place';
import { cornerOf, groundOf, placeOf } from '../../host/reader';
import { levelForPlacing } from '../../host/viewed-level';

/** A token to be created, and where it should stand, in pixels. */
export interface TokenPlace {
  readonly actor: Actor.Implementation;
  readonly x: number;
  readonly y: number;
  readonly hidden: boolean;
}

/** Returns the scene on which a GM places tokens, with the center of the view; null without a map. */
export function viewedScene(): { readonly scene: Scene.Implementation; readonly x: number; readonly y: number } | null {
  const scene = canvas?.ready ? canvas.scene : null;
  if (!scene || !canvas.stage || !game.user.isGM) return null;
  const { x, y } = canvas.stage.pivot;
  return { scene, x, y };
}

/** Creates tokens, each on the nearest free space that can be walked to from where it should stand. */
export async function placeTokens(
  scene: Scene.Implementation,
  all: readonly TokenPlace[],
): Promise<readonly TokenDocument.Stored[]> {
  const ground = groundOf(scene);
  const taken: Place[] = scene.tokens.contents.map((token) => placeOf(token));
  const created: TokenDocument.Stored[] = [];
  // One after the other, because Foundry numbers a token by the existing ones.
  for (const { actor, x, y, hidden } of all) {
    const token = await actor.getTokenDocument({ hidden }, { parent: scene });
    const { width, height } = token;
    const snapped = token.getSnappedPosition({ x, y, width, height });
    token.updateSource({ x: snapped.x, y: snapped.y, ...levelForPlacing(scene) });
    const wished = placeOf(token);
    const free = freePlaceNear(ground, wished, taken);
    if (free !== wished) token.updateSource(cornerOf(token, free));
    const stored = await scene.createEmbeddedDocuments('Token', [token.toObject()]);
    if (stored.length > 0) taken.push(free);
    created.push(...stored);
  }
  return created;
}

/** Adds tokens to the viewed encounter of their ruleset, or to a new one on their scene. */
export async function addToEncounter(
  tokens: readonly TokenDocument.Stored[],
  type: string,
  scene: Scene.Implementation,
): Promise<Combat.Implementation | null> {
  const viewed = (game.combat?.type as string | undefined) === type ? game.combat : null;
  const data = { type: type as never, scene: scene.id, active: true };
  const combat = viewed ?? (await Combat.implementation.create(data)) ?? null;
  if (combat && tokens.length > 0) await TokenDocument.implementation.createCombatants([...tokens], { combat });
  return combat;
}
