import { expect, it } from 'vitest';
import { playKilled } from './killed';

it('a server that is killed while it writes commits each step wholly or not at all', async () => {
  const { faults, steps, kills } = await playKilled({ ruleset: 'clash', seed: 3, kills: 2, deeds: 12 });
  expect(faults).toEqual([]);
  expect(kills).toBe(2);
  // How many steps are played depends on the machine.
  expect(steps).toBeGreaterThan(0);
});
