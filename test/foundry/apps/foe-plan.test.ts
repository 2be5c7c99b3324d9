import { describe, expect, it } from 'vitest';
import {
  countOf,
  MOST_FOES,
  MOST_OF_A_FOE,
  type PlannedFoe,
  threatsOf,
  withCount,
  withFoe,
  withOtherWave,
} from '../../../src/foundry/apps/gm-tools/foe-plan';
import type { ListedFoe } from '../../../src/foundry/apps/gm-tools/listed-foes';

const foe = (uuid: string, value: number | null = 20): ListedFoe => ({
  ...{ uuid, name: uuid, img: '', source: 'World', isPacked: false },
  threat: value === null ? null : { value, heroes: 4 },
});
const [RAT, WOLF] = [foe('rat', 10), foe('wolf', null)];
const shown = (plan: readonly PlannedFoe[]) => plan.map(({ foe: { uuid }, count, wave }) => `${count} ${uuid} ${wave}`);

describe('the plan of an encounter', () => {
  it('counts a foe up with each click, and drops it at 0', () => {
    let plan = withFoe(withFoe(withFoe([], RAT), WOLF), RAT);
    expect(shown(plan)).toEqual(['2 rat 1', '1 wolf 1']);
    plan = withCount(plan, { uuid: 'rat', wave: 1 }, 5);
    expect(countOf(plan)).toBe(6);
    expect(shown(withCount(plan, { uuid: 'rat', wave: 1 }, 0))).toEqual(['1 wolf 1']);
    expect(threatsOf(plan)).toEqual([...Array(5).fill(RAT.threat), null]);
  });

  it('moves a foe to the other wave and back, where it joins its kind', () => {
    let plan = withOtherWave(withFoe(withFoe([], RAT), RAT), { uuid: 'rat', wave: 1 });
    plan = withFoe(plan, RAT);
    expect(shown(plan)).toEqual(['2 rat 2', '1 rat 1']);
    expect([countOf(plan, 1), countOf(plan, 2), threatsOf(plan, 2).length]).toEqual([1, 2, 2]);
    expect(shown(withOtherWave(plan, { uuid: 'rat', wave: 2 }))).toEqual(['3 rat 1']);
    expect(withOtherWave(plan, { uuid: 'bear', wave: 1 })).toEqual(plan);
  });

  it('has no more of a foe, and of all, than a map can hold', () => {
    const row = (uuid: string) => ({ uuid, wave: 1 as const });
    let plan = withCount(withFoe([], RAT), row('rat'), 500);
    expect(countOf(plan)).toBe(MOST_OF_A_FOE);
    for (const name of ['a', 'b', 'c', 'd']) plan = withCount(withFoe(plan, foe(name)), row(name), MOST_OF_A_FOE);
    expect(countOf(plan)).toBe(MOST_FOES);
    expect(countOf(withFoe(plan, foe('e')))).toBe(MOST_FOES);
  });
});
