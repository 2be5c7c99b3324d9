import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Actor, Item } from './documents';
import { ANN, BOB, GAMES, Party } from './party';
import type { Tab } from './tab';

/** The type of items that are counted, by ruleset. */
const COUNTED: Readonly<Record<string, string>> = {
  energy: 'energyGear',
  clash: 'clashGear',
  slots: 'slotsGear',
  seconds: 'secondsGear',
  tempo: 'tempoGear',
};

let party: Party;
afterEach(() => party?.table.close());

const actorOf = (tab: Tab, token: number): Actor => party.combatAt(tab).combatants.get(party.of(token)).actor;
const stacksOf = (token: number): number[] =>
  actorOf(party.gm, token)
    .items.filter(({ name }) => name === 'Candles')
    .map(({ system }) => Number(system.quantity));
const candles = (tab: Tab, token: number): Item =>
  defined(
    actorOf(tab, token).items.find(({ name }) => name === 'Candles'),
    'a stack',
  );
const open = async (ruleset: string, system: object = {}): Promise<void> => {
  party = await Party.open(ruleset);
  const data = { name: 'Candles', type: COUNTED[ruleset], system: { quantity: 5, ...system } };
  await party.done(party.gm, () => actorOf(party.gm, ANN).createEmbeddedDocuments('Item', [data]));
};
const give = (tab: Tab, from: number, to: number, count?: number) =>
  party.done(tab, () => tab.page.windows.giveItem(candles(tab, from), actorOf(tab, to), count));

describe.each(Object.keys(GAMES))('some of a stack, between fights of %s', (ruleset) => {
  it('change hands, and equal ones join', async () => {
    await open(ruleset);
    const { gm } = party;
    await give(gm, ANN, BOB, 2);
    expect([stacksOf(ANN), stacksOf(BOB)]).toEqual([[3], [2]]);
    await give(gm, ANN, BOB, 1);
    expect([stacksOf(ANN), stacksOf(BOB)]).toEqual([[2], [3]]);
    await give(gm, ANN, BOB);
    expect([stacksOf(ANN), stacksOf(BOB)]).toEqual([[], [5]]);
    for (const count of [0, -1, 1.5, 6, Number.NaN]) await give(gm, BOB, ANN, count);
    expect([stacksOf(ANN), stacksOf(BOB)]).toEqual([[], [5]]);
    await give(gm, BOB, ANN, 4);
    await party.done(gm, () => candles(gm, ANN).update({ 'system.description': '<p>Blessed</p>' }));
    await give(gm, ANN, BOB);
    expect(stacksOf(BOB).sort()).toEqual([1, 4]);
    expect(party.table.faults).toEqual([]);
  });
});

describe.each(['energy', 'slots'])('some of a stack, in a fight of %s', (ruleset) => {
  const start = async () => {
    await open(ruleset, { equipped: true });
    await party.start();
    await party.untilTurn(party.of(ANN));
  };

  it('are handed over by the action of the rules, and an undo joins them again', async () => {
    await start();
    const [gm, ann] = party.table.tabs;
    const { id } = candles(gm, ANN);
    await give(defined(ann, 'Ann'), ANN, BOB, 2);
    await party.answerAll();
    expect([stacksOf(ANN), stacksOf(BOB)]).toEqual([[3], [2]]);
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect([stacksOf(ANN), stacksOf(BOB), candles(gm, ANN).id]).toEqual([[5], [], id]);
    await party.done(gm, () => gm.page.redoStep(party.combat));
    expect([stacksOf(ANN), stacksOf(BOB)]).toEqual([[3], [2]]);
    expect(party.table.faults).toEqual([]);
    await party.judge();
  });

  it('are no more than there are, and whole, also if a player sends another number', async () => {
    await start();
    const [gm, ann] = party.table.tabs;
    const handed = { by: party.of(ANN), at: party.of(BOB), with: candles(gm, ANN).id };
    for (const count of [0, -3, 6, 1.5, 1e9, '2', null, [2]]) {
      const command = defined(party.rules.gear.handOver, 'an action')({ ...handed, count: count as never });
      await party.send(defined(ann, 'Ann'), command);
      expect([stacksOf(ANN), stacksOf(BOB)], String(count)).toEqual([[5], []]);
    }
  });
});

it('some of a stack are dropped and picked up, and an undo joins them again', async () => {
  await open('energy', { equipped: true });
  await party.start();
  const { gm } = party;
  const [by, other] = [party.of(ANN), party.of(BOB)];
  const { id } = candles(gm, ANN);
  const counts = () => [stacksOf(ANN).sort(), stacksOf(BOB)];
  await party.play({ do: 'drop-item', by, with: id, options: { count: 2 } });
  expect(counts()).toEqual([[2, 3], []]);
  const lying = actorOf(gm, ANN).items.find(({ system }) => system.dropped);
  const takes = { do: 'pick-up-item', by: other, at: by, with: defined(lying, 'a stack').id };
  await party.play({ ...takes, options: { count: 1 } });
  expect(counts()).toEqual([[1, 3], [1]]);
  for (let steps = 0; steps < 2; steps++) await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(counts()).toEqual([[5], []]);
  expect(party.table.faults).toEqual([]);
});
