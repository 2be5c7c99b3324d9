import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { difficultyOf, type FightForecast, forecastFights, playToTheEnd } from '../../src/opponent/forecast-fight';
import { loadJudge } from '../../src/opponent/judge';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { computeEncounterBudget, readThreatRating } from '../../src/opponent/threat-rating';
import { Arena, isHero, storedThreat, storeThreat } from './arena';
import { DEMOS } from './demo-world';
import { Evening } from './evening';

const PAGE = 'docs/balance.md';
/** Fights on the page, for each prepared fight. */
const FIGHTS = 100;
/** Fights that are played again to see whether the page is current. */
const PROBES = 4;
const SEED = 1;
const WRITES = process.env.CADENCE_WRITE !== undefined;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

interface PreparedFight {
  readonly name: string;
  readonly ruleset: string;
  readonly encounter: Encounter;
  /** By the threat of its foes. */
  readonly budget: string;
  readonly probes: string;
}

/**
 * `npm run balance` writes the page; the test sees whether rules, packs or opponents have changed since. With
 * `-- -t "prepared fight of slots"` it measures that fight alone, and the rest of the page stays as it is.
 */
describe('the page about balance', () => {
  const fights = new Map<string, string>();
  const duels = new Map<string, string>();
  const text = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';

  it.runIf(WRITES).each(Object.keys(DEMOS))('has the threat of all foes of %s', async (id) => {
    duels.set(id, duelsOf(id, await Arena.open(id, SEED)));
  });

  it.each(Object.keys(DEMOS))('has the prepared fight of %s', async (id) => {
    const evening = await Evening.open(id, SEED);
    const judge = defined(await loadJudge(evening.rules), 'a worth');
    const encounter = structuredClone(evening.encounter) as Encounter;
    const name = evening.gm.page.game.scenes.contents[0]?.name ?? id;
    const budget = budgetIn(evening);
    await evening.table.close();
    const quickAgent = new QuickAgent(judge);
    const probes = Array.from({ length: PROBES }, (_, nth) => {
      const { winner, rounds } = playToTheEnd(judge, encounter, quickAgent, SEED + nth);
      return `${winner ?? 'no side'} in ${rounds}`;
    }).join(', ');
    if (!WRITES) {
      expect(text).toContain(`| ${probes} |`);
      expect(text).toContain(`| ${budget} |`);
      return;
    }
    let forecast: FightForecast | null = null;
    for (const known of forecastFights(judge, encounter, SEED)) {
      forecast = known;
      if (known.fights >= FIGHTS) break;
    }
    fights.set(id, rowOf({ name, ruleset: id, encounter, budget, probes }, defined(forecast, 'a forecast')));
  });

  afterAll(() => {
    if (!WRITES) return;
    const ids = Object.keys(DEMOS);
    const rows = ids.map((id) => fights.get(id) ?? text.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? '');
    writeFileSync(
      PAGE,
      pageOf(
        rows,
        ids.map((id) => duels.get(id) ?? sectionIn(text, id)),
      ),
    );
  });
});

const sectionIn = (text: string, id: string): string =>
  `### ${id}\n${text.split(`### ${id}\n`)[1]?.split('\n### ')[0]?.trimEnd() ?? ''}\n`;

/** Measures all foes and stores their threat. */
function duelsOf(ruleset: string, arena: Arena): string {
  const { heroes, foes } = arena;
  const rated = foes.map((foe) => ({ foe, rating: arena.threatOf(foe) }));
  for (const { foe, rating } of rated) storeThreat(foe.file, rating);
  const rows = rated
    .sort((a, b) => b.rating.value - a.rating.value)
    .map(({ foe, rating: { value } }) => {
      const chances = heroes.map((hero) => Math.round(arena.chanceOf(hero, foe) * 100));
      return `| ${[foe.name, value, ...chances.map((chance) => `${chance} : ${100 - chance}`)].join(' | ')} |`;
    });
  const head = ['foe', 'threat', ...heroes.map(({ name }) => name)];
  return `### ${ruleset}\n\n| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n${rows.join('\n')}\n`;
}

function budgetIn({ encounter, combat }: Evening): string {
  const fighters = Object.values(encounter.fighters);
  const foes = fighters.filter(({ side }) => side === 'foes');
  const heroes = fighters.filter(({ side, id }) => side === 'heroes' && isHero(combat.combatants.get(id)));
  const ratings = foes.map(({ id }) => readThreatRating(combat.combatants.get(id)?.actor.flags.cadence?.threat));
  const { spent, budget, difficulty } = defined(computeEncounterBudget(ratings, heroes.length), 'a budget');
  return `${spent} of ${budget}: ${difficulty}`;
}

function rowOf({ name, ruleset, encounter, budget, probes }: PreparedFight, forecast: FightForecast): string {
  const { fighters } = encounter;
  const heroes = defined(forecast.chances.heroes, 'a chance');
  const falls = forecast.fighters
    .map(({ fighter, falls: share }) => `${fighters[fighter]?.name} ${percent(share)}`)
    .join(', ');
  const chance = `${percent(heroes.value)} (${percent(heroes.low)} to ${percent(heroes.high)})`;
  const cells = [ruleset, name, chance, difficultyOf(heroes.value), budget, forecast.rounds.toFixed(1), falls, probes];
  return `| ${cells.join(' | ')} |`;
}

const pageOf = (fights: readonly string[], duels: readonly string[]): string => `# Balance

Who wins the prepared fights if quick agents play all sides ([Opponents](opponent.md)): ${FIGHTS} fights each, with fixed seeds. \`npm run balance\` writes
this page and the threat of the prepared foes; a test plays the first fights again and fails if rules, packs or opponents have changed since.

Quick agents are no heroes: they know no plan beyond the next command. A party of people does better than these numbers.

| ruleset | fight | heroes win (95 %) | difficulty | by threat | rounds | who falls | first fights |
|---|---|---|---|---|---|---|---|
${fights.join('\n')}

## Threat

A foe’s threat is 100 divided by the number of its copies that win half of their fights against the heroes of the prepared fight, on its map. If a
single one wins more than half, heroes are added until it does not: threat 150 means that it is even with one and a half times as many heroes. Numbers of
fighters are whole; between them the chance is taken to lie on a straight line. Up to 24 fights are played for each number, fewer if it is clear who wins. A
fight without an end counts half. More than 16 copies and four times as many heroes are not tried.

The other columns are duels: how many of 100 fights a hero wins, and how many the foe.

${duels.join('\n')}`;

describe.each(Object.keys(DEMOS))('the foes of %s', (id) => {
  const folder = `packs/${id}/fighters`;
  const sources = readdirSync(folder).map((name) => ({
    file: `${folder}/${name}`,
    source: parse(readFileSync(`${folder}/${name}`, 'utf8')),
  }));
  const foes = sources.filter(({ source }) => source.prototypeToken?.disposition === -1);

  it.runIf(!WRITES)('have a threat in their compendium, which is that of the page', () => {
    const page = readFileSync(PAGE, 'utf8').split(`### ${id}\n`)[1]?.split('###')[0] ?? '';
    const rows = foes.map(({ file, source }) => `| ${source.name} | ${storedThreat(file)?.value} |`);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
    const others = sources.filter((each) => !foes.includes(each));
    expect(others.filter(({ file }) => storedThreat(file))).toEqual([]);
  });
});
