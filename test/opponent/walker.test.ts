import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fighter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import { Walker } from '../../src/opponent/walker';
import { judgeOf, startedSkirmish } from './skirmish';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns how many cells the first fighter walks toward its foe, if ways of some length let the foe strike. */
async function cellsWalked(isProvoking: (cells: number) => boolean): Promise<number> {
  const judge = await judgeOf('clash');
  const { ruleset } = judge;
  const encounter = startedSkirmish(judge, { heroes: 1, foes: 1, apart: 8 });
  const [acting = ''] = ruleset.timing.actingFighters(encounter);
  const [walking, standing] = [acting, acting === 'hero1' ? 'foe1' : 'hero1'].map((id) =>
    defined(encounter.fighters[id], id),
  ) as [Fighter, Fighter];
  vi.spyOn(ruleset.threat, 'provokedBy').mockImplementation((_, { path = [] }) =>
    isProvoking(path.length) ? [standing.id] : [],
  );
  return new Walker(judge, encounter, walking, [standing]).approach()?.path?.length ?? 0;
}

describe('a way toward a foe', () => {
  it('ends before foes may strike', async () => {
    const all = await cellsWalked(() => false);
    expect(all).toBeGreaterThan(3);
    expect(await cellsWalked((cells) => cells > 2)).toBe(2);
    expect(await cellsWalked((cells) => cells >= all)).toBe(all - 1);
  });

  it('leads on if it begins where foes may strike', async () => {
    expect(await cellsWalked(() => true)).toBe(await cellsWalked(() => false));
  });
});
