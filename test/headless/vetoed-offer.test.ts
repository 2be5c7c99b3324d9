import { afterEach, expect, it } from 'vitest';
import { PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { documentsFor, type Recorded, recordedIn } from './recorded';
import type { Tab } from './tab';
import { Table } from './table';
import { UNHURRIED, USERS } from './world';

let table: Table;
let gm: Tab;
let recorded: Recorded;
const combatAt = ({ page }: Tab) => page.game.combats.get(recorded.combat);
const step = (): number => combatAt(gm).system.step;
const asksOf = (tab: Tab) => tab.page.openAsks(combatAt(tab)).filter(({ isMine }) => isMine);

async function done(tab: Tab, deed: () => unknown): Promise<void> {
  tab.does('does', deed);
  await table.idle();
  for (let [first] = table.pending(); first; [first] = table.pending()) await table.deliver(first);
}

/** Plays the command of a scenario until its offer is open. */
async function open(file: string): Promise<void> {
  recorded = recordedIn(file, 'offer');
  const world = { title: 'offer', users: USERS, settings: UNHURRIED };
  const content = { actors: [], scenes: [], combats: [] };
  table = await Table.open({ seed: 1, present: ['Gamemaster', 'Ann', 'Bob'], world: { world, content } });
  [gm] = table.tabs as [Tab];
  const users = table.tabs.slice(1).map(({ page }) => page.game.user.id);
  const made = documentsFor(recorded, gm.page.adapterOf(recorded.ruleset).pools, users);
  const { Actor, Scene, Combat } = gm.page.CONFIG;
  const kept = { keepId: true, keepEmbeddedIds: true };
  await done(gm, () => Actor.documentClass.createDocuments(made.actors, kept));
  await done(gm, () => Scene.documentClass.createDocuments([made.scene], kept));
  await done(gm, () => Combat.documentClass.createDocuments([made.combat], kept));
  await done(gm, () => gm.page.submit(combatAt(gm), recorded.command));
  expect(gm.page.openAsks(combatAt(gm)).map(({ ask }) => ask.kind)).toContain('offer');
}
afterEach(async () => {
  expect(table.faults).toEqual([]);
  await table.close();
});

/** Refuses the commands of fighters at the referee. Returns the ids of the fighters it was asked about. */
function refuse(is: (fighter: string) => boolean): string[] {
  const asked: string[] = [];
  gm.page.Hooks.on('cadence.preAct', (_: object, { command }: { command: { by: string } }) => {
    asked.push(command.by);
    return is(command.by) ? 'No time to react.' : undefined;
  });
  return asked;
}

it('a reaction accepted from an offer is refused by a listener on the referee’s client, and passing is not', async () => {
  await open('energy/w03-dodged-before-the-roll.yaml');
  const owner = defined(
    table.tabs.find((tab) => asksOf(tab).length > 0),
    'the owner',
  );
  expect(owner).not.toBe(gm);
  const [{ key, by }] = asksOf(owner);
  const asked = refuse(() => true);
  const before = step();
  await done(owner, () => owner.page.answer(combatAt(owner), key, [0]));
  expect(asked).toEqual([by]);
  expect(step()).toBe(before);
  expect(asksOf(owner)).toHaveLength(1);
  await done(owner, () => owner.page.answer(combatAt(owner), key, [PASS]));
  expect(asked).toHaveLength(1);
  expect(step()).toBeGreaterThan(before);
});

it('a refused reaction is not played with the answer of another fighter either', async () => {
  await open('slots/counterspell.yaml');
  const owners = table.tabs.filter((tab) => asksOf(tab).length > 0);
  expect(owners).toHaveLength(2);
  const parts = owners.map((tab) => asksOf(tab)[0]);
  const last = parts[1].by;
  refuse((fighter) => fighter === last);
  const before = step();
  for (const [at, tab] of owners.entries()) await done(tab, () => tab.page.answer(combatAt(tab), parts[at].key, [0]));
  expect(step()).toBe(before);
  expect(asksOf(owners[1])).toHaveLength(1);
  await done(owners[1], () => owners[1].page.answer(combatAt(owners[1]), parts[1].key, [PASS]));
  expect(step()).toBeGreaterThan(before);
});
