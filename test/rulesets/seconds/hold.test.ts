import { describe, expect, it } from 'vitest';
import { at, encounter, fighter, having, play, reasons, said, weapon } from './vocabulary';

const sword = () => weapon('sword', { timeCost: 1 });
const duel = (state: object = {}) =>
  encounter([
    fighter('mira', { str: 2 }, { items: [sword()], place: at(0.5), state: { ...state } }),
    fighter('foe', {}, { place: at(2.5) }),
  ]);
const hold = { do: 'hold', by: 'mira' };
const perform = { do: 'held-action', by: 'mira', at: 'foe' };

describe('[S-19, S-24] a held plan', () => {
  it('is played in order for one reaction, without further seconds', () => {
    const on = duel();
    play(on, hold, [], [['trip'], ['attack sword'], ['done'], ['he grins'], ['any']]);
    expect(on.fighters.mira.pools.seconds.value).toBe(5);
    play(on, { do: 'end-turn', by: 'mira' });
    const played = play(on, perform, [12, 3, 10, 4], [['str']]);
    expect(said(played)).toEqual(['tripped', 'hit']);
    const { mira, foe } = on.fighters;
    expect([mira.pools.reactions.value, mira.pools.seconds.value, mira.state.held]).toEqual([0, 0, undefined]);
    expect(foe.pools.hp.value).toBe(4);
  });

  it('skips a command that is no longer possible and continues', () => {
    const on = duel();
    play(on, hold, [], [['attack sword'], ['trip'], ['done'], ['he grins'], ['any']]);
    play(on, { do: 'end-turn', by: 'mira' });
    on.fighters.mira.items.splice(0);
    expect(said(play(on, perform, [12, 3], [['str']]))).toEqual(['dropped', 'tripped']);
  });

  it('with a Move has the chosen length, to any place', () => {
    const on = duel();
    play(on, hold, [], [['move'], [10], ['done'], ['he grins'], ['any']]);
    expect(on.fighters.mira.pools.seconds.value).toBe(20);
    play(on, { do: 'end-turn', by: 'mira' });
    const place = (y: number) => [{ ...at(0.5, y), facing: 0 }];
    play(on, perform, [], [place(1.5), place(3.5)]);
    expect(on.fighters.mira.place).toMatchObject({ x: 0.5, y: 3.5 });
  });

  it('carries the unused metres of a held Move over to the next one', () => {
    const on = duel();
    play(on, hold, [], [['move'], [5], ['attack sword'], ['move'], [5], ['done'], ['he grins'], ['any']]);
    play(on, { do: 'end-turn', by: 'mira' });
    const place = (y: number) => [{ ...at(0.5, y), facing: 0 }];
    // A metre and a half twice: one cell, then two.
    play(on, perform, [2], [place(1.5), place(3.5)]);
    expect(on.fighters.mira.place).toMatchObject({ x: 0.5, y: 3.5 });
  });

  it('without a trigger text is not held, and nothing is paid', () => {
    const on = duel();
    expect(said(play(on, hold, [], [['trip'], ['done'], ['  ']]))).toEqual(['holds-nothing']);
    expect(on.fighters.mira.pools.seconds.value).toBe(30);
  });
});

describe('[S-19] an unfinished action', () => {
  const begun = { progress: 'grapple', progressTicks: 30 };

  it('costs only the remaining seconds and becomes part of the held plan', () => {
    const on = duel(begun);
    play(on, hold, [], [['grapple'], ['done'], ['he grins'], ['any']]);
    const { mira } = on.fighters;
    expect([mira.pools.seconds.value, mira.state.progress]).toEqual([25, undefined]);
  });

  it('[S-15] is discarded by holding another plan', () => {
    const on = duel(begun);
    play(on, hold, [], [['trip'], ['done'], ['he grins'], ['any']]);
    expect(on.fighters.mira.state.progress).toBeUndefined();
  });
});

describe('[S-07, S-21] performing a held plan', () => {
  it('is refused in the own turn, and without a reaction', () => {
    const on = duel({ held: 'now', heldPlan: [{ do: 'trip' }] });
    expect(reasons(on, perform)).toEqual(['own-turn']);
    play(on, { do: 'next-turn', by: 'gm' });
    on.fighters.mira.state.held = 'now';
    on.fighters.mira.state.heldPlan = [{ do: 'trip' }];
    on.fighters.mira.pools.reactions.value = 0;
    expect(reasons(on, perform)).toEqual(['no-reaction']);
    on.fighters.mira.pools.reactions.value = 1;
    on.fighters.mira.conditions = [having('restrained')];
    expect(reasons(on, perform)).toEqual(['restrained']);
  });
});
