import { TOKEN_DISPOSITIONS } from '@cadence/sandbox/testing';
import { afterEach, expect, it } from 'vitest';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';
import { COMBAT } from './world';

let party: Party;
afterEach(() => party?.table.close());

const thingsAt = ({ page }: Tab) =>
  [...page.game.scenes.contents[0].tokens].filter(({ flags }) => flags.cadence?.floor);

/** A fight in which a foe's weapon lies next to a hero. */
async function open(): Promise<{ gm: Tab; ann: Tab; weapon: string }> {
  party = await Party.open('energy', ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  await party.start();
  const { actor } = party.combat.combatants.get(party.of(FOE));
  const { x, y, elevation } = party.encounter.fighters[party.of(ANN)].place;
  const system = { equipped: false, dropped: true, lies: [x, y, elevation] };
  const data = { name: 'Notched axe', type: 'energyWeapon', system };
  await party.done(gm, () => actor.createEmbeddedDocuments('Item', [data]));
  await step();
  return { gm, ann, weapon: actor.items.getName('Notched axe').id };
}

const step = () => party.play({ do: 'adjust', by: 'gm', at: party.of(ANN), options: { pool: 'stamina', to: 1 } });

it('[E-65] shows an item on the ground as a token without actor that is no fighter', async () => {
  const { gm, ann } = await open();
  const [token] = thingsAt(ann);
  expect(token).toMatchObject({
    name: 'Notched axe',
    actorId: null,
    width: 0.5,
    disposition: TOKEN_DISPOSITIONS.NEUTRAL,
  });
  const { ground, fighters } = party.encounter;
  const size = gm.page.game.scenes.contents[0].grid.size;
  const { x, y } = fighters[party.of(ANN)].place;
  expect([token.x + size / 4, token.y + size / 4]).toEqual([(x * size) / ground.cell, (y * size) / ground.cell]);
  expect(Object.keys(fighters)).toHaveLength(party.combat.combatants.size);
  expect(party.table.faults).toEqual([]);
});

it('[E-65] transfers the item to another fighter who takes it, and back with undo', async () => {
  const { gm, ann, weapon } = await open();
  expect(thingsAt(ann)).toHaveLength(1);
  const [by, at] = [party.of(ANN), party.of(FOE)];
  const named = (id: string) =>
    party.combat.combatants.get(id).actor.items.filter(({ name }) => name === 'Notched axe');
  await party.play({ do: 'pick-up-item', by, at, with: weapon });
  expect([named(by).length, named(at).length, thingsAt(ann).length]).toEqual([1, 0, 0]);
  expect(named(by)[0].system).toMatchObject({ equipped: true, dropped: false, lies: [] });
  await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect([named(by).length, named(at).length, thingsAt(ann).length]).toEqual([0, 1, 1]);
  expect(party.table.faults).toEqual([]);
});

it('hides an item on the ground with its owner, restores it, and removes it with its encounter', async () => {
  const { gm, ann } = await open();
  await party.done(gm, () => party.combat.combatants.get(party.of(FOE)).update({ hidden: true }));
  expect(thingsAt(ann).map(({ hidden }) => hidden)).toEqual([true]);
  await party.done(gm, () => thingsAt(gm)[0].delete());
  expect(thingsAt(gm)).toEqual([]);
  await step();
  expect(thingsAt(gm)).toHaveLength(1);
  await party.done(gm, () => gm.page.game.combats.get(COMBAT).delete());
  expect(thingsAt(ann)).toEqual([]);
});

it('writes an item on the ground once, with any number of GMs', async () => {
  await open();
  party.table.sit('Second');
  await party.table.settle();
  await step();
  expect(thingsAt(party.gm)).toHaveLength(1);
});
