import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, BOB, LAST, Party } from './party';

let party: Party;
afterEach(() => party.table.close());

const windows = () => party.gm.page.windows;
const fight = () => windows().fightOf(party.combat);
const actorOf = (id: string) => party.combat.combatants.get(id).actor;
const fieldOf = (id: string) => windows().levelFieldOf(party.gm.page.adapterOf(party.ruleset), actorOf(id));

describe.each(['energy', 'slots'])('another level in %s', (ruleset) => {
  it('gives a fighter the numbers that its sheet would have, and keeps what the fight has changed', async () => {
    party = await Party.open(ruleset, ['Gamemaster']);
    const { gm } = party;
    const ids = [party.of(ANN), party.of(LAST)];
    await party.start();
    const [pool] = Object.values(gm.page.adapterOf(ruleset).pools).filter(({ document }) => document === 'actor');
    const system = {};
    gm.page.foundry.utils.setProperty(system, defined(pool, 'a pool of actors').path, 3);
    for (const id of ids) {
      await party.done(gm, () => actorOf(id).update({ system }));
      await party.play({ do: 'condition', by: 'gm', at: id, options: { condition: 'prone', on: true } });
    }
    const before = structuredClone(party.encounter.fighters);
    const levels = Object.fromEntries(ids.map((id) => [id, defined(fieldOf(id), 'a level').level + 6]));
    const changed = windows().withLevels(fight(), levels).fighters;
    expect(party.encounter.fighters).toEqual(before);
    expect(changed[party.of(BOB)]).toEqual(before[party.of(BOB)]);
    for (const id of ids) {
      expect(changed[id]?.conditions.map((condition) => condition.id)).toContain('prone');
      expect(changed[id]).not.toEqual(before[id]);
      await party.done(gm, () => actorOf(id).update({ system: { level: levels[id] } }));
      expect(party.encounter.fighters[id]).toEqual(changed[id]);
    }
    expect(party.table.faults).toEqual([]);
  });
});

it('a level has the bounds of its field, and only rulesets with levels have one', async () => {
  party = await Party.open('slots', ['Gamemaster']);
  const field = defined(fieldOf(party.of(ANN)), 'a level');
  expect([0, 3.4, 99].map((level) => field.clamp(level))).toEqual([1, 3, 20]);
  await party.table.close();
  party = await Party.open('seconds', ['Gamemaster']);
  expect(fieldOf(party.of(ANN))).toBeNull();
});

it('a forecast with another level says so, and labels no tracker', async () => {
  party = await Party.open('slots', ['Gamemaster']);
  windows().registerForecastLabels();
  const id = party.of(ANN);
  const levels = { [id]: 9 };
  const forecast = windows().startForecast(fight(), { levels, roster: { [id]: 2 } }, { fights: 1, budget: 1e9 });
  for (let turns = 0; turns < 20 && forecast.status === 'running'; turns++) await party.table.settle();
  expect(forecast).toMatchObject({ status: 'finished', result: { fights: 1 } });
  expect(windows().trackerContext(fight()).forecast).toBeNull();
  const field = defined(fieldOf(id), 'a level');
  const { encounter } = fight();
  const input = { encounter, faces: new Map(), levelFields: new Map([[id, field]]), forecast, isOld: false };
  const { name } = defined(encounter.fighters[id], 'a fighter');
  const shown = windows().forecastContext({ ...input, roster: { [id]: 2 }, levels });
  expect(shown.notes.map((note) => note.text)).toEqual([
    `These numbers are for a changed fight: ${name} ×2, ${name} at level 9.`,
    'From 1 fight.',
  ]);
  expect(shown.rows.find((row) => row.id === id)?.level).toEqual({ value: 9, min: 1, max: 20, isChanged: true });
  expect(shown).toMatchObject({ hasLevels: true, isChosenChanged: true });
  const reset = windows().forecastContext({ ...input, roster: {}, levels: {}, levelFields: new Map() });
  expect(reset).toMatchObject({ hasLevels: false, isChosenChanged: false });
  expect(reset.notes.map((note) => note.id)).toEqual(['changed', 'other', 'finished']);
});
