import type { Combat, Document } from '../headless/documents';

interface Tools {
  readonly combat: Combat;
  readonly target: string;
  /** Ends what is stuck, opens an exchange, and returns its fault after an answer that comes behind the deed. */
  faultAfter(deed: () => Promise<unknown>): Promise<string>;
  does(deed: () => unknown): Promise<unknown>;
  undoes(): Promise<unknown>;
  make(documentName: 'Scene', data: object): Promise<Document>;
}

const CELLAR = { name: 'Cellar', grid: { type: 1, size: 100, distance: 1, units: 'm' } };

/** What the GM reads of an exchange whose target has gone, by the key of the text. */
export const stuckExchanges = (tools: () => Tools) => ({
  'Reason.fighter-elsewhere': async () => {
    const { combat, target, faultAfter, does, undoes, make } = tools();
    const { scene } = combat;
    const cellar = await make('Scene', CELLAR);
    const combatant = combat.combatants.get(target);
    const fault = await faultAfter(async () => {
      await does(() => cellar.createEmbeddedDocuments('Token', [combatant.token.toObject()], { keepId: true }));
      await does(() => combat.update({ scene: null }));
      await does(() => combatant.update({ sceneId: cellar.id }));
      // It went on from there: what was asked before that is stuck.
      await undoes();
    });
    await does(() => combatant.update({ sceneId: scene.id }));
    await does(() => combat.update({ scene: scene.id }));
    await does(() => cellar.delete());
    return fault;
  },
  'Reason.fighter-left': async () => {
    const { combat, target, faultAfter, does, undoes } = tools();
    return faultAfter(async () => {
      await does(() => combat.combatants.get(target).delete());
      await undoes();
    });
  },
});
