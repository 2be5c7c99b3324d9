import { describe, expect, it } from 'vitest';
import type { Encounter, Fighter, Ground, Place, Wall } from '../../src/encounter/state';
import { isBeside } from '../../src/opponent/places';
import { routeTo } from '../../src/opponent/routes';

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
