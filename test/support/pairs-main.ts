import { mkdirSync, writeFileSync } from 'node:fs';
import type { Ruleset } from '../../src/encounter/ruleset';
import { seededDie } from '../../src/kernel/rng';
import { RULESETS } from '../../src/rulesets/index';
import { allPairs, keyOf, PAIR_KINDS, playedPairs, playPair } from './pairs';
import { gearOf, scenariosOf } from './scenario/files';

/** Plays every pair of a ruleset that no scenario has, and writes a table of all. */
function main(folder: string, ids: readonly string[], seed: number): void {
  mkdirSync(folder, { recursive: true });
  for (const ruleset of Object.values(RULESETS) as Ruleset[]) {
    const { id } = ruleset;
    if (ids.length > 0 && !ids.includes(id)) continue;
    const scenarios = scenariosOf(id);
    const known = playedPairs(ruleset, scenarios, gearOf(id, '.'));
    const counts = new Map<string, number>();
    const rows: string[] = ['kind,first,action,result'];
    for (const pair of allPairs(ruleset, known)) {
      const result =
        known.scenarioOf.get(keyOf(pair)) ?? resultOf(() => playPair(ruleset, pair, known, seededDie(seed)));
      const name = result.endsWith('.yaml') ? 'in a scenario' : result.startsWith('FAULT') ? 'faults' : result;
      if (name === 'faults') {
        process.exitCode = 1;
        console.log(`${id}: ${keyOf(pair)}: ${result}`);
      }
      counts.set(`${pair.kind} ${name}`, (counts.get(`${pair.kind} ${name}`) ?? 0) + 1);
      rows.push([pair.kind, pair.first, pair.action, JSON.stringify(result)].join(','));
    }
    writeFileSync(`${folder}/pairs-${id}.csv`, `${rows.join('\n')}\n`);
    for (const kind of PAIR_KINDS) {
      const parts = [...counts]
        .filter(([key]) => key.startsWith(kind))
        .map(([key, n]) => `${n} ${key.slice(kind.length + 1)}`);
      console.log(`${id}, ${kind} × action: ${parts.join(', ')}`);
    }
  }
}

function resultOf(play: () => string): string {
  try {
    return play();
  } catch (error) {
    return `FAULT ${String(error).slice(0, 400)}`;
  }
}

const [seed = '1', ...ids] = process.argv.slice(2);
main('node_modules/.cache/cadence', ids, Number(seed));
