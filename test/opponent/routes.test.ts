import { describe, expect, it } from 'vitest';
import type { Encounter, Fighter, Ground, Place, Wall } from '../../src/encounter/state';
import { isBeside } from '../../src/opponent/places';
import { firstStep, isSurrounded, routeTo } from '../../src/opponent/routes';

const at = (x: number, y: number): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
const wall = (x1: number, y1: number, x2: number, y2: number): Wall => ({
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
  sight: true,
  move: true,
});
const fighter = (id: string, place: Place | null): Fighter => ({ id, place }) as Fighter;

function encounter(ground: Partial<Ground>, ...fighters: Fighter[]): Encounter {
  return {
    ground: { grid: 'square', cell: 1, ...ground },
    fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
  } as Encounter;
}

const MIRA = fighter('mira', at(0.5, 0.5));
const GNOLL = fighter('gnoll', at(5.5, 0.5));
const lengthTo = (on: Encounter) => routeTo(on, MIRA, { fits: isBeside(on, GNOLL) }).length;

describe('a route', () => {
  it('is the shortest to a place beside the foe', () => {
    expect(lengthTo(encounter({}, MIRA, GNOLL))).toBe(4);
  });

  it('goes around walls, and there is none into a closed room', () => {
    const around = encounter({ walls: [wall(3, -2, 3, 4)] }, MIRA, GNOLL);
    expect(lengthTo(around)).toBeGreaterThan(4);
    const room = [wall(4, -1, 7, -1), wall(7, -1, 7, 2), wall(7, 2, 4, 2), wall(4, 2, 4, -1)];
    expect(lengthTo(encounter({ walls: room }, MIRA, GNOLL))).toBe(0);
  });

  it('goes around others and impassable ground', () => {
    const others = [-2, -1, 0, 1, 2].map((y) => fighter(`other${y}`, at(2.5, 0.5 + y)));
    expect(lengthTo(encounter({}, MIRA, GNOLL, ...others))).toBeGreaterThan(4);
    const pit = [{ x: 2.5, y: 0.5, width: 1, height: 7, cost: null }];
    expect(lengthTo(encounter({ difficult: pit }, MIRA, GNOLL))).toBeGreaterThan(4);
  });

  it.each([
    ['is already beside it', at(4.5, 0.5)],
    ['has no place', null],
  ])('is empty if the fighter %s', (_, place) => {
    const mover = fighter('mira', place);
    const on = encounter({}, mover, GNOLL);
    expect(routeTo(on, mover, { fits: isBeside(on, GNOLL) })).toEqual([]);
  });

  it('ends beside no foe that is behind a wall', () => {
    const on = encounter({ walls: [wall(5, -5, 5, 5)] }, MIRA, GNOLL);
    expect(isBeside(on, GNOLL)(at(4.5, 0.5))).toBe(false);
    expect(isBeside(on, GNOLL)(at(6.5, 0.5))).toBe(true);
    expect(isBeside(on, fighter('nowhere', null))(at(6.5, 0.5))).toBe(false);
  });
});

describe('a route in a crowd', () => {
  const wallOf = (x: number) => Array.from({ length: 61 }, (_, n) => fighter(`ally${n}`, at(x, n - 29.5)));

  it('leads through those who let it pass, and ends in no taken place', () => {
    const allies = wallOf(4.5);
    const on = encounter({}, MIRA, GNOLL, ...allies);
    const goal = { fits: isBeside(on, GNOLL), isPassable: (other: Fighter) => allies.includes(other) };
    const way = routeTo(on, MIRA, goal);
    expect(way.some(({ x }) => x === 4.5)).toBe(true);
    expect(way.at(-1)?.x).toBe(5.5);
    expect(routeTo(on, MIRA, { ...goal, isPassable: () => false })).toEqual([]);
  });

  it.each([
    ['square', 12],
    ['hex-rows', 9],
    ['hex-columns', 9],
  ] as const)('is as short with a direction to search in as without: on %s', (grid, distance) => {
    const foe = fighter('gnoll', at(distance + 0.5, 3.5));
    const on = encounter({ grid, walls: [wall(4, -3, 4, 5)] }, MIRA, foe);
    const goal = { fits: isBeside(on, foe) };
    expect(routeTo(on, MIRA, { ...goal, toward: foe.place })).toHaveLength(routeTo(on, MIRA, goal).length);
  });

  it('is not looked for to a foe whose neighbors are all taken', () => {
    const ring = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => (dx || dy ? [fighter(`ally${dx}${dy}`, at(5.5 + dx, 0.5 + dy))] : [])),
    );
    const [, ...gap] = ring;
    const [full, open] = [ring, gap].map((others) => encounter({}, MIRA, GNOLL, ...others)) as [Encounter, Encounter];
    expect([isSurrounded(full, GNOLL, MIRA), isSurrounded(open, GNOLL, MIRA)]).toEqual([true, false]);
    expect(isSurrounded(full, fighter('nowhere', null), MIRA)).toBe(false);
    const ogre = fighter('ogre', { ...at(0.5, 0.5), width: 2, height: 2 });
    expect(isSurrounded(full, GNOLL, ogre)).toBe(false);
  });

  it('has a first step only where a place is free', () => {
    expect(firstStep(encounter({}, MIRA), MIRA)).not.toBeNull();
    expect(firstStep(encounter({}), fighter('nowhere', null))).toBeNull();
    const room = [wall(0, 0, 1, 0), wall(1, 0, 1, 1), wall(1, 1, 0, 1), wall(0, 1, 0, 0)];
    expect(firstStep(encounter({ walls: room }, MIRA), MIRA)).toBeNull();
  });
});
