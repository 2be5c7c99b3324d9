import type {
  FoundryActor,
  FoundryCombat,
  FoundryCombatant,
  FoundryItem,
  FoundryMessage,
  FoundryToken,
} from '../documents';
import type { Assumption } from '../quench';
import { foundry, game, Hooks, NAME, PATIENCE, Stage } from '../stage';

/** The hooks of a batch with all our document types, with the document type of each. */
const HOOKS = [
  ...['deleteChatMessage', 'updateToken', 'updateActor', 'updateItem', 'createActiveEffect', 'updateCombatant'],
  ...['createChatMessage', 'updateCombat'],
];

export const A2: Assumption = {
  id: 'A2',
  belief: 'A batch mixes all our document types, token actors included, and custom options arrive',
  register({ describe, it, before, after, assert }) {
    describe('One batch', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      const card = foundry.utils.randomID();
      const seen: { hook: string; step: unknown }[] = [];
      const heard: [string, number][] = [];
      let request: FoundryMessage, linked: FoundryActor, item: FoundryItem, token: FoundryToken;
      let combat: FoundryCombat, combatant: FoundryCombatant;

      before(async () => {
        linked = await stage.actor({ items: [{ name: NAME, type: 'energyGear' }] });
        item = linked.items.contents[0]!;
        const scene = await stage.scene();
        [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: linked.id, actorLink: false, x: 100, y: 100 },
        ]);
        combat = await stage.combat();
        [combatant] = await combat.createEmbeddedDocuments('Combatant', [
          { type: 'energy', actorId: linked.id, tokenId: token.id, sceneId: scene.id },
        ]);
        request = await stage.message({ type: 'request', system: { combat: '', fighter: '', moment: NAME } });

        for (const hook of HOOKS)
          heard.push([hook, Hooks.on(hook, (...args: unknown[]) => seen.push({ hook, step: stepIn(args) }))]);
        const mark = { cadence: { step: 57 } };
        await foundry.documents.modifyBatch([
          { ...mark, action: 'delete', documentName: 'ChatMessage', ids: [request.id] },
          {
            ...mark,
            action: 'update',
            documentName: 'Token',
            parent: token.parent,
            updates: [{ _id: token.id, x: 200 }],
          },
          { ...mark, action: 'update', documentName: 'Actor', updates: [{ _id: linked.id, name: 'Linked' }] },
          {
            ...mark,
            action: 'update',
            documentName: 'Actor',
            parent: token,
            updates: [{ _id: token.actor!.id, name: 'Unlinked' }],
          },
          {
            ...mark,
            action: 'update',
            documentName: 'Item',
            parent: linked,
            updates: [{ _id: item.id, name: 'Used' }],
          },
          {
            ...mark,
            action: 'create',
            documentName: 'ActiveEffect',
            parent: token.actor,
            data: [{ name: NAME, type: 'condition', statuses: ['prone'] }],
          },
          {
            ...mark,
            action: 'update',
            documentName: 'Combatant',
            parent: combat,
            updates: [{ _id: combatant.id, 'system.ready': 'now' }],
          },
          {
            ...mark,
            action: 'create',
            documentName: 'ChatMessage',
            keepId: true,
            data: [{ _id: card, content: NAME }],
          },
          { ...mark, action: 'update', documentName: 'Combat', updates: [{ _id: combat.id, 'system.step': 57 }] },
        ]);
        stage.own(game().messages.get(card));
      });
      after(async () => {
        for (const [hook, id] of heard) Hooks.off(hook, id);
        await stage.clear();
      });

      it('deletes a message and creates one under the given id', () => {
        assert.ok(!game().messages.has(request.id));
        assert.ok(game().messages.has(card));
      });
      it('moves a token', () => {
        assert.equal(token.x, 200);
      });
      it('writes an actor and its item', () => {
        assert.equal(linked.name, 'Linked');
        assert.equal(linked.items.get(item.id)!.name, 'Used');
      });
      it('writes the actor of an unlinked token, and leaves its base actor unchanged', () => {
        assert.equal(token.actor!.name, 'Unlinked');
      });
      it('gives an effect to the actor of an unlinked token, and not to its base actor', () => {
        assert.deepEqual(
          token.actor!.effects.map(({ name }) => name),
          [NAME],
        );
        assert.equal(linked.effects.size, 0);
      });
      it('writes a combatant and its combat', () => {
        assert.equal(combatant.system.ready, 'now');
        assert.equal(combat.system.step, 57);
      });
      it('runs every hook, in the order of the operations, with our option', () => {
        const order = seen.map(({ hook }) => hook).filter((hook, at, all) => hook !== all[at - 1]);
        assert.deepEqual(order, HOOKS);
        assert.deepEqual([...new Set(seen.map(({ step }) => step))], [57]);
      });
    });
  },
};

/** Options are the third argument or, where nothing was changed or created, the second. */
const stepIn = (args: readonly unknown[]): unknown => args.find(isMarked)?.cadence.step;
const isMarked = (arg: unknown): arg is { cadence: { step: unknown } } =>
  Boolean((arg as { cadence?: unknown } | null | undefined)?.cadence);
