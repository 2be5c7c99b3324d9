import { REGION_VISIBILITY } from '@cadence/sandbox/testing';
import { afterEach, expect, it } from 'vitest';
import { ANN, Party } from './party';
import type { Tab } from './tab';
import { COMBAT } from './world';

let party: Party;
afterEach(() => party?.table.close());

const regionsAt = (tab: Tab) => [...tab.page.game.scenes.contents[0].regions];

/** A fight with a caster of thorns, and the caster's place. */
async function open(): Promise<{ gm: Tab; ann: Tab; thorns: string }> {
  party = await Party.open('clash', ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  await party.start();
  const { actor } = party.combat.combatants.get(party.of(ANN));
  const system = {
    line: 'SURECAST',
    keywords: ['FIELD'],
    effect: 'damage',
    dice: '1d4',
    radius: 1,
    range: 30,
    baseMp: 0,
  };
  await party.done(gm, () => actor.createEmbeddedDocuments('Item', [{ name: 'Thorns', type: 'clashSpell', system }]));
  return { gm, ann, thorns: actor.items.getName('Thorns').id };
}

/** At a place this many meters east of the caster's. */
const lay = (thorns: string, metres: number) => {
  const place = party.encounter.fighters[party.of(ANN)].place;
  const path = [{ ...place, x: place.x + metres }];
  return party.play({ do: 'attack-spell', by: party.of(ANN), with: thorns, path });
};

it('[C-104, C-105] stores an area as a region of the scene, which undo removes and redo restores', async () => {
  const { gm, ann, thorns } = await open();
  await lay(thorns, 3);
  for (const tab of [gm, ann]) expect(regionsAt(tab).map(({ name }) => name)).toEqual(['Thorns']);
  const [region] = regionsAt(ann);
  const { ground, fighters } = party.encounter;
  const size = gm.page.game.scenes.contents[0].grid.size / ground.cell;
  const { x, y } = fighters[party.of(ANN)].place;
  const covers = (dx: number, dy: number) =>
    region.polygonTree.testPoint({ x: (x + 3 + dx) * size, y: (y + dy) * size });
  expect([covers(0, 0), covers(1, 1), covers(2, 0), covers(0, -2)]).toEqual([true, true, false, false]);

  await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(regionsAt(ann)).toEqual([]);
  await party.done(gm, () => gm.page.redoStep(party.combat));
  expect(regionsAt(ann)).toHaveLength(1);
  expect(party.table.faults).toEqual([]);
});

it('shows an area only to GMs while its caster is hidden', async () => {
  const { gm, ann, thorns } = await open();
  await lay(thorns, 3);
  const { ALWAYS, GAMEMASTER } = REGION_VISIBILITY;
  expect(regionsAt(ann)[0].visibility).toBe(ALWAYS);
  await party.done(gm, () => party.combat.combatants.get(party.of(ANN)).update({ hidden: true }));
  expect(regionsAt(ann).map(({ visibility }) => visibility)).toEqual([GAMEMASTER]);
});

it('restores a deleted region with the next step and removes it with its encounter', async () => {
  const { gm, ann, thorns } = await open();
  await lay(thorns, 3);
  await party.done(gm, () => regionsAt(gm)[0].delete());
  expect(regionsAt(gm)).toEqual([]);
  await party.play({ do: 'next-turn', by: 'gm' });
  expect(regionsAt(gm)).toHaveLength(1);
  await party.done(gm, () => gm.page.game.combats.get(COMBAT).delete());
  expect(regionsAt(ann)).toEqual([]);
});

it('writes a region once, with any number of GMs', async () => {
  const { thorns } = await open();
  party.table.sit('Second');
  await party.table.settle();
  await lay(thorns, 3);
  expect(regionsAt(party.gm)).toHaveLength(1);
});
