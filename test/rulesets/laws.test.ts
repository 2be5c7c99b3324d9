import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { activeConditions, type ConditionTable, hasCondition } from '../../src/encounter/condition';
import { type Effect, invert, reduce } from '../../src/encounter/effect';
import { begin, resume, runOn } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { countingIds } from '../../src/encounter/table';
import { seededDie } from '../../src/kernel/rng';
import { type Entry, TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { RULESETS } from '../../src/rulesets/index';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, loadScenarios, scenarioFiles } from '../support/scenario/files';

const rulesets = Object.values(RULESETS) as Ruleset[];

/** Games begin where a scenario begins: with its fighters, their gear, their wounds. */
const openings = scenarioFiles('test/scenarios').flatMap(loadScenarios);

interface Step {
  readonly command: Command;
  readonly entries: readonly Entry[];
  readonly effects: readonly Effect[];
}

/** Conditions taken back stand last again, which means the same. */
function plain(encounter: Encounter): Encounter {
  const copy = structuredClone(encounter);
  for (const fighter of Object.values(copy.fighters)) fighter.conditions.sort((a, b) => a.key.localeCompare(b.key));
  return copy;
}

/** A game of so many commands, each a button that was not grey. */
function playGame(ruleset: Ruleset, on: Encounter, seed: number, watch: () => void): Step[] {
  const die = seededDie(seed);
  const steps: Step[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const command = anyCommand(ruleset, on, die);
    if (!command) continue;
    const played = begin(ruleset, on, command, countingIds(`${turn}-`));
    const open = runOn(played, (ask) => ({ answer: anyAnswer(ask, die) }));
    expect(open, `${command.do} waits for nobody`).toBeNull();
    steps.push({ command, entries: structuredClone(played.run.entries), effects: [...played.table.effects] });
    watch();
  }
  return steps;
}

/** What a list of conditions brings about, counted by hand: the roots, and daughters for as long as there is something new. */
function closureOf(table: ConditionTable, roots: readonly string[]): string[] {
  const active = new Set(roots);
  for (const id of active) for (const daughter of table[id]?.implies ?? []) active.add(daughter);
  return [...active].sort();
}

describe.each(rulesets.map((ruleset) => [ruleset.id, ruleset] as const))('any game of %s', (id, ruleset) => {
  const gear = gearOf(id, '.');
  const ours = openings.filter((scenario) => scenario.ruleset.text() === id);
  const game = fc.tuple(fc.constantFrom(...ours), fc.integer());
  const opened = (scenario: (typeof ours)[number]): Encounter => structuredClone(encounterOf(scenario, ruleset, gear));

  it('keeps every pool between nothing and its maximum, and no implied condition outlives its parent', () => {
    fc.assert(
      fc.property(game, ([scenario, seed]) => {
        const on = opened(scenario);
        playGame(ruleset, on, seed, () => {
          for (const fighter of Object.values(on.fighters)) {
            for (const [pool, { value, max }] of Object.entries(fighter.pools)) {
              expect(Number.isInteger(value), `${pool} ${value}`).toBe(true);
              expect(value >= 0 && value <= max, `${fighter.id}: ${pool} ${value} of ${max}`).toBe(true);
            }
            const roots = fighter.conditions.filter(({ towards }) => !towards).map((condition) => condition.id);
            const wanted = closureOf(ruleset.conditions, roots);
            const relational = fighter.conditions.flatMap(({ id, towards }) => (towards ? [id] : []));
            const active = activeConditions(ruleset.conditions, fighter.conditions).map((condition) => condition.id);
            expect(active.filter((each) => !relational.includes(each) || wanted.includes(each)).sort()).toEqual(wanted);
            for (const each of Object.keys(ruleset.conditions))
              expect(hasCondition(ruleset.conditions, fighter.conditions, each)).toBe(wanted.includes(each));
          }
        });
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('has views for whoever looks, also for who owns nobody and targets everybody', () => {
    fc.assert(
      fc.property(game, ([scenario, seed]) => {
        const on = opened(scenario);
        const stranger = { gm: false, owns: [], targets: Object.keys(on.fighters) };
        playGame(ruleset, on, seed, () => {
          ruleset.views.tracker(on, stranger);
          for (const fighter of Object.values(on.fighters)) {
            const { groups } = ruleset.views.sheet(on, fighter, stranger);
            const aimed = groups
              .flatMap(({ actions }) => actions)
              .find(({ needs, odds }) => needs === 'target' && !odds);
            if (aimed) ruleset.views.action(on, aimed.command, stranger);
          }
        });
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  it('can be taken back step by step to where it began, and played again from its record', () => {
    fc.assert(
      fc.property(game, ([scenario, seed]) => {
        const on = opened(scenario);
        const before = plain(on);
        const steps = playGame(ruleset, on, seed, () => null);
        const after = plain(on);

        for (const { effects } of [...steps].reverse())
          for (const effect of [...effects].reverse()) reduce(on, invert(effect));
        expect(plain(on)).toEqual(before);

        const again = opened(scenario);
        for (const [turn, { command, entries, effects }] of steps.entries()) {
          // The record holds what happened; doing it again is what a reload does.
          for (const effect of effects) reduce(again, effect);
          const exchange = { version: TRANSCRIPT_VERSION, command, entries };
          const resumed = resume(ruleset, again, exchange, countingIds(`again-${turn}-`));
          expect(resumed.run.open).toBeNull();
        }
        expect(plain(again)).toEqual(after);
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
