import { afterEach, expect, it } from 'vitest';
import { FOE, LAST, Party } from './party';
import type { Tab } from './tab';

let party: Party;
afterEach(() => party.table.close());

it('a forecast labels the GM’s tracker, is old when the fight moves on, and no player sees it', async () => {
  party = await Party.open('energy', ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const fightAt = (tab: Tab) => tab.page.windows.fightOf(party.combatAt(tab));
  const trackerAt = (tab: Tab) => tab.page.windows.trackerContext(fightAt(tab));
  const play = async (roster = {}): Promise<void> => {
    const forecast = gm.page.windows.startForecast(fightAt(gm), { roster }, { fights: 3, budget: 1e9 });
    for (let turns = 0; turns < 20 && forecast.status === 'running'; turns++) await party.table.settle();
    expect(forecast).toMatchObject({ status: 'finished', result: { fights: 3 } });
  };
  expect(trackerAt(gm)).toMatchObject({ canForecast: true, forecast: null });
  for (const tab of [gm, ann]) tab.page.windows.registerForecastLabels();
  await play({ [party.of(0)]: 0 });
  expect(trackerAt(gm).forecast).toBeNull();
  await play();
  const label = trackerAt(gm).forecast;
  expect(label).toEqual({
    text: expect.stringMatching(/^(Trivial|Easy|Favorable|Even|Hard|Deadly) · \d+%$/),
    tooltip: 'Heroes: chance to win, from 3 fights. Click for the forecast.',
    old: false,
  });
  await party.start();
  expect(trackerAt(gm).forecast).toMatchObject({ text: (label as { text: string }).text, old: true });
  expect(trackerAt(ann)).toMatchObject({ canForecast: false, forecast: null });
  const { ruleset } = gm.page.adapterOf('energy');
  const { loadWorth } = ruleset;
  Object.assign(ruleset, { loadWorth: undefined });
  expect(trackerAt(gm).canForecast).toBe(false);
  Object.assign(ruleset, { loadWorth });
  expect(party.table.faults).toEqual([]);
});

it('a GM is told the threat of the foes that stand against the heroes', async () => {
  party = await Party.open('energy', ['Gamemaster']);
  const { gm } = party;
  const { windows } = gm.page;
  const loaded = (roster = {}) => windows.loadFightThreats(windows.fightOf(party.combat), roster);
  const told = async (roster = {}) => windows.threatContext(await loaded(roster))?.text;
  const [first, last] = [party.of(FOE), party.of(LAST)];
  const rate = (id: string, threat: object | null) =>
    party.done(gm, () => party.combat.combatants.get(id).actor.update({ flags: { cadence: { threat } } }));
  for (const id of [first, last]) await rate(id, null);
  expect(await told()).toBe('Not measured: 2');
  expect(windows.threatContext(await loaded())?.hint).toContain('not known');
  await rate(first, { value: 60, heroes: 2 });
  expect(await told()).toBe('Threat 60 of 150: Trivial or harder · Not measured: 1');
  await rate(last, { value: 60, heroes: 2 });
  expect(await told()).toBe('Threat 120 of 150: Favorable');
  expect(windows.threatContext(await loaded())?.hint).toContain('150 is about an even fight for this party');
  expect(await told({ [first]: 4, [party.of(0)]: 0 })).toBe('Threat 300 of 100: Deadly');
  expect(windows.threatContextWith(await loaded(), 'Wolf', { value: 45, heroes: 3 })?.text).toBe(
    'One more Wolf: Threat 125 of 100: Hard',
  );
  await party.done(gm, () => gm.page.setDefeated(party.combat.combatants.get(first).actor, true));
  expect(await told()).toBe('Threat 60 of 150: Trivial');
  await rate(last, { value: 'many' });
  expect(await told()).toBe('Not measured: 1');
  expect(party.table.faults).toEqual([]);
});
