import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { holdRow } from '../../src/foundry/apps/opponent/hold-row';
import { defined } from '../../src/kernel/defined';
import { loadJudge } from '../../src/opponent/judge';
import { perform, type TaskResult } from '../../src/opponent/tasks';
import { fewByDay, thorough } from '../tiers/tier';
import { BAR_VIEW, type FightOfFighter } from './game-page';
import { ANN, BOB, FOE, GAMES, LAST, Party } from './party';
import type { Tab } from './tab';

/** Enough that each option has been played. */
const GAMES_PLAYED = 60;

type SuggestResult = Extract<TaskResult, { readonly kind: 'suggest' }>;

let party: Party;
let [gm, ann]: Tab[] = [];

const open = async (ruleset: string): Promise<void> => {
  party = await Party.open(ruleset);
  [gm, ann] = party.table.tabs;
  await party.start();
  await party.untilTurn(party.of(ANN));
};
const close = async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
};
const set = (key: string, value: unknown) => party.done(gm, () => gm.page.game.settings.set('cadence', key, value));

const barOf = (tab: Tab, token: number) =>
  tab.page.windows.barContext(party.combatAt(tab).combatants.get(party.of(token)).actor, BAR_VIEW);

const fightAt = (tab: Tab, token: number): FightOfFighter => {
  const fight = tab.page.windows.fightOf(party.combatAt(tab));
  const id = party.of(token);
  return { ...fight, id, fighter: defined(fight.encounter.fighters[id], 'a fighter') };
};

/** Thinks about a task as the worker does, which gets a copy. */
async function think(tab: Tab, token: number): Promise<SuggestResult> {
  const task = structuredClone(tab.page.windows.suggestTask(fightAt(tab, token), 5));
  const judge = defined(await loadJudge(party.rules), 'a judge');
  let known: TaskResult | null = null;
  let played = 0;
  for (const step of perform(judge, task)) {
    if (!step) continue;
    known = step();
    if (++played >= GAMES_PLAYED) break;
  }
  return known as unknown as SuggestResult;
}
const shown = (tab: Tab, token: number, result: SuggestResult) =>
  tab.page.windows.suggestContext(fightAt(tab, token), result, true);

// What differs by ruleset is thought about in `test/opponent/suggest.test.ts`.
describe.each(fewByDay(Object.keys(GAMES)))('suggestions in %s', thorough, (ruleset) => {
  let thought: Promise<SuggestResult> | undefined;
  /** What the GM's window thinks before anything is done. */
  const thinkFirst = (): Promise<SuggestResult> => (thought ??= think(gm, ANN));
  beforeAll(() => open(ruleset));
  afterAll(close);

  it('are offered to GMs, and to players for their own fighter if the world allows it', async () => {
    expect([barOf(gm, FOE)?.suggests, barOf(gm, ANN)?.suggests, barOf(ann, ANN)?.suggests]).toEqual([
      true,
      true,
      false,
    ]);
    await set('playerSuggestions', true);
    expect([barOf(gm, FOE)?.suggests, barOf(ann, ANN)?.suggests]).toEqual([true, true]);
    expect(barOf(ann, BOB)).toBeNull();
  });

  it('are at most three commands that the rules allow, each with a name', async () => {
    const result = await thinkFirst();
    const { rows, end } = shown(gm, ANN, result);
    expect(rows.length + (end ? 1 : 0)).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(4);
    for (const { command, label, aria } of rows) {
      expect(command.by).toBe(party.of(ANN));
      expect(party.rules.whyNot(party.encounter, command)).toEqual([]);
      expect(label).not.toMatch(/CADENCE|Action\./);
      expect(aria).toContain(label);
      expect(aria).not.toMatch(/CADENCE|\{|NaN|Infinity/);
    }
    // What the rules forbid by now is left out.
    const refused = { ...defined(result.suggestions[0], 'a suggestion'), command: { do: 'none', by: party.of(ANN) } };
    expect(shown(gm, ANN, { ...result, suggestions: [refused] }).rows).toEqual([]);
  });

  it('show chance and damage of many games, and never numbers of a foe that the world hides', async () => {
    const { suggestions } = await thinkFirst();
    const isAtFoe = ({ at }: Command): boolean => at === undefined || [FOE, LAST].some((foe) => party.of(foe) === at);
    const { command } = defined(
      suggestions.find((each) => isAtFoe(each.command)),
      'something against foes',
    );
    const told = { command, games: 100, value: 1, chance: 0.623, damage: 8.7, exposedTo: [party.of(FOE)] };
    const result = (more: object): SuggestResult => ({
      kind: 'suggest',
      best: command,
      suggestions: [{ ...told, ...more }],
    });
    const whyAt = (tab: Tab, more = {}) => shown(tab, ANN, result(more)).rows[0].why;
    expect(whyAt(gm)).toMatch(/^≈ 62% to (hit|succeed) · 9 damage expected · .*leaves you open to (Goblin|Hill \w+)$/);
    expect(whyAt(gm, { games: 2 })).not.toMatch(/\d/);
    expect(whyAt(gm, { chance: null })).toMatch(/^9 damage expected/);
    await set('playerOdds', false);
    expect(whyAt(ann)).not.toMatch(/\d/);
    expect(whyAt(ann)).toContain('leaves you open to');
    await set('playerOdds', true);
    expect(whyAt(ann)).toContain('≈ 62%');
  });

  it('use no number of a foe that the world hides from the player', async () => {
    await set('playerOdds', false);
    await set('foePools', 'hidden');
    const { fighters } = ann.page.windows.suggestTask(fightAt(ann, ANN), 5).encounter;
    const foe = fighters[party.of(FOE)];
    expect(foe.stats).toEqual(fighters[party.of(ANN)].stats);
    expect(foe.items).toEqual([]);
    expect(Object.values(foe.pools).filter(({ value, max }) => value < max)).toEqual([]);
    await set('playerOdds', true);
    await set('foePools', 'rough');
    expect(ann.page.windows.suggestTask(fightAt(ann, ANN), 5).encounter.fighters[party.of(FOE)].stats).not.toEqual(
      foe.stats,
    );
  });

  it('know no fighter that is hidden from the player', async () => {
    const hide = (hidden: boolean) =>
      party.done(gm, () => party.combat.combatants.get(party.of(FOE)).update({ hidden }));
    await hide(true);
    const known = (tab: Tab) => Object.keys(tab.page.windows.suggestTask(fightAt(tab, ANN), 5).encounter.fighters);
    expect([known(gm).includes(party.of(FOE)), known(ann).includes(party.of(FOE))]).toEqual([true, false]);
    await hide(false);
  });

  it('of a GM’s foe follow its temperament; heroes are cunning', async () => {
    const temperament = (tab: Tab, token: number) => tab.page.windows.suggestTask(fightAt(tab, token), 5).temperament;
    const flag = (token: number, value: string) =>
      party.done(gm, () =>
        party.combat.combatants.get(party.of(token)).actor.update({ 'flags.cadence.temperament': value }),
      );
    await flag(FOE, 'brutal');
    await flag(ANN, 'cowardly');
    expect([temperament(gm, FOE), temperament(gm, ANN), temperament(ann, ANN)]).toEqual([
      'brutal',
      'cunning',
      'cunning',
    ]);
    await flag(FOE, 'sleepy');
    expect(temperament(gm, FOE)).toBe('cunning');
  });

  it('are done by the player’s click like any other command', async () => {
    const { rows, end } = shown(ann, ANN, await think(ann, ANN));
    const command = rows[0]?.command ?? JSON.parse(defined(end, 'the end of the turn').key);
    const seen = () => JSON.stringify(ann.page.windows.fightOf(party.combatAt(ann)).encounter);
    const before = seen();
    await party.done(ann, () => ann.page.windows.act(party.combatAt(ann), command, 'nothing'));
    await party.answerAll();
    expect(seen()).not.toBe(before);
    const given = Object.values(party.combat.system.history).map((step) => step.command.do);
    const isSecret = party.rules.secrets(party.encounter.settings).commands.includes(command.do);
    expect(given.includes(command.do)).toBe(!isSecret);
    expect(party.refusals()).toEqual([]);
  });
});

describe('a list without suggestions', () => {
  beforeAll(() => open('slots'));
  afterAll(close);
  const none = { kind: 'suggest', best: null, suggestions: [] } as const;

  it('offers the end of the turn, once it has thought enough', () => {
    const { suggestContext } = gm.page.windows;
    const { rows, end, status } = suggestContext(fightAt(gm, ANN), none, true);
    expect([rows, status]).toEqual([[], 'Nothing else is worth doing right now.']);
    expect(JSON.parse(defined(end, 'an end').key)).toEqual({ do: 'end-turn', by: party.of(ANN) });
    expect(suggestContext(fightAt(gm, ANN), none, false)).toMatchObject({ rows: [], end: null, status: 'Thinking…' });
  });

  it('says so where no turn can be ended either', () => {
    const { end, status } = gm.page.windows.suggestContext(fightAt(gm, BOB), null, true);
    expect([end, status]).toEqual([null, 'There is nothing to do right now.']);
  });
});

describe('a row that the user points at', () => {
  const rows = (keys: string) => [...keys].map((key) => ({ key }));
  const held = (next: string, before: string, key: string | null) =>
    holdRow(rows(next), rows(before), key)
      .map(({ key }) => key)
      .join('');

  it.each([
    ['abc', 'cba', null, 'abc'],
    ['abc', 'cba', 'c', 'cab'],
    ['abc', 'abc', 'b', 'abc'],
    ['def', 'abc', 'b', 'dbe'],
    ['de', 'abc', 'c', 'dec'],
    ['', 'abc', 'a', 'a'],
    ['abc', '', 'x', 'abc'],
  ])('of %s after %s stays in its place (%s)', (next, before, key, expected) => {
    expect(held(next, before, key)).toBe(expected);
  });
});
