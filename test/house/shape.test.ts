import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULESETS } from '../../src/rulesets/index';
import { filesBelow, read } from './sources';

const rulesets = Object.keys(RULESETS);

/** What every ruleset has, and what each of these files is for: what others take from it. */
const PLAN: Readonly<Record<string, readonly string[]>> = {
  words: ['POOLS', 'PHASES', 'ITEM_TYPES', 'SETTINGS'],
  schema: ['SCHEMA'],
  items: [],
  stats: ['FIGURES', 'derive'],
  fighter: ['readFighter'],
  conditions: ['CONDITIONS', 'is'],
  clock: ['IDLE', 'start', 'end'],
  attack: [],
  act: ['Action'],
  actions: [],
  commands: ['CLOCK', 'knows', 'whyNot', 'interrupts', 'play'],
  options: ['GM_OPTIONS', 'fieldsOf'],
  odds: ['oddsOf'],
  view: ['trackerView', 'sheetView', 'actionView'],
  card: ['cardView'],
  asks: ['askView'],
  wording: ['words', 'conditionLabel', 'actionLabel', 'noteOf'],
};

const fileOf = (ruleset: string, name: string): string => `src/rulesets/${ruleset}/rules/${name}.ts`;

function exportsOf(file: string): string[] {
  const code = read(file);
  const said = [...code.matchAll(/^export (?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm)];
  const passedOn = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) => names!.match(/\w+/g) ?? []);
  return [...said.map(([, name]) => name!), ...passedOn];
}

describe.each(rulesets)('the folder of %s', (ruleset) => {
  const undone = ['clash', 'seconds', 'slots', 'tempo'].includes(ruleset) ? ['schema'] : [];
  it.each(Object.entries(PLAN).filter(([name]) => !undone.includes(name)))(
    'has %s, where it is looked for',
    (name, wanted) => {
      const found = exportsOf(fileOf(ruleset, name));
      expect(wanted.filter((each) => !found.includes(each))).toEqual([]);
    },
  );

  it('tells what each of its files holds', () => {
    const page = read(`src/rulesets/${ruleset}/README.md`);
    const rows = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) => names!.match(/(?<=`)[\w-]+(?=`)/g) ?? []);
    const files = filesBelow(`src/rulesets/${ruleset}/rules`, /\.ts$/).map((file) => basename(file, '.ts'));
    expect(files.filter((file) => !rows.includes(file))).toEqual([]);
  });
});

it('every ruleset says of itself the same things in the same order', () => {
  const [model, ...others] = Object.values(RULESETS).map((ruleset) => Object.keys(ruleset));
  for (const members of others) expect(members).toEqual(model);
});
