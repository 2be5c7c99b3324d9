import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/encounter/state';
import { notation } from '../../../src/kernel/dice';
import { isBackstab, zoneOf } from '../../../src/rulesets/clash/attack/attack';
import { fightersWithOpportunist } from '../../../src/rulesets/clash/attack/defense';
import { impactOf } from '../../../src/rulesets/clash/attack/harm';
import { strengthDamage } from '../../../src/rulesets/clash/stats';
import {
  at,
  begun,
  conditionOf,
  encounter,
  fighter,
  goOn,
  optionsOf,
  play,
  reasons,
  said,
  shield,
  spell,
  weapon,
} from './vocabulary';
import '../../support/matchers';

const sword = weapon('sword', { attackValue: 5, parryValue: 6, blockValue: 4 });
const bow = weapon('bow', { ranged: true, attackValue: 5 });
const lance = spell('lance', { line: 'PA INT', effect: 'damage', dice: '1d6' });
const barrier = spell('barrier', { line: 'SD INT+WIL', purpose: 'reactive', dice: '1d6' });
const buckler = shield('buckler', { blockValue: 5, blockStrength: 3 });

const armed = (perks: readonly string[] = []) =>
  fighter('gnoll', { mpMax: 5, perks }, { items: [sword, buckler, barrier] });
const mira = () => fighter('mira', { mpMax: 9 }, { items: [sword, bow, lance] });

const blow = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll', with: 'sword' };

describe('[C-35, C-37, C-38] a block', () => {
  it.each`
    defense            | faces             | left
    ${'block buckler'} | ${[10, 10, 5, 1]} | ${18}
    ${'block buckler'} | ${[10, 9, 5, 1]}  | ${15}
    ${'block sword'}   | ${[10, 11, 5, 1]} | ${15}
    ${'block buckler'} | ${[10, 10, 3]}    | ${20}
  `('$defense with $faces leaves $left hp', ({ defense, faces, left }) => {
    const on = encounter([mira(), armed()]);
    play(on, blow, faces, [defense]);
    expect(on).toHavePool('gnoll', 'hp', left);
  });
});

describe('[C-41, C-42, C-43, C-44, C-45] a parry', () => {
  it.each`
    faces             | answers                                        | left
    ${[10, 10]}       | ${['parry', 'parry-nothing']}                  | ${20}
    ${[10, 9, 9]}     | ${['parry', 'head', 'throw', 'parry-nothing']} | ${20}
    ${[10, 9, 8, 5]}  | ${['parry', 'head', 'throw', 'parry-nothing']} | ${15}
    ${[10, 9, 5]}     | ${['parry', 'head', 'leave', 'parry-nothing']} | ${15}
    ${[14, 12, 5, 2]} | ${['parry']}                                   | ${15}
  `('$answers with $faces leaves $left hp', ({ faces, answers, left }) => {
    const on = encounter([mira(), armed()]);
    play(on, blow, faces, answers);
    expect(on).toHavePool('gnoll', 'hp', left);
  });

  it('[C-A20] counts the kept die of several dice', () => {
    const gnoll = fighter('gnoll', {}, { items: [sword], conditions: [conditionOf('off-balance')] });
    const played = play(encounter([mira(), gnoll]), blow, [5, 12, 9, 9], ['parry', 'torso', 'throw', 'parry-nothing']);
    expect(said(played)).toEqual(['parry-made', 'turned-aside']);
  });
});

it('[C-A13, C-A59] names the weapons that can parry, but not bare hands', () => {
  const gnoll = fighter('gnoll', { unarmed: { parryValue: 2 } }, { items: [sword] });
  const { open } = begun(encounter([mira(), gnoll]), blow, [10]).run;
  const defenses = open?.kind === 'choice' && open.facts?.defenses;
  expect(defenses).toMatchObject({ 'parry sword': { kind: 'parry', with: 'sword', name: 'sword', bonus: 6 } });
  expect(defenses).toHaveProperty('parry unarmed', { kind: 'parry', with: 'unarmed', bonus: 2 });
});

describe('[C-46, C-47, C-48, C-49, C-50] after a parry', () => {
  it('offers a Counter to a fighter that has learned it, and plays it in the same exchange', () => {
    const counter = { id: 'riposte', name: 'Riposte', type: 'clashSkill', counter: true, strike: true, attackBonus: 1 };
    const gnoll = fighter('gnoll', {}, { items: [sword, counter] });
    const on = encounter([mira(), gnoll]);
    const played = begun(on, blow);
    const open = goOn(played, [5, 10], ['parry']);
    expect(optionsOf(open)).toEqual(['parry-nothing', 'parry-step', 'parry-press', 'parry-counter']);
    expect(goOn(played, [10, 4, 3], ['parry-counter', 'none'])).toBeNull();
    expect(on).toHavePool('mira', 'hp', 16);
    expect(on.fighters.gnoll.pools).toMatchObject({ attack: { value: 1 }, reaction: { value: 1 } });
  });

  it('adds up presses and applies them to the next defense', () => {
    const gnoll = fighter('gnoll', {}, { items: [weapon('blade', { parryValue: 9, weaponProficiency: 2 })] });
    const on = encounter([mira(), gnoll]);
    for (const _ of [1, 2]) {
      on.fighters.mira.pools.attack.value = 1;
      play(on, blow, [5, 10], ['parry', 'parry-press']);
    }
    on.clock = { ...on.clock, turn: 'gnoll' };
    const played = begun(on, { ...blow, by: 'gnoll', at: 'mira', with: 'blade' });
    expect(goOn(played, [1])).toMatchObject({ facts: { defenses: { dodge: { bonus: -4 }, parry: { bonus: 2 } } } });
    goOn(played, [], ['dodge']);
    expect(played.run.open).toMatchObject({ id: 'dodge', facts: { bonus: -4, penalty: 4 } });
    goOn(played, [12]);
    expect(on.fighters.mira.conditions).toEqual([]);
  });

  it.each(['grappled', 'mounted'])('[C-64] refuses a step to a fighter that is %s', (id) => {
    const conditions = [conditionOf(id, { by: id === 'mounted' ? 'steed' : 'mira' })];
    const gnoll = fighter('gnoll', {}, { items: [sword], conditions });
    const played = begun(encounter([mira(), gnoll, fighter('steed')]), blow);
    const open = goOn(played, [5, 10], ['parry']);
    expect(open).toMatchObject({ options: [{}, { id: 'parry-step', whyNot: [{ id }] }, {}] });
  });

  it('[C-47] steps neither through walls nor onto others, and not at all without room', () => {
    const wall = (x: number, from: number, to: number) => ({
      from: { x, y: from },
      to: { x, y: to },
      sight: true,
      move: true,
    });
    const placesOf = (walls: ReturnType<typeof wall>[]) => {
      const gnoll = fighter('gnoll', {}, { items: [sword], place: at(2.5, 4.5) });
      const on = encounter([{ ...mira(), place: at(2.5, 5.5) }, fighter('kor', {}, { place: at(2.5, 2.5) }), gnoll]);
      const walled = { ...on, ground: { ...on.ground, walls } };
      const played = begun(walled, { ...blow, options: { behind: false } });
      const open = goOn(played, [5, 10], ['parry']);
      const step = open?.kind === 'choice' ? open.options[1] : null;
      if (typeof step === 'object' && step?.whyNot?.length) return step.whyNot;
      const there = goOn(played, [], ['parry-step']);
      return there?.kind === 'place' ? (there.places as Place[]).map(({ x, y }) => [x, y]) : [];
    };
    const sides = [wall(2, 0, 9), wall(3, 0, 9)];
    expect(placesOf(sides)).toEqual([
      [2.5, 4.5],
      [2.5, 3.5],
    ]);
    const behind = { ...wall(0, 0, 0), from: { x: 2, y: 4 }, to: { x: 3, y: 4 } };
    expect(placesOf([...sides, behind])).toEqual([{ id: 'no-room' }]);
  });

  it('[C-48] names only enemies with the perk that reach the stepping fighter', () => {
    const perks = ['opportunist'];
    const near = (id: string, side: string, x: number, base = {}) =>
      fighter(id, { perks, ...base }, { side, place: at(x, 0.5) });
    const stepper = near('mira', 'heroes', 4.5);
    const foes = [near('attacker', 'foes', 5.5), near('near', 'foes', 3.5), near('far', 'foes', 9.5)];
    const others = [
      near('friend', 'heroes', 3.5),
      near('plain', 'foes', 3.5, { perks: [] }),
      near('idler', 'neutral', 3.5),
    ];
    const on = encounter([stepper, ...foes, ...others]);
    expect(fightersWithOpportunist(on, stepper, foes[0]).map(({ id }) => id)).toEqual(['near']);
  });
});

describe('[C-62, C-63] from behind', () => {
  it.each`
    place           | facing | behind
    ${at(2.5, 1.5)} | ${0}   | ${true}
    ${at(2.5, 3.5)} | ${0}   | ${false}
    ${at(1.5, 2.5)} | ${0}   | ${false}
    ${at(1.5, 1.5)} | ${0}   | ${true}
  `('is $behind from $place.x, $place.y against a target with facing $facing', ({ place, facing, behind }) => {
    const target = fighter('gnoll', {}, { place: at(2.5, 2.5, facing) });
    const attacker = fighter('mira', {}, { place });
    expect(isBackstab(encounter([attacker, target]), attacker, target, null)).toBe(behind);
    const off = encounter([attacker, target], { settings: { facing: 'off' } });
    expect(isBackstab(off, attacker, target, null)).toBe(false);
    expect(isBackstab(off, attacker, target, true)).toBe(true);
  });

  it.each`
    options                             | dice
    ${{ behind: true }}                 | ${'1d20▲'}
    ${{ behind: true, attackLevel: 1 }} | ${'1d20▲3'}
    ${{ attackLevel: -2 }}              | ${'1d20▼3'}
    ${{ behind: false }}                | ${'1d20'}
  `('[C-32, C-A1] rolls $dice with $options', ({ options, dice }) => {
    const { run } = begun(encounter([mira(), armed()]), { ...blow, options });
    expect(run.open?.kind === 'dice' && notation(run.open.dice)).toBe(dice);
  });
});

describe('[C-59] the impact of a hit', () => {
  it.each`
    incoming | soak | threshold | impact
    ${5}     | ${3} | ${false}  | ${{ hit: true, taken: 2 }}
    ${3}     | ${3} | ${false}  | ${{ hit: false, taken: 0 }}
    ${5}     | ${3} | ${true}   | ${{ hit: true, taken: 5 }}
    ${3}     | ${3} | ${true}   | ${{ hit: false, taken: 0 }}
  `('of $incoming damage against soak $soak, threshold $threshold', ({ incoming, soak, threshold, impact }) => {
    expect(impactOf(incoming, soak, threshold)).toEqual(impact);
  });
});

it('[C-61] the hit zones by the face of the die', () => {
  expect(Array.from({ length: 10 }, (_, at) => zoneOf(at + 1))).toEqual([
    ...['torso', 'torso', 'torso', 'torso', 'torso'],
    ...['arms', 'arms', 'legs', 'legs', 'head'],
  ]);
});

it('[C-55, C-56] strength by rating is rounded down, below zero too', () => {
  expect([strengthDamage(3, 0.5), strengthDamage(-1, 0.5), strengthDamage(3, 1), strengthDamage(2, 1.25)]).toEqual([
    ...[1, -1, 3, 2],
  ]);
});

it('[C-55, C-A6] negative Strength never heals the target', () => {
  const weak = fighter('mira', { mod: { str: -5 } }, { items: [sword] });
  const on = encounter([weak, fighter('gnoll')]);
  const played = play(on, blow, [15, 2], ['none']);
  expect(said(played)).toEqual(['undamaged']);
  expect(on).toHavePool('gnoll', 'hp', 20);
});

it('[C-57] bonuses of sheet, weapon and spells add up', () => {
  const axe = weapon('axe', { attackValue: 5, damage: '1d6', damageBonus: 2 });
  const conditions = [
    conditionOf('empowered', { data: { strength: 3 } }),
    conditionOf('empowered', { data: { strength: 1 } }),
  ];
  const strong = fighter('mira', { mod: { str: 2 }, damageBonus: 1 }, { items: [axe], conditions });
  const on = encounter([strong, fighter('gnoll')]);
  play(on, { ...blow, with: 'axe' }, [15, 1, 1], ['none']);
  expect(on).toHavePool('gnoll', 'hp', 10);
});

describe('[C-10, C-27, C-31, C-128] reasons against an attack', () => {
  const place = at(0.5, 0.5);
  const far = fighter('gnoll', {}, { place: at(3.5, 0.5) });
  const with3 = (fields: object) => fighter('mira', { mpMax: 9 }, { items: [weapon('it', fields)], place });
  it.each`
    fields                           | does                     | why
    ${{}}                            | ${'attack-basic-melee'}  | ${['reach']}
    ${{ reach: 3 }}                  | ${'attack-basic-melee'}  | ${[]}
    ${{ reach: 3, equipped: false }} | ${'attack-basic-melee'}  | ${['no-gear']}
    ${{ ranged: true, range: 2 }}    | ${'attack-basic-ranged'} | ${['range']}
    ${{ ranged: true, range: 3 }}    | ${'attack-basic-ranged'} | ${[]}
    ${{ ranged: true }}              | ${'attack-basic-melee'}  | ${['no-gear']}
    ${{}}                            | ${'attack-grapple'}      | ${['reach']}
  `('$does with $fields: $why', ({ fields, does, why }) => {
    const command = { do: does, by: 'mira', at: 'gnoll', ...(does !== 'attack-grapple' && { with: 'it' }) };
    expect(reasons(encounter([with3(fields), far]), command)).toEqual(why);
  });

  it('a grapple without limbs that can grapple', () => {
    const on = encounter([fighter('mira', { canGrapple: false }), fighter('gnoll')]);
    expect(reasons(on, { do: 'attack-grapple', by: 'mira', at: 'gnoll' })).toEqual(['no-limbs']);
  });
});
