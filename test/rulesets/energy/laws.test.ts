import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { applyEffect, invertEffect } from '../../../src/encounter/effect';
import { resumeExchange, runUntilBlocked } from '../../../src/encounter/play';
import { makeCountingIds, workingCopyOf } from '../../../src/encounter/table';
import { distributionOf } from '../../../src/kernel/dice';
import { odds } from '../../../src/kernel/drivers/odds';
import { seededDie } from '../../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import type { Action } from '../../../src/rulesets/energy/action';
import { ACTIONS, type ActionId } from '../../../src/rulesets/energy/actions';
import { attackInputOf, resolveAttack } from '../../../src/rulesets/energy/attack/attack';
import { CONDITIONS, type ConditionId } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import { anyAnswer } from '../../support/answer';
import { copyOf } from '../../support/copy';
import { armor, at, begun, encounter, fighter, weapon } from './vocabulary';

const conditionIds = Object.keys(CONDITIONS) as ConditionId[];
const state = fc.record({
  id: fc.constantFrom('mira', 'gnoll'),
  conditions: fc.array(fc.tuple(fc.constantFrom(...conditionIds), fc.constantFrom(null, 1, 2)), { maxLength: 4 }),
  aura: fc.integer({ min: 0, max: 12 }),
  stamina: fc.integer({ min: 0, max: 10 }),
  energy: fc.integer({ min: 0, max: 5 }),
  heading: fc.constantFrom(undefined, 90),
  spent: fc.integer({ min: 0, max: 2 }),
});
const anyEncounter = fc.tuple(state, state).map(([a, b]): EnergyEncounter => {
  const made = (id: string, { conditions, aura, stamina, energy, heading, spent }: typeof a, x: number) =>
    fighter(
      id,
      { str: 14, dex: 13 },
      {
        items: [weapon('axe', { damage: '1d8', damageType: 'fire' }), armor(11, 2)],
        pools: { aura, stamina, energy },
        conditions: conditions.map(([condition, n], index) => ({
          key: `${id}${index}`,
          id: condition,
          until: n === null ? null : { at: 'round-end', n },
        })),
        state: { ...(heading !== undefined && { heading }), ...(spent > 0 && { nonMoveEnergy: spent }) },
        side: id,
        place: at(x, 0.5, 90),
      },
    );
  return encounter([made('mira', a, 0.5), made('gnoll', b, 1.5)]);
});
const rows: Readonly<Record<string, Action>> = ACTIONS;
const verbs = [...(Object.keys(ACTIONS) as ActionId[]), 'start', 'end-round', 'end'];
const anyCommand = fc
  .record({ verb: fc.constantFrom(...verbs), swap: fc.boolean(), swift: fc.boolean(), far: fc.boolean() })
  .map(({ verb, swap, swift, far }): Command => {
    if (['start', 'end-round', 'end'].includes(verb)) return { do: verb, by: 'gm', options: { anyway: true } };
    const path = rows[verb]?.needs === 'path' ? [at(0.5, 1.5), ...(far ? [at(2.5, 2.5)] : [])] : undefined;
    return {
      do: verb,
      by: 'mira',
      at: 'gnoll',
      ...(path && { path }),
      options: { swap, ...(swift && { swift, moving: true }) },
    };
  });

/** Sorts conditions: undo may append a removed one, which means the same. */
const plain = (on: EnergyEncounter) => {
  const copy = copyOf(on);
  for (const each of Object.values(copy.fighters)) each.conditions.sort((a, b) => a.key.localeCompare(b.key));
  return copy;
};

describe('laws', () => {
  it('every command can be undone and redone from its record, and its views survive JSON', () => {
    fc.assert(
      fc.property(anyEncounter, anyCommand, fc.integer(), (on, command, seed) => {
        fc.pre(energy.whyNot(on, command).length === 0);
        const before = plain(on);
        const die = seededDie(seed);
        const played = begun(on, command);
        expect(runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
        const after = copyOf(on);

        const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...played.run.entries] };
        const again = resumeExchange(energy, on, exchange, makeCountingIds('other'));
        expect(again.run.open).toBeNull();
        expect(plain(on)).toEqual(plain(after));

        const viewer = { gm: true, owns: [], targets: ['gnoll'] };
        const names = { mira: 'Mira', gnoll: 'Gnoll', gm: 'GM' };
        const views = [
          energy.views.tracker(on, viewer),
          energy.views.sheet(on, on.fighters.mira, viewer),
          energy.views.card({ exchange, open: [], names, viewer }),
        ];
        expect(JSON.parse(JSON.stringify(views))).toEqual(views);

        for (const effect of [...played.table.effects].reverse()) applyEffect(on, invertEffect(effect));
        expect(plain(on)).toEqual(before);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('Stamina, Energy, Agility and Aura stay between zero and their maximum', () => {
    fc.assert(
      fc.property(anyEncounter, anyCommand, fc.integer(), (on, command, seed) => {
        const die = seededDie(seed);
        const reasons = energy.whyNot(on, command);
        fc.pre(!reasons.some((reason) => 'impossible' in reason));
        runUntilBlocked(begun(on, command), (ask) => ({ answer: anyAnswer(ask, die) }));
        for (const { pools } of Object.values(on.fighters))
          for (const { value, max } of Object.values(pools)) expect(value >= 0 && value <= max).toBe(true);
      }),
    );
  });
});

describe('the odds of a blow', () => {
  const duel = (aura = 25) => {
    const mira = fighter('mira', { str: 14, dex: 15 }, { items: [weapon('axe', { damage: '2d4' })] });
    const gnoll = fighter('gnoll', { dex: 14, evasion: 11, auraMax: 25 }, { items: [armor(9, 3)], pools: { aura } });
    return { on: encounter([mira, gnoll]), mira, gnoll };
  };
  const outcomesOf = (aura = 25) => {
    const { on, mira, gnoll } = duel(aura);
    const start = () => resolveAttack(attackInputOf(on, mira, gnoll, mira.stats.strikes.axe));
    const before = copyOf(on);
    const lines = odds(
      start,
      workingCopyOf(on, makeCountingIds()),
      (outcome) => `${outcome} ${25 - gnoll.pools.aura.value}`,
    );
    expect(on).toEqual(before);
    return lines;
  };

  it('sum to one on a single line: no one chooses', () => {
    const lines = outcomesOf();
    expect(lines).toHaveLength(1);
    expect([...lines[0].chances.values()].reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
  });

  it('match a count face by face', () => {
    const wanted = new Map<string, number>();
    const add = (key: string, chance: number) => wanted.set(key, (wanted.get(key) ?? 0) + chance);
    const evasion = distributionOf({ count: 1, sides: 10, explode: true });
    for (let combat = 1; combat <= 20; combat++) {
      if (combat === 1) {
        add('fumble 0', 1 / 20);
        continue;
      }
      const hits =
        combat === 20 ? 1 : evasion.reduce((sum, { total, chance }) => (total + 11 <= 18 ? sum + chance : sum), 0);
      if (hits < 1) add('miss 0', (1 - hits) / 20);
      for (let a = 1; a <= 4; a++)
        for (let b = 1; b <= 4; b++)
          add(
            `${combat === 20 ? 'critical' : 'hit'} ${Math.max(0, a + b + 3 - (combat !== 20 && combat < 9 ? 3 : 0))}`,
            hits / 320,
          );
    }
    const [line] = outcomesOf();
    expect([...line.chances.keys()].sort()).toEqual([...wanted.keys()].sort());
    for (const [key, chance] of wanted) expect(line.chances.get(key)).toBeCloseTo(chance, 10);
  });

  it('golden count: a blow with 2d4 against Aura, and against none', () => {
    expect([outcomesOf(), outcomesOf(0)].map(([line]) => line.chances.size)).toEqual([19, 4]);
  });
});
