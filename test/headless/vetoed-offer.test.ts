import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import { documentsFor, recordedIn } from './recorded';
import type { Tab } from './tab';
import { Table } from './table';
import { UNHURRIED, USERS } from './world';

let table: Table;
let gm: Tab;
const recorded = recordedIn('energy/w03-dodged-before-the-roll.yaml', 'offer');
const combatAt = ({ hands }: Tab) => hands.game.combats.get(recorded.combat);

async function done(tab: Tab, deed: () => unknown): Promise<void> {
  tab.does('does', deed);
  await table.idle();
  for (let [first] = table.laden(); first; [first] = table.laden()) await table.deliver(first);
}

beforeAll(async () => {
  const world = { title: 'offer', users: USERS, settings: UNHURRIED };
  const content = { actors: [], scenes: [], combats: [] };
  table = await Table.open({ seed: 1, present: ['Gamemaster', 'Ann', 'Bob'], world: { world, content } });
  [gm] = table.tabs as [Tab];
  const users = table.tabs.slice(1).map(({ hands }) => hands.game.user.id);
  const made = documentsFor(recorded, gm.hands.adapterOf('energy').pools, users);
  const { Actor, Scene, Combat } = gm.hands.CONFIG;
  const kept = { keepId: true, keepEmbeddedIds: true };
  await done(gm, () => Actor.documentClass.createDocuments(made.actors, kept));
  await done(gm, () => Scene.documentClass.createDocuments([made.scene], kept));
  await done(gm, () => Combat.documentClass.createDocuments([made.combat], kept));
});
afterAll(() => table?.close());

it('a reaction accepted from an offer is refused by a listener on the referee’s client, and passing is not', async () => {
  await done(gm, () => gm.hands.submit(combatAt(gm), recorded.command));
  const owner = table.tabs.find((tab) => tab.hands.openAsks(combatAt(tab)).some(({ isMine }) => isMine)) as Tab;
  expect(owner).not.toBe(gm);
  const [{ key, ask }] = owner.hands.openAsks(combatAt(owner));
  expect(ask.kind).toBe('offer');
  const asked: string[] = [];
  gm.hands.Hooks.on('cadence.preAct', (_: object, { command }: { command: { do: string } }) => {
    asked.push(command.do);
    return 'No time to react.';
  });
  const before = combatAt(gm).system.step;
  await done(owner, () => owner.hands.answer(combatAt(owner), key, [0]));
  expect(asked).toEqual(['agile-move']);
  expect(combatAt(gm).system.step).toBe(before);
  expect(owner.hands.openAsks(combatAt(owner)).map((each) => each.isMine)).toEqual([true]);
  await done(owner, () => owner.hands.answer(combatAt(owner), key, [PASS]));
  expect(asked).toHaveLength(1);
  expect(combatAt(gm).system.step).toBeGreaterThan(before);
  expect(table.faults).toEqual([]);
});
