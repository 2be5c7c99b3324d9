import { describe, expect, it } from 'vitest';
import { WORTH } from '../../../src/rulesets/tempo/worth';
import { conditionOf } from '../../support/rules';
import { at, foe, hero, item, on } from './vocabulary';

/** Returns what it promises to plan an action with this gear. */
function promiseOf(action: string, items: readonly ReturnType<typeof item>[], { momentum = 3, with: id = '' } = {}) {
  const mira = hero('mira', {}, { items, pools: { momentum } });
  const scene = on(0, [mira, foe('gnoll')], { phase: 'planning' });
  return WORTH.promise(scene, { do: 'plan', by: 'mira', options: { action }, ...(id && { with: id }) });
}

describe('the promise of a plan', () => {
  const axe = item('weapon', 'axe', { speed: 'slow', equipped: true });
  const knife = (equipped: boolean) => item('weapon', 'knife', { speed: 'quick', equipped });
  const ability = (tag: string) => item('ability', 'blow', { tag, momentumCost: 2 });

  it('[T-38] is none for an attack that is too quick for every weapon in hand', () => {
    expect(promiseOf('standard-attack', [axe])).toBeNull();
    expect(promiseOf('slow-attack', [axe])).toBeGreaterThan(0);
    expect(promiseOf('standard-attack', [axe, knife(true)])).toBeGreaterThan(0);
    expect(promiseOf('standard-attack', [axe, knife(false)])).toBeNull();
  });

  it('[T-A14] is none for an ability that the fighter cannot pay', () => {
    expect(promiseOf('ability', [ability('none')], { with: 'blow', momentum: 2 })).toBeGreaterThan(0);
    expect(promiseOf('ability', [ability('none')], { with: 'blow', momentum: 1 })).toBeNull();
  });

  it('[T-A15] is none for what needs no plan', () => {
    expect(promiseOf('ability', [ability('extra')], { with: 'blow' })).toBeNull();
    expect(promiseOf('ability', [ability('free')], { with: 'blow' })).toBeNull();
  });
});

it('[T-03] others wait for a plan until it is complete', () => {
  const planning = (slots: Record<string, { action: string }>) =>
    on(0, [hero('mira', {}, { state: slots })], { phase: 'planning' });
  const isAwaited = (scene: ReturnType<typeof on>) => WORTH.isAwaited?.(scene, scene.fighters.mira!);
  const first = { 'plan-1': { action: 'mark' } };
  expect(isAwaited(planning({}))).toBe(true);
  expect(isAwaited(planning(first))).toBe(true);
  expect(isAwaited(planning({ ...first, 'plan-2': { action: 'guard' } }))).toBe(false);
  expect(isAwaited({ ...planning({}), clock: { ...planning({}).clock, phase: 'players' } })).toBe(false);
});

it('[T-44] a plan to guard promises something beside a friend on its feet only', () => {
  const promise = (metres: number, ...ids: string[]) => {
    const friend = hero('friend', {}, { place: at(metres, 0), conditions: ids.map((id) => conditionOf(id)) });
    const scene = on(0, [hero('mira', {}, { place: at(0, 0) }), friend, foe('gnoll')], { phase: 'planning' });
    return WORTH.promise(scene, { do: 'plan', by: 'mira', options: { action: 'guard' } });
  };
  expect(promise(1)).toBeGreaterThan(0);
  expect([promise(4), promise(1, 'dying')]).toEqual([0, 0]);
});

it('[T-42] who can shoot from where it stands does not plan to walk first', () => {
  const promise = (range: number) => {
    const mira = hero('mira', {}, { place: at(0, 0), items: [item('weapon', 'bow', { range })] });
    const scene = on(0, [mira, foe('gnoll', {}, { place: at(9, 0) })], { phase: 'planning' });
    return WORTH.promise(scene, { do: 'plan', by: 'mira', options: { action: 'move' } });
  };
  expect([promise(20), promise(1)]).toEqual([0.1, 0.5]);
});
