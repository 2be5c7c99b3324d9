import { describe, expect, it } from 'vitest';
import type { CardView } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { ACTIONS, type ActionId } from '../../../src/rulesets/energy/actions';
import { damageOf } from '../../../src/rulesets/energy/attack/attack';
import { CONDITIONS } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import manifest from '../../../system.json';
import { lentOptions } from '../../support/encounter';
import {
  armor,
  at,
  begun,
  byId,
  conditionOf,
  encounter,
  fighter,
  goOn,
  item,
  play,
  reasons,
  said,
  weapon,
} from './vocabulary';

const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };
const axe = (fields = {}) => weapon('axe', { damage: '1d8', ...fields });
const mira = (rest = {}) => fighter('mira', { meleeAV: 20 }, { items: [axe()], ...rest });
const plain = (base = {}, rest = {}) => fighter('gnoll', { evasion: 11, ...base }, rest);

describe('[E-09] no action straddles two Rounds', () => {
  it('since the Round cannot end while one waits', () => {
    expect(energy.interrupts({ do: 'end-round', by: 'gm' })).toBeNull();
    expect(energy.interrupts({ do: 'end', by: 'gm' })).toBeNull();
  });
  it('and is not begun if this Round cannot pay for all of it', () => {
    expect(reasons(encounter([mira({ pools: { energy: 2 } }), plain()]), strike)).toEqual(['energy']);
  });
});

it('[E-51] without a map, an Agile Move of one metre counts and one of two is too far', () => {
  const on = encounter([fighter('mira', {}, { state: { nonMoveEnergy: 2 } })]);
  const step = (metres: number) => ({ do: 'agile-move', by: 'mira', options: { metres } });
  expect(reasons(on, step(2))).toEqual(['too-far']);
  play(on, step(1));
  expect(on.fighters.mira.state).toMatchObject({ agileMoves: 1, metresMoved: 1 });
  expect(on).toHavePool('mira', 'agility', 2);
});

it.each([
  [{ do: 'melee-attack', at: 'kor', with: 'axe' }, 'out-of-reach', { distance: 4.7, reach: 1 }],
  [{ do: 'hand-over', at: 'kor', with: 'axe' }, 'out-of-reach', { distance: 4.7, reach: 0 }],
  [{ do: 'pick-up-item', with: 'club' }, 'lies-away', { distance: 2.3 }],
])('the reason against %j says how far away it is', (command, id, data) => {
  const club = weapon('club', { equipped: false, dropped: true, lies: [0.5, 2.84, 0] });
  const one = fighter('mira', {}, { items: [axe({ reach: 1 }), club], place: at(0.5, 0.5, 90) });
  const on = encounter([one, fighter('kor', {}, { place: at(6.24, 0.5) })], { ground: { grid: 'gridless', cell: 1 } });
  expect(energy.whyNot(on, { ...command, by: 'mira' })).toEqual([{ id, data }]);
});

it('[E-11] only an Immediate Interrupt, an initiative challenge and the game master interrupt an action', () => {
  const cutIn = (Object.keys(ACTIONS) as ActionId[]).filter((verb) => energy.interrupts({ ...strike, do: verb }));
  expect(cutIn).toEqual(['agile-move', 'challenge-initiative', 'withdraw']);
  expect(energy.interrupts({ ...strike, options: { swift: true } })).toBe('reaction');
  expect(energy.interrupts({ do: 'adjust', by: 'gm' })).toBe('master');
});

describe('[E-12] a fighter that was attacked and has not acted since', () => {
  const badges = (on: ReturnType<typeof encounter>) =>
    energy.views.tracker(on, { gm: true, owns: [], targets: [] }).rows[1].badges.map(({ id }) => id);
  it('has a badge, and a repeated attack by the same attacker is allowed with a reminder', () => {
    const on = encounter([mira({ pools: { energy: 9 } }), plain()]);
    expect(said(play(on, strike, [10, 10, 1]))).toEqual(['miss']);
    expect(badges(on)).toEqual(['struck']);
    expect(reasons(on, strike)).toEqual([]);
    expect(said(play(on, strike, [10, 10, 1]))).toEqual(['strikes-again', 'miss']);
  });
  it('loses the badge when it acts, and other attackers get no reminder', () => {
    const kor = fighter('kor', {}, { items: [axe()] });
    const on = encounter([mira({ pools: { energy: 9 } }), plain(), kor]);
    play(on, strike, [10, 10, 1]);
    expect(said(play(on, { ...strike, by: 'kor' }, [10, 10, 1]))).toEqual(['miss']);
    play(on, { do: 'defend', by: 'gnoll' });
    expect(badges(on)).toEqual(['defending']);
    expect(said(play(on, { ...strike, by: 'kor' }, [1]))).toEqual(['fumble']);
  });
  it('gets no badge while unconscious', () => {
    const on = encounter([mira({ pools: { energy: 9 } }), plain({}, { conditions: [conditionOf('unconscious')] })]);
    play(on, strike, [10, 1]);
    expect(said(play(on, strike, [10, 1]))).toEqual(['hit']);
  });
});

describe('[E-19] Stamina', () => {
  it.each`
    verb               | answers       | lost
    ${'sprint'}        | ${[]}         | ${1}
    ${'jump'}          | ${[]}         | ${1}
    ${'climb'}         | ${[[0], [3]]} | ${3}
    ${'climb'}         | ${[[0], [1]]} | ${1}
    ${'break-barrier'} | ${[[2]]}      | ${1}
  `('is spent by $verb: $lost', ({ verb, answers, lost }) => {
    const on = encounter([mira()]);
    play(on, { do: verb, by: 'mira', options: { metres: 2 } }, [], answers);
    expect(on).toHavePool('mira', 'stamina', 10 - lost);
  });
  it('for other strenuous work is taken by the game master', () => {
    const on = encounter([mira()]);
    play(on, { do: 'adjust', by: 'gm', at: 'mira', options: { pool: 'stamina', to: 6 } });
    expect(on).toHavePool('mira', 'stamina', 6);
  });
});

describe('[E-69] a blow uses the conditions at the moment of each roll', () => {
  const exposes = () => mira({ items: [axe({ exposedDamage: 3 })] });
  const hit = (fighters: ReturnType<typeof mira>[], take: boolean) => {
    const on = encounter(fighters);
    const played = begun(on, strike);
    goOn(played, [9], [], 'wait');
    if (take)
      played.run.interrupt({ do: 'condition', by: 'gm', at: 'gnoll', options: { condition: 'exposed', on: false } });
    goOn(played, [2, 4]);
    return on.fighters.gnoll.pools.aura;
  };
  it('with an Exposed that ends before the hit', () => {
    const { value, max } = hit([exposes(), plain({}, { conditions: [conditionOf('exposed')] })], true);
    expect(max - value).toBe(4 + 3);
  });
  it('with an Exposed that its critical hit causes', () => {
    const on = encounter([exposes(), plain()]);
    play(on, strike, [20, 4]);
    expect(on.fighters.gnoll.pools.aura.max - on.fighters.gnoll.pools.aura.value).toBe(4 + 3);
  });
});

describe('[E-116, E-117, E-124] the defense against an attack', () => {
  const against = (defense: string) => mira({ items: [axe({ against: defense })] });
  const foe = (rest = {}) => plain({ fortitude: 12, will: 15 }, { items: [armor(18, 3)], ...rest });
  const lost = (on: ReturnType<typeof encounter>) =>
    on.fighters.gnoll.pools.aura.max - on.fighters.gnoll.pools.aura.value;
  it('is Evasion by default, with armor', () => {
    const on = encounter([mira(), foe()]);
    const { run } = play(on, strike, [9, 9, 8]);
    expect(run.entries.flatMap(({ ask }) => (ask.kind === 'dice' ? [ask.id] : []))).toEqual([
      'combat',
      'evasion',
      'damage',
    ]);
    expect(lost(on)).toBe(5);
  });
  it.each`
    defense        | meets | misses
    ${'fortitude'} | ${8}  | ${9}
    ${'will'}      | ${5}  | ${6}
  `('of $defense has its own roll and ignores armor', ({ defense, meets, misses }) => {
    const on = encounter([against(defense), foe()]);
    play(on, strike, [9, meets, 8]);
    expect(lost(on)).toBe(8);
    const dodged = encounter([against(defense), foe()]);
    expect(said(play(dodged, strike, [9, misses]))).toEqual(['miss']);
  });
  it('[E-125] is rolled by a helpless fighter if it is not Evasion', () => {
    const on = encounter([against('will'), foe({ state: { helpless: true } })]);
    expect(said(play(on, strike, [9, 6]))).toEqual(['miss']);
  });
  it('[E-61] wins a tie for a defending fighter', () => {
    const on = encounter([against('will'), foe({ conditions: [conditionOf('defending')] })]);
    expect(said(play(on, strike, [9, 5]))).toEqual(['miss']);
  });
});

describe('[E-131] a natural twenty or one', () => {
  const tags = (faces: number[], by = mira(), foe = plain({}, { pools: { aura: 0 } })) => {
    const on = encounter([by, foe]);
    const { run } = play(on, strike, faces);
    const exchange = { version: TRANSCRIPT_VERSION, command: strike, entries: run.entries };
    const view: CardView = energy.views.card({
      exchange,
      open: [],
      names: {},
      viewer: { gm: true, owns: [], targets: [] },
    });
    return view.lines.flatMap((line) => (line.kind === 'roll' ? [[line.id, line.tag?.key ?? null]] : []));
  };
  it('is pointed out on any d20, and on no other die', () => {
    expect(tags([20, 1, 1])).toEqual([
      ['combat', 'Natural.20'],
      ['damage', null],
      ['death', 'Natural.1'],
    ]);
    expect(tags([10, 1, 8, 12])).toEqual([
      ['combat', null],
      ['evasion', null],
      ['damage', null],
      ['death', null],
    ]);
  });
  it('is read from the kept die', () => {
    expect(tags([20, 10, 9, 8, 12], mira({ conditions: [conditionOf('dazed')] })).slice(0, 1)).toEqual([
      ['combat', null],
    ]);
  });
});

it.each([
  [1, 10],
  [2, 15],
  [3, 20],
])('[E-137] %d doublings of five make %d', (doubles, wanted) => {
  expect(damageOf(5, { bonus: 0, armor: 0, doubles, halves: 0 })).toBe(wanted);
});

describe('[E-158] a point-blank attack that the target does not expect', () => {
  const unaware = { ...strike, options: { pointBlank: true } };
  it('hits without an Evasion roll, and treats the target as Exposed for this attack only', () => {
    const on = encounter([mira({ items: [axe({ exposedDamage: 3 })] }), plain()]);
    play(on, unaware, [9, 4]);
    expect(on.fighters.gnoll.pools.aura.max - on.fighters.gnoll.pools.aura.value).toBe(4 + 3);
    expect(on.fighters.gnoll.conditions).toEqual([]);
    expect(lentOptions(energy)).toContain('pointBlank');
  });
  it('[E-76] misses on a one', () => {
    expect(said(play(encounter([mira(), plain()]), unaware, [1]))).toEqual(['fumble']);
  });
  it('[E-154] may be a Swift Attack', () => {
    const swift = { ...strike, options: { swift: true } };
    expect(reasons(encounter([mira(), plain()]), swift)).toEqual(['swift-guarded']);
    expect(reasons(encounter([mira(), plain()]), { ...swift, options: { swift: true, pointBlank: true } })).toEqual([]);
  });
  it('[E-178] of a Trip does not fall back, and Fortitude is rolled as when surprised', () => {
    const on = encounter([mira(), plain({ fortitude: 12 })]);
    play(on, { ...unaware, do: 'trip' }, [9, 9, 8]);
    expect(on).toHaveCondition('gnoll', 'prone', CONDITIONS);
    expect(on.fighters.mira.conditions).toEqual([]);
  });
  it('with a shot misses only on a one', () => {
    const archer = fighter('mira', {}, { items: [weapon('bow', { ranged: true, damage: '1d6' })] });
    const shot = { do: 'ranged-attack', by: 'mira', at: 'gnoll', options: { pointBlank: true, metres: 90 } };
    expect(said(play(encounter([archer, plain()]), { ...shot, options: { pointBlank: true } }, [2, 4]))).toEqual([
      'hit',
    ]);
    expect(reasons(encounter([archer, plain()]), shot)).toEqual(['out-of-range']);
  });
});

describe('[E-141] hiding', () => {
  const unaware = { ...strike, options: { pointBlank: true } };
  const on = (facing: number) => encounter([mira({ place: at(0.5, 0.5) }), plain({}, { place: at(0.5, 1.5, facing) })]);
  it('is possible in the half that is not faced', () => {
    expect(reasons(on(0), unaware)).toEqual([]);
  });
  it('needs cover in the half that is faced', () => {
    expect(reasons(on(180), unaware)).toEqual(['in-sight']);
    expect(reasons(on(180), { ...unaware, options: { pointBlank: true, cover: true } })).toEqual([]);
  });
});

it('[E-144] a space is one metre wide', () => {
  expect(manifest.grid).toMatchObject({ distance: 1, units: 'm' });
  const on = encounter([mira({ place: at(0.5, 0.5) })]);
  play(on, { do: 'run', by: 'mira', path: [at(3.5, 0.5)] });
  expect(on.fighters.mira.state.metresMoved).toBe(3);
});

describe('[E-147] an Exposed fighter', () => {
  it('is the target of maneuvers that do not fall back', () => {
    const on = encounter([mira(), plain({ fortitude: 5 }, { conditions: [conditionOf('exposed')] })]);
    play(on, { ...strike, do: 'trip' }, [9, 2, 2]);
    expect(on.fighters.mira.conditions).toEqual([]);
    const guarded = encounter([mira(), plain({ fortitude: 5 })]);
    play(guarded, { ...strike, do: 'trip' }, [9, 2, 3, 2]);
    expect(guarded).toHaveCondition('mira', 'unguarded', CONDITIONS);
  });
});

describe('[E-151] actions that make a fighter unguarded', () => {
  const unguarded = (
    fighters: ReturnType<typeof mira>[],
    command: Parameters<typeof play>[1],
    faces: number[] = [],
  ) => {
    const on = encounter(fighters, command.do === 'start' ? { clock: { round: 0, phase: 'idle' } } : {});
    play(on, command, faces);
    return Object.values(on.fighters).flatMap(({ id, conditions }) =>
      conditions.some((had) => had.id === 'unguarded' || had.id === 'surprised') ? [id] : [],
    );
  };
  const foe = plain;
  const by = 'mira';
  it.each([
    ['landing', [mira()], { do: 'jump', by, options: { metres: 2 } }, [], ['mira']],
    [
      'kneeling from prone',
      [mira({ conditions: [conditionOf('prone')] })],
      { do: 'kneel-from-prone', by },
      [],
      ['mira'],
    ],
    [
      'a Push that fails',
      [mira(), foe({}, { conditions: [conditionOf('exposed')] })],
      { ...strike, do: 'push' },
      [1],
      ['mira'],
    ],
    [
      'being pushed',
      [mira(), foe({ evasion: 0, fortitude: 0 }, { conditions: [conditionOf('exposed')] })],
      { ...strike, do: 'push' },
      [9, 1, 1],
      ['gnoll'],
    ],
    ['being surprised', [mira(), foe()], { do: 'start', by: 'gm', options: { surprised: 'gnoll' } }, [], ['gnoll']],
    ['a maneuver against a guarded target', [mira(), foe()], { ...strike, do: 'restrain' }, [1], ['mira']],
    [
      'not a Swift maneuver',
      [mira(), foe()],
      { ...strike, do: 'trip', options: { swift: true, moving: true } },
      [1],
      [],
    ],
  ] as const)('%s', (_, fighters, command, faces, wanted) => {
    expect(unguarded([...fighters], command, [...faces])).toEqual(wanted);
  });
});

describe('[E-171] choices for martial proficiency', () => {
  it('add to Arm Strength, Leg Strength and Initiative, one for each level', () => {
    const picked = fighter('mira', {
      mpl: 4,
      armStrength: 5,
      armPicks: 2,
      legStrength: -1,
      legPicks: 1,
      initiativePicks: 1,
    });
    const { armStrength, legStrength, initiative, figures } = picked.stats;
    expect([armStrength, legStrength, initiative, figures.picksLeft.value]).toEqual([7, 0, 1, 0]);
    expect(fighter('kor', { mpl: 3, legPicks: 1 }).stats.figures.picksLeft.value).toBe(2);
    expect(() => fighter('kor', { armPicks: -1 })).toThrow(RangeError);
  });
});

it.each`
  mpl  | warned
  ${2} | ${[['sword', 3]]}
  ${3} | ${[]}
`('[E-168] the guided build warns of weapons above a proficiency of $mpl', async ({ mpl, warned }) => {
  const { steps } = await defined(energy.loadBuild, 'a guided build')();
  const { armory } = byId(steps, 'weapons');
  const of = fighter('f', { mpl }, { items: [weapon('sword', { mpr: 3 }), weapon('club'), item('gear', 'rope')] });
  const found = of.items.flatMap((thing) => {
    const warning = armory?.warning?.(of.stats.base, thing);
    return warning ? [[thing.id, warning.facts?.mpr]] : [];
  });
  expect(found).toEqual(warned);
});
