import { describe, expect, it } from 'vitest';
import { type Plan, soak } from './bench';
import { planOf } from './plan';
import { add, type Tally } from './tally';

/** A few encounters of the bench, so that a fault is noticed early. `npm run soak` plays as many as time allows. */
describe('whole encounters at several tabs', () => {
  const plan = (seed: number, wish: Partial<Plan>): Plan => ({
    ...planOf(seed, { mishaps: true, lag: false, turns: 180 }),
    ...wish,
  });
  /** Number of different things counted in a group. */
  const kinds = (tally: Tally, group: string) =>
    Object.keys(tally).filter((what) => what.startsWith(`${group}: `)).length;

  /** Plays all seeds in turn and adds up their tallies. */
  async function playAll(seeds: readonly number[], wish: Partial<Plan>): Promise<Tally> {
    const total: Tally = {};
    for (const seed of seeds) {
      const { faults, tally } = await soak(plan(seed, wish));
      expect(faults, `seed ${seed}`).toEqual([]);
      add(total, tally);
    }
    return total;
  }

  it('without mishaps, in each ruleset', async () => {
    const tally = await playAll([5, 11, 17, 18, 24], { mishaps: false, hands: false });
    expect(kinds(tally, 'encounters')).toBe(5);
    expect(tally['steps: new']).toBeGreaterThan(25);
  });

  it('with lost connections, reloads and a server that is killed', async () => {
    const tally = await playAll([21, 41, 44], { hands: false });
    expect(kinds(tally, 'faults')).toBeGreaterThan(3);
  });

  it('with a game master who deletes, transfers and restarts', async () => {
    const tally = await playAll([2, 8, 10], { hands: true });
    expect(kinds(tally, 'manual')).toBeGreaterThan(1);
  });

  it('the same seed gives the same messages', async () => {
    const [first, second] = [await soak(plan(6, { turns: 60 })), await soak(plan(6, { turns: 60 }))];
    expect(first.log.length).toBeGreaterThan(5);
    expect(second.log).toEqual(first.log);
  });
});
