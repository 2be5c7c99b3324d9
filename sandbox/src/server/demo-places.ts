import type { DocumentData, StoredActor, StoredToken } from '../shared/data';
import { DEFAULT_LEVEL } from '../shared/levels';
import { deepClone, mergeObject } from '../shared/utils';
import type { DemoFile } from './demo-file';

type DemoToken = DocumentData & Partial<Pick<StoredToken, 'actorId'>>;
export type DemoScene = DocumentData & { tokens?: DemoToken[]; initialLevel?: string | null };
type DemoCombatant = DocumentData & { sceneId?: string | null; tokenId?: string | null; actorId?: string | null };
export type DemoCombat = DocumentData & { scene?: string | null; combatants?: DemoCombatant[] };

/** Returns tokens completed from the prototype of their actor, as if dropped on the scene. */
export function placedTokens(file: DemoFile, scene: DemoScene, actors: Map<string, StoredActor>): DocumentData[] {
  return (scene.tokens ?? []).map((token) => {
    const level = scene.initialLevel ?? DEFAULT_LEVEL;
    if (!token.actorId) return { level, ...token };
    const actor = actors.get(token.actorId);
    if (!actor) throw file.wrong(token.actorId, `there is no actor "${token.actorId}"`);
    const {
      randomImg: _random,
      appendNumber: _number,
      prependAdjective: _adjective,
      ...prototype
    } = deepClone(actor.prototypeToken ?? {});
    const looks = { name: actor.name, ...(actor.img && { texture: { src: actor.img } }) };
    return mergeObject(mergeObject({ level, ...looks }, prototype), token);
  });
}

/** Adds scene and actor to combatants that name a token of the combat's scene. */
export function placedCombatants(
  file: DemoFile,
  combat: DemoCombat,
  scenes: Map<string, DemoScene>,
  actors: Map<string, unknown>,
): unknown[] {
  return (combat.combatants ?? []).map((combatant) => {
    const sceneId = combatant.sceneId ?? combat.scene ?? null;
    if (combatant.tokenId) {
      const token = scenes.get(sceneId ?? '')?.tokens?.find((entry) => entry._id === combatant.tokenId);
      if (!token) throw file.wrong(combatant.tokenId, `the combat's scene has no token "${combatant.tokenId}"`);
      return { sceneId, actorId: token.actorId ?? null, ...combatant };
    }
    if (combatant.actorId && !actors.has(combatant.actorId)) {
      throw file.wrong(combatant.actorId, `there is no actor "${combatant.actorId}"`);
    }
    return combatant;
  });
}
