import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { type OfferAsk, PASS } from '../../../src/kernel/ask';
import { energy } from '../../../src/rulesets/energy/index';
import { at, begun, encounter, fighter, goOn, play, weapon } from './vocabulary';

const way = (...xs: number[]) => xs.map((x) => at(x + 0.5, 1.5, 270));
/** Runs past a gnoll that faces the third cell of the path, and is tripped there. */
function cutShort(command: Omit<Command, 'by'>, base = {}, rest = {}) {
  const mira = fighter('mira', { evasion: 5, fortitude: 5, ...base }, { place: at(0.5, 1.5, 270), ...rest });
  const axe = weapon('axe', { reach: 0 });
  const gnoll = fighter('gnoll', { meleeAV: 30 }, { items: [axe], place: at(3.5, 0.5) });
  const on = encounter([mira, gnoll]);
  const played = begun(on, { ...command, by: 'mira' });
  const { candidates } = played.run.open as OfferAsk;
  played.run.answer([candidates[0].commands.findIndex((each) => (each as Command).do === 'trip')]);
  goOn(played, [10, 2, 2, 2]);
  expect(mira.conditions.map(({ id }) => id)).toContain('prone');
  return mira;
}

describe('[E-37, E-38, E-39] an interrupted movement is paid as far as it went, E-A40', () => {
  it('a Run by thirds of Speed, with swapped Stamina refunded first', () => {
    const mira = cutShort({ do: 'run', path: way(1, 2, 3, 4, 5), options: { swap: true } });
    expect([mira.place?.x, mira.pools.energy.value, mira.pools.stamina.value]).toEqual([2.5, 4, 10]);
    expect(mira.state.staminaSubs).toBeUndefined();
  });
  it('a Run that used three Energy keeps the swapped point too', () => {
    const mira = fighter('mira', {}, { place: at(0.5, 1.5, 270) });
    play(encounter([mira]), { do: 'run', by: 'mira', path: way(1, 2, 3, 4, 5), options: { swap: true } });
    expect([mira.pools.energy.value, mira.pools.stamina.value, mira.state.staminaSubs]).toEqual([3, 9, 1]);
  });
  it('a Sprint in full from its first metre', () => {
    const mira = cutShort({ do: 'sprint', path: way(1, 2, 3, 4, 5) });
    expect([mira.place?.x, mira.pools.energy.value, mira.pools.stamina.value]).toEqual([2.5, 2, 9]);
  });
  it('a Jump in full once in the air', () => {
    const mira = cutShort({ do: 'jump', path: way(1, 2, 3) });
    expect([mira.place?.x, mira.pools.energy.value, mira.pools.stamina.value]).toEqual([2.5, 3, 9]);
  });
});

describe('[E-40] a blow abandoned before its first die', () => {
  const away = at(0.5, 3.5, 180);
  const stage = (state = {}) => [
    fighter('gnoll', {}, { items: [weapon('axe', { reach: 0 })], place: at(0.5, 0.5), state: state }),
    fighter('mira', {}, { player: true, place: at(0.5, 1.5, 180), state: { nonMoveEnergy: 3 } }),
  ];
  const dodged = (options: Command['options'], state = {}) => {
    const on = encounter(stage(state));
    const played = begun(on, { do: 'melee-attack', by: 'gnoll', at: 'mira', options });
    played.run.answer([0]);
    played.run.answer([{ ...away, y: 2.5 }]);
    goOn(played, [], [[PASS]].slice(0, played.run.open ? 1 : 0));
    return on.fighters.gnoll;
  };
  it('refunds the Stamina for enhancing, which had no effect', () => {
    const { pools, state } = dodged({ enhance: 3 });
    expect([pools.energy.value, pools.stamina.value, state.nonMoveEnergy]).toEqual([4, 10, 1]);
  });
  it('refunds the swapped point too', () => {
    const { pools, state } = dodged({ enhance: 3, swap: true });
    expect([pools.energy.value, pools.stamina.value, state.staminaSubs]).toEqual([4, 10, undefined]);
  });
  it('[E-52] E-A43: refunds no point that an Agile Move of this Round depended on', () => {
    const { pools, state } = dodged({}, { agileMoves: 2 });
    expect([pools.energy.value, state.nonMoveEnergy, state.agileMoves]).toEqual([3, 2, 2]);
  });
});

it('[E-52] E-A43: points that allow Agile Moves add up over the Round, including swapped ones', () => {
  const mira = fighter('mira', {}, { place: at(0.5, 1.5) });
  const on = encounter([mira]);
  play(on, { do: 'defend', by: 'mira' });
  play(on, { do: 'defend', by: 'mira', options: { swap: true } });
  play(on, { do: 'run', by: 'mira', path: way(1) });
  expect(mira.state.nonMoveEnergy).toBe(2);
  play(on, { do: 'agile-move', by: 'mira', path: way(2) });
  play(on, { do: 'agile-move', by: 'mira', path: way(3) });
  expect(energy.whyNot(on, { do: 'agile-move', by: 'mira', path: way(4) }).map(({ id }) => id)).toEqual([
    'agile-spent',
  ]);
});
