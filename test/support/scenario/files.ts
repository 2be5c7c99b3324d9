import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { type Gear, slug } from './encounter';
import { readScenarios, type Scenario } from './scenario';
import { ScenarioError } from './source';

/** Returns the scenario files at or below a path, sorted. Throws ScenarioError for a missing path. */
export function scenarioFiles(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new ScenarioError(`${path}: no such file or folder`);
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

const read = new Map<string, readonly Scenario[]>();

/** Returns the scenario of a file, or its variants. */
export function loadScenarios(file: string): readonly Scenario[] {
  const shown = relative(process.cwd(), file);
  const scenarios = read.get(file) ?? readScenarios(readFileSync(file, 'utf8'), shown.startsWith('..') ? file : shown);
  read.set(file, scenarios);
  return scenarios;
}

/** Returns the scenarios of a ruleset. */
export const scenariosOf = (ruleset: string): readonly Scenario[] =>
  scenarioFiles(`test/scenarios/${ruleset}`).flatMap(loadScenarios);

/** Returns the scenario of a file, or its first variant. */
export const loadScenario = (file: string): Scenario => loadScenarios(file)[0];

const armories = new Map<string, Gear>();

/** Returns the armory of a ruleset by name: the items of its packs as the rules read them. */
export function gearOf(ruleset: string, root: string): Gear {
  const folder = join(root, 'packs', ruleset, 'gear');
  const gear = armories.get(folder) ?? readGear(folder);
  armories.set(folder, gear);
  return gear;
}

function readGear(folder: string): Gear {
  if (!statSync(folder, { throwIfNoEntry: false })) return {};
  const items = readdirSync(folder)
    // Names with a leading underscore are folders.
    .filter((name) => name.endsWith('.yml') && !name.startsWith('_'))
    .map((name) => parse(readFileSync(join(folder, name), 'utf8')));
  return Object.fromEntries(
    items.map(({ name, type, system: { description: _, ...system } }) => [slug(name), { ...system, name, type }]),
  );
}
