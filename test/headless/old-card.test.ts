import { afterEach, expect, it } from 'vitest';
import { ANN, FOE, Party } from './party';

let party: Party;
afterEach(() => party?.table.close());

const cardAt = (at: number): any => party.table.tabs[at]!.hands.game.messages.contents.at(-1);
const told = (at = 0): unknown[] => JSON.parse(JSON.stringify(cardAt(at).system.entries));
/** What the history has of the last exchange. */
function recorded(): unknown[] {
  const { history, cursor } = party.combat.system;
  const { exchange } = history[cursor];
  const steps = Object.entries<any>(history).filter(([step, each]) => each.exchange === exchange && +step <= cursor);
  return JSON.parse(JSON.stringify(steps.flatMap(([, { entries }]) => entries)));
}

it('an exchange that was told as one list goes on, is taken back and done again on the same card', async () => {
  party = await Party.open('energy');
  await party.start();
  await party.untilAsked(party.of(ANN));
  const asked = told();
  expect(asked.length).toBeGreaterThan(0);
  // As 0.4.0 stored it.
  const world = party.table.whole() as Record<string, any[]>;
  const [card] = world['messages']!.filter(({ type }) => type === 'energy').slice(-1);
  const { parts: _, ...system } = card.system;
  card.system = { ...system, entries: asked };
  await party.table.store(world);
  for (const tab of party.table.tabs) tab.reload();
  await party.arrive();
  expect([told(0), told(1)]).toEqual([asked, asked]);

  await party.answerAll();
  expect(told().length).toBeGreaterThan(asked.length);
  expect([told(0), told(1)]).toEqual([recorded(), recorded()]);
  const whole = told();
  // Whoever comes now reads what the server has of it.
  party.table.tabs[1]!.reload();
  await party.arrive();
  expect(told(1)).toEqual(whole);

  await party.done(party.gm, () => party.gm.hands.rewindStep(party.combat));
  expect([told(0), told(1)]).toEqual([asked, asked]);
  await party.done(party.gm, () => party.gm.hands.redoStep(party.combat));
  expect([told(0), told(1)]).toEqual([whole, whole]);
  expect(cardAt(0).system.names).toEqual({
    [party.of(ANN)]: 'Mira',
    [party.of(FOE)]: 'Goblin',
    [cardAt(0).system.command.with]: 'Spear',
  });
});
