import { readFileSync } from 'node:fs';
import { checkFightRecord, readFightRecord } from '../../../src/encounter/fight-record';
import type { Ruleset } from '../../../src/encounter/ruleset';
import { RULESETS } from '../../../src/rulesets/index';
import { gearOf, loadScenarios, scenarioFiles } from './files';
import { holds, playScenario } from './play';
import { linesOf } from './report';
import { ScenarioError } from './source';

/** Plays all files and prints one line for each step; sets the exit code. */
function main(root: string, paths: readonly string[]): void {
  const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;
  let passed = 0;
  let failed = 0;
  const fail = (error: unknown): void => {
    if (!(error instanceof ScenarioError)) throw error;
    failed++;
    console.error(error.message);
  };

  let files: string[] = [];
  try {
    files = paths.flatMap(scenarioFiles);
    if (files.length === 0) throw new ScenarioError(`${paths.join(', ')}: no scenario files`);
  } catch (error) {
    fail(error);
  }
  for (const file of files) {
    if (file.endsWith('.json')) {
      const why = faultOfRecord(file, rulesets);
      console.log(`${file}: ${why ?? 'every exchange is played as recorded'}`);
      if (why === null) passed++;
      else failed++;
      continue;
    }
    try {
      for (const scenario of loadScenarios(file)) {
        console.log(`${scenario.file}: ${scenario.title} [${scenario.rules.join(', ')}]`);
        let isPassed = true;
        for (const result of playScenario(scenario, rulesets, gearOf(scenario.ruleset.text(), root))) {
          for (const line of linesOf(result)) console.log(line);
          isPassed &&= holds(result);
        }
        if (isPassed) passed++;
        else failed++;
      }
    } catch (error) {
      fail(error);
    }
  }
  console.log(`${passed} scenarios hold, ${failed} do not`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Returns where the rules differ from the record of a fight, or null. */
function faultOfRecord(file: string, rulesets: Readonly<Record<string, Ruleset>>): string | null {
  const record = readFightRecord(readFileSync(file, 'utf8'));
  if (!record) return 'not the record of a fight';
  const ruleset = rulesets[record.ruleset];
  if (!ruleset) return `no ruleset ${record.ruleset}`;
  const fault = checkFightRecord(ruleset, record);
  if (!fault) return null;
  const { exchange, command, entry, detail } = fault;
  const place = entry === null ? '' : `, entry ${entry + 1}`;
  return `exchange ${exchange + 1} (${command.do} by ${command.by})${place} differs: ${detail}`;
}

const [root, ...paths] = process.argv.slice(2);
main(root, paths);
