import type { Page } from 'playwright-core';
import { inGame } from './table';

export interface SecondsFight {
  readonly combat: string;
  readonly kor: string;
  readonly brute: string;
}

/**
 * Sets two fighters of the seconds compendium on the ford, eight metres apart, and an encounter around them: Kor is Ann's. The referee
 * throws all dice. Run by the game master.
 */
export async function prepareFight(page: Page): Promise<SecondsFight> {
  return inGame<SecondsFight>(
    page,
    `await game.settings.set('cadence', 'dice', 'referee');
     for (const combat of [...game.combats]) await combat.delete();
     const scene = game.scenes.active;
     await scene.deleteEmbeddedDocuments('Token', scene.tokens.map(({ id }) => id));
     const ann = game.users.find(({ name }) => name === 'Ann');
     const pack = game.packs.get('cadence.seconds-fighters');
     const index = await pack.getIndex();
     const made = [];
     for (const [name, x, owner] of [['Kor', 600, ann.id], ['Brute', 1400, null]]) {
       const source = (await pack.getDocument(index.find((entry) => entry.name === name)._id)).toObject();
       delete source._id;
       const ownership = { default: 0, ...(owner && { [owner]: 3 }) };
       const actor = await Actor.create({ ...source, ownership });
       const [token] = await scene.createEmbeddedDocuments('Token', [
         { name, actorId: actor.id, actorLink: true, x, y: 600, width: 1, height: 1, disposition: owner ? 1 : -1, texture: { src: source.img } },
       ]);
       made.push({ actor, token });
     }
     const combat = await Combat.create({ type: 'seconds', scene: scene.id, active: true });
     const combatants = await combat.createEmbeddedDocuments('Combatant', made.map(({ actor, token }) => ({
       type: 'seconds', actorId: actor.id, tokenId: token.id, sceneId: scene.id,
     })));
     await combat.activate();
     return { combat: combat.id, kor: combatants[0].id, brute: combatants[1].id };`,
  );
}
