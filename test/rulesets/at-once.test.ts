import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnceOptions, withoutGenerators } from '../../scripts/build/at-once.mjs';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { countingIds, tableOf } from '../../src/encounter/table';
import { readAnswer } from '../../src/kernel/answer';
import type { Answers } from '../../src/kernel/at-once';
import { keyOf, type Line, odds } from '../../src/kernel/drivers/odds';
import type { Procedure } from '../../src/kernel/procedure';
import { seededDie } from '../../src/kernel/rng';
import type { Table } from '../../src/kernel/table';
import { RULESETS } from '../../src/rulesets/index';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, loadScenarios, scenarioFiles } from '../support/scenario/files';

type Plain = typeof import('../support/at-once');

const openings = scenarioFiles('test/scenarios').flatMap(loadScenarios);
const TURNS = 12;
const LEAVES = 2_000;
let folder = '';
let plain: Plain;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'at-once-'));
  const options = atOnceOptions('test/support/at-once.ts', join(folder, 'rules.mjs'));
  await build(options);
  plain = await import(/* @vite-ignore */ pathToFileURL(options.outfile).href);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A game on an encounter: what was done in each of its commands. Questions are answered, offers taken or not, by the die. */
function game(on: Encounter, seed: number, carryOut: (on: Encounter, command: Command, answers: Answers) => void) {
  const die = seededDie(seed);
  return (command: Command, turn: number): readonly unknown[] => {
    const table = tableOf(on, countingIds(`${turn}-`));
    const asked: unknown[] = [];
    carryOut(on, command, (ask) => {
      if (ask.kind === 'section') return undefined;
      if (ask.kind === 'apply') return table.apply(ask.change);
      asked.push(ask);
      return readAnswer(ask, anyAnswer(ask, die));
    });
    return [asked, [...table.effects]];
  };
}

function follow(procedure: Procedure<unknown>, answers: Answers): void {
  let step = procedure.next();
  while (!step.done) step = procedure.next(answers(step.value));
}

/** All that may happen with its chance; empty where there are too many ways, or one that nobody can list. */
function told(
  on: Encounter,
  reckon: (table: Table, left: () => string) => readonly Line[],
): ReadonlyMap<string, number> {
  const effects: unknown[] = [];
  const table = tableOf(on, countingIds());
  const noting: Table = {
    ...table,
    apply(change) {
      const effect = table.apply(change as never);
      if (effect) effects.push(effect);
      return effect;
    },
    undo(effect) {
      table.undo(effect);
      effects.pop();
    },
  };
  const left = () => JSON.stringify(effects, (key, value) => (key === 'key' || key === 'newItem' ? undefined : value));
  try {
    const lines = reckon(noting, left);
    return new Map(
      lines.flatMap(({ choices, chances }) =>
        [...chances].map(([outcome, chance]): [string, number] => [`${keyOf(choices)} ${outcome}`, chance]),
      ),
    );
  } catch (error) {
    if ((error as Error).name !== 'LeafBudgetError') throw error;
    return new Map();
  }
}

describe.each((Object.values(RULESETS) as Ruleset[]).map((ruleset) => [ruleset.id, ruleset] as const))(
  'the rules of %s without generators',
  (id, ruleset) => {
    const gear = gearOf(id, '.');
    const ours = openings.filter((scenario) => scenario.ruleset.text() === id);

    it('ask the same and do the same, one for one, in any game', () => {
      const other = (plain.RULESETS as unknown as Record<string, Ruleset>)[id]!;
      let effects = 0;
      fc.assert(
        fc.property(fc.constantFrom(...ours), fc.integer(), (scenario, seed) => {
          const opened = encounterOf(scenario, ruleset, gear);
          const [a, b] = [structuredClone(opened), structuredClone(opened)];
          const asked = game(a, seed, (on, command, answers) => follow(ruleset.play(on, command), answers));
          const told = game(b, seed, (on, command, answers) => {
            plain.answeredBy(answers, () => other.play(on, command));
          });
          const die = seededDie(seed + 1);
          for (let turn = 0; turn < TURNS; turn++) {
            const command = anyCommand(ruleset, a, die);
            if (!command) continue;
            const done = asked(command, turn);
            effects += (done[1] as unknown[]).length;
            expect(told(command, turn), command.do).toEqual(done);
          }
          expect(b).toEqual(a);
        }),
        { numRuns: 15, seed: 1 },
      );
      expect(effects).toBeGreaterThan(100);
    }, 60_000);

    it('have the same odds, effect for effect, to the last digits', () => {
      const other = (plain.RULESETS as unknown as Record<string, Ruleset>)[id]!;
      let compared = 0;
      fc.assert(
        fc.property(fc.constantFrom(...ours), fc.integer(), (scenario, seed) => {
          const on = structuredClone(encounterOf(scenario, ruleset, gear));
          const command = anyCommand(ruleset, on, seededDie(seed));
          if (!command) return;
          const ours = told(on, (table, left) => odds(() => ruleset.play(on, command), table, left, LEAVES));
          const theirs = told(on, (table, left) =>
            plain.oddsAtOnce(
              () => other.play(on, command),
              table,
              left,
              () => false,
              LEAVES,
            ),
          );
          expect([...theirs.keys()]).toEqual([...ours.keys()]);
          for (const [line, chance] of ours) expect(Math.abs(theirs.get(line)! - chance)).toBeLessThan(1e-12);
          if (ours.size > 1) compared++;
        }),
        { numRuns: 40, seed: 1 },
      );
      expect(compared).toBeGreaterThan(0);
    }, 60_000);
  },
);

describe('a module without generators', () => {
  it('begins what stands in a section after its mark, and asks at once', () => {
    const made = withoutGenerators('function* f(x) { return yield* section(x, g(yield* h())); }');
    expect(made.replaceAll(/\s/g, '')).toBe('functionf(x){return(section(x,()=>(g((h())))));}');
    expect(withoutGenerators('const a = { *play() { yield* b ? c : d; } }')).toBe(
      'const a = { play() { (b ? c : d); } }',
    );
  });

  it('is none where a rule yields by itself', () => {
    expect(() => withoutGenerators('function* f() { yield 1; }')).toThrow('yield 1');
  });
});
