import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/encounter/effect';
import { applyEffect, invertEffect } from '../../src/encounter/effect';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { playToTheEnd } from '../../src/opponent/forecast-fight';
import { loadJudge } from '../../src/opponent/judge';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { RULESETS } from '../../src/rulesets/index';
import { TOOLS } from '../../src/toolkit';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';
import { vocabularyOf } from '../support/rules';

/** A package is plain JavaScript and uses only what `TOOLS` gives it. */
const path = './module/rules.mjs';
const { pulse } = (await import(path)) as { pulse: (tools: object) => Ruleset };
const ruleset = pulse(TOOLS);

const { fighter, encounter: encounterOf } = vocabularyOf(ruleset, () => ruleset.idle);
const openEncounter = (): Encounter => encounterOf(['ann', 'bob', 'cut'].map((id) => fighter(id)));

const strike = { do: 'strike', by: 'ann', at: 'bob' };
const answersOf = (...answers: unknown[][]) => {
  const remaining = [...answers];
  return () => (remaining.length > 0 ? { answer: defined(remaining.shift(), 'an answer') } : null);
};

describe('a ruleset of another package', () => {
  it('has every member of the contract, and no other', () => {
    // The compiler checks our own rulesets, but not plain JavaScript.
    const { energy } = RULESETS;
    expect(Object.keys(ruleset).sort()).toEqual(Object.keys(energy).sort());
    // Optional views.
    const optional = ['answers', 'floor', 'areas', 'odds', 'oddsAwaited', 'until', 'when'];
    const views = Object.keys(energy.views).filter((view) => !optional.includes(view));
    expect(Object.keys(ruleset.views).sort()).toEqual(views.sort());
  });

  it('plays a strike with the tools that packages get', () => {
    const encounter = openEncounter();
    expect(ruleset.whyNot(encounter, strike)).toMatchObject([{ id: 'not-open' }]);
    runUntilBlocked(beginExchange(ruleset, encounter, { do: 'start', by: 'gm' }, makeCountingIds()), () => null);
    const exchange = beginExchange(ruleset, encounter, strike, makeCountingIds());
    expect(runUntilBlocked(exchange, answersOf(['sidestep'], [5]))).toBeNull();
    expect(encounter).toHavePool('ann', 'beats', 1);
    expect(encounter).toHavePool('bob', 'beats', 1);
    expect(encounter).toHavePool('bob', 'hp', 3);
  });

  it('has opponents that fight to the end', async () => {
    const judge = defined(await loadJudge(ruleset), 'a worth');
    const encounter = encounterOf([fighter('ann', {}, { side: 'heroes' }), fighter('bob', {}, { side: 'foes' })]);
    const { winner, health } = playToTheEnd(judge, encounter, new QuickAgent(judge), 1);
    const [won, lost] = winner === 'heroes' ? ['ann', 'bob'] : ['bob', 'ann'];
    expect(health[won]).toBeGreaterThan(0);
    expect(health[lost]).toBe(0);
  });

  it('is down at 0 HP, and cannot strike then', () => {
    const encounter = openEncounter();
    runUntilBlocked(beginExchange(ruleset, encounter, { do: 'start', by: 'gm' }, makeCountingIds()), () => null);
    runUntilBlocked(beginExchange(ruleset, encounter, strike, makeCountingIds()), answersOf(['stand'], [6]));
    expect(encounter).toHaveCondition('bob', 'down', ruleset.conditions);
    expect(ruleset.whyNot(encounter, { do: 'strike', by: 'bob', at: 'ann' })).toEqual([{ id: 'is-down' }]);
  });

  it('undoes any series of steps, and has views that are plain data', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const encounter = openEncounter();
        const before = structuredClone(encounter);
        const die = seededDie(seed);
        const effects: Effect[] = [];
        for (let turn = 0; turn < 12; turn++) {
          const command = anyCommand(ruleset, encounter, die) ?? { do: 'start', by: 'gm' };
          if (ruleset.whyNot(encounter, command).length > 0) continue;
          const played = beginExchange(ruleset, encounter, command, makeCountingIds(`${turn}-`));
          expect(runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
          effects.push(...played.table.effects);
          for (const { pools } of Object.values(encounter.fighters))
            for (const { value, max } of Object.values(pools)) expect(value >= 0 && value <= max).toBe(true);
          const exchange = { version: 1, command, entries: played.run.entries };
          const viewer = { gm: true, owns: [], targets: ['bob'] };
          const views = [
            ruleset.views.tracker(encounter, viewer),
            ruleset.views.sheet(encounter, encounter.fighters.ann, viewer),
            ruleset.views.card({ exchange, open: [], names: {}, viewer }),
          ];
          expect(JSON.parse(JSON.stringify(views))).toEqual(views);
        }
        for (const effect of effects.reverse()) applyEffect(encounter, invertEffect(effect));
        expect(encounter).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});
