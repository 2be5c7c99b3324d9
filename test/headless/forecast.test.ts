import { afterEach, expect, it } from 'vitest';
import { Party } from './party';
import type { Tab } from './tab';

let party: Party;
afterEach(() => party.table.close());

it('a forecast labels the GM’s tracker, is old when the fight moves on, and no player sees it', async () => {
  party = await Party.open('energy', ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  const fightAt = (tab: Tab) => tab.hands.windows.fightOf(party.combatAt(tab));
  const trackerAt = (tab: Tab) => tab.hands.windows.trackerContext(fightAt(tab));
  const play = async (roster = {}): Promise<void> => {
    const forecast = gm.hands.windows.startForecast(fightAt(gm), roster, { fights: 3, budget: 1e9 });
    for (let turns = 0; turns < 20 && forecast.status === 'running'; turns++) await party.table.settle();
    expect(forecast).toMatchObject({ status: 'finished', result: { fights: 3 } });
  };
  expect(trackerAt(gm)).toMatchObject({ canForecast: true, forecast: null });
  for (const tab of [gm, ann]) tab.hands.windows.registerForecastLabels();
  await play({ [party.of(0)]: 0 });
  expect(trackerAt(gm).forecast).toBeNull();
  await play();
  const label = trackerAt(gm).forecast;
  expect(label).toEqual({
    text: expect.stringMatching(/^(Trivial|Easy|Even|Hard|Deadly) · \d+%$/),
    tooltip: 'Heroes: chance to win, from 3 fights. Click for the forecast.',
    old: false,
  });
  await party.start();
  expect(trackerAt(gm).forecast).toMatchObject({ text: (label as { text: string }).text, old: true });
  expect(trackerAt(ann)).toMatchObject({ canForecast: false, forecast: null });
  const { ruleset } = gm.hands.adapterOf('energy');
  Object.assign(ruleset, { loadWorth: undefined });
  expect(trackerAt(gm).canForecast).toBe(false);
  expect(party.table.faults).toEqual([]);
});
