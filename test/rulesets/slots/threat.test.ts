import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/encounter/state';
import { defined } from '../../../src/kernel/defined';
import { slots } from '../../../src/rulesets/slots';
import {
  cornerOf,
  feetBetween,
  fightersAround,
  fightersAroundCorner,
  isFlanked,
  orderAfterActive,
  threatenersOf,
  threatReach,
} from '../../../src/rulesets/slots/attack/threat';
import { isDifficult, routeOf } from '../../../src/rulesets/slots/movement/movement';
import type { SlotsFighter } from '../../../src/rulesets/slots/state';
import { at, conditionOf, encounter, fighter, weapon } from './vocabulary';

const ground = { grid: 'square', cell: 1 } as const;
const armed = (id: string, x: number, y: number, fields: object = {}, rest: object = {}): SlotsFighter =>
  fighter(id, {}, { side: 'foes', place: at(x, y), items: [weapon('sword', fields)], ...rest });
const hero = (x: number, y: number) => fighter('ann', {}, { side: 'heroes', place: at(x, y) });

describe('distances', () => {
  it.each`
    there             | feet
    ${at(1, 0)}       | ${5}
    ${at(1, 1)}       | ${5}
    ${at(3, 2)}       | ${15}
    ${at(0, 0)}       | ${0}
    ${at(2, 0, 0, 2)} | ${10}
  `('[L-167] $there.x, $there.y is $feet ft away, with diagonals as any other step', ({ there, feet }) => {
    expect(feetBetween(ground, at(0, 0), there)).toBe(feet);
  });
  it('[L-167] a square is five feet for every scale of the scene, and heights count', () => {
    const scaled = { x: 7.5, y: 2.5, width: 5, height: 5, elevation: 0, facing: 0 };
    expect(feetBetween({ grid: 'square', cell: 5 }, { ...scaled, x: 2.5 }, { ...scaled, x: 17.5 })).toBe(15);
    expect(feetBetween(ground, at(0, 0), { ...at(0, 0), elevation: 2 })).toBe(10);
  });
  it('[L-54, L-167] a path counts squares, difficult ones twice, diagonals by the world’s setting', () => {
    const ann = hero(0, 0);
    const way = (settings = {}, difficult: { x: number; y: number; width: number; height: number }[] = []) =>
      defined(
        routeOf({
          encounter: encounter([ann], { settings, ground: { ...ground, difficult } }),
          fighter: ann,
          command: { do: 'advance', by: 'ann', path: [at(4, 4)] },
        }),
        'a way',
      );
    expect(way().feet).toBe(20);
    expect(way({ alternatingDiagonals: true }).feet).toBe(30);
    expect(way({}, [at(2, 2)])).toMatchObject({ feet: 25, isStraight: true, isDifficult: true });
    expect(isDifficult({ ...ground, difficult: [at(2, 2)] }, at(2, 3))).toBe(false);
  });
});

it('[L-27, L-28] a way that begins straight up is straight only if the rest of it is', () => {
  const up = { ...at(0), elevation: 1 };
  const isStraight = (...path: Place[]) =>
    routeOf({ encounter: encounter([hero(0, 0.5)]), fighter: hero(0, 0.5), command: { do: 'dash', by: 'ann', path } })
      ?.isStraight;
  expect(isStraight(up, { ...at(2), elevation: 1 })).toBe(true);
  expect(isStraight(up, { ...at(2), elevation: 1 }, { ...at(2, 2.5), elevation: 1 })).toBe(false);
});

it('[L-171] only the feat Warrior makes bare hands a threat', () => {
  const reachWith = (...feats: string[]) => threatReach(fighter('ann', { feats }));
  expect(reachWith('Still Spell')).toBe(0);
  expect(reachWith('Still Spell', 'Warrior')).toBe(5);
});

describe('threatening a fighter', () => {
  const threatening = (...foes: SlotsFighter[]) => {
    const ann = hero(5, 5);
    return threatenersOf(encounter([ann, ...foes]), ann).map(({ id }) => id);
  };
  it('[L-170] is possible with melee weapons in hand within their reach', () => {
    const foes = [armed('near', 4, 4), armed('far', 3, 5), armed('pike', 3, 4, { reach: 10 })];
    expect(threatening(...foes)).toEqual(['near', 'pike']);
    expect(threatening(armed('stowed', 4, 4, { equipped: false }), armed('lost', 4, 5, { dropped: true }))).toEqual([]);
  });
  it('[L-171] is always possible with natural weapons, and for a Warrior', () => {
    const claws = armed('claws', 4, 4, { natural: true, equipped: false });
    const warrior = fighter('fist', { feats: ['warrior'] }, { side: 'foes', place: at(6, 6) });
    const bare = fighter('bare', {}, { side: 'foes', place: at(6, 5) });
    expect(threatening(claws, warrior, bare)).toEqual(['claws', 'fist']);
  });
  it('[L-172] is impossible for friends and for fighters that cannot strike', () => {
    const out = (['restrained', 'stunned', 'unconscious', 'corpse'] as const).map((id, n) =>
      armed(id, 4, 4 + n, {}, { conditions: [conditionOf(id)] }),
    );
    expect(threatening(...out, armed('pal', 6, 5, {}, { side: 'heroes' }))).toEqual([]);
    expect(
      threatening(armed('charmed', 4, 4, {}, { conditions: [conditionOf('fascinated', { towards: ['ann'] })] })),
    ).toEqual([]);
  });
  it('[L-175] is possible with a ranged weapon only if it can be used in melee', () => {
    expect(threatReach(armed('bow', 0, 0, { kind: 'ranged' }))).toBe(0);
    expect(threatReach(armed('axe', 0, 0, { kind: 'ranged', meleeUsable: true }))).toBe(5);
  });
});

describe('the map shows', () => {
  const squares = (foe: SlotsFighter) => {
    const on = encounter([hero(9, 9), foe]);
    const all = Array.from({ length: 100 }, (_, n) => at(n % 10, Math.floor(n / 10)));
    return all.filter((place) => slots.threat.reaches(on, foe.id, place)).length;
  };
  it('[L-170] the squares within reach, including diagonals and adjacent squares', () => {
    expect(squares(armed('sword', 4, 4))).toBe(9);
    expect(squares(armed('pike', 4, 4, { reach: 10 }))).toBe(25);
    expect(squares(armed('pike', 4, 4, { reach: 10 }, { place: at(4, 4, 0, 2) }))).toBe(36);
    expect(squares(armed('bow', 4, 4, { kind: 'ranged' }))).toBe(0);
    expect(squares(armed('out', 4, 4, {}, { conditions: [conditionOf('stunned')] }))).toBe(0);
    expect(slots.threat.reaches(encounter([hero(1, 1)]), 'absent', at(0, 0))).toBe(false);
  });

  const provoked = (verb: string, x: number, ...foes: SlotsFighter[]) =>
    slots.threat.provokedBy(encounter([hero(1, 1), ...foes]), { do: verb, by: 'ann', path: [at(x, 1)], at: 'pike' });
  it('[L-52, L-172] the fighters that a path would provoke', () => {
    const spent = armed('spent', 1, 0, {}, { pools: { reaction: 0 } });
    const foes = [armed('near', 2, 2), armed('far', 9, 2), spent, armed('pal', 2, 0, {}, { side: 'heroes' })];
    expect(provoked('advance', 3, ...foes)).toEqual(['near']);
    expect(provoked('dash', 10, ...foes)).toEqual(['near', 'far']);
    // Stepping in does not provoke; leaving does.
    expect(provoked('advance', 8, ...foes)).toEqual(['near']);
  });
  it('[L-13, L-57, L-61, L-72] no one for a Side Step, a Tumble, the target of a charge, or concentration', () => {
    const pike = armed('pike', 4, 1, { reach: 10 });
    expect(provoked('advance', 3, pike)).toEqual(['pike']);
    expect(provoked('charge', 3, pike)).toEqual([]);
    expect(provoked('charge', 3, pike, armed('near', 2, 2))).toEqual(['near']);
    expect(provoked('side-step', 2, armed('near', 2, 2))).toEqual([]);
    expect(provoked('tumble', 3, armed('near', 2, 2))).toEqual([]);
    const calm = fighter('ann', {}, { side: 'heroes', place: at(1, 1), conditions: [conditionOf('concentrating')] });
    const command = { do: 'advance', by: 'ann', path: [at(3, 1)] };
    expect(slots.threat.provokedBy(encounter([calm, armed('near', 2, 2)]), command)).toEqual([]);
    expect(slots.threat.provokedBy(encounter([calm]), { do: 'advance', by: 'absent', path: [] })).toEqual([]);
  });
});

describe('flanking', () => {
  const flanked = (a: SlotsFighter, b: SlotsFighter, foe = hero(5, 5)) => isFlanked(encounter([foe, a, b]), foe, a);
  it('[L-173] needs exactly opposite squares', () => {
    expect(flanked(armed('a', 4, 4), armed('b', 6, 6))).toBe(true);
    expect(flanked(armed('a', 4, 4), armed('b', 6, 5))).toBe(false);
    expect(flanked(armed('a', 4, 5), armed('b', 5, 4))).toBe(false);
  });
  it('[L-173] works with reach weapons and around a large foe', () => {
    expect(flanked(armed('a', 4, 5), armed('b', 7, 5, { reach: 10 }))).toBe(true);
    const large = fighter('ann', {}, { side: 'heroes', place: at(5, 5, 0, 2) });
    expect(flanked(armed('a', 4, 5), armed('b', 7, 6), large)).toBe(true);
    expect(flanked(armed('a', 4, 5), armed('b', 7, 5), large)).toBe(false);
  });
  it('[L-173, L-175] needs both fighters to threaten', () => {
    expect(flanked(armed('a', 4, 4), armed('b', 6, 6, { kind: 'ranged' }))).toBe(false);
    expect(flanked(armed('a', 4, 4), armed('b', 6, 6, {}, { side: 'others' }))).toBe(false);
  });
});

describe('areas', () => {
  const everywhere = Array.from({ length: 81 }, (_, n) =>
    fighter(`f${n}`, {}, { place: at((n % 9) + 0.5, Math.floor(n / 9) + 0.5) }),
  );
  const middle = everywhere[40];
  it('[L-168] ten feet around an intersection are sixteen squares', () => {
    const corner = cornerOf(middle.place!, 'north-west');
    expect(fightersAroundCorner(encounter(everywhere), middle.place!, 'north-west', 10)).toHaveLength(16);
    expect(corner).toEqual({ x: 4, y: 4 });
    expect(cornerOf(middle.place!, 'south-east')).toEqual({ x: 5, y: 5 });
    const large = at(5, 5, 0, 3);
    expect(cornerOf(large, 'north-east')).toEqual({ x: 7.5, y: 4.5 });
    expect(cornerOf(large, 'south-west')).toEqual({ x: 4.5, y: 7.5 });
  });
  it('[L-169] ten feet around a fighter are twenty-four squares, without its own', () => {
    expect(fightersAround(encounter(everywhere), middle, 10)).toHaveLength(24);
    expect(fightersAround(encounter(everywhere), middle, 10)).not.toContain(middle);
  });
});

it('[L-12, L-15] candidates for reactions are in the order of initiative, from the active fighter on', () => {
  const placed = ['c', 'a', 'b', 'd'].map((id, n) => fighter(id, {}, { state: { order: [3, 1, 2, 4][n] } }));
  const on = encounter(placed, { clock: { round: 1, phase: 'turn', turn: 'b' } });
  expect(orderAfterActive(on).map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
});
