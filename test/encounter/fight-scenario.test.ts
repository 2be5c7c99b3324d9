import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Exchange } from '../../src/encounter/exchange';
import { type FightRecord, makeFightRecord } from '../../src/encounter/fight-record';
import { scenarioTextOf } from '../../src/encounter/fight-scenario';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { RULESETS } from '../../src/rulesets/index';
import { IDS } from '../opponent/skirmish';
import { playRecorded as play } from '../support/recorded-fight';
import { gearOf, loadScenarios, scenarioFiles } from '../support/scenario/files';
import { holds, playScenario } from '../support/scenario/play';
import { linesOf } from '../support/scenario/report';
import { readScenario, type Scenario } from '../support/scenario/scenario';

const rulesets = RULESETS as unknown as Readonly<Record<string, Ruleset>>;

const played = new Map<string, ReturnType<typeof play>>();
/** Returns a fight that is played once. */
function playRecorded(id: string, seed: number): ReturnType<typeof play> {
  const fight = played.get(`${id} ${seed}`) ?? play(id, seed);
  played.set(`${id} ${seed}`, fight);
  return fight;
}

/** Returns what does not hold. */
function faultsOf(text: string): string {
  const results = [...playScenario(readScenario(text, 'fight.yaml'), rulesets, {})];
  return results
    .filter((result) => !holds(result))
    .flatMap(linesOf)
    .join('\n');
}

interface WrittenStep {
  do?: string | { at?: string };
  dice?: number[];
  expect: object;
}

/** Returns the faults of the text with changed steps, or what makes it unreadable. */
function faultsWith(text: string, change: (steps: WrittenStep[]) => void): string {
  const file = parse(text);
  change(file.script);
  try {
    return faultsOf(JSON.stringify(file));
  } catch (error) {
    return String(error);
  }
}

describe.each(IDS)('a fight of %s as a scenario', (id) => {
  it('holds, and no longer does with another die, or without a command', () => {
    const { ruleset, record } = playRecorded(id, 21);
    const text = scenarioTextOf(ruleset, record);
    expect(faultsOf(text)).toBe('');
    const { script }: { script: WrittenStep[] } = parse(text);
    const isNoticed = (at: number): boolean =>
      faultsWith(text, (steps) => {
        const { dice = [] } = defined(steps[at], 'a step with dice');
        dice[0] = dice[0] === 1 ? 2 : 1;
      }) !== '';
    // Not every other face has another result.
    const rolled = [...script.keys()].filter((at) => script[at]?.dice);
    expect(rolled.slice(0, 8).some(isNoticed)).toBe(true);
    const busy = script.findIndex((step, at) => at > 0 && Object.keys(step.expect).some((key) => key !== 'log'));
    expect(faultsWith(text, (steps) => steps.splice(busy, 1))).not.toBe('');
  });

  it('holds with names in place of the ids of documents', () => {
    const { ruleset, record } = playRecorded(id, 22);
    const ids = { hero1: 'Xk3f9AbcDe12hero', foe1: 'Zk3f9AbcDe123foe', foe2: 'Ak3f9AbcDe123foe' };
    const stored: FightRecord = JSON.parse(
      Object.entries(ids).reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(record)),
    );
    const text = scenarioTextOf(ruleset, stored);
    expect(text).toContain('hero-1:');
    expect(text).not.toMatch(/Xk3f9|[AZ]k3f9/);
    expect(faultsOf(text)).toBe('');
  });
});

/** Names that a user may give. */
const LONG = 'Ünlike '.repeat(300);
const ODD = [
  '__proto__',
  'constructor',
  'toString',
  'gm',
  'with',
  LONG,
  LONG,
  '',
  '\u2028\u0085\ufeff"\\\'#: ',
  '💥',
  '{a: b}',
];

describe.each(IDS)('a fight of %s whose names are not plain words', (id) => {
  const odd = (offset: number): FightRecord => {
    const { record } = playRecorded(id, 22);
    const ids = { hero1: 'Xk3f9AbcDe12hero', foe1: 'Zk3f9AbcDe123foe', foe2: 'Ak3f9AbcDe123foe' };
    const copy: FightRecord = JSON.parse(
      Object.entries(ids).reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(record)),
    );
    for (const [at, fighter] of Object.values(copy.start.fighters).entries())
      Object.assign(fighter, { name: ODD[(at + offset) % ODD.length] });
    return copy;
  };

  // The order of equal initiative may follow the names, so that only some rulesets hold with other names.
  it.each([0, 4, 8])('is a readable file, from name %i', (offset) => {
    const { ruleset } = playRecorded(id, 22);
    const text = scenarioTextOf(ruleset, odd(offset));
    const { start, script } = parse(text);
    expect(Object.values(start.fighters).map((each) => (each as { name: string }).name)).toEqual(
      Object.values(odd(offset).start.fighters).map(({ name }) => name),
    );
    expect(script.length).toBeGreaterThan(5);
    expect(() => readScenario(text, 'fight.yaml')).not.toThrow();
    for (const key of Object.keys(start.fighters)) expect(key in Object.prototype).toBe(false);
  });
});

/** Returns a record with other names, also in the facts of its lines. */
function withSecretNames(record: FightRecord): FightRecord {
  const { fighters } = record.start;
  const all = Object.values(fighters).flatMap((fighter) => [fighter, ...fighter.items]);
  const names = new Map([...new Set(all.map(({ name }) => name))].map((name) => [name, `Zelda’s ${name}`]));
  const rename = (value: unknown, isText: boolean): unknown => {
    if (typeof value === 'string') return (isText && names.get(value)) || value;
    if (Array.isArray(value)) return value.map((each) => rename(each, isText));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, rename(each, isText || key === 'name' || key === 'facts')]),
    );
  };
  return rename(record, false) as FightRecord;
}

describe.each(IDS)('an anonymous fight of %s', (id) => {
  it('holds, and has none of the names', () => {
    const { ruleset, record } = playRecorded(id, 21);
    const secret: FightRecord = withSecretNames({ ...record, name: 'Secret Ford' });
    expect(JSON.stringify(secret)).toContain('Zelda');
    const text = scenarioTextOf(ruleset, secret, { isAnonymous: true });
    expect(text).not.toMatch(/Zelda|Secret Ford/);
    for (const key of Object.keys(record.start.fighters)) expect(text).not.toContain(`"${key}"`);
    expect(text).toContain('Fighter 1');
    expect(faultsOf(text)).toBe('');
  });
});

/** Returns the record of a scenario that holds. */
function recordOf(scenario: Scenario): FightRecord {
  const exchanges: Exchange[] = [];
  const moments: Encounter[] = [];
  const gear = gearOf(scenario.ruleset.text(), '.');
  for (const result of playScenario(scenario, rulesets, gear, (_, after, exchange) => {
    exchanges.push(JSON.parse(JSON.stringify(exchange)));
    moments.push(after);
  }))
    expect(holds(result)).toBe(true);
  return makeFightRecord(scenario.title, structuredClone(defined(moments.at(-1), 'a moment')), exchanges);
}

describe('a record with commands that cut in', () => {
  const scenarios = scenarioFiles('test/scenarios')
    .flatMap(loadScenarios)
    .filter(({ script }) => script.every(({ stat }) => stat.length === 0))
    .filter(({ script }) =>
      script.some(({ answers }) => answers.some((each) => JSON.stringify(each.value()).includes('cuts-in'))),
    );

  it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('holds: %s', (_, scenario) => {
    const ruleset = defined(rulesets[scenario.ruleset.text()], 'a ruleset');
    expect(faultsOf(scenarioTextOf(ruleset, recordOf(scenario)))).toBe('');
  });
});

it('leaves out an exchange that still waits', () => {
  const { ruleset, record } = playRecorded('clash', 21);
  const at = record.exchanges.findLastIndex(({ entries }) => entries.some(({ ask }) => ask.kind === 'choice'));
  const { entries, ...exchange } = defined(record.exchanges[at], 'an exchange');
  const cut = entries.slice(
    0,
    entries.findIndex(({ ask }) => ask.kind === 'choice'),
  );
  const exchanges = [...record.exchanges.slice(0, at), { ...exchange, entries: cut }];
  const text = scenarioTextOf(ruleset, { ...record, exchanges });
  expect(parse(text).script).toHaveLength(at + 1);
  expect(faultsOf(text)).toBe('');
});
