import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BatchedOperation } from '../../src/client/abstract/operations';
import type { Actor } from '../../src/client/documents/actor';
import type { Combatant } from '../../src/client/documents/combatant';
import type { Item } from '../../src/client/documents/item';
import type { TokenDocument } from '../../src/client/documents/token';
import type { Sandbox } from '../../src/server/server';
import { COMBAT, folders, GNOLL, GNOLL_TOKEN, MINE, MIRA, start, THEIRS } from '../server/table';
import { createIn, openTab, settle, type Tab } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Tab;
let ann: Tab;

beforeAll(async () => {
  place = await folders();
});
afterAll(() => place.remove());
beforeEach(async () => {
  place = await folders();
  sandbox = await start({ ...place, variants: { batch: 'all-or-nothing', veto: 'cancels' } });
  gm = await openTab(sandbox, 'Gamemaster');
  ann = await openTab(sandbox, 'Ann');
});
afterEach(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});

/** The arguments of `updateActor`. */
type Updated = [document: Actor, changed: object, options: object, userId: string];

/** The unlinked token of the fixture. */
const gnollToken = async (tab: Tab) => (await tab.fromUuid(GNOLL_TOKEN)) as TokenDocument;

/** Records the events about Items on one client, in order. */
function watch(tab: Tab, log: string[]) {
  const Base = tab.CONFIG.Item.documentClass;
  tab.CONFIG.Item.documentClass = class extends Base {
    override async _preCreate(...args: Parameters<Item['_preCreate']>) {
      log.push('_preCreate');
      return super._preCreate(...args);
    }
    override _onCreate(...args: Parameters<Item['_onCreate']>) {
      log.push('_onCreate');
      super._onCreate(...args);
    }
    static override async _preCreateOperation() {
      log.push('_preCreateOperation');
    }
    static override async _onCreateOperation() {
      log.push('_onCreateOperation');
    }
  };
  tab.Hooks.on('preCreateItem', () => void log.push('preCreateItem'));
  tab.Hooks.on('createItem', () => void log.push('createItem'));
  const actor = tab.game.actors.get(MIRA)!;
  for (const event of ['_preCreateDescendantDocuments', '_onCreateDescendantDocuments'] as const) {
    const inherited = actor[event].bind(actor) as (...args: unknown[]) => void;
    actor[event] = (...args: unknown[]) => {
      log.push(event);
      inherited(...args);
    };
  }
}

describe('the ten steps of an operation', () => {
  it('run in order on the requester, and only the later half on other clients', async () => {
    const [here, there]: [string[], string[]] = [[], []];
    watch(gm, here);
    watch(ann, there);
    await gm.game.actors.get(MIRA)!.createEmbeddedDocuments('Item', [{ name: 'Spear', type: 'weapon' }]);
    await settle(ann);
    const later = [
      '_preCreateDescendantDocuments',
      '_onCreate',
      'createItem',
      '_onCreateOperation',
      '_onCreateDescendantDocuments',
    ];
    expect(here).toEqual(['_preCreate', 'preCreateItem', '_preCreateOperation', ...later]);
    expect(there).toEqual(later);
    expect(ann.game.actors.get(MIRA)!.items.getName('Spear')).toBeDefined();
  });

  it('pass custom options to every client, including those added by a pre hook', async () => {
    gm.Hooks.on('preUpdateActor', (_doc: Actor, _changed: object, options: { added?: object }) => {
      options.added = { by: 'hook' };
    });
    const heard = new Promise<Updated>((done) => ann.Hooks.on('updateActor', (...args: Updated) => done(args)));
    await gm.game.actors.get(MIRA)!.update({ name: 'Mira the Quick' }, { cadence: { step: 7 } });
    const [document, changed, options, userId] = await heard;
    expect(options).toMatchObject({ cadence: { step: 7 }, added: { by: 'hook' } });
    expect(changed).toMatchObject({ _id: MIRA, name: 'Mira the Quick' });
    expect(document.name).toBe('Mira the Quick');
    expect(userId).toBe(gm.game.user.id);
  });

  it('send nothing if nothing would change', async () => {
    const sent: string[] = [];
    gm.socket.onAnyOutgoing((event: string) => sent.push(event));
    const actor = gm.game.actors.get(MIRA)!;
    expect(await actor.update({ name: actor.name })).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('let a pre hook remove one of several documents, but not with noHook', async () => {
    gm.Hooks.on('preUpdateCombatant', (doc: Combatant) => doc.id !== THEIRS);
    const combat = gm.game.combats.get(COMBAT)!;
    const updates = [MINE, THEIRS].map((_id) => ({ _id, initiative: 5 }));
    expect((await combat.updateEmbeddedDocuments('Combatant', updates)).map((d) => d.id)).toEqual([MINE]);
    const again = updates.map((update) => ({ ...update, initiative: 6 }));
    expect(await combat.updateEmbeddedDocuments('Combatant', again, { noHook: true })).toHaveLength(2);
  });

  it('throw the message of a refusal by the server', async () => {
    await expect(ann.game.combats.get(COMBAT)!.update({ flags: { fixture: { x: 1 } } })).rejects.toThrow(
      `User Ann lacks permission to update Combat [${COMBAT}]`,
    );
  });
});

describe('modifyBatch', () => {
  it('applies its operations in order, in one request, on every client', async () => {
    const order: string[] = [];
    for (const name of ['updateActor', 'updateCombatant', 'createChatMessage', 'updateCombat']) {
      ann.Hooks.on(name, () => void order.push(name));
    }
    const sent: string[] = [];
    gm.socket.onAnyOutgoing((event: string) => sent.push(event));
    const combat = gm.game.combats.get(COMBAT);
    const result = await gm.modifyBatch([
      { action: 'update', documentName: 'Actor', updates: [{ _id: MIRA, name: 'M' }], cadence: { step: 1 } },
      { action: 'update', documentName: 'Combatant', parent: combat, updates: [{ _id: MINE, initiative: 3 }] },
      {
        action: 'create',
        documentName: 'ChatMessage',
        data: [{ _id: 'messageOurs00000', content: 'x' }],
        keepId: true,
      },
      { action: 'update', documentName: 'Combat', updates: [{ _id: COMBAT, round: 2 }], turnEvents: false },
    ]);
    await settle(ann);
    expect(result.map((documents) => documents.map((d) => d.id))).toEqual([
      [MIRA],
      [MINE],
      ['messageOurs00000'],
      [COMBAT],
    ]);
    expect(sent).toEqual(['modifyDocumentBatch']);
    expect(order).toEqual(['updateActor', 'updateCombatant', 'createChatMessage', 'updateCombat']);
  });

  it('changes nothing on any client if one operation fails', async () => {
    const message = (await gm.documents.ChatMessage.create({ content: 'request' }))!;
    await settle(ann);
    const id = message.id!;
    const clock: BatchedOperation = { action: 'update', documentName: 'Combat', updates: [{ _id: COMBAT, round: 9 }] };
    const remove: BatchedOperation = { action: 'delete', documentName: 'ChatMessage', ids: [id] };
    await gm.modifyBatch([remove]);
    gm.game.messages.set(id, message);
    await expect(gm.modifyBatch([remove, clock])).rejects.toThrow(`ChatMessage "${id}" does not exist!`);
    await settle(ann);
    expect([gm, ann].map((tab) => tab.game.combats.get(COMBAT)!.round)).not.toContain(9);
  });

  it('is cancelled as a whole if one pre hook returns false', async () => {
    gm.Hooks.on('preUpdateCombat', () => false);
    const result = await gm.modifyBatch([
      { action: 'update', documentName: 'Actor', updates: [{ _id: MIRA, name: 'changed' }] },
      { action: 'update', documentName: 'Combat', updates: [{ _id: COMBAT, round: 9 }] },
    ]);
    expect(result.flat()).toEqual([]);
    expect(gm.game.actors.get(MIRA)!.name).not.toBe('changed');
  });
});

describe('the actor of an unlinked token', () => {
  it('changes on every client without its base actor, and stays the same object', async () => {
    const token = await gnollToken(gm);
    const actor = token.actor!;
    await actor.update({ 'system.hp.value': 1, name: 'Gnoll with one hit point' });
    await settle(ann);
    const there = (await ann.fromUuid(`${GNOLL_TOKEN}.Actor.${GNOLL}`))!;
    expect(actor.isToken).toBe(true);
    expect(token.actor).toBe(actor);
    expect([actor.name, there.name]).toEqual(Array(2).fill('Gnoll with one hit point'));
    expect(there.system.hp).toMatchObject({ value: 1 });
    expect(gm.game.actors.get(GNOLL)!.name).not.toBe(actor.name);
  });

  it('has its own items and effects, deletes inherited ones, and survives a reload', async () => {
    const base = gm.game.actors.get(GNOLL)!;
    const buckler = await createIn(base, 'Item', { name: 'Buckler', type: 'weapon' });
    const actor = (await gnollToken(gm)).actor!;
    expect(actor.items.has(buckler.id!)).toBe(true);
    await actor.createEmbeddedDocuments('Item', [{ name: 'Torch', type: 'weapon' }]);
    await actor.deleteEmbeddedDocuments('Item', [buckler.id!]);
    await actor.toggleStatusEffect('prone');
    await settle(ann);
    const later = await openTab(sandbox, 'Ann');
    for (const [name, tab] of Object.entries({ gm, ann, later })) {
      const seen = (await gnollToken(tab)).actor!;
      expect(
        seen.items.map((item) => item.name),
        name,
      ).toEqual(['Club', 'Torch']);
      expect([...seen.statuses]).toEqual(['prone']);
      expect(tab.game.actors.get(GNOLL)!.items.map((item) => item.name)).toEqual(['Club', 'Buckler']);
    }
    later.close();
  });

  it('inherits other changes of its base actor', async () => {
    const actor = (await gnollToken(gm)).actor!;
    await gm.game.actors.get(GNOLL)!.update({ 'flags.fixture.mood': 'grim' });
    expect(actor.getFlag('fixture', 'mood')).toBe('grim');
  });

  it('can be part of a batch', async () => {
    const token = await gnollToken(gm);
    await gm.modifyBatch([
      {
        action: 'update',
        documentName: 'Actor',
        parent: token,
        updates: [{ _id: token.actor!.id, 'system.hp.value': 2 }],
      },
      {
        action: 'create',
        documentName: 'ActiveEffect',
        parent: token.actor,
        data: [{ _id: 'effectProne00000', name: 'Prone', statuses: ['prone'] }],
        keepId: true,
      },
    ]);
    await settle(ann);
    const there = (await gnollToken(ann)).actor!;
    expect(there.system.hp).toMatchObject({ value: 2 });
    expect(there.effects.has('effectProne00000')).toBe(true);
  });
});
