import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { difficultyOf, type FightForecast, forecastFights, playToTheEnd } from '../../src/opponent/forecast-fight';
import { loadJudge } from '../../src/opponent/judge';
import { QuickAgent } from '../../src/opponent/quick-agent';
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

/** `npm run balance` writes the page; the test sees whether rules, packs or opponents have changed since. */
describe('the page about balance', () => {
  const rows: string[] = [];
  const text = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';

  it.each(Object.keys(DEMOS))('has the prepared fight of %s', async (id) => {
    const evening = await Evening.open(id, SEED);
    const judge = defined(await loadJudge(evening.rules), 'a worth');
    const encounter = structuredClone(evening.encounter) as Encounter;
    const name = evening.gm.hands.game.scenes.contents[0]?.name ?? id;
    await evening.table.close();
    const quickAgent = new QuickAgent(judge);
    const probes = Array.from({ length: PROBES }, (_, nth) => {
      const { winner, rounds } = playToTheEnd(judge, encounter, quickAgent, SEED + nth);
      return `${winner ?? 'no side'} in ${rounds}`;
    }).join(', ');
    if (!WRITES) return expect(text).toContain(`| ${probes} |`);
    let forecast: FightForecast | null = null;
    for (const known of forecastFights(judge, encounter, SEED)) {
      forecast = known;
      if (known.fights >= FIGHTS) break;
    }
    rows.push(rowOf(name, id, encounter, defined(forecast, 'a forecast'), probes));
  });

  afterAll(() => {
    if (WRITES) writeFileSync(PAGE, pageOf(rows));
  });
});

function rowOf(
  name: string,
  ruleset: string,
  { fighters }: Encounter,
  forecast: FightForecast,
  probes: string,
): string {
  const heroes = defined(forecast.chances.heroes, 'a chance');
  const falls = forecast.fighters
    .map(({ fighter, falls: share }) => `${fighters[fighter]?.name} ${percent(share)}`)
    .join(', ');
  const chance = `${percent(heroes.value)} (${percent(heroes.low)} to ${percent(heroes.high)})`;
  const cells = [ruleset, name, chance, difficultyOf(heroes.value), forecast.rounds.toFixed(1), falls, probes];
  return `| ${cells.join(' | ')} |`;
}

const pageOf = (rows: readonly string[]): string => `# Balance

Who wins the prepared fights if quick agents play all sides ([Opponents](opponent.md)): ${FIGHTS} fights each, with fixed seeds. \`npm run balance\` writes
this page; a test plays the first fights again and fails if rules, packs or opponents have changed since.

Quick agents are no heroes: they know no plan beyond the next command. A party of people does better than these numbers.

| ruleset | fight | heroes win (95 %) | difficulty | rounds | who falls | first fights |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
