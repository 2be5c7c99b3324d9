import { describe, expect, it } from 'vitest';
import { soak } from './bench';
import { planOf } from './plan';

/** A few encounters of the bench, so that nobody breaks it unnoticed; `npm run soak` plays as many as there is time for. */
describe('whole encounters at several tabs', () => {
  it.each([5, 11, 17])('seed %i, while nothing goes wrong', async (seed) => {
    const { faults, steps } = await soak(planOf(seed, { mishaps: false, lag: false, turns: 120 }));
    expect(faults).toEqual([]);
    expect(steps).toBeGreaterThan(1);
  });

  it.each([
    // A refusal came too late: another tab had taken the request, and the rest of the queue was left lying.
    18,
    // A request was taken back that had just been answered, and nobody was told.
    21,
    ...[41, 44],
  ])('seed %i, with lost connections, reloads and a server that is killed', async (seed) => {
    const { faults } = await soak(planOf(seed, { mishaps: true, lag: false }));
    expect(faults).toEqual([]);
  });

  it('a seed is an encounter, message by message', async () => {
    const plan = planOf(6, { mishaps: true, lag: false, turns: 40 });
    const [first, second] = [await soak(plan), await soak(plan)];
    expect(first.log.length).toBeGreaterThan(5);
    expect(second.log).toEqual(first.log);
  });
});
