import { describe, expect, it } from 'vitest';
import { bestDrawRow, rangedStatsOf } from '../../../src/rulesets/energy/attack/ranged';
import { CONDITIONS } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import { SCHEMA, type Weapon } from '../../../src/rulesets/energy/schema';
import { readItem } from '../../../src/toolkit/define/sheet-schema';
import { armor, at, begun, conditionOf, encounter, fighter, goOn, item, play, reasons, weapon } from './vocabulary';

const made = (fields: object): Weapon => readItem(SCHEMA, weapon('it', fields)) as Weapon;
const bow = (fields: object = {}) => made({ ranged: true, launcher: 'bow', range: [10, 40, 150], ...fields });
const archer = (armStrength: number, mpl = 9) => ({ armStrength, mpl });
const siege = (fields: object = {}) => bow({ launcher: 'siege-crossbow', ...fields });

describe('[E-97, E-98, E-99] Arm Strength gives a row of the table', () => {
  it.each`
    strength | trio             | damage
    ${0}     | ${[7, 30, 90]}   | ${0}
    ${1}     | ${[8, 35, 120]}  | ${0}
    ${4}     | ${[9, 35, 140]}  | ${0}
    ${8}     | ${[10, 40, 150]} | ${0}
    ${12}    | ${[10, 45, 160]} | ${1}
    ${16}    | ${[11, 46, 162]} | ${2}
    ${20}    | ${[11, 49, 168]} | ${3}
    ${25}    | ${[12, 52, 174]} | ${4}
    ${30}    | ${[12, 55, 180]} | ${5}
    ${35}    | ${[13, 58, 186]} | ${6}
    ${40}    | ${[13, 66, 202]} | ${7}
  `('$strength: ranges $trio and damage $damage', ({ strength, trio, damage }) => {
    expect(rangedStatsOf(siege(), archer(strength))).toEqual({ trio, damage });
  });
  it('no number falls below zero', () => {
    expect(rangedStatsOf(bow({ range: [2, 8, 50] }), archer(0)).trio).toEqual([0, 0, 0]);
  });
});

describe('[E-100, E-101, E-102] limits of the row', () => {
  it.each`
    launcher            | mpl  | best
    ${'bow'}            | ${0} | ${5}
    ${'bow'}            | ${2} | ${5}
    ${'bow'}            | ${3} | ${6}
    ${'light-crossbow'} | ${5} | ${7}
    ${'hand-crossbow'}  | ${5} | ${4}
    ${'heavy-crossbow'} | ${0} | ${8}
    ${'siege-crossbow'} | ${0} | ${10}
  `('$launcher at $mpl counts as $best', ({ launcher, mpl, best }) => {
    expect(bestDrawRow(bow({ launcher }), archer(40, mpl))).toBe(best);
  });
  it('a two-handed crossbow counts five more', () => {
    expect(bestDrawRow(bow({ launcher: 'light-crossbow', hands: 2 }), archer(7))).toBe(4);
    expect(bestDrawRow(bow({ hands: 2 }), archer(7))).toBe(2);
  });
  it('a weapon built for one row keeps it, and is refused to a weaker arm', () => {
    expect(rangedStatsOf(bow({ drawRow: 3 }), archer(30)).damage).toBe(0);
    const shooter = (armStrength: number) =>
      fighter('mira', { armStrength }, { items: [weapon('bow', { ranged: true, launcher: 'bow', drawRow: 4 })] });
    const shot = { do: 'ranged-attack', by: 'mira', at: 'gnoll' };
    expect(reasons(encounter([shooter(12), fighter('gnoll')]), shot)).toEqual([]);
    expect(reasons(encounter([shooter(11), fighter('gnoll')]), shot)).toEqual(['draw-too-heavy']);
  });
});

it('[E-89] a target out of range is told with its distance and the weapon’s', () => {
  const shooter = fighter(
    'mira',
    {},
    { items: [weapon('sling', { ranged: true, range: [1, 4, 9] })], place: at(1, 1) },
  );
  const on = encounter([shooter, fighter('gnoll', {}, { place: at(11.25, 1) })]);
  expect(energy.whyNot(on, { do: 'ranged-attack', by: 'mira', at: 'gnoll' })).toEqual([
    { id: 'out-of-range', data: { distance: 10, most: 9 } },
  ]);
});

describe('[E-103, E-106, E-107] throwing distances', () => {
  it.each`
    kind                                    | strength | trio
    ${{ class: 'light' }}                   | ${4}     | ${[3, 5, 10]}
    ${{ class: 'normal' }}                  | ${5}     | ${[2, 6, 12]}
    ${{ class: 'heavy' }}                   | ${10}    | ${[2, 7, 14]}
    ${{ class: 'heavy' }}                   | ${15}    | ${[2, 9, 16]}
    ${{ class: 'heavy' }}                   | ${22}    | ${[3, 11, 22]}
    ${{ class: 'heavy' }}                   | ${25}    | ${[3, 13, 26]}
    ${{ thrown: true, range: [5, 12, 24] }} | ${30}    | ${[8, 24, 48]}
    ${{ thrown: true, range: [5, 12, 24] }} | ${35}    | ${[8, 26, 52]}
    ${{ thrown: true, range: [5, 12, 24] }} | ${40}    | ${[9, 28, 56]}
  `('$kind at $strength: $trio', ({ kind, strength, trio }) => {
    expect(rangedStatsOf(made(kind), archer(strength))).toEqual({ trio, damage: 0 });
  });
});

/** Miss Chance Modifier 8 with a sling: 1d6, advantage up to 4 m, normal to 20 m, at most 60 m. */
const slinger = (sling: object = {}, rest: object = {}) =>
  fighter('mira', {}, { items: [weapon('sling', { ranged: true, range: [4, 20, 60], ...sling })], ...rest });
const target = (base: Parameters<typeof fighter>[1] = {}, rest: object = {}) => fighter('gnoll', base, rest);
const shoot = (mira = slinger(), foe = target(), faces: number[] = [], options: object = {}, settings = {}) => {
  const on = encounter([mira, foe], { settings });
  play(
    on,
    { do: 'ranged-attack', by: 'mira', at: 'gnoll', with: mira.items[0].id, options: { metres: 10, ...options } },
    faces,
  );
  return on;
};
const unaware = { aware: false };
const suffering = (id: string) => ({ conditions: [conditionOf(id)] });

describe('[E-86, E-87, E-88, E-92, E-93] the lowest Hit roll that hits', () => {
  it.each`
    size            | movement      | least
    ${'gigantic'}   | ${'ordinary'} | ${2}
    ${'huge'}       | ${'ordinary'} | ${4}
    ${'large'}      | ${'ordinary'} | ${6}
    ${'medium'}     | ${'still'}    | ${3}
    ${'medium'}     | ${'ordinary'} | ${8}
    ${'medium'}     | ${undefined}  | ${8}
    ${'medium'}     | ${'zigzag'}   | ${13}
    ${'small'}      | ${'ordinary'} | ${10}
    ${'tiny'}       | ${'ordinary'} | ${12}
    ${'diminutive'} | ${'ordinary'} | ${16}
    ${'fine'}       | ${'still'}    | ${15}
  `('$size, $movement: $least', ({ size, movement, least }) => {
    const options = { ...unaware, ...(movement && { movement }) };
    expect(shoot(slinger(), target({ size }), [least, 6], options)).toHavePool('gnoll', 'aura', 14);
    const on = shoot(slinger(), target({ size }), [least - 1], options);
    expect(on).toHavePool('gnoll', 'aura', 20);
  });
  it('a miniscule target adds eighteen, which only a critical hit overcomes', () => {
    expect(shoot(slinger(), target({ size: 'miniscule' }), [19], unaware)).toHavePool('gnoll', 'aura', 20);
    expect(shoot(slinger(), target({ size: 'miniscule' }), [20, 6], unaware)).toHavePool('gnoll', 'aura', 14);
  });
});

describe('[E-89, E-90, E-91] Ranged Evasion', () => {
  const guarded = (rest: object = {}) =>
    target({ dex: 14 }, { items: [item('shield', 'shield', { bonus: 1 }), armor(0, 0, { penalty: 1 })], ...rest });
  it('adds an exploding d4, half of Dexterity and the shield, less the armor’s penalty', () => {
    expect(shoot(slinger(), guarded(), [4, 1, 15, 6])).toHavePool('gnoll', 'aura', 14);
    expect(shoot(slinger(), guarded(), [4, 1, 14])).toHavePool('gnoll', 'aura', 20);
  });
  it('is rolled from behind without the shield and with the lower of two dice', () => {
    expect(shoot(slinger(), guarded(), [4, 2, 11, 6], { behind: true })).toHavePool('gnoll', 'aura', 14);
  });
  it('is not rolled by a fighter that cannot evade, which counts as standing still', () => {
    expect(shoot(slinger(), guarded(suffering('unconscious')), [3, 6])).toHavePool('gnoll', 'aura', 14);
    expect(shoot(slinger(), guarded({ state: { helpless: true } }), [3, 6])).toHavePool('gnoll', 'aura', 14);
  });
  it('[E-61] wins a tie for a defending fighter if it was rolled', () => {
    expect(shoot(slinger(), target({}, suffering('defending')), [2, 10])).toHavePool('gnoll', 'aura', 20);
    expect(shoot(slinger(), target({}, suffering('defending')), [2, 11, 6])).toHavePool('gnoll', 'aura', 14);
    expect(shoot(slinger(), target({}, suffering('defending')), [8, 6], unaware)).toHavePool('gnoll', 'aura', 14);
  });
});

describe('[E-96] the three ranges', () => {
  it.each`
    metres | faces        | aura
    ${4}   | ${[2, 8, 6]} | ${14}
    ${5}   | ${[8, 6]}    | ${14}
    ${20}  | ${[8, 6]}    | ${14}
    ${21}  | ${[8, 9, 6]} | ${14}
    ${60}  | ${[7, 20]}   | ${20}
  `('at $metres m roll $faces', ({ metres, faces, aura }) => {
    expect(shoot(slinger(), target(), faces, { ...unaware, metres })).toHavePool('gnoll', 'aura', aura);
  });
  it('end the reach of a weapon', () => {
    const on = encounter([slinger({}, { place: at(0.5, 0.5, 270) }), target({}, { place: at(61.5, 0.5) })]);
    expect(reasons(on, { do: 'ranged-attack', by: 'mira', at: 'gnoll' })).toEqual(['out-of-range']);
  });
});

describe('[E-94, E-95] armor against shots', () => {
  const scales = () => target({}, { items: [armor(18, 4, { rangedCoverage: 12 })] });
  it.each`
    hit   | aura
    ${11} | ${18}
    ${12} | ${14}
    ${20} | ${14}
  `('with Hit roll $hit leave $aura Aura', ({ hit, aura }) => {
    expect(shoot(slinger(), scales(), [hit, 6], unaware)).toHavePool('gnoll', 'aura', aura);
  });
});

describe('[E-74, E-75, E-76, E-84, E-85] critical hits and misses', () => {
  it('a critical hit exposes, and adds damage against the exposed at impact', () => {
    const on = shoot(slinger({ precision: 2, exposedDamage: 3 }), target({ size: 'miniscule' }), [18, 6], unaware);
    expect(on).toHavePool('gnoll', 'aura', 11);
    expect(on).toHaveCondition('gnoll', 'exposed', CONDITIONS);
  });
  it('a three exposes the shooter and may still hit; a one misses', () => {
    const options = { ...unaware, movement: 'still' };
    const hit = shoot(slinger(), target(), [3, 6], options);
    expect(hit).toHavePool('gnoll', 'aura', 14);
    expect(hit.fighters.mira.conditions).toMatchObject([{ id: 'exposed', until: { n: 2 } }]);
    const missed = shoot(slinger(), target({ size: 'gigantic' }), [1], options);
    expect(missed).toHavePool('gnoll', 'aura', 20);
    expect(missed).toHaveCondition('mira', 'exposed', CONDITIONS);
  });
});

describe('[E-70] the Hit roll uses conditions at launch, damage those at impact', () => {
  it('a shooter dazed after launch still rolls one die, and the target is exposed at impact', () => {
    const on = encounter([slinger({ exposedDamage: 3 }), target()]);
    const shot = begun(on, { do: 'ranged-attack', by: 'mira', at: 'gnoll' });
    expect(goOn(shot, [], [], 'wait')).toMatchObject({ id: 'ranged-evasion' });
    on.fighters.mira.conditions.push(conditionOf('dazed'));
    on.fighters.gnoll.conditions.push(conditionOf('exposed'));
    expect(goOn(shot, [1, 15, 6])).toBeNull();
    expect(on).toHavePool('gnoll', 'aura', 11);
  });
});

describe('[E-43, E-170] the price of a shot', () => {
  it.each`
    mpr  | settings                     | left
    ${0} | ${{}}                        | ${4}
    ${1} | ${{}}                        | ${3}
    ${0} | ${{ rangedEnergyCost: '2' }} | ${3}
    ${1} | ${{ rangedEnergyCost: '2' }} | ${2}
  `('with $mpr and $settings leaves $left Energy', ({ mpr, settings, left }) => {
    expect(shoot(slinger({ mpr }), target(), [1], unaware, settings)).toHavePool('mira', 'energy', left);
  });
  it('is the same without proficiency, at half damage', () => {
    expect(shoot(slinger({ mpr: 1 }), target(), [15, 5], unaware)).toHavePool('gnoll', 'aura', 18);
  });
});

describe('[E-103, E-104, E-105] thrown weapons', () => {
  const thrower = (axe: object) => fighter('mira', {}, { items: [weapon('axe', { attackBonus: 2, ...axe })] });
  it.each`
    case                                | axe                 | faces      | aura
    ${'made for it: accurate'}          | ${{ thrown: true }} | ${[6, 5]}  | ${15}
    ${'made for it: no more than that'} | ${{ thrown: true }} | ${[5]}     | ${20}
    ${'else: not accurate'}             | ${{ accuracy: 5 }}  | ${[7]}     | ${20}
    ${'else: half the damage'}          | ${{}}               | ${[8, 5]}  | ${18}
    ${'else: all of it with a twenty'}  | ${{}}               | ${[20, 5]} | ${15}
    ${'else: half by precision alone'}  | ${{ precision: 1 }} | ${[19, 5]} | ${18}
  `('$case', ({ axe, faces, aura }) => {
    const on = shoot(thrower(axe), target(), faces, { ...unaware, metres: 3 });
    expect(on).toHavePool('gnoll', 'aura', aura);
    expect(on.fighters.mira.items[0]).toMatchObject({ equipped: false, dropped: true });
  });
});

it('[E-36] no one is asked for a dodge before a shot', () => {
  const on = encounter([
    slinger({}, { place: at(0.5, 0.5, 270) }),
    target({}, { player: true, place: at(5.5, 0.5, 90), state: { nonMoveEnergy: 3 } }),
  ]);
  const shot = begun(on, { do: 'ranged-attack', by: 'mira', at: 'gnoll' });
  expect(goOn(shot, [], [], 'wait')).toMatchObject({ id: 'ranged-evasion' });
});
