import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { seconds } from '../../../src/rulesets/seconds';
import { IDLE } from '../../../src/rulesets/seconds/clock';
import type { SecondsEncounter } from '../../../src/rulesets/seconds/state';
import { at, conditionOf, encounter, fighter, play, reasons, said } from './vocabulary';

const GM: Command = { do: 'next-turn', by: 'gm' };
const idsOf = (on: SecondsEncounter, id: string) => on.fighters[id].conditions.map((had) => had.id);
const walk = (by: string, ...places: [number, number][]): Command => ({
  do: 'move',
  by,
  path: places.map(([x, y]) => at(x, y)),
});
const asleep = { conditions: [conditionOf('unconscious')] };

describe('the order of turns', () => {
  const began = (faces: number[]) => {
    const on = encounter([
      fighter('slow', { agi: -1 }),
      fighter('deft', { agi: 1, dex: 3 }),
      fighter('quick', { agi: 1, dex: 1 }),
    ]);
    on.clock = IDLE;
    play(on, { do: 'start', by: 'gm' }, faces);
    return on;
  };
  const orderOf = (on: SecondsEncounter) =>
    Object.values(on.fighters)
      .toSorted((a, b) => Number(a.state.order) - Number(b.state.order))
      .map(({ id }) => id);

  it('is by total, then AGI, then DEX', () => {
    expect(orderOf(began([12, 10, 10]))).toEqual(['deft', 'quick', 'slow']);
    expect(orderOf(began([14, 10, 11]))).toEqual(['slow', 'quick', 'deft']);
  });

  it('gives the first fighter three seconds and the others none, and can be changed by the game master', () => {
    const on = began([20, 1, 1]);
    expect(on.clock).toMatchObject({ round: 1, phase: 'turn', turn: 'slow' });
    expect(Object.values(on.fighters).map(({ pools }) => pools.seconds.value)).toEqual([30, 0, 0]);
    play(on, { do: 'order', by: 'gm', at: 'quick', options: { to: 1 } });
    expect(orderOf(on)).toEqual(['quick', 'slow', 'deft']);
    expect(seconds.timing.order(on)).toEqual(['quick', 'slow', 'deft']);
    expect(reasons(on, { do: 'order', by: 'slow', at: 'quick', options: { to: 1 } })).toEqual(['gm-only']);
  });

  it('[S-A11] places a late joiner by its roll, or where the game master has put it', () => {
    const late = (place: number | null) => {
      const on = began([12, 10, 5]);
      on.fighters.new = fighter('new', { agi: 2 });
      if (place) play(on, { do: 'order', by: 'gm', at: 'new', options: { to: place } });
      play(on, GM, place ? [] : [8]);
      return on;
    };
    const rolled = late(null);
    expect(orderOf(rolled)).toEqual(['deft', 'slow', 'new', 'quick']);
    expect([rolled.clock.turn, rolled.fighters.new.pools.seconds.value]).toEqual(['slow', 0]);
    expect(orderOf(late(1))).toEqual(['new', 'deft', 'slow', 'quick']);
  });

  it('[S-22] goes on without a word about plans when no one has held any', () => {
    const on = encounter([fighter('mira'), fighter('kor')]);
    expect(said(play(on, GM))).toEqual(['turn']);
  });

  it('skips unconscious fighters, and stops if no fighter can act', () => {
    const one = encounter([fighter('mira'), fighter('kor', {}, asleep), fighter('foe')]);
    play(one, GM);
    expect(one.clock.turn).toBe('foe');
    const none = encounter([fighter('kor', {}, asleep), fighter('foe', {}, asleep)]);
    play(none, GM);
    expect(none.clock.phase).toBe('turn');
  });
});

describe('[S-61] unused help', () => {
  const helped = () =>
    encounter([
      fighter('mira'),
      fighter('kor', {}, { state: { helpCheck: 'str', helpBonus: 4, helpBy: ['mira'] } }),
      fighter('foe'),
    ]);

  it('ends with the next turn of the helped fighter', () => {
    const on = helped();
    play(on, GM);
    expect(on.fighters.kor.state.helpBonus).toBe(4);
    play(on, GM);
    expect(on.fighters.kor.state.helpBonus).toBeUndefined();
  });

  it('lasts while its action is unfinished, and ends when that action is discarded', () => {
    const on = helped();
    play(on, GM);
    play(on, { do: 'grapple', by: 'kor', at: 'foe' });
    play(on, GM);
    expect(on.fighters.kor.state.helpBonus).toBe(4);
    play(on, GM);
    play(on, GM);
    play(on, { do: 'disengage', by: 'kor' });
    expect(on.fighters.kor.state.helpBonus).toBeUndefined();
  });
});

describe('[S-45] a range that was disengaged from', () => {
  it('is guarded again after the end of the next turn, or once it was left', () => {
    const on = encounter([fighter('mira', {}, { place: at(0.5) }), fighter('foe', {}, { place: at(1.5) })]);
    play(on, { do: 'disengage', by: 'mira' });
    expect(idsOf(on, 'mira')).toEqual(['disengaged']);
    play(on, GM);
    play(on, GM);
    expect(idsOf(on, 'mira')).toEqual(['disengaged']);
    play(on, GM);
    expect(idsOf(on, 'mira')).toEqual([]);
  });
});

describe('[S-70] a run-up', () => {
  const runner = () => encounter([fighter('mira', { str: 3 }, { place: at(0.5) }), fighter('foe')]);
  const runUp = (on: SecondsEncounter) => on.fighters.mira.state.runUp;

  it('adds up over drags, restarts after a turn, and ends with any action that takes time', () => {
    const on = runner();
    play(on, walk('mira', [2.5, 0.5]));
    play(on, walk('mira', [3.5, 0.5]));
    expect(runUp(on)).toBe(3);
    play(on, walk('mira', [3.5, 1.5]));
    expect(runUp(on)).toBe(1);
    play(on, { do: 'trip', by: 'mira', at: 'foe', options: { check: 'str' } }, [1, 2]);
    expect(runUp(on)).toBeUndefined();
  });

  it('ends when its fighter is tripped or flung', () => {
    const on = encounter([
      fighter('foe', { str: 3 }, { place: at(1.5, 2.5) }),
      fighter('mira', {}, { place: at(0.5, 2.5), state: { runUp: 5, heading: 90 } }),
    ]);
    play(on, { do: 'trip', by: 'foe', at: 'mira', options: { check: 'str' } }, [20, 1]);
    expect(runUp(on)).toBeUndefined();
  });
});

describe('[S-06] a fighter that goes down', () => {
  const struck = (rest: object = {}) =>
    encounter([
      fighter('mira', { str: 4 }, { place: at(0.5) }),
      fighter('foe', { hpMax: 3 }, { place: at(1.5), state: { progress: 'attack', progressTicks: 9 }, ...rest }),
      fighter('held', {}, { place: at(2.5), conditions: [conditionOf('grappled', { by: 'foe' })] }),
    ]);

  it('loses its unfinished action and its holds, and cannot be woken at zero hit points', () => {
    const on = struck();
    play(on, { do: 'attack', by: 'mira', at: 'foe', with: 'unarmed' }, [20, 3]);
    expect(idsOf(on, 'foe')).toEqual(['unconscious']);
    expect(on.fighters.foe.state.progress).toBeUndefined();
    expect(idsOf(on, 'held')).toEqual([]);
    on.fighters.mira.pools.seconds.value = 30;
    expect(reasons(on, { do: 'wake', by: 'mira', at: 'foe' })).toContain('not-wakeable');
    play(on, { do: 'adjust', by: 'gm', at: 'foe', options: { pool: 'hp', to: 1 } });
    expect(idsOf(on, 'foe')).toEqual([]);
  });

  it('[S-111] while walking out of reach stops there', () => {
    const on = encounter([
      fighter('mira', { hpMax: 1 }, { place: at(0.5) }),
      fighter('foe', { str: 4 }, { place: at(1.5) }),
    ]);
    play(on, walk('mira', [0.5, 4.5]), [20, 1], [[0]]);
    expect(idsOf(on, 'mira')).toEqual(['unconscious']);
    expect(on.fighters.mira.place).toMatchObject({ x: 0.5, y: 2.5 });
  });
});

describe('[S-55] a hold', () => {
  it('ends when the held fighter is out of the holder’s reach', () => {
    const on = encounter([
      fighter('kor', { str: 6 }, { place: at(0.5) }),
      fighter('foe', {}, { place: at(1.5) }),
      fighter('held', {}, { place: at(2.5), conditions: [conditionOf('grappled', { by: 'foe' })] }),
    ]);
    const [shoved] = [
      play(on, { do: 'shove', by: 'kor', at: 'held' }, [20, 1], [['fortitude'], [{ ...at(14.5), facing: 0 }]]),
    ];
    expect(said(shoved)).toContain('shoved');
    expect(idsOf(on, 'held')).toEqual([]);
  });
});

it('[S-94] the end of the encounter clears its own state, and leaves wounds and ropes', () => {
  const on = encounter([
    fighter(
      'mira',
      {},
      {
        state: {
          progress: 'attack',
          progressTicks: 5,
          held: 'now',
          heldPlan: [],
          fear: 20,
          intimidated: true,
          order: 1,
        },
        conditions: ['evading', 'frightened', 'restrained'].map((id) => conditionOf(id)),
        pools: { hp: 4 },
      },
    ),
  ]);
  play(on, { do: 'end', by: 'gm' });
  const { state, pools } = on.fighters.mira;
  expect([on.clock, state, pools.seconds.value, pools.hp.value]).toEqual([IDLE, {}, 0, 4]);
  expect(idsOf(on, 'mira')).toEqual(['restrained']);
});
