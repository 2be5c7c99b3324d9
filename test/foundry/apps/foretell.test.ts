import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { LoadedEncounter } from '../../../src/foundry/host/store';

const asked = vi.hoisted(() => vi.fn((..._: unknown[]) => true));
vi.mock('../../../src/foundry/apps/odds/odds-worker', () => ({ askWorker: asked }));

const { requestOdds } = await import('../../../src/foundry/apps/odds/odds-queue');

const views = { oddsAwaited: () => () => {} };
const fighter = (id: string, value = 3) => ({ id, pools: { hp: { value, max: 5 } }, conditions: [] });
const encounter = (value = 3) => ({
  ruleset: 'energy',
  clock: { round: 1, phase: 'open' },
  fighters: { kor: fighter('kor'), gnoll: fighter('gnoll', value) },
  ground: { grid: 'square', cell: 1 },
  settings: { facing: 'on' },
});
const fightOf = (of: object): LoadedEncounter =>
  ({ adapter: { ruleset: { id: 'energy', views } }, encounter: of, viewer: { targets: ['gnoll'] } }) as never;
const strike = (by = 'kor'): Command => ({ do: 'melee-attack', by, at: 'gnoll' });

describe('odds of a fighter that is rendered repeatedly', () => {
  beforeEach(() => {
    asked.mockClear();
    vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  });

  /** The number of requests to the worker for each rendering of a window. */
  const questions = (...drawn: readonly (readonly [object, readonly Command[]])[]): number[] => {
    const owner = {};
    return drawn.map(([of, commands]) => {
      asked.mockClear();
      requestOdds(owner, fightOf(of), commands, () => {});
      return asked.mock.calls.length;
    });
  };

  it('are requested once while the fight has equal data, in the same object or not', () => {
    const fight = encounter();
    expect(questions([fight, [strike()]], [fight, [strike()]], [encounter(), [strike()]])).toEqual([1, 0, 0]);
  });

  it.each([
    ['a fighter', encounter(2)],
    ['the clock', { ...encounter(), clock: { round: 2, phase: 'open' } }],
    ['the ground', { ...encounter(), ground: { grid: 'square', cell: 2 } }],
    ['a setting', { ...encounter(), settings: { facing: 'off' } }],
  ])('are requested again when %s has changed', (_what, changed) => {
    expect(questions([encounter(), [strike()]], [changed, [strike()]])).toEqual([1, 1]);
  });

  it('are requested when another command is shown, and for every window', () => {
    expect(questions([encounter(), [strike()]], [encounter(), [strike('gnoll')]])).toEqual([1, 1]);
    expect(questions([encounter(), [strike()]])).toEqual([1]);
  });
});
