import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Combat } from './documents';
import { ANN, BOB, Party } from './party';
import { OTHER, openBeside, otherId } from './second-fight';
import type { Tab } from './tab';
import { idOf } from './world';

let party: Party;
let gm: Tab;
let ann: Tab;
let bob: Tab;

beforeAll(async () => {
  party = await Party.open('energy');
  [gm, ann, bob] = party.table.tabs as [Tab, Tab, Tab];
  await openBeside(party, 'slots');
  await party.start();
  await party.play({ do: 'start', by: 'gm' }, OTHER);
});
afterAll(() => party?.table.close());

const stored = (combat: Combat) => JSON.stringify([combat.toObject().system, combat.combatants.contents]);
const combatAt = (tab: Tab, id: string) => tab.page.game.combats.get(id);

it('charges a movement to the fight of its fighter by its rules, and leaves the other unchanged', async () => {
  const ofOther = stored(combatAt(gm, OTHER));
  const token = ann.page.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
  const energy = party.encounter.fighters[party.of(ANN)].pools.energy.value;
  const { x, y } = token._source;
  const way = [1, 2, 3].map((metres) => ({ x, y: y - metres * 100 }));
  await party.done(ann, () => token.move(way, { method: 'dragging' }));
  await party.answerAll();
  expect(party.encounter.fighters[party.of(ANN)].pools.energy.value).toBeLessThan(energy);
  expect(stored(combatAt(gm, OTHER))).toBe(ofOther);

  const ofFirst = stored(party.combat);
  const id = otherId(idOf('Combatant', BOB));
  for (let turns = 0; party.encounterAt(OTHER).clock.turn !== id && turns < 12; turns++)
    await party.play({ do: 'end-turn', by: 'gm' }, OTHER);
  const before = { ...combatAt(gm, OTHER).system.states[id] };
  const other = bob.page.game.scenes.contents[0].tokens.get(otherId(idOf('Token', BOB)));
  await party.done(bob, () => other.move([{ x: other._source.x, y: other._source.y + 100 }], { method: 'dragging' }));
  await party.answerAll(OTHER);
  const { standard, move, quick } = combatAt(gm, OTHER).system.states[id];
  expect(standard + move + quick).toBeLessThan(before.standard + before.move + before.quick);
  expect(stored(party.combat)).toBe(ofFirst);
});

it('waits for the answer in one fight while the other goes on and ends', async () => {
  const asked = await party.untilAsked(party.of(ANN));
  const waiting = stored(party.combat);
  await party.play({ do: 'end-turn', by: 'gm' }, OTHER);
  await party.play({ do: 'end', by: 'gm' }, OTHER);
  expect(party.encounterAt(OTHER).clock.phase).toBe('idle');
  expect(stored(party.combat)).toBe(waiting);
  await party.done(ann, () => ann.page.answer(party.combatAt(ann), asked.key, party.answerTo(asked.ask)));
  await party.answerAll();
  expect(party.askOf(party.of(ANN))).toBeUndefined();
  expect(party.table.faults).toEqual([]);
});

it('undoes a step of one fight alone', async () => {
  await party.play({ do: 'adjust', by: 'gm', at: party.of(BOB), options: { pool: 'aura', to: 3 } });
  const ofOther = stored(combatAt(gm, OTHER));
  const { cursor } = party.combat.system;
  await party.done(gm, () => gm.page.rewindStep(party.combat));
  expect(party.combat.system.cursor).toBe(cursor - 1);
  expect(stored(combatAt(gm, OTHER))).toBe(ofOther);
});
