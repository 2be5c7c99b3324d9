import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import type { ActionButton } from '../../src/encounter/view';
import { ACTIONS as CLASH } from '../../src/rulesets/clash/actions';
import { ACTIONS as ENERGY } from '../../src/rulesets/energy/actions';
import { RULESETS } from '../../src/rulesets/index';
import { ACTIONS as SECONDS } from '../../src/rulesets/seconds/actions';
import { ACTIONS as SLOTS } from '../../src/rulesets/slots/actions';
import { ACTIONS as TEMPO } from '../../src/rulesets/tempo/actions';
import { SIDE_ACTIONS } from '../../src/rulesets/tempo/turn/side-actions';
import type { Row } from '../../src/toolkit/act/actions';
import { filesBelow, read, readJson, withoutComments } from '../house/sources';
import { branchOf } from '../house/words-used';
import { copyOf } from '../support/copy';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, loadScenarios, scenarioFiles } from '../support/scenario/files';
import { playScenario } from '../support/scenario/play';
import type { Scenario } from '../support/scenario/scenario';

/** The page that says how; each line of a failure names the file to edit. */
const PAGE = 'docs/add-an-action.md';

const TABLES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  clash: CLASH,
  energy: ENERGY,
  seconds: SECONDS,
  slots: SLOTS,
  tempo: { ...TEMPO, ...SIDE_ACTIONS },
};

const words = readJson('lang/en.json');

/** Returns a text of a ruleset, or one common to all. */
function textOf(ruleset: string, path: string): unknown {
  const at = (branch: string) =>
    `${branch}.${path}`.split('.').reduce((found, key) => found?.[key], words as Record<string, any> | undefined);
  return at(branchOf(ruleset)) ?? at('CADENCE');
}

/** Returns the shapes of a drawing without what changes nothing that is seen. */
const pictureOf = (svg: string): string =>
  [...svg.matchAll(/<(path|line|circle|ellipse|rect|polygon|polyline)\b([^>]*)>/g)]
    .map(([, shape, attributes]) => {
      const given = [...attributes.matchAll(/\b(d|points|x\d?|y\d?|cx|cy|r|rx|ry|width|height|transform)="([^"]*)"/g)];
      return [shape, ...given.map(([, key, value]) => `${key} ${value.match(/-?\d*\.?\d+|[a-z]/gi)}`).sort()].join(' ');
    })
    .sort()
    .join('\n');

const MASTER = { gm: true, owns: [], targets: [] };

/** Returns the buttons of a situation, of sheets and tracker. */
function buttonsIn(ruleset: Ruleset, on: Encounter): ActionButton[] {
  const { rows, controls } = ruleset.views.tracker(on, MASTER);
  const ofSheets = Object.values(on.fighters).flatMap((fighter) => {
    const { groups, itemActions, handActions = {} } = ruleset.views.sheet(on, fighter, MASTER);
    return [
      ...groups.flatMap(({ actions }) => actions),
      ...Object.values(itemActions).flat(),
      ...Object.values(handActions),
    ];
  });
  return [...ofSheets, ...controls, ...rows.flatMap(({ actions }) => actions)];
}

/** Returns the ids of commands that a button gives, and those that its dialog names. */
const idsOf = ({ command, fields }: ActionButton): string[] => [
  command.do,
  ...fields.flatMap(({ input }) => (input.kind === 'choice' ? input.choices.map(({ value }) => String(value)) : [])),
];

/** States that a fighter has only while others are asked, as a start of a scenario cannot have them. */
const WHILE_ASKED: Readonly<Record<string, object>> = { energy: { declares: 'open' } };

interface Reached {
  readonly rows: ReadonlySet<string>;
  readonly buttons: readonly ActionButton[];
}

/**
 * Looks for ways to each row: buttons at the start of a scenario that names the row, else the buttons and prompts
 * while it is played, else those of any scenario.
 */
function reach(ruleset: Ruleset, ids: readonly string[]): Reached {
  const rows = new Set<string>();
  const buttons: ActionButton[] = [];
  const gear = gearOf(ruleset.id, '.');
  const look = (on: Encounter): void => {
    for (const button of buttonsIn(ruleset, on)) {
      buttons.push(button);
      for (const id of idsOf(button)) rows.add(id);
    }
  };
  const play = (scenario: Scenario): void => {
    const steps = playScenario(scenario, { [ruleset.id]: ruleset }, gear, (_, after, { entries }) => {
      look(after);
      for (const { ask } of entries)
        if (ask.kind === 'offer')
          for (const command of ask.candidates.flatMap(({ commands }) => commands as readonly Command[]))
            rows.add(command.do);
    });
    for (const _ of steps);
  };
  const open = (scenario: Scenario): Encounter => copyOf(encounterOf(scenario, ruleset, gear));
  const files = scenarioFiles(`test/scenarios/${ruleset.id}`).map((file) => ({ file, text: read(file) }));
  const asked = open(loadScenarios(files[0].file)[0]);
  for (const fighter of Object.values(asked.fighters)) Object.assign(fighter.state, WHILE_ASKED[ruleset.id]);
  look(asked);
  for (const id of ids) {
    const named = files.filter(({ text }) => new RegExp(`\\b${id}\\b`).test(text)).slice(0, 4);
    // Reading a file takes longest.
    const scenarios = rows.has(id) ? [] : named.flatMap(({ file }) => loadScenarios(file));
    for (const scenario of scenarios) if (!rows.has(id)) look(open(scenario));
    for (const scenario of scenarios) if (!rows.has(id)) play(scenario);
    for (const { file } of files) if (!rows.has(id)) play(loadScenarios(file)[0]);
  }
  return { rows, buttons };
}

/** Returns the options that the code of a ruleset reads, also as members of a parameter that gets all of them. */
function optionsRead(ruleset: string): ReadonlySet<string> {
  const files = filesBelow(`src/rulesets/${ruleset}`, /\.ts$/).filter((file) => !file.endsWith('/options.ts'));
  const code = files.map((file) => withoutComments(read(file)));
  const destructured = /\{([^{}]*)\}\s*=\s*optionsOf\(|\boptions: \{([^{}]*)\}/g;
  const accessed = /(?:optionsOf\((?:[^()]|\([^()]*\))*\)|\boptions)\??\.(\w+)/g;
  return new Set(
    code.flatMap((text) => [
      ...[...text.matchAll(destructured)].flatMap(([, one, other]) =>
        (one ?? other).split(',').map((part) => part.trim().split(/\W/)[0]),
      ),
      ...[...text.matchAll(accessed)].map(([, key]) => key),
      ...[...text.matchAll(/\breadonly (\w+)\?:/g)].map(([, key]) => key),
    ]),
  );
}

describe.each(Object.entries(TABLES))('each row of %s', (id, table) => {
  const ruleset = RULESETS[id as keyof typeof RULESETS] as unknown as Ruleset;
  const rows = Object.entries(table) as [string, Row<any>][];
  const iconOf = (row: string, { icon = `actions/${row}` }: Row<any>) => `icons/${icon}.svg`;
  let reached: Reached;
  beforeAll(() => {
    reached = reach(ruleset, Object.keys(table));
  });
  const buttonsFor = (row: string) => reached.buttons.filter(({ command }) => command.do === row);

  it('has a label and a hint', () => {
    const missing = rows.flatMap(([row]) => {
      const keys = buttonsFor(row).flatMap(({ label, hint }) => [label.key, hint.key]);
      // A row whose buttons all have names of their own, such as one for each kind, needs no text.
      const own = keys.length > 0 ? keys : [`Action.${row}.label`, `Action.${row}.hint`];
      return own.filter((key) => typeof textOf(id, key) !== 'string');
    });
    expect(sentences(missing, (key) => `lang/en.json: add ${branchOf(id)}.${key}`)).toBe('');
  });

  it('has an icon that looks like no other', () => {
    const seen = new Map<string, string>();
    const wrong = rows.flatMap(([row, action]) => {
      const icon = iconOf(row, action);
      if (!existsSync(icon)) return [`${icon}: draw the icon of ${row}, or name another in its row`];
      const picture = pictureOf(read(icon));
      const other = seen.get(picture);
      seen.set(picture, row);
      return other === undefined ? [] : [`${icon}: ${row} looks like ${other}; draw one of them again`];
    });
    expect(sentences(wrong)).toBe('');
  });

  it('has a price whose text exists', () => {
    const pools = new Set(rows.flatMap(([row]) => buttonsFor(row).flatMap(({ cost }) => cost.map(({ pool }) => pool))));
    const missing = [...pools].filter((pool) => typeof textOf(id, `Price.${pool}`) !== 'string');
    expect(sentences(missing, (pool) => `lang/en.json: add ${branchOf(id)}.Price.${pool}`)).toBe('');
  });

  it('says what it promises', () => {
    const silent = rows.flatMap(([row, action]) => (action.promise === undefined ? [row] : []));
    expect(
      sentences(silent, (row) => `src/rulesets/${id}: give the row ${row} a promise; null if opponents never do it`),
    ).toBe('');
  });

  it('asks only for options that exist and that a rule reads', () => {
    const isRead = optionsRead(id);
    const asked = new Set([
      ...rows.flatMap(([, { options = [] }]) => (typeof options === 'function' ? [] : options)),
      ...rows.flatMap(([row]) => buttonsFor(row).flatMap(({ fields }) => fields.map(({ key }) => key))),
    ]);
    const unknown = [...asked].filter((key) => !(key in ruleset.options));
    expect(sentences(unknown, (key) => `src/rulesets/${id}/options.ts: declare the option ${key}`)).toBe('');
    const unread = [...asked].filter((key) => !isRead.has(key));
    expect(
      sentences(unread, (key) => `src/rulesets/${id}: read the option ${key} in a rule, or ask for it in no row`),
    ).toBe('');
    expect(asked.size).toBeGreaterThan(0);
  });

  it('is reached by a button, a prompt or dragging', () => {
    const lost = rows.flatMap(([row]) => (reached.rows.has(row) ? [] : [row]));
    expect(
      sentences(lost, (row) => `test/scenarios/${id}: no scenario shows a button or a prompt for ${row}; add one`),
    ).toBe('');
  });
});

/** Returns the lines of a failure, with the page that says how to mend them. */
function sentences(wrong: readonly string[], say = (each: string): string => each): string {
  return wrong.length === 0 ? '' : [...new Set(wrong)].map((each) => `${say(each)} (see ${PAGE})`).join('\n');
}
