import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { cloneEncounter } from '../../src/encounter/forecast';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { GM, type InputAsk } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { rollDice } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import type { Judge } from '../../src/opponent/judge';
import type { Estimate } from '../../src/opponent/search';
import { situationFor } from '../../src/opponent/situation';
import { suggestCommands, suggestionsFrom } from '../../src/opponent/suggest';
import type { Temperament } from '../../src/opponent/temperament';
import { anyAnswer } from '../support/answer';
import { sampled } from '../tiers/tier';
import { gamesOf } from './games';
import { IDS, judgeOf, skirmish } from './skirmish';

const sorted = (command: Command) => Object.entries(command).sort();

/** Enough that each option is played twice and the best some more. */
const GAMES = 60;

describe.each(sampled(IDS, 1, 2))('suggestions in %s', (id) => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await judgeOf(id);
  });

  /** Returns the fight at the moment when a hero may act. */
  const begun = (encounter: Encounter): Encounter => {
    const { ruleset } = judge;
    const die = seededDie(3);
    const play = (command: Command) =>
      runUntilBlocked(beginExchange(ruleset, encounter, command, makeCountingIds()), (ask: InputAsk) => ({
        answer: ask.kind === 'dice' ? rollDice(ask.dice, () => die(4)) : anyAnswer(ask, die),
      }));
    play({ do: defined(ruleset.clockCommands[0], 'a start'), by: GM });
    for (let n = 0; n < 8 && !mayAct(encounter); n++) {
      const acting = ruleset.timing.actingFighters(encounter)[0];
      const end = { do: ruleset.timing.endTurn ?? '', by: acting ?? '' };
      play(acting && ruleset.whyNot(encounter, end).length === 0 ? end : { do: 'count', by: GM });
    }
    return encounter;
  };
  const mayAct = (encounter: Encounter): boolean => {
    const acting = judge.ruleset.timing.actingFighters(encounter);
    return acting.length === 0 || acting.includes('hero1');
  };
  const think = (encounter: Encounter, temperament: Temperament = 'cunning', games = GAMES) => {
    const input = { judge, encounter, fighter: 'hero1', temperament, seed: 5 };
    let known: readonly Estimate<Command | null>[] = [];
    let played = 0;
    for (const estimates of gamesOf(suggestCommands(input))) {
      known = estimates;
      if (++played >= games) break;
    }
    return { known, suggestions: suggestionsFrom(input, known) };
  };

  it('are allowed, the same for the same dice, and change nothing', () => {
    const encounter = begun(skirmish(id, { heroes: 2, foes: 2 }));
    const before = structuredClone(encounter);
    const { suggestions, known } = think(encounter);
    expect(encounter).toEqual(before);
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.flatMap(({ command }) => judge.ruleset.whyNot(encounter, command))).toEqual([]);
    expect(think(encounter).suggestions).toEqual(suggestions);
    const whole = known.map(
      ({ option }) => option && JSON.stringify(sorted(judge.ruleset.withItem(encounter, option))),
    );
    expect(new Set(whole).size).toBe(whole.length);
  });

  it('know nothing of fighters that are hidden, nor of what others have chosen in secret', () => {
    const encounter = begun(skirmish(id, { heroes: 2, foes: 2 }));
    const viewer = { gm: false, owns: ['hero1'], targets: [], seesOdds: true, hiddenFighters: ['foe2'] };
    const known = (of: Encounter) => situationFor(judge.ruleset, of, 'heroes', viewer);
    const swapped = cloneEncounter(encounter);
    const { foe1, foe2 } = swapped.fighters;
    if (foe2?.place) foe2.place = { ...foe2.place, x: foe2.place.x + 2 };
    for (const pool of Object.values(foe2?.pools ?? {})) pool.value = 1;
    for (const key of ['plan-1', 'plan-2'])
      if (foe1 && judge.ruleset.secrets(encounter.settings).commands.length > 0) foe1.state[key] = { action: 'guard' };
    expect(think(known(swapped)).suggestions).toEqual(think(known(encounter)).suggestions);
    expect(Object.keys(known(encounter).fighters)).not.toContain('foe2');
  });

  it('of players know no number of a foe, unless the world shows them odds', () => {
    const encounter = begun(skirmish(id, { heroes: 2, foes: 2 }));
    const viewer = { gm: false, owns: ['hero1'], targets: [] };
    const known = (of: Encounter) => situationFor(judge.ruleset, of, 'heroes', viewer);
    const swapped = cloneEncounter(encounter);
    for (const foe of ['foe1', 'foe2']) Object.assign(defined(swapped.fighters[foe], foe), { stats: {}, items: [] });
    expect(known(swapped)).toEqual(known(encounter));
    expect(known(encounter).fighters.foe1?.stats).toEqual(encounter.fighters.hero1?.stats);
    expect(() => structuredClone(known(encounter))).not.toThrow();
    expect(think(known(encounter), 'cunning', 10).suggestions.length).toBeGreaterThan(0);
  });

  it('know what their own side has chosen in secret', () => {
    const encounter = begun(skirmish(id, { heroes: 2, foes: 2 }));
    const viewer = { gm: true, owns: [], targets: [] };
    const known = situationFor(judge.ruleset, encounter, 'heroes', viewer);
    expect(known.fighters.hero2).toEqual(encounter.fighters.hero2);
  });

  it('leave nothing undone that others wait for', () => {
    const encounter = begun(skirmish(id, { heroes: 2, foes: 2 }));
    const optionsFor = (worth: Partial<Judge['worth']>) => {
      const thoughts = suggestCommands({
        ...{ encounter, fighter: 'hero1', temperament: 'cunning', seed: 1 },
        judge: { ...judge, worth: { ...judge.worth, ...worth } },
      });
      const [first = []] = gamesOf(thoughts);
      return first.map(({ option }) => option);
    };
    expect(optionsFor({ isAwaited: () => false })).toContain(null);
    expect(optionsFor({ isAwaited: () => true })).not.toContain(null);
    expect(optionsFor({ isAwaited: () => true, promise: () => null })).toEqual([null]);
  });

  it('come to nothing for a fighter that is out or unknown', () => {
    const encounter = begun(skirmish(id, { heroes: 2, foes: 2 }));
    const unknown = { judge, encounter, fighter: 'unknown', temperament: 'cunning', seed: 1 } as const;
    expect([...suggestCommands(unknown)]).toEqual([]);
  });
});
