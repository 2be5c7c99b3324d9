import { afterEach, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import type { KnownAsk } from './documents';
import { ANN, FOE, Party } from './party';
import type { Tab } from './tab';

let party: Party;
let gm: Tab;
let ann: Tab;
afterEach(async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
});

const asked = (tab: Tab) => tab.page.openAsks(party.combatAt(tab)).filter(({ isMine }) => isMine);
const answers = (given: (ask: KnownAsk) => unknown): Promise<void> => {
  const [{ key, ask }] = asked(ann);
  return party.done(ann, () => ann.page.answer(party.combatAt(ann), key, [given(ask)]));
};
const tokenAt = (tab: Tab) => party.combatAt(tab).combatants.get(party.of(FOE)).token;
const column = (tab: Tab): number => tokenAt(tab)._source.x / 100;
const hp = (): number => party.encounter.fighters[party.of(FOE)].pools.hp.value;

/** Ann's fighter holds an attack for a foe who comes into reach; a foe walks past from seven meters away. */
async function walksPast(): Promise<void> {
  party = await Party.open('seconds');
  [gm, ann] = party.table.tabs as [Tab, Tab];
  const spots = [
    { token: 4, x: 2000, y: 2000 },
    { token: FOE, x: 1300, y: 900 },
  ];
  for (const { token, x, y } of spots)
    await party.done(gm, () => party.combat.combatants.get(party.of(token)).token.update({ x, y }));
  await party.start();
  await party.untilTurn(party.of(ANN));
  await party.send(ann, { do: 'hold', by: party.of(ANN) });
  await answers((ask) => ask.options.find(({ id }) => id.startsWith('attack'))?.id);
  await answers(() => 'done');
  await answers(() => 'it comes within my reach');
  await answers(() => 'comes');
  expect(party.combat.system.open).toBeNull();
  await party.untilTurn(party.of(FOE));
  const place = party.encounter.fighters[party.of(FOE)].place;
  const path = [1, 2, 3, 4, 5, 6, 7].map((metres) => ({ ...place, x: place.x - metres }));
  await party.send(gm, { do: 'move', by: party.of(FOE), path });
}

it('[S-19, S-24] stops the token that triggers a held action, then moves it on, and undo puts it back', async () => {
  await walksPast();
  expect(
    asked(ann).map(({ ask }) => ask.id),
    party.heard(gm),
  ).toEqual(['held']);
  const [stop, unhurt] = [column(gm), hp()];
  expect(stop).toBeGreaterThan(6);
  expect(stop).toBeLessThan(13);
  expect(column(ann)).toBe(stop);
  await answers(() => 0);
  // A hit with the least damage: a defeated fighter walks no farther.
  while (asked(ann)[0]?.ask.kind === 'dice') await answers(({ id }) => (id === 'damage' ? 1 : 18));
  await party.answerAll();
  expect([gm, ann].map(column)).toEqual([6, 6]);
  expect(hp()).toBeLessThan(unhurt);
  expect(party.encounter.fighters[party.of(ANN)].state.held ?? null).toBeNull();

  while (asked(ann)[0]?.ask.id !== 'held') await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(asked(ann).map(({ ask }) => ask.id)).toEqual(['held']);
  expect([[gm, ann].map(column), hp()]).toEqual([[stop, stop], unhurt]);
  while (asked(ann).length > 0) await answers(() => PASS);
  expect([[gm, ann].map(column), hp()]).toEqual([[6, 6], unhurt]);
});

it('slows a walker in a mire on the map until the GM turns it off', async () => {
  party = await Party.open('seconds');
  [gm, ann] = party.table.tabs as [Tab, Tab];
  const spots = [
    { token: ANN, x: 500, y: 1500 },
    { token: FOE, x: 2000, y: 2000 },
    { token: 4, x: 2100, y: 2000 },
  ];
  for (const { token, x, y } of spots)
    await party.done(gm, () => party.combat.combatants.get(party.of(token)).token.update({ x, y }));
  const scene = gm.page.game.scenes.contents[0];
  const mire = {
    name: 'Mire',
    shapes: [{ type: 'rectangle', x: 600, y: 1400, width: 400, height: 300 }],
    behaviors: [{ type: 'modifyMovementCost', name: 'Slow', system: { difficulties: { walk: 2 } } }],
  };
  await party.done(gm, () => scene.createEmbeddedDocuments('Region', [mire]));
  await party.start();
  await party.untilTurn(party.of(ANN));
  const seconds = (): number => party.encounter.fighters[party.of(ANN)].pools.seconds.value;
  const walk = async (): Promise<number> => {
    const before = seconds();
    const { place } = party.encounter.fighters[party.of(ANN)];
    await party.play({ do: 'move', by: party.of(ANN), path: [{ ...place, x: place.x + 1 }] });
    return before - seconds();
  };
  const slow = await walk();
  const [region] = scene.regions.contents;
  const [{ id }] = region.behaviors.contents;
  await party.done(gm, () => region.updateEmbeddedDocuments('RegionBehavior', [{ _id: id, disabled: true }]));
  const quick = await walk();
  expect(quick).toBeGreaterThan(0);
  expect(slow).toBeGreaterThan(1.5 * quick);
});
