import { describe, expect, it } from 'vitest';
import { damageTerms } from '../../../src/rulesets/energy/attack/attack';
import type { EnergyFighter } from '../../../src/rulesets/energy/state';
import { armor, at, conditionOf, encounter, fighter, play, reasons, said, weapon } from './vocabulary';

const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };
/** Attack value 20 with 1d8+3. */
const swordswoman = (rest: object = {}, sword: object = {}) =>
  fighter(
    'mira',
    { str: 14, dex: 15 },
    { items: [weapon('sword', { damage: '1d8', attackBonus: 2, ...sword })], ...rest },
  );
const gnoll = (base: object = {}, rest: object = {}) =>
  fighter('gnoll', { evasion: 11, unarmedEvasion: 11, auraMax: 28, ...base }, { items: [armor(12, 4)], ...rest });
const blow = (mira: EnergyFighter, foe: EnergyFighter, faces: number[], options = {}, round = 1) => {
  const on = encounter([mira, foe], { clock: { round, phase: 'open' } });
  play(on, { ...strike, options }, faces);
  return on;
};
const suffering = (id: string) => ({ conditions: [conditionOf(id)] });

describe('[E-42, E-71, E-72, E-73, E-79, E-83, E-109, E-120] attack value against Evasion, armor against the Combat roll', () => {
  it.each`
    case                                | combat | evasion | damage | aura
    ${'a tie hits, armor struck'}       | ${9}   | ${9}    | ${6}   | ${23}
    ${'armor bypassed at its coverage'} | ${12}  | ${9}    | ${6}   | ${19}
    ${'one below is struck'}            | ${11}  | ${9}    | ${6}   | ${23}
    ${'armor takes it all'}             | ${9}   | ${9}    | ${1}   | ${28}
  `('$case', ({ combat, evasion, damage, aura }) => {
    const on = blow(swordswoman(), gnoll(), [combat, evasion, damage]);
    expect(on).toHavePool('gnoll', 'aura', aura);
    expect(on).toHavePool('mira', 'energy', 2);
  });

  it('[E-118] a ten explodes, and a total one above the attack value evades', () => {
    expect(blow(swordswoman(), gnoll(), [9, 10, 1])).toHavePool('gnoll', 'aura', 28);
  });

  it('[E-61] a defending fighter wins the tie', () => {
    expect(blow(swordswoman(), gnoll({}, suffering('defending')), [9, 9])).toHavePool('gnoll', 'aura', 28);
    expect(blow(swordswoman(), gnoll({}, suffering('defending')), [9, 8, 6])).toHavePool('gnoll', 'aura', 23);
  });

  it('[E-169] without proficiency an attack misses by one more and does half damage', () => {
    const clumsy = () => swordswoman({}, { mpr: 3 });
    expect(blow(clumsy(), gnoll(), [9, 9])).toHavePool('gnoll', 'aura', 28);
    expect(blow(clumsy(), gnoll(), [9, 8, 6])).toHavePool('gnoll', 'aura', 26);
  });
});

describe('[E-74, E-85, E-77, E-132, E-136, E-148] a critical hit', () => {
  const foe = () => gnoll({ evasion: 28, auraMax: 9, resistances: ['fire'] }, { items: [armor(18, 6)] });
  it('hits without Evasion, ignores armor, exposes at once and adds damage against the exposed', () => {
    const mira = swordswoman({}, { damage: '1d10', exposedDamage: 2, damageType: 'fire' });
    const on = blow(mira, foe(), [20, 8], {}, 2);
    expect(on).toHavePool('gnoll', 'aura', 3);
    expect(on.fighters.gnoll.conditions).toMatchObject([{ id: 'exposed', until: { n: 2 } }]);
    play(on, { do: 'end-round', by: 'gm' });
    expect(on.fighters.gnoll.conditions).toEqual([]);
  });

  it('exposes into the next Round with that world setting', () => {
    const on = encounter([swordswoman(), foe()], { settings: { exposedDefault: 'next' } });
    play(on, strike, [20, 1]);
    expect(on.fighters.gnoll.conditions).toMatchObject([{ until: { n: 2 } }]);
  });
});

describe('[E-132, E-133, E-134, E-135] weakness and resistance', () => {
  it.each<[string[], string[], number]>([
    [['fire'], [], 14],
    [['fire', 'fire'], [], 14],
    [[], ['fire'], 3],
    [['fire'], ['fire'], 7],
    [['cold'], ['cold'], 7],
  ])('with weakness %j and resistance %j does %d of 7', (weaknesses, resistances, lost) => {
    const foe = gnoll({ weaknesses, resistances }, { items: [] });
    expect(blow(swordswoman({}, { damageType: 'fire' }), foe, [9, 1, 4])).toHavePool('gnoll', 'aura', 28 - lost);
  });
});

describe('[E-138, E-139, E-140, E-123] an attack from behind', () => {
  const foe = (facing: number) => gnoll({ evasion: 14 }, { items: [], place: at(0.5, 0.5, facing) });
  const placed = (x: number, y: number) => swordswoman({ place: at(x, y, 0) }, { attackBonus: 0 });
  it('meets Unarmed Evasion with the lower of two dice', () => {
    const on = blow(placed(0.5, -0.5), foe(0), [10, 8, 6, 1]);
    expect(on).toHavePool('gnoll', 'aura', 24);
  });
  it('is not one from the side', () => {
    expect(blow(placed(1.5, 0.5), foe(0), [10, 8])).toHavePool('gnoll', 'aura', 28);
  });
  it('has no effect if facing is off', () => {
    const on = encounter([placed(0.5, -0.5), foe(0)], { settings: { facing: 'off' } });
    play(on, strike, [10, 8]);
    expect(on).toHavePool('gnoll', 'aura', 28);
  });
  it('[E-234, E-130] counts with prone as one disadvantage, which an advantage option cancels', () => {
    expect(
      blow(swordswoman({}, { attackBonus: 0 }), gnoll({}, { items: [], ...suffering('prone') }), [10, 8, 3, 1], {
        behind: true,
      }),
    ).toHavePool('gnoll', 'aura', 24);
    expect(
      blow(swordswoman({}, { attackBonus: 0 }), gnoll({}, { items: [] }), [10, 8], {
        behind: true,
        defense: 'advantage',
      }),
    ).toHavePool('gnoll', 'aura', 28);
  });
  it('[E-142, E-143] the attacker turns first if needed, without a price', () => {
    const on = blow(placed(0.5, 1.5), foe(0), [10, 10, 1]);
    expect(on.fighters.mira.place?.facing).toBe(180);
    expect(on).toHavePool('mira', 'energy', 2);
  });
});

it('[E-119] with advantage each explosion keeps the higher of two dice', () => {
  const on = encounter([swordswoman({}, { attackBonus: 18 }), gnoll({ evasion: 9 })]);
  const played = play(on, { ...strike, options: { defense: 'advantage' } }, [10, 10, 3, 2, 10, 7, 4, 1]);
  expect(played.run.outcome).toBeUndefined();
  expect(said(played)).toEqual(['hit']);
  const evaded = encounter([swordswoman({}, { attackBonus: 17 }), gnoll({ evasion: 9 })]);
  play(evaded, { ...strike, options: { defense: 'advantage' } }, [10, 10, 3, 2, 10, 7, 4]);
  expect(evaded).toHavePool('gnoll', 'aura', 28);
});

describe('[E-231, E-232, E-157] conditions on the dice', () => {
  it.each(['dazed', 'blinded'])('%s lowers the Combat roll', (id) => {
    const on = blow(swordswoman(suffering(id)), gnoll(), [10, 3, 9, 6]);
    expect(on.fighters.mira.conditions.some((had) => had.id === 'exposed')).toBe(true);
  });
  it.each(['dazed', 'surprised', 'blinded', 'prone'])('%s lowers the Evasion roll', (id) => {
    expect(blow(swordswoman(), gnoll({}, suffering(id)), [12, 10, 9, 6])).toHavePool('gnoll', 'aura', 19);
  });
  it('slowed lowers neither', () => {
    expect(blow(swordswoman(suffering('slowed')), gnoll({}, suffering('slowed')), [12, 10, 1])).toHavePool(
      'gnoll',
      'aura',
      28,
    );
  });
});

describe('[E-44, E-173, E-174, E-175, E-176] bare hands', () => {
  const punch = { do: 'unarmed-attack', by: 'mira', at: 'gnoll' };
  it('cost two, need no weapon, and do the ability bonus as damage without dice', () => {
    const on = encounter([swordswoman(), gnoll()]);
    play(on, punch, [12, 7]);
    expect(on).toHavePool('gnoll', 'aura', 25);
    expect(on).toHavePool('mira', 'energy', 3);
  });
  it('do at least one damage before armor', () => {
    const on = encounter([fighter('mira', { str: 5 }), gnoll({ evasion: 0 })]);
    play(on, punch, [12, 1]);
    expect(on).toHavePool('gnoll', 'aura', 27);
  });
  it('reach adjacent targets only', () => {
    const far = encounter([swordswoman({ place: at(0.5, 0.5) }), gnoll({}, { place: at(2.5, 0.5) })]);
    expect(reasons(far, punch)).toEqual(['out-of-reach']);
    expect(reasons(far, strike)).toEqual([]);
  });
});

describe('[E-68, E-125, E-223] a fighter that cannot evade', () => {
  const once = { do: 'single-strike', by: 'mira', at: 'gnoll' };
  it.each([suffering('unconscious'), { state: { helpless: true } }])(
    'is struck for one Energy without Evasion: %j',
    (rest) => {
      const on = encounter([swordswoman(), gnoll({}, rest)]);
      expect(reasons(on, once)).toEqual([]);
      play(on, once, [12, 4]);
      expect(on).toHavePool('gnoll', 'aura', 21);
      expect(on).toHavePool('mira', 'energy', 4);
    },
  );
  it('is still missed on a one', () => {
    const on = encounter([swordswoman(), gnoll({}, suffering('unconscious'))]);
    play(on, once, [1]);
    expect(on).toHavePool('gnoll', 'aura', 28);
  });
  it('is the only target', () => expect(reasons(encounter([swordswoman(), gnoll()]), once)).toEqual(['can-defend']));
  it('is also hit by a full attack', () => {
    const on = encounter([swordswoman(), gnoll({}, suffering('unconscious'))]);
    play(on, strike, [12, 4]);
    expect(on).toHavePool('gnoll', 'aura', 21);
  });
});

it('[E-62] attacking ends Defending before the blow', () => {
  expect(blow(swordswoman(suffering('defending')), gnoll(), [9, 10, 1]).fighters.mira.conditions).toEqual([]);
});

describe('reasons against a strike', () => {
  const mira = () => swordswoman({ place: at(0.5, 0.5) });
  it.each<[string, object, EnergyFighter, string[]]>([
    ['no target', { at: undefined }, mira(), ['no-target']],
    ['a stranger', { at: 'absent' }, mira(), ['target-gone']],
    ['oneself', { at: 'mira' }, mira(), ['own-self']],
    ['an unknown weapon', { with: 'spoon' }, mira(), ['no-weapon']],
    ['a sheathed weapon', { with: 'sword' }, swordswoman({}, { equipped: false }), ['not-equipped']],
    ['a bow', { with: 'sword' }, swordswoman({}, { ranged: true }), ['not-melee']],
    ['out of reach', {}, swordswoman({ place: at(3.5, 0.5) }), ['out-of-reach']],
    ['too little Energy', {}, swordswoman({ pools: { energy: 2 } }), ['energy']],
    ['held fast', {}, swordswoman(suffering('restrained')), ['restrained']],
    ['holding', {}, swordswoman(suffering('restraining')), ['restraining']],
    ['out cold', {}, swordswoman(suffering('unconscious')), ['unconscious']],
    ['dead', {}, swordswoman(suffering('dead')), ['dead']],
  ])('[E-42, E-190, E-193, E-223] %s', (_, change, attacker, wanted) => {
    const foe = gnoll({}, { place: at(0.5, 1.5) });
    expect(reasons(encounter([attacker, foe]), { ...strike, ...change })).toEqual(wanted);
  });
  it('the dead cannot be struck, and no one strikes outside a Round', () => {
    expect(reasons(encounter([mira(), gnoll({}, suffering('dead'))]), strike)).toEqual(['target-dead']);
    const idle = encounter([mira(), gnoll()], { clock: { round: 0, phase: 'idle' } });
    expect(reasons(idle, strike)).toEqual(['not-open']);
  });
});

it.each`
  damage                                                   | halves | why
  ${{}}                                                    | ${0}   | ${undefined}
  ${{ damageType: 'fire' }}                                | ${0}   | ${['weakness']}
  ${{ damageType: 'cold' }}                                | ${0}   | ${['resistance']}
  ${{ damageType: 'cold', proficient: false, doubles: 1 }} | ${1}   | ${['lent', 'resistance', 'clumsy', 'unproficient']}
`(
  '[E-135, E-169, E-176] damage of $damage, halved $halves times more, is told with $why',
  ({ damage, halves, why }) => {
    const { doubles, ...rest } = damage;
    const strike = { damageBonus: 0, exposedDamage: 0, damageType: '', proficient: true, ...rest };
    const defender = gnoll({ weaknesses: ['fire'], resistances: ['cold'] });
    expect(damageTerms({ defender, strike, doubles }, 0, halves)['why']).toEqual(why);
  },
);
