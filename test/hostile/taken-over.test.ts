import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Actor } from '../headless/documents';
import { ANN, BOB, FOE, Party } from '../headless/party';
import type { Tab } from '../headless/tab';
import { idOf } from '../headless/world';

/** What a player leaves in actors and items, which a GM opens, moves and lists. */
describe('a GM who', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  beforeAll(async () => {
    party = await Party.open('energy');
    [gm, ann] = party.table.tabs;
  });
  afterAll(() => party?.table.close());

  const actorOf = (tab: Tab, token: number): Actor => party.combatAt(tab).combatants.get(party.of(token)).actor;

  describe('lists the effects of an actor', () => {
    const listed = (key: unknown, value: unknown = '1', more: object = {}) => {
      const change = { key, value, type: 'add', phase: 'initial', priority: null };
      return party
        .done(ann, () =>
          actorOf(ann, ANN).createEmbeddedDocuments('ActiveEffect', [
            { name: 'Boon', system: { changes: [change] }, ...more },
          ]),
        )
        .then(() => {
          const actor = actorOf(gm, ANN);
          const { list } = gm.page.windows.effectsContext(actor, true);
          return list.filter(({ name }) => name === 'Boon').at(-1);
        });
    };

    it.each([
      'system.__proto__.x',
      'system.__proto__',
      '__proto__.x',
      'constructor',
      'system.constructor.prototype.x',
      'system.toString',
      'system.hasOwnProperty.call',
      'system.energy.toString.x',
      'toString',
    ])('sees “%s” as unreadable, and can delete it', async (key) => {
      const row = await listed(key);
      expect([row?.changes, row?.deletable]).toEqual([[`Unreadable: ${key}`], true]);
    });

    it('sees long keys and values cut', async () => {
      const row = await listed(`system.${'x.'.repeat(10_000)}y`, 'z'.repeat(10_000));
      expect(row?.changes.join().length).toBeLessThan(300);
    });

    it('sees odd values as they are', async () => {
      for (const value of [null, 5, { toString: null }, [[]], { __proto__: null }])
        expect(await listed('system.nothing', value)).toMatchObject({ deletable: true });
    });

    it('sees an effect that cannot be read at all, and can delete it', async () => {
      await listed('system.nothing');
      const actor = actorOf(gm, ANN);
      const effect = defined(actor.effects.contents.at(-1), 'an effect');
      Object.defineProperty(effect, 'origin', {
        get: () => {
          throw new Error('broken');
        },
      });
      const { list } = gm.page.windows.effectsContext(actor, true);
      expect(list.at(-1)).toMatchObject({ changes: ['Unreadable'], deletable: true });
      await party.done(gm, () => effect.delete());
      expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('x');
    });
  });

  describe('takes an item of a player', () => {
    // Reports of the effects above.
    beforeAll(() => void party.table.faults.splice(0));
    const CURSE = {
      name: 'Curse',
      transfer: true,
      disabled: false,
      system: { changes: [{ key: 'name', type: 'override', value: 'Cursed', phase: 'initial', priority: 20 }] },
    };
    const ringOf = (name: string, more: object = {}) => ({ name, type: 'energyGear', effects: [CURSE], ...more });
    const ring = async (name: string): Promise<void> =>
      party.done(ann, () => actorOf(ann, ANN).createEmbeddedDocuments('Item', [ringOf(name)]));
    const itemAt = (token: number, name: string) => defined(actorOf(gm, token).items.getName(name), name);
    const isOn = (token: number, name: string) => itemAt(token, name).effects.contents.map(({ disabled }) => !disabled);

    it.each([
      ['another hero', BOB],
      ['a foe', FOE],
    ])('for %s: its effects are off until they switch them on', async (_, to) => {
      await ring('Ring');
      await party.done(gm, () => gm.page.windows.giveItem(itemAt(ANN, 'Ring'), actorOf(gm, to)));
      expect([isOn(to, 'Ring'), actorOf(gm, to).name === 'Cursed']).toEqual([[false], false]);
      const [message] = gm.page.game.messages.contents.slice(-1);
      const { users } = gm.page.game;
      expect(message.whisper.map((id) => defined(users.get(id), id).isGM)).toEqual([true, true, true]);
      await party.done(gm, () => gm.page.windows.enableEffectsOf(itemAt(to, 'Ring').uuid));
      expect([isOn(to, 'Ring'), actorOf(gm, to).name]).toEqual([[true], 'Cursed']);
      await party.done(gm, () => itemAt(to, 'Ring').delete());
    });

    it('by copying it from another hero, or from the item directory', async () => {
      await ring('Copied');
      await party.done(gm, () => gm.page.windows.copyItem(itemAt(ANN, 'Copied'), actorOf(gm, BOB)));
      const { documentClass } = gm.page.CONFIG.Item;
      for (const ownership of [{ default: 3 }, { default: 0, [ann.page.game.user.id]: 3 }]) {
        const name = `Lying ${JSON.stringify(ownership)}`;
        await party.done(gm, () => documentClass.create(ringOf(name, { ownership })));
        const lying = defined(gm.page.game.items.getName(name), name);
        await party.done(gm, () => gm.page.windows.copyItem(lying, actorOf(gm, FOE)));
        expect(isOn(FOE, name)).toEqual([false]);
      }
      expect(isOn(BOB, 'Copied')).toEqual([false]);
    });

    it('that a player wrote who lost their rights to it', async () => {
      await ring('Lost');
      const { id } = ann.page.game.user;
      const base = gm.page.game.actors.get(idOf('Actor', ANN));
      const { ownership } = base._source as unknown as { ownership: object };
      await party.done(gm, () => base.update({ ownership: { [id]: 0 } }));
      await party.done(gm, () => gm.page.windows.giveItem(itemAt(ANN, 'Lost'), actorOf(gm, BOB)));
      expect(isOn(BOB, 'Lost')).toEqual([false]);
      await party.done(gm, () => base.update({ ownership }));
    });

    it('but their own items keep their effects', async () => {
      await party.done(gm, () => actorOf(gm, FOE).createEmbeddedDocuments('Item', [ringOf('Own')]));
      await party.done(gm, () => gm.page.windows.giveItem(itemAt(FOE, 'Own'), actorOf(gm, BOB)));
      expect(isOn(BOB, 'Own')).toEqual([true]);
    });

    it('out of a pile: effects that a player wrote are off', async () => {
      const { id } = ann.page.game.user;
      let transform = (data: object): object => data;
      const addSystemIntegration = (data: { ITEM_TRANSFORMER: typeof transform }) =>
        (transform = data.ITEM_TRANSFORMER);
      Object.assign(gm.page.game, { itempiles: { API: { addSystemIntegration } } });
      gm.page.Hooks.callAll('item-piles-ready');
      const piled = (lastModifiedBy: string) =>
        transform({ ...ringOf('Piled'), effects: [{ ...CURSE, _stats: { lastModifiedBy } }] });
      expect([piled(id), piled(gm.page.game.user.id)]).toMatchObject([
        { effects: [{ disabled: true }] },
        { effects: [{ disabled: false }] },
      ]);
    });

    it('by a step: the card says so, and offers to switch them on', async () => {
      await party.start();
      const weapon = ringOf('Given', { type: 'energyWeapon', system: { equipped: true } });
      await party.done(ann, () => actorOf(ann, ANN).createEmbeddedDocuments('Item', [weapon]));
      const from = party.table.log.length;
      await party.done(gm, () => gm.page.windows.giveItem(itemAt(ANN, 'Given'), actorOf(gm, BOB)));
      await party.answerAll();
      expect(party.heard(gm, from)).toBe('');
      expect(isOn(BOB, 'Given')).toEqual([false]);
      const card = gm.page.game.messages.contents.filter(({ type }) => type === 'energy').at(-1);
      const html = await gm.page.windows.cardHTML(defined(card, 'a card'));
      expect(html).toContain('Effects of its former owner are off: Curse.');
      expect(html).toContain('data-action="cadenceSwitchOn"');
      await party.done(gm, () => gm.page.windows.enableEffectsOf(itemAt(BOB, 'Given').uuid));
      expect(isOn(BOB, 'Given')).toEqual([true]);
      expect(await gm.page.windows.cardHTML(defined(card, 'a card'))).not.toContain('former owner');
      expect(party.table.faults).toEqual([]);
    });
  });
});
