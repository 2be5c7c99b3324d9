import type { FoundryActor, FoundryDocument, FoundryItem, FoundryPack, FoundryToken } from '../documents';
import type { Assumption } from '../quench';
import { foundry, NAME, PATIENCE, refusal, Stage } from '../stage';

/** As in a migration: the memory holds the new data already, so no difference is computed. */
const WHOLE = { diff: false, render: false };

export const A8: Assumption = {
  id: 'A8',
  belief:
    'A compendium of the world is locked and unlocked by “configure”, and all in it can be written while it is open',
  register({ describe, it, before, after, assert }) {
    describe('A compendium of the world', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const made: Pick<FoundryPack, 'deleteCompendium'>[] = [];
      let actors: FoundryPack<FoundryActor>, item: FoundryItem, token: FoundryToken;

      /** Creates a compendium with one document in it. */
      const shelve = async <D extends FoundryDocument>(document: D) => {
        const { CompendiumCollection } = foundry.documents.collections;
        const type = document.documentName;
        const pack = await CompendiumCollection.createCompendium<D>({ type, label: `${NAME} ${type}` });
        made.push(pack);
        return [pack, await pack.importDocument(document)] as const;
      };

      before(async () => {
        const linked = await stage.actor({ items: [{ name: NAME, type: 'energyGear' }] });
        const scene = await stage.scene();
        await scene.createEmbeddedDocuments('Token', [{ name: NAME, actorId: linked.id, actorLink: false }]);
        [actors] = await shelve(linked);
        const [, field] = await shelve(scene);
        token = field.tokens.contents[0]!;
      });
      after(async () => {
        await stage.clear();
        for (const pack of made) await pack.deleteCompendium();
      });

      it('is recognized as one, and open at first', () => {
        assert.equal(actors.metadata.packageType, 'world');
        assert.equal(actors.metadata.type, 'Actor');
        assert.equal(actors.locked, false);
      });
      it('returns its documents with all their embedded documents', async () => {
        const [actor] = await actors.getDocuments();
        item = actor.items.contents[0]!;
        assert.equal(actor.pack, actors.collection);
        assert.equal(actor.invalid, false);
        assert.equal(actors.invalidDocumentIds.size, 0);
        assert.deepEqual(
          actor.items.map(({ name }) => name),
          [NAME],
        );
      });
      it('can be written in an item of an actor', async () => {
        assert.ok(await item.update({ system: { description: '<p>Written.</p>' } }, WHOLE));
        assert.equal(item.system.description, '<p>Written.</p>');
      });
      it('is locked, and refuses to be written, in embedded documents too', async () => {
        await actors.configure({ locked: true });
        assert.equal(actors.locked, true);
        assert.ok(await refusal(() => item.update({ system: { description: '' } }, WHOLE)));
        assert.equal(item.system.description, '<p>Written.</p>');
      });
      it('is unlocked, and can be written again', async () => {
        await actors.configure({ locked: false });
        assert.equal(actors.locked, false);
        assert.ok(await item.update({ system: { description: '<p>Again.</p>' } }, WHOLE));
      });
      it('can be written in the own data of a scene’s token', async () => {
        const [own] = await token.actor!.createEmbeddedDocuments('Item', [{ name: NAME, type: 'energyGear' }]);
        assert.ok(await token.actor!.items.get(own.id)!.update({ system: { description: '<p>Own.</p>' } }, WHOLE));
        assert.equal(token.actor!.items.get(own.id)!.system.description, '<p>Own.</p>');
        assert.ok(token.delta._source.items.some(({ _id }) => _id === own.id));
      });
    });
  },
};
