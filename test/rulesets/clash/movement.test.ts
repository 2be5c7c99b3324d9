import { describe, expect, it } from 'vitest';
import { clash } from '../../../src/rulesets/clash';
import { defenseBonusOf, defenseLevelOf } from '../../../src/rulesets/clash/attack/defense';
import { fallDC, fallMetres, overloadDamage } from '../../../src/rulesets/clash/movement/fall';
import { sneakLevel } from '../../../src/rulesets/clash/movement/hiding';
import { jumpDC, leapOf } from '../../../src/rulesets/clash/movement/movement';
import {
  at,
  begun,
  conditionOf,
  encounter,
  fighter,
  goOn,
  item,
  optionsOf,
  peace,
  play,
  reasons,
  said,
  skill,
  spell,
  weapon,
} from './vocabulary';
import '../../support/matchers';
import type { Cover, LightLevel } from '../../../src/rulesets/clash/schema';

const dodge = { id: 'dodge', kind: 'dodge', arm: null, spell: null } as const;

describe('[C-17] a walk', () => {
  const here = (rest = {}) =>
    encounter([fighter('mira', { speed: 4 }, { place: at(0.5, 0.5), ...rest }), fighter('gnoll')]);
  const walk = (...to: readonly [number, number][]) => ({
    do: 'move-walk',
    by: 'mira',
    path: to.map(([x, y]) => at(x, y)),
  });

  it('goes as far as the speed, in several pieces, with a diagonal as one metre', () => {
    const crossed = (...columns: number[]) => columns.map((x) => ({ x, y: Math.min(x, 2.5) }));
    const on = here();
    play(on, walk([2.5, 2.5]));
    expect(on.fighters.mira.state).toEqual({ metresMoved: 2, walking: true, crossed: crossed(1.5, 2.5) });
    expect(reasons(on, walk([5.5, 2.5]))).toEqual(['no-movement']);
    play(on, walk([4.5, 2.5]));
    expect(on.fighters.mira.state).toEqual({ metresMoved: 4, crossed: crossed(1.5, 2.5, 3.5, 4.5) });
    expect(reasons(on, walk([5.5, 2.5]))).toEqual(['no-action', 'no-movement']);
  });

  it('[C-104] takes the token by the corners of its path, in stretches from area to area', () => {
    const on = here();
    const data = { spell: 'fog', name: 'Fog', kind: 'FIELD', level: 1, x: 2.5, y: 2.5, elevation: 0, radius: 0.4 };
    const fog = spell('fog', { keywords: ['FIELD'], radius: 0.4 });
    const nim = fighter('nim', {}, { items: [fog], conditions: [conditionOf('area', { by: 'nim', data })] });
    const { table } = play({ ...on, fighters: { ...on.fighters, nim } }, walk([2.5, 2.5], [3.5, 2.5], [3.5, 1.5]));
    const stretches = table.effects.flatMap((effect) => (effect.kind === 'move' ? [[...effect.by, effect.to]] : []));
    expect(stretches.map((places) => places.map((place) => [place?.x, place?.y]))).toEqual([
      [[2.5, 2.5]],
      [
        [3.5, 2.5],
        [3.5, 1.5],
      ],
    ]);
  });

  it('is paid only once when it continues', () => {
    const on = here();
    play(on, walk([1.5, 0.5]));
    expect(on).toHavePool('mira', 'movement', 0);
    expect(reasons(on, walk([2.5, 0.5]))).toEqual([]);
  });

  it('is free between fights', () => {
    const on = { ...here(), ...peace };
    for (const x of [4.5, 8.5]) play(on, walk([x, 0.5]));
    expect(on.fighters.mira.state).toEqual({});
  });

  it('is offered on the ruler, with a jump beside it', () => {
    const ways = clash.moves(here(), 'mira', [at(2.5, 0.5)]);
    expect(ways.map(({ command, cost }) => [command.do, cost])).toEqual([
      ['move-walk', [{ pool: 'movement', amount: 1 }]],
      ['jump', []],
    ]);
    expect(clash.moves(here(), 'mira', [at(2.5, 0.5)], 'jump').map(({ command }) => command.do)).toEqual(['jump']);
    expect(clash.moves(here(), 'absent', [])).toEqual([]);
  });
});

describe('[C-117, C-118, C-119, C-120, C-121] a jump', () => {
  it.each`
    height | distance | dc
    ${2}   | ${6}     | ${20}
    ${0}   | ${3}     | ${6}
    ${0.5} | ${1.5}   | ${5}
  `('of $height up and $distance far has DC $dc', ({ height, distance, dc }) => {
    expect(jumpDC(height, distance)).toBe(dc);
  });
  it.each`
    score | lands    | steady
    ${20} | ${false} | ${false}
    ${21} | ${true}  | ${false}
    ${39} | ${true}  | ${false}
    ${40} | ${true}  | ${true}
  `('with $score against 20: lands $lands, steady $steady', ({ score, lands, steady }) => {
    expect(leapOf(score, 20)).toEqual({ lands, steady });
  });

  const here = (rest = {}) => encounter([fighter('mira', {}, { place: at(0.5, 0.5), ...rest }), fighter('gnoll')]);
  it('moves to the end of its path if it lands', () => {
    const jump = { do: 'jump', by: 'mira', path: [at(3.5, 0.5)], options: { pay: 'attack' } };
    const on = here();
    play(on, jump, [7]);
    expect(on.fighters.mira.place).toMatchObject({ x: 3.5 });
    expect(on).toHavePool('mira', 'attack', 0);
    const short = here();
    play(short, jump, [6]);
    expect(short.fighters.mira.place).toMatchObject({ x: 0.5 });
  });

  it('asks for payment, height and distance if the command does not name them', () => {
    const played = begun(here(), { do: 'jump', by: 'mira' });
    expect(optionsOf(played.run.open)).toEqual(['attack', 'utility', 'movement']);
    expect(goOn(played, [], ['movement', 1, 2])).toMatchObject({ id: 'jump', facts: { over: 8, steady: 16 } });
  });

  it('is paid with the only action left', () => {
    const on = here({ pools: { attack: 0, movement: 0 } });
    expect(begun(on, { do: 'jump', by: 'mira' }).run.open).toMatchObject({ id: 'jump-height' });
    expect(on).toHavePool('mira', 'utility', 0);
    expect(reasons(here({ pools: { attack: 0 } }), { do: 'jump', by: 'mira', options: { pay: 'attack' } })).toEqual([
      'no-action',
    ]);
  });

  it('[C-120, C-A56] leaves its fighter off-balance until its next turn', () => {
    const on = here({ state: { initiative: 5 } });
    on.fighters.gnoll.state.initiative = 1;
    play(on, { do: 'jump', by: 'mira', options: { height: 0, distance: 3, pay: 'attack' } }, [7]);
    const guarded = {
      encounter: on,
      defender: on.fighters.mira,
      form: 'melee' as const,
      isBasic: true,
      defenseLevel: 0,
    };
    expect(defenseLevelOf(guarded, dodge)).toBe(-1);
    play(on, { do: 'next-turn', by: 'gm' });
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'off-balance' }]);
    play(on, { do: 'next-turn', by: 'gm' });
    expect(on.clock).toMatchObject({ phase: 'active', turn: 'mira' });
    expect(on.fighters.mira.conditions).toEqual([]);
  });
});

describe('[C-122, C-123, C-124, C-125, C-126, C-127] a fall', () => {
  it.each`
    cause   | incoming | dc
    ${null} | ${null}  | ${10}
    ${14}   | ${null}  | ${14}
    ${8}    | ${25}    | ${12}
    ${15}   | ${25}    | ${15}
  `('caused by $cause with $incoming incoming has DC $dc', ({ cause, incoming, dc }) => {
    expect(fallDC(cause, incoming)).toBe(dc);
  });
  it.each`
    metres | dex   | steady   | counted
    ${5}   | ${3}  | ${false} | ${5}
    ${5}   | ${3}  | ${true}  | ${2}
    ${2}   | ${3}  | ${true}  | ${0}
    ${5}   | ${-2} | ${true}  | ${5}
    ${4.9} | ${0}  | ${false} | ${4}
  `('of $metres m with DEX $dex, steady $steady, counts $counted m', ({ metres, dex, steady, counted }) => {
    expect(fallMetres(metres, dex, steady)).toBe(counted);
  });
  it('[C-123] is harder for a fighter that carries too much', () => {
    const carrying = (totalWeight: number) => overloadDamage(fighter('x', { totalWeight, carryLimit: 20 }));
    expect([19, 20, 22.9].map(carrying)).toEqual([0, 0, 2]);
  });
  it('[C-123] weighs many light items without rounding errors', () => {
    const items = [item('gear', 'stones', { quantity: 45, weight: 1.4 })];
    expect(fighter('mira', {}, { items }).stats.totalWeight).toBe(63);
    expect(overloadDamage(fighter('mira', { carryLimit: 50 }, { items }))).toBe(13);
    expect(overloadDamage(fighter('dov', { totalWeight: 65.1, carryLimit: 50.1 }))).toBe(15);
  });
  it('hurts no one after a short fall, even with too much weight', () => {
    const on = encounter([fighter('mira', { mod: { dex: 4 }, totalWeight: 90 }), fighter('gnoll')]);
    const played = play(on, { do: 'fall', by: 'mira', options: { metres: 3, cause: 12 } }, [8], ['try']);
    expect(said(played)).toEqual(['stabilized', 'lands-unhurt']);
    expect(on).toHavePool('mira', 'hp', 20);
  });
  it('is measured by the game master', () => {
    const on = encounter([fighter('mira'), fighter('gnoll')]);
    const played = begun(on, { do: 'fall', by: 'gnoll' });
    expect(played.run.open).toMatchObject({ id: 'fall-metres', by: 'gm' });
    expect(goOn(played, [], [2, 'try'])).toMatchObject({ id: 'fall-cause', by: 'gm' });
  });
});

describe('[C-113, C-114, C-115, C-116, C-A51] sneaking', () => {
  it.each([
    ['total', 2],
    ['full', 1],
    ['half', 0],
    ['none', -1],
    ['open-field', -2],
    ['half:dim', 1],
    ['half:dark', 2],
    ['total,none:dark', 1],
    ['none:dark,none:dim', 0],
    ['total,open-field:bright:unseen', 2],
    ['open-field:bright:unseen', null],
  ])('past squares %s has level %s', (crossed, level) => {
    const squares = crossed.split(',').map((square) => {
      const [cover, light = 'bright', sight] = square.split(':') as [Cover, LightLevel?, string?];
      return { cover, light, inSight: sight !== 'unseen' };
    });
    expect(sneakLevel(squares)).toBe(level);
  });
  const sides = () => [
    fighter('mira', {}, { side: 'heroes' }),
    fighter('gnoll', {}, { side: 'foes' }),
    fighter('imp', {}, { side: 'foes' }),
  ];
  it('is rolled once for each opponent, and succeeds or fails for each', () => {
    const on = encounter(sides());
    play(on, { do: 'sneak', by: 'mira' }, [12, 5], ['half', 'bright']);
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'unseen', towards: ['gnoll'] }]);
  });
  it('needs no roll against an opponent without line of sight, and ends with an attack', () => {
    const on = encounter(sides());
    play(on, { do: 'sneak', by: 'mira', at: 'gnoll' }, [], ['out-of-sight']);
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'unseen', towards: ['gnoll'] }]);
    play(on, { do: 'attack-basic-melee', by: 'mira', at: 'imp' }, [1, 1, 1], ['none']);
    expect(on.fighters.mira.conditions).toEqual([]);
  });
  it('asks the game master for the cover and light of the worst square', () => {
    const played = begun(encounter(sides()), { do: 'sneak', by: 'mira' });
    expect(played.run.open).toMatchObject({ id: 'cover', by: 'gm' });
    expect(goOn(played, [], ['total', 'dark'])).toMatchObject({ id: 'sneak', dice: { keep: 'high', of: 5 } });
  });
});

describe('[C-128, C-129, C-130, C-A55] a grapple', () => {
  const held = (rest = {}) =>
    fighter(
      'mira',
      { mod: { str: 1, dex: 3 } },
      {
        conditions: [conditionOf('grappled', { by: 'gnoll' })],
        ...rest,
      },
    );
  it('is broken with Strength or Dexterity against the holder’s Strength', () => {
    const on = encounter([held(), fighter('gnoll', { mod: { str: 2 } })]);
    play(on, { do: 'escape-grapple', by: 'mira' }, [8]);
    expect(on.fighters.mira.conditions).toHaveLength(1);
    on.fighters.mira.pools.attack.value = 1;
    play(on, { do: 'escape-grapple', by: 'mira' }, [9]);
    expect(on.fighters.mira.conditions).toEqual([]);
    expect(reasons(on, { do: 'escape-grapple', by: 'mira' })).toEqual(['no-action', 'not-grappled']);
  });
  it('ends when the holder lets go', () => {
    const on = encounter([fighter('gnoll'), held()]);
    play(on, { do: 'release-grapple', by: 'gnoll' });
    expect(on.fighters.mira.conditions).toEqual([]);
    expect(reasons(on, { do: 'release-grapple', by: 'gnoll' })).toEqual(['not-holding']);
  });
  it('ends when the holder moves out of reach', () => {
    const gnoll = fighter('gnoll', {}, { place: at(1.5, 0.5) });
    const on = encounter([gnoll, held({ place: at(0.5, 0.5) })]);
    play(on, { do: 'move-walk', by: 'gnoll', path: [at(3.5, 0.5)] });
    expect(on.fighters.mira.conditions).toEqual([]);
  });
  it.each(['grappled', 'mounted'])('[C-64] who is %s by a fighter that has left is so no longer', (id) => {
    const on = encounter([held({ conditions: [conditionOf(id, { by: 'gone' })] }), fighter('gnoll')]);
    play(on, { do: 'adjust', by: 'gm', at: 'mira', options: { pool: 'hp', to: 9 } });
    expect(on.fighters.mira.conditions).toEqual([]);
  });
  it('is refused against a fighter that is held already', () => {
    const on = encounter([fighter('gnoll'), held()]);
    expect(reasons(on, { do: 'attack-grapple', by: 'gnoll', at: 'mira' })).toEqual(['held-already']);
  });
});

describe('[C-64, C-70] riding', () => {
  const saddle = [conditionOf('mounted', { by: 'steed' })];
  const rider = (rest = {}, base = {}) =>
    fighter(
      'rida',
      { skill: { riding: 4 }, mod: { dex: 5, per: 1 }, ...base },
      { side: 'heroes', conditions: saddle, ...rest },
    );
  const steed = (rest = {}) => fighter('steed', { speed: 5, mod: { dex: 2 } }, { side: 'heroes', ...rest });
  const here = (settings = {}) => encounter([rider(), steed(), fighter('gnoll')], { settings });

  it.each`
    riding       | bonus | level
    ${'adds'}    | ${7}  | ${-1}
    ${'cancels'} | ${3}  | ${0}
  `('[C-66, C-67, C-68] a dodge if Riding $riding', ({ riding, bonus, level }) => {
    const on = here({ riding });
    for (const defender of [on.fighters.rida, on.fighters.steed]) {
      const guarded = {
        encounter: on,
        defender,
        form: 'melee' as const,
        isBasic: true,
        defenseLevel: 0,
      };
      expect([defenseBonusOf(guarded, dodge), defenseLevelOf(guarded, dodge)]).toEqual([bonus, level]);
    }
  });

  it('[C-64] a rider goes with the mount to another level', () => {
    const [hall, attic] = ['hall', 'attic'].map((level) => ({ ...at(1.5, 1.5), level }));
    const [above, body] = [
      { ...attic, elevation: 3 },
      { width: 2, height: 2 },
    ];
    const riders = [rider({ place: hall }), steed({ place: { ...hall, ...body } })];
    const on = encounter(riders, { ground: { grid: 'square', cell: 1, levels: { hall: [], attic: [] } } });
    play(on, { do: 'place', by: 'gm', at: 'rida', path: [above] });
    expect(on.fighters.steed.place).toEqual({ ...above, ...body });
  });

  it('[C-20, C-A36] a mount that is ridden has no reaction of its own', () => {
    const on = here();
    on.fighters.steed = fighter('steed', {}, { side: 'heroes', items: [skill('rear', { purpose: 'reactive' })] });
    const rear = { do: 'reaction-skill', by: 'steed', with: 'rear' };
    expect(reasons(on, rear)).toEqual(['no-reaction']);
    play(on, { do: 'dismount', by: 'rida' });
    expect(reasons(on, rear)).toEqual([]);
  });

  it('[C-69] parries and blocks are the same as on foot', () => {
    const on = here();
    const arm = { ...on.fighters.rida.stats.arms.unarmed, parryValue: 6, blockValue: 4 };
    const guarded = {
      encounter: on,
      defender: on.fighters.steed,
      form: 'melee' as const,
      isBasic: true,
      defenseLevel: 0,
    };
    for (const kind of ['parry', 'block'] as const)
      expect(defenseLevelOf(guarded, { ...dodge, id: kind, kind, arm })).toBe(0);
  });

  it('[C-70, C-A34] the mount moves with its rider, once a turn', () => {
    const place = at(0.5, 0.5);
    const on = encounter([rider({ place }), steed({ place }), fighter('gnoll')]);
    const way = (id: string, x: number) => ({ do: id, by: 'rida', path: [at(x, 0.5)] });
    expect(reasons(on, way('mount-free-move', 6.5))).toEqual(['no-movement']);
    expect(reasons(on, way('mount-free-sprint', 11.5))).toEqual(['no-movement']);
    play(on, way('mount-free-sprint', 10.5));
    expect(['rida', 'steed'].map((id) => on.fighters[id].place?.x)).toEqual([10.5, 10.5]);
    expect(reasons(on, way('mount-free-move', 11.5))).toEqual(['mount-moved']);
    expect(reasons(on, { do: 'move-walk', by: 'rida', path: [at(11.5, 0.5)] })).toEqual(['mounted']);
    expect(clash.moves(on, 'rida', [at(11.5, 0.5)]).map(({ command }) => command.do)).toEqual([
      ...['mount-free-move', 'mount-free-sprint'],
    ]);
    const jumps = clash.moves(on, 'rida', [at(11.5, 0.5)], 'jump');
    expect(jumps).toMatchObject([{ command: { do: 'mount-extra-jump' }, whyNot: [] }]);
  });

  it.each`
    mountPrice | options                | paid
    ${'any'}   | ${{ pay: 'movement' }} | ${'movement'}
    ${'same'}  | ${{ pay: 'movement' }} | ${'attack'}
    ${'same'}  | ${{ as: 'utility' }}   | ${'utility'}
  `('[C-71, C-A35] a mount move at price $mountPrice with $options costs $paid', ({ mountPrice, options, paid }) => {
    const on = here({ mountPrice });
    const helps = options.as === 'utility';
    play(
      on,
      { do: 'mount-extra-action', by: 'rida', at: 'gnoll', options },
      helps ? [] : [1, 12],
      helps ? [] : ['dodge'],
    );
    expect(on).toHavePool('rida', paid, 0);
  });

  it('a fighter mounts a friend without a rider, and dismounts', () => {
    const on = encounter([fighter('rida', {}, { side: 'heroes' }), steed(), fighter('gnoll')]);
    const mount = (who: string) => ({ do: 'mount', by: 'rida', at: who });
    expect(reasons(on, mount('gnoll'))).toEqual(['no-mount']);
    play(on, mount('steed'));
    expect(on.fighters.rida.conditions).toMatchObject([{ id: 'mounted', by: 'steed' }]);
    expect(reasons(on, mount('steed'))).toEqual(['mounted', 'has-rider']);
    play(on, { do: 'dismount', by: 'rida' });
    expect(on.fighters.rida.conditions).toEqual([]);
    expect(reasons(on, { do: 'dismount', by: 'rida' })).toEqual(['not-mounted']);
  });
});

describe('[C-35, C-39] bare hands', () => {
  it('parry and block only if the sheet allows it', () => {
    const on = (unarmed: object) => encounter([fighter('gnoll'), fighter('mira', { unarmed })]);
    const offered = (unarmed: object) => {
      const command = { do: 'attack-basic-melee', by: 'gnoll', at: 'mira' };
      return optionsOf(goOn(begun(on(unarmed), command), [10]));
    };
    expect(offered({})).toEqual(['dodge', 'none']);
    expect(offered({ parryValue: 3, blockValue: 1 })).toEqual(['dodge', 'parry', 'block', 'none']);
  });
  it('are not used while a weapon is in hand, unless the command names them', () => {
    const armed = fighter('mira', { unarmed: { attackValue: 1 } }, { items: [weapon('axe', { attackValue: 7 })] });
    const bonusOfFirst = (using?: string) => {
      const command = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll', ...(using && { with: using }) };
      return begun(encounter([armed, fighter('gnoll')]), command).run.open;
    };
    expect(bonusOfFirst()).toMatchObject({ facts: { bonus: 7 } });
    expect(bonusOfFirst('unarmed')).toMatchObject({ facts: { bonus: 1 } });
  });
});
