import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { conditionOf, encounter, fighter, gear, item, play, price, reasons, weapon } from './vocabulary';

const foe = () => fighter('foe', {}, { items: [weapon('axe')] });
const items = [gear('chest', { timeCost: 2 }), gear('potion', { timeCost: 3.5 }), weapon('spare', { equipped: false })];
/** A fighter with this DEX that can perform every action. */
const table = (dex: number, settings = {}) => {
  const conditions = ['prone', 'blinded'].map((id) => conditionOf(id));
  return encounter([fighter('mira', { dex }, { items, conditions }, settings), foe()], { settings });
};
const by = (verb: string, more: Partial<Command> = {}): Command => ({ do: verb, by: 'mira', at: 'foe', ...more });

describe('[S-03, S-04, S-05] the price list', () => {
  it.each`
    verb                  | more                   | none   | three  | five   | twelve
    ${'trip'}             | ${{}}                  | ${1.5} | ${1.2} | ${1}   | ${0.5}
    ${'tackle'}           | ${{}}                  | ${1.5} | ${1.2} | ${1}   | ${0.5}
    ${'intimidate'}       | ${{}}                  | ${1}   | ${0.7} | ${0.5} | ${0.5}
    ${'wake'}             | ${{}}                  | ${2}   | ${1.7} | ${1.5} | ${0.8}
    ${'disengage'}        | ${{}}                  | ${2}   | ${1.7} | ${1.5} | ${0.8}
    ${'use-item'}         | ${{ with: 'chest' }}   | ${2}   | ${1.7} | ${1.5} | ${0.8}
    ${'shove'}            | ${{}}                  | ${2.5} | ${2.2} | ${2}   | ${1.3}
    ${'stand-up'}         | ${{}}                  | ${2.5} | ${2.2} | ${2}   | ${1.3}
    ${'blind'}            | ${{}}                  | ${2.5} | ${2.2} | ${2}   | ${1.3}
    ${'throw'}            | ${{}}                  | ${2.5} | ${2.2} | ${2}   | ${1.3}
    ${'grapple'}          | ${{}}                  | ${3.5} | ${3.2} | ${3}   | ${2.3}
    ${'help'}             | ${{}}                  | ${3.5} | ${3.2} | ${3}   | ${2.3}
    ${'hide'}             | ${{}}                  | ${3.5} | ${3.2} | ${3}   | ${2.3}
    ${'disarm'}           | ${{}}                  | ${3.5} | ${3.2} | ${3}   | ${2.3}
    ${'change-equipment'} | ${{ with: 'spare' }}   | ${3.5} | ${3.2} | ${3}   | ${2.3}
    ${'use-item'}         | ${{ with: 'potion' }}  | ${3.5} | ${3.2} | ${3}   | ${2.3}
    ${'clear-eyes'}       | ${{}}                  | ${3}   | ${2.7} | ${2.5} | ${1.8}
    ${'attack'}           | ${{ with: 'unarmed' }} | ${1.5} | ${1.2} | ${1}   | ${0.5}
  `('$verb', ({ verb, more, none, three, five, twelve }) => {
    expect([-2, 0, 3, 5, 12].map((dex) => price(table(dex), by(verb, more)))).toEqual([
      none,
      none,
      three,
      five,
      twelve,
    ]);
  });

  it('[S-66] jumping is independent of DEX', () => {
    const options = { metres: 1 };
    expect([-2, 0, 5, 12].map((dex) => price(table(dex), by('jump', { options })))).toEqual([3, 3, 3, 3]);
  });

  it('[S-47] evading takes the seconds that are left', () => {
    const on = table(12);
    on.fighters.mira.pools.seconds.value = 22;
    expect(price(on, by('evade'))).toBe(2.2);
  });

  it('[S-30, S-85] a strike takes half a second at least, however quick its weapon or spell', () => {
    const quick = [
      weapon('needle', { timeCost: 0.3 }),
      item('spell', 'spark', { attacks: true, timeCost: 0.3 }),
      item('spell', 'gleam', { timeCost: 0.3 }),
    ];
    const on = (dex: number) => encounter([fighter('mira', { dex }, { items: quick }), foe()]);
    const strikes = [
      by('attack', { with: 'needle' }),
      by('pin', { with: 'needle' }),
      by('cast-spell', { with: 'spark' }),
    ];
    for (const dex of [0, 5]) expect(strikes.map((command) => price(on(dex), command))).toEqual([0.5, 0.5, 0.5]);
    expect(price(on(0), by('cast-spell', { with: 'gleam' }))).toBe(0.3);
  });

  it('the step by DEX and the shortest action follow the world’s settings', () => {
    expect(price(table(3, { dexSecondsPerPoint: 0.25 }), by('trip'))).toBe(0.8);
    expect(price(table(12, { minActionSeconds: 1 }), by('trip'))).toBe(1);
    expect(price(table(5, { dexReducesEscapes: false }), by('clear-eyes'))).toBe(3);
  });
});

describe('[S-91] speech', () => {
  const speak = (tenths: number) => {
    const on = encounter([fighter('mira', { dex: 12 }), foe()]);
    play(on, by('speak'), [], [['Down!'], [tenths]]);
    return on.fighters.mira;
  };

  it('takes the seconds that the game master sets, for any DEX', () => {
    expect(speak(0).pools.seconds.value).toBe(30);
    expect(speak(17).pools.seconds.value).toBe(13);
    expect(speak(30).pools.seconds.value).toBe(0);
  });

  it('with no seconds left is possible only if it takes no time', () => {
    const on = encounter([fighter('mira', {}, { pools: { seconds: 0 } }), foe()]);
    expect(reasons(on, by('speak'))).toEqual([]);
    play(on, by('speak'), [], [['Hm.'], [0]]);
    play(on, by('speak'), [], [['Hear me out.'], [20]]);
    expect(on.fighters.mira.state.progress).toBeUndefined();
  });
});

it('[S-105] using an item takes at least a second', () => {
  expect(() => fighter('mira', {}, { items: [gear('flask', { timeCost: 0.8 })] })).toThrow(/timeCost/);
});
