import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { tempo } from '../../../src/rulesets/tempo';
import { at, foe, hero, item, on } from './vocabulary';

const bow = item('weapon', 'bow', { range: 5 });
const rally = item('ability', 'rally', { tempo: 5, tag: 'free', momentumCost: 2 });
const shout = item('reaction', 'shout', { tempo: 7, trigger: 'other' });
const bolt = item('spell', 'bolt', { tempo: 5, cost1: 1, cost2: 2 });

/** Number 5 with an archer seven spaces from a rat; `clock` and `state` as wanted. */
const scene = (clock = {}, state = {}, place = at(0, 0)) => {
  const rest = { items: [bow, rally, shout, bolt], pools: { momentum: 1, scene2: 2 }, state, place };
  return on(5, [hero('sol', { speed: 5, mana1: 1, mana2: 3 }, rest), foe('rat', {}, { place: at(7, 3) })], clock);
};
const own = { turn: 'sol', action: { action: 'move' }, entry: '1' };
const command = (id: string, rest: Partial<Command> = {}): Command => ({ do: id, by: 'sol', ...rest });
const turn = (action: string, rest: Partial<Command> = {}) => command('turn', { options: { action }, ...rest });

describe('the reasons against an action tell the numbers', () => {
  it.each<[string, ReturnType<typeof scene>, Command, readonly object[]]>([
    ['T-04', scene(), turn('shift'), [{ id: 'too-early', data: { tempo: 7 } }]],
    ['T-06', scene(), turn('mark'), [{ id: 'tempo-passed', data: { tempo: 2 } }]],
    [
      'T-A17',
      scene(),
      command('standard-attack', { at: 'rat', with: 'bow' }),
      [{ id: 'out-of-range', data: { distance: 7, range: 5 } }],
    ],
    ['T-A51', scene(), command('ability', { with: 'rally' }), [{ id: 'no-momentum', data: { needs: 2, has: 1 } }]],
    [
      'T-A40',
      scene(),
      command('magic', { with: 'bolt' }),
      [{ id: 'not-enough-mana', data: { tier: 2, needs: 2, has: 1 } }],
    ],
    [
      'T-14',
      scene({}, { record: ['attack'] }),
      turn('standard-attack'),
      [{ id: 'duplicate-action', data: { group: 'attack' } }],
    ],
    [
      'T-11',
      scene(own, { normalMoveLeft: 2 }),
      command('walk', { path: [at(3, 0)] }),
      [{ id: 'no-move-left', data: { spaces: 3, left: 2, over: 1 } }],
    ],
    [
      'T-42',
      scene(own),
      command('move', { path: [at(6, 0)] }),
      [{ id: 'too-far', data: { spaces: 6, most: 5, over: 1 } }],
    ],
    [
      'T-43',
      scene(own),
      command('move', { path: [at(3, 0)], options: { jump: true } }),
      [{ id: 'too-far', data: { spaces: 3, most: 2, over: 1 } }],
    ],
    ['T-75', scene(own), command('react', { with: 'shout' }), [{ id: 'tempo-too-low', data: { tempo: 7 } }]],
    [
      'T-A4',
      scene({ justEnded: true }, { 'plan-1': 'shift' }),
      command('exert-retime', { options: { action: 'shift', to: 4 } }),
      [{ id: 'tempo-passed', data: { tempo: 4 } }],
    ],
    [
      'T-A1',
      scene({ justEnded: true }),
      command('exert-action', { options: { action: 'mark', to: 4 } }),
      [{ id: 'tempo-passed', data: { tempo: 4 } }],
    ],
  ])('[%s]', (_, encounter, told, wanted) => {
    expect(tempo.whyNot(encounter, told)).toEqual(wanted);
  });
});

it('[T-A41] only a spell is ended', () => {
  expect(tempo.whyNot(scene(), command('end-spell', { with: 'bow' })).map(({ id }) => id)).toEqual(['unknown-spell']);
});

describe('[T-09, T-98] a plan or a move of what the fighter cannot do', () => {
  it.each([
    ['dance', undefined, 'unknown-choice'],
    ['ability', 'spin', 'no-ability'],
    ['magic', 'ward', 'unknown-spell'],
  ])('%s with %s is refused: %s', (action, item, wanted) => {
    const ids = (id: string, options: object) =>
      tempo
        .whyNot(scene({ justEnded: true }), command(id, { options: { action, ...options }, with: item }))
        .map((reason) => reason.id);
    expect([ids('exert-retime', { to: 7 }), ids('plan', { slot: 1 })]).toEqual([[wanted], [wanted]]);
  });
});

describe('[T-06, T-69] a turn for what the fighter cannot do', () => {
  it.each([
    ['dance', undefined, 'unknown-choice'],
    ['ability', 'spin', 'no-ability'],
    ['magic', 'ward', 'unknown-spell'],
  ])('%s with %s is refused: %s', (action, item, wanted) => {
    const told = turn(action, item === undefined ? {} : { with: item });
    expect(tempo.whyNot(scene(), told).map(({ id }) => id)).toEqual([wanted]);
  });
});
