import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { applyEffect, invertEffect } from '../../src/encounter/effect';
import { sectionsIn } from '../../src/encounter/exchange';
import { invalidOptions } from '../../src/encounter/option';
import { beginExchange, type ExchangeRun, resumeExchange, whyNotInterrupt } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { RULESETS } from '../../src/rulesets/index';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { playedPairs, type Situation } from '../support/pairs';
import { TESTED } from '../support/rulesets';
import { expectSame } from '../support/same';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled, TIER } from '../tiers/tier';

/** How deep reactions inside reactions go in no scenario. */
const BOTTOM = 12;

/** Pools that pay for reactions. */
const PAYING = ['reaction', 'reactions', 'waited', 'energy', 'agility', 'mp', 'sq'];

/** A reaction of a scenario with the fighter who used it. */
interface Known {
  readonly command: Command;
  readonly by: Encounter['fighters'][string];
}

const reactionsOf = (ruleset: Ruleset, situations: readonly Situation[]): Known[] =>
  situations.flatMap(({ before, command }) => {
    const by = before.fighters[command.by];
    return by && ruleset.interrupts(command) === 'reaction' ? [{ command, by }] : [];
  });

/** Lets every fighter do what those of other scenarios do. */
function enable(on: Encounter, known: readonly Known[]): void {
  for (const fighter of Object.values(on.fighters)) {
    for (const { by } of known) {
      fighter.items.push(...structuredClone(by.items.filter(({ id }) => !fighter.items.some((had) => had.id === id))));
      for (const [key, value] of Object.entries(by.state)) if (key.startsWith('held')) fighter.state[key] ??= value;
    }
    for (const id of PAYING) {
      const pool = fighter.pools[id];
      if (pool) pool.value = Math.max(pool.max, 1);
    }
  }
}

/** Returns the reactions that are allowed at the open ask: of each fighter, with each of their items. */
function reactionsAt(ruleset: Ruleset, on: Encounter, { run }: ExchangeRun, known: readonly Known[]): Command[] {
  const all = Object.values(on.fighters).flatMap(({ id: by, items }) =>
    known.flatMap(({ command: { do: id, at, options } }): Command[] => {
      const target = Object.keys(on.fighters).find((other) => other !== by);
      const aimed: Command = {
        do: id,
        by,
        ...(at !== undefined && target && { at: target }),
        ...(options && { options }),
      };
      return [aimed, ...items.map((item) => ({ ...aimed, with: item.id }))];
    }),
  );
  return all.filter(
    (each) =>
      ruleset.interrupts(each) === 'reaction' &&
      invalidOptions(ruleset.options, each, false).length === 0 &&
      ruleset.whyNot(on, each).length === 0 &&
      whyNotInterrupt(ruleset, run, each)?.length === 0,
  );
}

/** Plays a situation; at each question inside another command, and at the first one, a fighter reacts if it is possible. */
function playDeep(ruleset: Ruleset, { before, command }: Situation, known: readonly Known[], seed: number) {
  const on = copyOf(before);
  enable(on, known);
  // What is due before anything is done says nothing of reactions.
  if (ruleset.dueChanges(on).length > 0) return { inside: 0, deepest: 0 };
  const start = copyOf(on);
  const die = seededDie(seed);
  const play = beginExchange(ruleset, on, command, makeCountingIds());
  const { run } = play;
  let inside = 0;
  let deepest = 0;
  for (let asks = 0; run.open && asks < 200; asks++) {
    expect(ruleset.dueChanges(on)).toEqual([]);
    const depth = sectionsIn(run.entries).length;
    deepest = Math.max(deepest, depth);
    const possible = reactionsAt(ruleset, on, play, known);
    const reaction = possible[die(Math.max(possible.length, 1)) - 1];
    if (reaction && asks < 60) {
      run.interrupt(reaction);
      if (depth > 0) inside++;
    }
    // A reaction that asks nothing is over.
    if (run.open && (!reaction || sectionsIn(run.entries).length <= depth)) run.answer(anyAnswer(run.open, die));
  }
  expect(run.open).toBeNull();
  const after = copyOf(on);
  const effects = [...play.table.effects];
  for (const effect of effects.toReversed()) applyEffect(on, invertEffect(effect));
  expectSame(on, start);
  for (const effect of effects) applyEffect(on, effect);
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...run.entries] };
  expect(resumeExchange(ruleset, on, exchange, makeCountingIds('again-')).run.open).toBeNull();
  expectSame(on, after);
  return { inside, deepest };
}

describe.each(
  sampled(
    TESTED.map((ruleset) => [ruleset.id, ruleset] as const),
    1,
  ),
)('%s', (id, ruleset) => {
  it('lets those react inside a reaction who may, to a bottom, and can undo and resume it', () => {
    // To play all of them costs the fast tier too much.
    const scenarios = scenariosOf(id).filter((_, at) => TIER !== 'fast' || at % 3 === 0);
    const { situations } = playedPairs(ruleset, scenarios, gearOf(id, '.'));
    const all = [...situations.values()].flat();
    const known = [...new Map(reactionsOf(ruleset, all).map((each) => [each.command.do, each])).values()];
    let inside = 0;
    let deepest = 0;
    for (const [seed, situation] of (TIER === 'fast' ? all.slice(0, 60) : all).entries()) {
      const played = playDeep(ruleset, situation, known, seed);
      inside += played.inside;
      deepest = Math.max(deepest, played.deepest);
    }
    // A part of them may hold none.
    if (TIER !== 'fast') expect(inside).toBeGreaterThan(0);
    expect(deepest).toBeLessThan(BOTTOM);
  });
});

describe('a reaction inside another', () => {
  const whyNot = (id: string, command: Command, ...inside: Command[]) =>
    defined((RULESETS as Record<string, Ruleset>)[id], id)
      .whyNotInside(command, inside)
      .map((reason) => reason.id);
  const step: Command = { do: 'agile-move', by: 'mira' };
  const quip: Command = { do: 'free-reaction', by: 'aldo', with: 'quip' };

  it('[E-33] is barred by an Immediate Interrupt, not by other actions', () => {
    expect(whyNot('energy', step, { do: 'melee-attack', by: 'gnoll' })).toEqual([]);
    expect(whyNot('energy', step, { do: 'melee-attack', by: 'gnoll', options: { swift: true } })).toEqual([
      'interrupting-an-interrupt',
    ]);
    expect(whyNot('energy', step, { ...step, by: 'gnoll' }, { do: 'adjust', by: 'gm' })).toEqual([
      'interrupting-an-interrupt',
    ]);
    const challenge: Command = { do: 'challenge-initiative', by: 'gnoll', at: 'mira' };
    expect(whyNot('energy', step, challenge, { do: 'melee-attack', by: 'gnoll' })).toEqual([]);
  });

  it('[C-24] is barred where it would interrupt itself', () => {
    expect(whyNot('clash', quip, { ...quip, by: 'nim' }, { ...quip, with: 'jest' })).toEqual([]);
    expect(whyNot('clash', quip, quip, { ...quip, with: 'jest' })).toEqual(['doing-that']);
  });
});
