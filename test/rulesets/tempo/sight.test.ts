import { describe, expect, it } from 'vitest';
import { canSee, spacesBetween } from '../../../src/rulesets/tempo/attack/sight';
import { at, conditionOf, foe, hero, on, play, reasons, thing } from './vocabulary';

const hide = { do: 'hide', by: 'hal' };

describe('[T-54, T-56, T-57] hiding behind what stands between', () => {
  const between = {
    nothing: [],
    'an Object of Size 0': [thing('box', 0, at(3, 0))],
    'an Object of Size 1': [thing('box', 1, at(3, 0))],
    'an Object of Size 2': [thing('box', 2, at(3, 0))],
    'an Object of Size 3': [thing('box', 3, at(3, 0))],
    'an Ally of Size 1': [hero('ally', { size: 1 }, { place: at(3, 0) })],
    'an Ally of Size 2': [hero('ally', { size: 2 }, { place: at(3, 0) })],
    'a non-ally of Size 2': [foe('other', { size: 2 }, { place: at(3, 0) })],
  };
  it.each([
    ['nothing', ['visible']],
    ['an Object of Size 0', ['visible']],
    ['an Object of Size 1', []],
    ['an Object of Size 2', []],
    ['an Object of Size 3', []],
    ['an Ally of Size 1', ['visible']],
    ['an Ally of Size 2', []],
    ['a non-ally of Size 2', ['visible']],
  ] as const)('%s: %j', (what, wanted) => {
    const hal = hero('hal', {}, { place: at(0, 0) });
    const sentry = foe('sentry', { awr: 3 }, { place: at(6, 0) });
    expect(reasons(on(6, [hal, sentry, ...between[what]]), hide)).toEqual(wanted);
  });
  it('needs the game master behind a wall, and is refused before a second foe with a view', () => {
    const hal = hero('hal', {}, { place: at(0, 0) });
    const all = [
      hal,
      foe('sentry', {}, { place: at(6, 0) }),
      thing('box', 1, at(3, 0)),
      foe('b', {}, { place: at(0, 6) }),
    ];
    expect(reasons(on(6, all), hide)).toEqual(['visible']);
    expect(reasons(on(6, all), { ...hide, options: { unseen: true } })).toEqual([]);
  });
});

describe('[T-56] a fighter that is not hiding', () => {
  it.each([
    [1, true],
    [2, false],
  ])('is seen behind an Object of Size %d: %s', (size, seen) => {
    const hal = hero('hal', {}, { place: at(0, 0) });
    const sentry = foe('sentry', {}, { place: at(6, 0) });
    expect(canSee(on(6, [hal, sentry, thing('box', size, at(3, 0))]), sentry, hal)).toBe(seen);
  });
  it('is always seen if the world leaves sight to the game master', () => {
    const hal = hero('hal', {}, { place: at(0, 0) });
    const sentry = foe('sentry', {}, { place: at(6, 0) });
    const encounter = on(6, [hal, sentry, thing('box', 4, at(3, 0))], {}, { sight: 'off' });
    expect(canSee(encounter, sentry, hal)).toBe(true);
  });
});

describe('[T-57] a line along the edge of a Character', () => {
  const sees = (from: ReturnType<typeof at>, to: ReturnType<typeof at>) => {
    const hal = hero('hal', {}, { place: to, conditions: [conditionOf('hidden')] });
    const sentry = foe('sentry', {}, { place: from });
    const ally = hero('ally', {}, { place: at(4, 4) });
    return canSee(on(6, [hal, sentry, ally]), sentry, hal);
  };
  it.each([
    // Bodies of two squares have their center on a corner of the grid.
    ['upright', at(3, 0, 0, 2), at(3, 8, 0, 2), true],
    ['level', at(0, 3, 0, 2), at(8, 3, 0, 2), true],
    ['at the far edge', at(4, 0, 0, 2), at(4, 8, 0, 2), true],
    ['upright through it', at(4, 0), at(4, 8), false],
    ['level through it', at(0, 4), at(8, 4), false],
    ['short of it', at(4, 0), at(4, 3), true],
    ['beyond it', at(5, 0), at(5, 8), true],
  ] as const)('%s', (_, from, to, seen) => {
    expect(sees(from, to)).toBe(seen);
  });
});

it('distances are counted in spaces, diagonals as one', () => {
  const one = hero('one', {}, { place: at(0, 0) });
  const two = hero('two', {}, { place: at(3, 2) });
  expect([spacesBetween(on(1, [one, two]), one, two), spacesBetween(on(1, [one]), one, hero('x'))]).toEqual([3, null]);
});

describe('[T-55] a Hidden fighter', () => {
  const scene = () => {
    const hal = hero(
      'hal',
      { speed: 9 },
      { place: at(0, 0), conditions: [conditionOf('hidden')], state: { 'plan-1': 'move' } },
    );
    const sentry = foe('sentry', {}, { place: at(6, 0) });
    return on(4, [hal, sentry, thing('box', 1, at(3, 0))]);
  };
  it('cannot be targeted by a non-ally', () => {
    const encounter = { ...scene(), clock: { ...scene().clock, tempo: 2 } };
    expect(reasons(encounter, { do: 'mark', by: 'sentry', at: 'hal' })).toEqual(['hidden-target']);
  });
  it('is revealed once in sight, or by its own command', () => {
    const walked = scene();
    play(walked, { do: 'move', by: 'hal', path: [at(0, 4)] });
    expect(walked.fighters.hal.conditions).toEqual([]);
    const shown = scene();
    play(shown, { do: 'reveal', by: 'hal' });
    expect(shown.fighters.hal.conditions).toEqual([]);
  });
});
