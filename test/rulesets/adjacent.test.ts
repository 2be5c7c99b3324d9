import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Ground, Place } from '../../src/encounter/state';
import { bearing, isFree } from '../../src/toolkit/space/space';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf } from '../support/scenario/files';
import { readScenario } from '../support/scenario/scenario';

/** A rule of melee, the action, and the weapon of each ruleset. */
const MELEE: Readonly<Record<string, readonly [rule: string, action: string, weapon: string]>> = {
  energy: ['E-72', 'melee-attack', 'reach: 0'],
  seconds: ['S-21', 'attack', ''],
  clash: ['C-27', 'attack-basic-melee', ''],
  slots: ['L-09', 'primary-attack', 'dice: 1d4'],
  tempo: ['T-18', 'quick-attack', 'speed: quick, range: 1'],
};

const scenarioOf = (id: string): string => `ruleset: ${id}
rules: [${MELEE[id][0]}]
title: Two that stand side by side
fighters:
  ann: { side: heroes, place: [0, 0], items: [{ type: weapon, name: blade${MELEE[id][2] && `, ${MELEE[id][2]}`} }] }
  foe: { side: foes, place: [1, 0] }
script: []
`;

const ROW = Math.sqrt(3) / 2;
/** Pixels of a space. */
const SIZE = 100;
/** A center as the corner in whole pixels gives it. */
const onPixels = (cells: number, size: number, cell: number): number =>
  (Math.round((cells - size / 2) * SIZE) / SIZE + size / 2) * cell;

interface Spot {
  readonly at: readonly [x: number, y: number];
  readonly size?: number;
}
type Kind = 'hex-rows' | 'hex-columns' | 'square';
type Case = readonly [name: string, grid: Kind, cell: number, ann: Spot, foe: Spot];

/** The hexagon `q, r` in cells, whose first has its center at the edge of the map, as on odd maps. */
const hex = (grid: Kind, q: number, r: number): readonly [number, number] => {
  const [along, across] = [q + r / 2, (r + 2 / 3) * ROW];
  return grid === 'hex-rows' ? [along, across] : [across, along];
};
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;
const HEXES: readonly Kind[] = ['hex-rows', 'hex-columns'];
/** Hexagons that touch one of some others. */
const around = (body: readonly (readonly [number, number])[]): [number, number][] => {
  const all = body.flatMap(([q, r]) => STEPS.map(([dq, dr]): [number, number] => [q + dq, r + dr]));
  const isIn = (list: readonly (readonly [number, number])[], [q, r]: readonly [number, number]): boolean =>
    list.some((each) => each[0] === q && each[1] === r);
  return all.filter((each, at) => !isIn(body, each) && !isIn(all.slice(0, at), each));
};
const PAIR: readonly Spot['at'][] = [
  [3, 5],
  [4, 5],
  [3, 6],
];
const FLOWER: readonly Spot['at'][] = [[4, 5], ...around([[4, 5]])];
const meanOf = (grid: Kind, body: readonly Spot['at'][]): readonly [number, number] => {
  const points = body.map(([q, r]) => hex(grid, q, r));
  const mean = (axis: 0 | 1): number => points.reduce((sum, each) => sum + each[axis], 0) / points.length;
  return [mean(0), mean(1)];
};
const hexCases = (grid: Kind, cell: number): Case[] => [
  ...[0, 1, 2].flatMap((row) =>
    around([[4, 4 + row]]).map(
      ([q, r]): Case => [
        `row ${row} to ${q}, ${r}`,
        grid,
        cell,
        { at: hex(grid, 4, 4 + row) },
        { at: hex(grid, q, r) },
      ],
    ),
  ),
  ...around(PAIR).map(
    ([q, r]): Case => [`2x2 to ${q}, ${r}`, grid, cell, { at: meanOf(grid, PAIR), size: 2 }, { at: hex(grid, q, r) }],
  ),
  ...around(FLOWER).map(
    ([q, r]): Case => [`3x3 to ${q}, ${r}`, grid, cell, { at: meanOf(grid, FLOWER), size: 3 }, { at: hex(grid, q, r) }],
  ),
];

const SQUARES: readonly Case[] = [
  ['a pixel off', 'square', 1, { at: [4.5, 4.5] }, { at: [5.51, 4.49] }],
  ['a pixel off, cornerwise', 'square', 1.5, { at: [4.49, 4.5] }, { at: [5.5, 5.51] }],
  ['half-size in the far half', 'square', 1, { at: [4.5, 4.5] }, { at: [5.75, 4.25], size: 0.5 }],
  ['two half-size in far halves', 'square', 1.5, { at: [4.25, 4.25], size: 0.5 }, { at: [5.75, 5.75], size: 0.5 }],
  ...[2, 3, 4, 5, 6].map(
    (column): Case => ['in feet', 'square', 0.305, { at: [column + 0.5, 4.5] }, { at: [column + 1.5, 3.5] }],
  ),
];

function placeFor({ at, size = 1 }: Spot, _grid: Kind, cell: number): Place {
  // The mean of three hexagons is not the middle of the box, so larger ones are not rounded here.
  const isRounded = size <= 1;
  const [x, y] = at.map((cells) => (isRounded ? onPixels(cells, size, cell) : cells * cell));
  const metres = (value: number): number => Math.round(value * 1000) / 1000;
  const width = metres(size * cell);
  return { x: metres(x), y: metres(y), width, height: width, elevation: 0, facing: 0 };
}

describe.each(TESTED.map((ruleset) => [ruleset.id, ruleset] as const))('in %s', (id, ruleset: Ruleset) => {
  const start = encounterOf(readScenario(scenarioOf(id), 'adjacent.yaml'), ruleset, gearOf(id, '.'));
  const [ann, foe] = [start.fighters.ann, start.fighters.foe];
  const [, action] = MELEE[id];
  const reasonsOn = (ground: Ground, a: Place, b: Place): string[] => {
    const facing = bearing(a, b) ?? 0;
    const fighters = { ann: { ...ann, place: { ...a, facing } }, foe: { ...foe, place: b } };
    const on: Encounter = { ...start, ground, fighters };
    const command = { do: action, by: 'ann', at: 'foe', with: ann.items[0]?.id };
    return ruleset.whyNot(on, command as never).map((reason) => reason.id);
  };
  const square: Ground = { grid: 'square', cell: 1 };
  const near = { at: [4.5, 4.5] } as const;
  const placed = (x: number) => placeFor({ at: [x, 4.5] }, 'square', 1);
  const others = reasonsOn(square, placeFor(near, 'square', 1), placed(5.5));

  it('melee reaches who is beside, not who is far away', () => {
    expect(reasonsOn(square, placeFor(near, 'square', 1), placed(12.5)).length).toBeGreaterThan(others.length);
  });

  const cases = [...SQUARES, ...HEXES.flatMap((grid) => [1, 1.5].flatMap((cell) => hexCases(grid, cell)))];
  it('melee reaches every neighbour, also if tokens lie off the middle of their spaces', () => {
    const missed = cases.flatMap(([name, grid, cell, from, to]) => {
      const [a, b] = [placeFor(from, grid, cell), placeFor(to, grid, cell)];
      const reasons = reasonsOn({ grid, cell }, a, b).filter((reason) => !others.includes(reason));
      return reasons.length > 0 ? [`${grid} of ${cell}, ${name}: ${reasons.join(' ')}`] : [];
    });
    expect(missed).toEqual([]);
  });
});

it('the spaces under a large body on hexagons are not free, those around it are', () => {
  for (const grid of HEXES)
    for (const [body, size] of [
      [PAIR, 2],
      [FLOWER, 3],
    ] as const) {
      const large = placeFor({ at: meanOf(grid, body), size }, grid, 1);
      const isFreeAt = ([q, r]: readonly [number, number]): boolean =>
        isFree({ grid, cell: 1 }, placeFor({ at: hex(grid, q, r) }, grid, 1), [large]);
      expect(body.map(isFreeAt)).not.toContain(true);
      expect(around(body).map(isFreeAt)).not.toContain(false);
    }
});

it('small bodies share a space if they stand apart in it', () => {
  const at = (x: number, y: number, size: number): Place => placeFor({ at: [x, y], size }, 'square', 1);
  const square: Ground = { grid: 'square', cell: 1 };
  expect(isFree(square, at(4.25, 4.25, 0.5), [at(4.75, 4.25, 0.5)])).toBe(true);
  expect(isFree(square, at(4.25, 4.25, 0.5), [at(4.5, 4.25, 0.5)])).toBe(false);
  expect(isFree(square, at(4.5, 4.5, 1), [at(4.75, 4.25, 0.5)])).toBe(false);
});
