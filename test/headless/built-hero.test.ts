import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BuildStep } from '../../src/encounter/build';
import { defined } from '../../src/kernel/defined';
import { kitOf } from '../../src/toolkit/define/build';
import type { Actor } from './documents';
import { Party } from './party';
import type { Tab } from './tab';

const IDS = ['spearSpearSpear0', 'mailMailMailMail', 'bowBowBowBowBow0'] as const;
const [SPEAR, MAIL, BOW] = IDS;
const STEP: BuildStep = {
  id: 'calling',
  kits: {
    guard: kitOf({ Spear: SPEAR, Mail: MAIL }),
    shot: kitOf({ Bow: BOW, Spear: SPEAR }, { Spear: { equipped: false } }),
  },
};

describe('a built hero', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  let actor: Actor;

  beforeAll(async () => {
    party = await Party.open('energy', ['Gamemaster', 'Ann']);
    [gm, ann] = party.table.tabs;
    const items = [
      { _id: SPEAR, name: 'Spieß', type: 'energyWeapon' },
      { _id: MAIL, name: 'Mail', type: 'energyArmor', system: { coverage: 13 } },
      { _id: BOW, name: 'Bow', type: 'energyWeapon' },
    ];
    const { game, CONFIG } = gm.page;
    const index = new Map<string, object>(items.map((item) => [item._id, item]));
    game.packs.set('world.gear', {
      ...{ documentName: 'Item', visible: true, metadata: {}, index },
      getDocument: async (id: string) => new CONFIG.Item.documentClass(defined(index.get(id), id)),
    });
  });
  afterAll(() => party?.table.close());
  beforeEach(async () => {
    await party.done(gm, async () => {
      actor = await gm.page.CONFIG.Actor.documentClass.create({ name: 'Edda', type: 'energy' });
    });
  });

  const give = (preset: string) => party.done(gm, () => gm.page.windows.giveKit(actor, STEP, preset));
  const gear = () => actor.items.map(({ name, system }) => `${name}${system.equipped ? '' : ' away'}`).sort();
  const assign = (tab: Tab, user: Tab) =>
    party.done(tab, () =>
      tab.page.windows.toggleAssignment(tab.page.game.actors.get(actor.id), user.page.game.user.id),
    );
  const character = (tab: Tab) => tab.page.game.user.character?.id;
  const token = () => {
    const { actorLink, disposition } = actor.toObject().prototypeToken;
    return [actorLink, disposition];
  };

  it('has the kit of its calling, and only that of the last one', async () => {
    expect(gm.page.windows.namesOfKit(STEP.kits?.guard ?? [])).toEqual(['Spieß', 'Mail']);
    await give('guard');
    expect(gear()).toEqual(['Mail', 'Spieß']);
    await party.done(gm, () => actor.createEmbeddedDocuments('Item', [{ name: 'Axe', type: 'energyWeapon' }]));
    await give('guard');
    expect(gear()).toEqual(['Axe', 'Mail', 'Spieß']);
    await give('shot');
    expect(gear()).toEqual(['Axe', 'Bow', 'Spieß away']);
    await party.done(gm, () => actor.items.getName('Bow').delete());
    await give('shot');
    expect(gear()).toEqual(['Axe', 'Bow', 'Spieß away']);
  });

  it('has a friendly, linked token, and a foe a hostile one of its own', async () => {
    expect(token()).toEqual([false, -1]);
    const setKind = (isHero: boolean) => party.done(gm, () => gm.page.windows.setKind(actor, isHero));
    await setKind(true);
    expect(token()).toEqual([true, 1]);
    await party.done(gm, () => actor.update({ prototypeToken: { disposition: -1 } }));
    await setKind(true);
    expect(token()).toEqual([true, 1]);
    await setKind(false);
    expect(token()).toEqual([false, -1]);
  });

  it('can be assigned to a player, who gets it as a character only without another', async () => {
    const players = () => gm.page.windows.playersFor(actor).filter(({ chosen }) => chosen);
    expect(gm.page.windows.playersFor(actor)).toEqual([]);
    await party.done(gm, () => gm.page.windows.setKind(actor, true));
    expect(players()).toEqual([]);
    await assign(gm, ann);
    expect(players().map(({ name }) => name)).toEqual(['Ann']);
    expect(character(ann)).toBe(actor.id);
    await assign(gm, ann);
    expect([players(), character(ann)]).toEqual([[], undefined]);

    const other = ann.page.game.actors.getName('Mira');
    await party.done(gm, () => gm.page.game.users.get(ann.page.game.user.id).update({ character: other.id }));
    await assign(gm, ann);
    expect([players().length, character(ann)]).toEqual([1, other.id]);
    // A player may choose it instead.
    await assign(ann, ann);
    expect(character(ann)).toBe(actor.id);
    await party.done(gm, () => gm.page.game.users.get(ann.page.game.user.id).update({ character: null }));
    expect(party.table.faults).toEqual([]);
  });
});
