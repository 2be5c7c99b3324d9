import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type BuildStep, budgetOf, isPresetActive, type Preset } from '../../src/encounter/build';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Item } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { ActionButton, Viewer } from '../../src/encounter/view';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { RULESETS } from '../../src/rulesets/index';
import { MANIFESTS } from '../../src/rulesets/manifests';
import { type Field, type Fields, fieldsOf, read, unitOf } from '../../src/toolkit/define/schema';
import { readBase, readItem } from '../../src/toolkit/define/sheet-schema';
import { DOCUMENTS, filesBelow, read as readFile, readJson } from '../house/sources';
import { branchOf } from '../house/words-used';
import { anyAnswer } from '../support/answer';
import { inside, type Keyed } from '../support/record';
import { at, vocabularyOf } from '../support/rules';

const OWNER: Viewer = { gm: false, owns: ['one'], targets: ['two'] };
const words = foundryWords(readJson('lang/en.json'));

/** Keys of the language file. */
function foundryWords(branch: object, path = ''): Set<string> {
  return new Set(
    Object.entries(branch).flatMap(([key, value]): string[] =>
      typeof value === 'string' ? [`${path}${key}`] : [...foundryWords(value, `${path}${key}.`)],
    ),
  );
}

function fieldAt(fields: Fields, [first = '', ...rest]: readonly string[]): Field | undefined {
  const [, field] = fieldsOf(fields).find(([name]) => name === first) ?? [];
  if (!field || rest.length === 0) return field;
  return field.is.kind === 'group' ? fieldAt(field.is.fields, rest) : undefined;
}

/** Items of some types in the ruleset's compendium, as the rules read them. */
const gearOf = (ruleset: string, types: readonly string[]): (Item & Keyed)[] =>
  filesBelow(`packs/${ruleset}/gear`, DOCUMENTS)
    .map((file) => parse(readFile(file)))
    .filter(({ type }) => types.includes(type))
    .map(({ _id, name, type, system: { description: _, ...rest } }) => ({ ...rest, id: _id, name, type }));

/** The fields that several presets enter one after the other. */
function entered(presets: readonly Preset[]): Keyed {
  const base: Keyed = {};
  for (const preset of presets)
    for (const [path, value] of Object.entries(preset)) {
      const keys = path.split('.');
      const last = defined(keys.pop(), 'a key');
      keys.reduce(inside, base)[last] = value;
    }
  return base;
}

const rulesets: Readonly<Record<string, Ruleset>> = RULESETS as never;
const builds = await Promise.all(
  MANIFESTS.flatMap(({ schema }) => {
    const ruleset = rulesets[schema.id];
    return ruleset?.loadBuild ? [ruleset.loadBuild().then((build) => ({ id: schema.id, schema, ruleset, build }))] : [];
  }),
);

describe.each(builds)('the guided build of $id', ({ id, schema, ruleset, build }) => {
  const said = (key: string) => expect(words, key).toContain(`${branchOf(id)}.Build.${key}`);
  const steps: readonly BuildStep[] = build.steps;

  it('names existing fields, item types and totals, and has texts for each step', () => {
    for (const { id: step, fields = [], presets = {}, budget, armory } of steps) {
      for (const key of ['label', 'hint']) said(`${step}.${key}`);
      for (const path of [...fields, ...(budget?.fields ?? [])])
        expect(fieldAt(schema.actor, path.split('.')), path).toBeDefined();
      // Every field that the budget counts is a field of the step.
      expect(fields).toEqual(expect.arrayContaining([...(budget?.fields ?? [])]));
      for (const [name, preset] of Object.entries(presets)) {
        for (const key of ['label', 'hint']) said(`${step}.${name}.${key}`);
        for (const [path, value] of Object.entries(preset)) {
          const field = fieldAt(schema.actor, path.split('.'));
          expect(field, path).toBeDefined();
          expect(read(defined(field, 'a field'), value, path)).toEqual(value);
        }
      }
      for (const type of armory?.types ?? []) {
        expect(Object.keys(schema.items)).toContain(type);
        expect(gearOf(id, [type]), type).not.toEqual([]);
        for (const path of armory?.shownFields?.[type] ?? []) {
          const field = schema.items[type][path];
          expect(field, `${type}.${path}`).toBeDefined();
          const unit = unitOf(field as Field);
          if (unit)
            expect(
              [...words].some((key) => key.endsWith(`Unit.${unit}`)),
              unit,
            ).toBe(true);
        }
      }
    }
    expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
    const { fighter } = vocabularyOf(ruleset, () => ruleset.idle);
    const figures = ruleset.views.sheet(null, fighter('one') as never, OWNER).figures.map((figure) => figure.id);
    expect(figures).toEqual(expect.arrayContaining([...build.figures]));
  });

  it('has a kit for each calling, of items that the compendium has and the calling can use', () => {
    const withKits = steps.filter(({ kits }) => kits);
    expect(withKits).toHaveLength(1);
    const warned = steps.filter(({ armory }) => armory?.warning);
    for (const { presets = {}, kits = {} } of withKits) {
      expect(Object.keys(kits)).toEqual(Object.keys(presets));
      for (const [preset, kit] of Object.entries(kits)) {
        const gear = gearOf(id, Object.keys(schema.items));
        const items = kit.map(({ id: wanted, name, values }) => {
          const found = gear.find((item) => item.id === wanted);
          expect(found?.name).toBe(name);
          const item = defined(found, name);
          for (const [path, value] of Object.entries(values)) {
            const field = defined(schema.items[item.type][path], path) as Field;
            expect(read(field, value, path)).toBe(value);
            // Otherwise it says nothing.
            expect(value, `${name} ${path}`).not.toBe(item[path] ?? read(field, undefined, path));
          }
          return { ...item, ...values } as Item & Keyed;
        });
        // Lowest values of the other steps.
        const first = steps.flatMap(({ presets: others = {} }) => Object.values(others).slice(0, 1));
        const base = readBase(schema, entered([...first, presets[preset]]));
        for (const { armory } of warned)
          for (const item of items)
            if (armory?.types.includes(item.type))
              expect(armory.warning?.(base, readItem(schema, item)), `${preset}: ${item.name}`).toBeNull();
        expect(items.some(({ type }) => type === `${id}Weapon`)).toBe(true);
      }
    }
  });

  it('shows each preset as active once it is applied', () => {
    for (const { presets = {} } of steps)
      for (const preset of Object.values(presets))
        expect(isPresetActive(preset, readBase(schema, entered([preset])))).toBe(true);
  });

  it('counts every point once, and no preset exceeds the budget', () => {
    const chosen = fc.tuple(
      ...steps.map(({ presets = {} }) => fc.constantFrom<Preset | null>(...Object.values(presets), null)),
    );
    fc.assert(
      fc.property(chosen, fc.array(fc.nat(9), { minLength: 9, maxLength: 9 }), (presets, spent) => {
        const taken = presets.filter((preset) => preset !== null);
        const base = readBase(schema, entered(taken));
        for (const { budget } of steps) {
          if (!budget) continue;
          const before = budgetOf(budget, base);
          expect(before.left).toBeGreaterThanOrEqual(0);
          expect(before.left).toBeLessThanOrEqual(before.all);
          const more = entered([...taken, Object.fromEntries(budget.fields.map((path, n) => [path, spent[n] ?? 0]))]);
          const sum = budget.fields.reduce((all, _, n) => all + (spent[n] ?? 0), 0);
          expect(budgetOf(budget, readBase(schema, more))).toEqual({ all: before.all, left: before.all - sum });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('makes a hero who can act in a fight from any presets and any gear', () => {
    const choice = fc.tuple(
      ...steps.map(({ presets }) => fc.constantFrom<Preset | null>(...(presets ? Object.values(presets) : [null]))),
    );
    const gear = fc.tuple(
      ...steps.map(({ armory }) =>
        armory ? fc.subarray(gearOf(id, armory.types), { maxLength: 3 }) : fc.constant([]),
      ),
    );
    fc.assert(
      fc.property(choice, gear, (presets, things) => {
        const { fighter, encounter } = vocabularyOf(ruleset, () => ruleset.idle);
        const base = entered(presets.filter((preset) => preset !== null));
        const items = things.flat();
        for (const item of items) expect(() => readItem(schema, item)).not.toThrow();
        for (const { armory } of steps)
          for (const item of items)
            if (armory?.types.includes(item.type)) {
              const doubt = armory.warning?.(readBase(schema, base), readItem(schema, item));
              if (doubt) expect(words).toContain(`${branchOf(id)}.${doubt.key}`);
            }
        const one = fighter('one', base, { items, player: true, place: at(5, 5) });
        const on = encounter([one, fighter('two', base, { items, place: at(6, 5, 180) })]);
        const die = seededDie(7);
        const ids = makeCountingIds('n-');
        const play = (command: object) =>
          runUntilBlocked(beginExchange(ruleset, on as never, command as never, ids), (ask) => ({
            answer: anyAnswer(ask, die),
          }));
        const buttons = () => {
          const { groups, itemActions } = ruleset.views.sheet(on, on.fighters['one'], OWNER);
          return [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
        };
        const isPossible = ({ command, whyNot }: ActionButton) =>
          !command.do.startsWith('end-') && whyNot.length === 0 && ruleset.whyNot(on as never, command).length === 0;
        const deeds = () => buttons().filter(isPossible);
        play({ do: ruleset.clockCommands[0], by: GM });
        for (let calls = 0; calls < 4 && deeds().length === 0; calls++) {
          const { controls } = ruleset.views.tracker(on as never, { gm: true, owns: [], targets: [] });
          const next = controls.find(({ whyNot, command }) => whyNot.length === 0 && command.do !== 'end');
          if (next) play(next.command);
        }
        const [deed] = deeds();
        expect(deed).toBeDefined();
        expect(() => play(deed.command)).not.toThrow();
      }),
      { numRuns: 25 },
    );
  });
});
