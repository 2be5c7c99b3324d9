import { describe, expect, it } from 'vitest';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { measureThreat, withOnly } from '../../src/opponent/measure-threat';
import { perform, type TaskResult } from '../../src/opponent/tasks';
import type { ThreatRating } from '../../src/opponent/threat-rating';
import { judgeOf, skirmish } from './skirmish';

const neutralFoe2 = (fight: Encounter): Encounter => ({
  ...fight,
  fighters: { ...fight.fighters, foe2: { ...(fight.fighters.foe2 as Fighter), side: 'neutral' } },
});

it('only chosen fighters and the neutral ones take part', () => {
  const fight = neutralFoe2(skirmish('energy', { heroes: 2, foes: 3 }));
  expect(Object.keys(withOnly(fight, { hero1: 2, foe1: 1 }).fighters)).toEqual(['hero1', 'hero1+1', 'foe1', 'foe2']);
});

/** Its fights are the shortest. */
const id = 'seconds';

describe('measured fights', () => {
  const measure = async (heroes: number, encounter = skirmish(id, { heroes, foes: 1 })): Promise<ThreatRating> => {
    const ids = Array.from({ length: heroes }, (_, at) => `hero${at + 1}`);
    const run = measureThreat(await judgeOf(id), { encounter, foe: 'foe1', heroes: ids, seed: 1 });
    for (let fights = 0; fights < 500; fights++) {
      const step = run.next();
      if (step.done) return step.value;
    }
    throw new Error('no end');
  };

  it('give an equal of two heroes about half of the threat that would be an even fight', async () => {
    const { value, heroes } = await measure(2);
    expect(heroes).toBe(2);
    expect(value).toBeGreaterThan(30);
    expect(value).toBeLessThan(80);
  });

  it('need more heroes if one is too weak for the foe', async () => {
    const fight = skirmish(id, { heroes: 1, foes: 1 });
    const hero = defined(fight.fighters.hero1, 'a hero');
    const pools = Object.fromEntries(
      Object.entries(hero.pools).map(([pool, kept]) => [pool, { ...kept, value: Math.ceil(kept.value / 4) }]),
    );
    const encounter = { ...fight, fighters: { ...fight.fighters, hero1: { ...hero, pools } } };
    const { value } = await measure(1, encounter);
    expect(value).toBeGreaterThan(110);
    expect(await measure(1, encounter)).toEqual({ value, heroes: 1 });
  });

  it('are a task that counts them, and ends with the threat', async () => {
    const encounter = skirmish(id, { heroes: 2, foes: 1 });
    const question = { encounter, foe: 'foe1', heroes: ['hero1', 'hero2'], seed: 1 };
    const results: TaskResult[] = [];
    for (const result of perform(await judgeOf(id), { kind: 'measure', ...question }))
      results.push(defined(result, 'a result')());
    const last = results.at(-1);
    expect(last).toEqual({ kind: 'measure', fights: results.length - 1, rating: await measure(2) });
    expect(results[0]).toEqual({ kind: 'measure', fights: 1, rating: null });
    expect(results.at(-2)).toEqual({ ...last, rating: null });
  });
});
