import { beforeAll, describe, expect, it } from 'vitest';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { worthFor } from '../../src/opponent/evaluate';
import type { Judge } from '../../src/opponent/judge';
import { TEMPERAMENTS, WEIGHTS } from '../../src/opponent/temperament';
import { gameOf, IDS, judgeOf, skirmish } from './skirmish';

describe.each(IDS)('the worth of a fight in %s', (id) => {
  let judge: Judge;
  let encounter: Encounter;
  beforeAll(async () => {
    judge = await judgeOf(id);
  });
  const start = () => {
    encounter = skirmish(id, { heroes: 2, foes: 2, apart: 10 });
    return worthFor(judge, encounter, 'hero1', WEIGHTS.cunning);
  };
  const now = () => worthFor(judge, encounter, 'hero1', WEIGHTS.cunning);
  const fighter = (name: string): Fighter => defined(encounter.fighters[name], name);
  const hurt = (name: string, share: number) => {
    const pool = defined(fighter(name).pools[gameOf(id).pool], 'a pool');
    pool.value = Math.floor(pool.max * share);
  };

  it('falls with the health of one’s own side and rises with that of foes lost', () => {
    const before = start();
    hurt('hero1', 0.5);
    expect(now()).toBeLessThan(before);
    start();
    hurt('hero2', 0.5);
    expect(now()).toBeLessThan(before);
    start();
    hurt('foe1', 0.5);
    expect(now()).toBeGreaterThan(before);
  });

  it('is that of equals for equals, and neutral fighters count for nothing', () => {
    const before = start();
    expect(before).toBeCloseTo(worthFor(judge, encounter, 'foe1', WEIGHTS.cunning), 9);
    encounter.fighters.stone = { ...structuredClone(fighter('foe1')), id: 'stone', side: 'neutral' };
    expect(now()).toBe(before);
    expect(worthFor(judge, encounter, 'unknown', WEIGHTS.cunning)).toBe(0);
  });

  it('rises when one comes closer', () => {
    const before = start();
    const hero = fighter('hero1');
    hero.place = { ...defined(hero.place, 'a place'), x: defined(hero.place, 'a place').x + 4 };
    expect(now()).toBeGreaterThan(before);
  });

  it('falls with a bad condition and rises with a good one, by its tone', () => {
    const { conditions } = judge.ruleset;
    for (const [condition, { tone, defeat }] of Object.entries(conditions)) {
      if (tone === 'neutral' || defeat) continue;
      const before = start();
      const instance = { key: 'k', id: condition, until: null };
      fighter('hero1').conditions.push(instance);
      const [less, more] = tone === 'harm' ? [now(), before] : [before, now()];
      expect(less, condition).toBeLessThanOrEqual(more);
    }
  });

  it('sees in a fighter that is out nothing but its absence', () => {
    start();
    const { defeat } = Object.entries(judge.ruleset.conditions).map(([key, value]) => ({ key, ...value }))[0] ?? {};
    expect(defeat).toBeUndefined();
    const out = defined(
      Object.entries(judge.ruleset.conditions).find(([, each]) => each.defeat),
      'a defeat',
    )[0];
    fighter('foe1').conditions.push({ key: 'k', id: out, until: null });
    expect(judge.worth.isOut(fighter('foe1'))).toBe(true);
    const without = now();
    hurt('foe1', 0);
    expect(now()).toBe(without);
  });

  it.each(TEMPERAMENTS)('weighs the same change in another way for the %s', (temperament) => {
    const weights = WEIGHTS[temperament];
    const value = () => worthFor(judge, encounter, 'hero1', weights);
    start();
    const before = value();
    hurt('hero1', 0.5);
    const self = before - value();
    start();
    hurt('hero2', 0.5);
    const ally = before - value();
    start();
    hurt('foe1', 0.5);
    const foe = value() - before;
    const order = { mindless: foe > self, brutal: foe > self, cunning: Math.abs(foe - self) < 1e-9 };
    const other = { cowardly: self > foe && foe > ally, protector: ally > self && ally > foe };
    expect({ ...order, ...other }[temperament]).toBe(true);
  });
});
