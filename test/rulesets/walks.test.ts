import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCondition } from '../../src/encounter/condition';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter, Place, Wall } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { neighbours } from '../../src/toolkit/space/space';
import { anyAnswer } from '../support/answer';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1];
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

/** Bodies of one and two cells, whose edges stay on the lines of the grid. */
function resize(place: Place, cell: number, die: Die): Place {
  if (die(3) > 1 || !isNear(place.width, cell)) return place;
  return { ...place, x: place.x + cell / 2, y: place.y + cell / 2, width: 2 * cell, height: 2 * cell };
}

/** Fences and walls on the lines of the grid, around a place. */
function wallsAround({ x, y, width, height }: Place, cell: number, die: Die): Wall[] {
  const line = (middle: number, size: number): number => middle - size / 2 + (die(11) - 6) * cell;
  return Array.from({ length: die(6) - 1 }, (): Wall => {
    const from = { x: line(x, width), y: line(y, height) };
    const length = die(4) * cell;
    const to = die(2) === 1 ? { x: from.x + length, y: from.y } : { x: from.x, y: from.y + length };
    return { from, to, move: true, sight: die(2) === 1 } as Wall;
  });
}

function wayFrom({ ground }: Encounter, from: Place, die: Die): Place[] {
  const way: Place[] = [];
  for (let at = from, left = die(6); left > 0; left--) {
    at = pick(neighbours(ground, at), die);
    way.push(at);
  }
  return way;
}

const overlap = (a: Place, b: Place): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 - 1e-6 &&
  Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 1e-6 &&
  Math.abs(a.elevation - b.elevation) < Math.min(a.width, b.width) - 1e-6;

/** Whether a center lies within a wall, not at its ends. */
const isOn = ({ x, y }: Place, { from, to }: Wall): boolean =>
  isNear(from.x, to.x)
    ? isNear(x, from.x) && y > Math.min(from.y, to.y) + 1e-6 && y < Math.max(from.y, to.y) - 1e-6
    : isNear(y, from.y) && x > Math.min(from.x, to.x) + 1e-6 && x < Math.max(from.x, to.x) - 1e-6;

describe.each(TESTED.map((ruleset) => [ruleset.id, ruleset] as const))('a drag in %s', (id, ruleset: Ruleset) => {
  const onMap = scenariosOf(id).flatMap((scenario) => {
    const { ground, fighters } = encounterOf(scenario, ruleset, gearOf(id, '.'));
    return ground.grid === 'square' && Object.values(fighters).some(({ place }) => place) ? [scenario] : [];
  });
  /** The fallen may be stood over; riders share the space of their mounts. */
  const isInTheWay = ({ conditions, pools }: Fighter): boolean =>
    pools.hp?.value !== 0 &&
    !Object.entries(ruleset.conditions).some(
      ([each, { defeat }]) => (defeat || each === 'mounted') && hasCondition(ruleset.conditions, conditions, each),
    );

  it('ends on whole spaces, never on a wall or another fighter, also if others cut it short', () => {
    let walked = 0;
    fc.assert(
      fc.property(fc.constantFrom(...onMap), fc.integer(), (scenario, seed) => {
        const die = seededDie(seed);
        const on = structuredClone(encounterOf(scenario, ruleset, gearOf(id, '.')));
        const { cell } = on.ground;
        const placed = Object.values(on.fighters).filter(({ place }) => place !== null) as (Fighter & {
          place: Place;
        })[];
        for (const fighter of placed) Object.assign(fighter, { place: resize(fighter.place, cell, die) });
        for (let drag = 0; drag < 4; drag++) {
          const mover = pick(placed, die);
          const walls = wallsAround(mover.place, cell, die).filter((wall) =>
            placed.every(({ place }) => !isOn(place, wall)),
          );
          Object.assign(on, { ground: { ...on.ground, walls } });
          const before = structuredClone(on.fighters);
          const from = mover.place;
          const manner = pick(['walk', 'walk', 'walk', 'jump'], die);
          const [way] = ruleset.moves(on, mover.id, wayFrom(on, from, die), manner);
          if (!way || way.whyNot.length > 0) continue;
          const run = beginExchange(ruleset, on, way.command, makeCountingIds(`${drag}-`));
          expect(runUntilBlocked(run, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
          const { place: end } = mover;
          if (isNear(end.x, from.x) && isNear(end.y, from.y)) continue;
          walked += 1;
          for (const apart of [(end.x - from.x) / cell, (end.y - from.y) / cell])
            expect(apart, `${way.command.do} ends on a whole space`).toBeCloseTo(Math.round(apart), 6);
          expect(walls.filter((wall) => isOn(end, wall))).toEqual([]);
          if (!isInTheWay(mover)) continue;
          const shared = placed.filter(
            (other) =>
              other !== mover &&
              isInTheWay(other) &&
              isInTheWay(before[other.id]) &&
              overlap(other.place, end) &&
              !overlap(before[other.id].place as Place, from),
          );
          expect(
            shared.map((other) => other.id),
            `${mover.id} ends ${way.command.do} in a space of its own`,
          ).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
    expect(walked).toBeGreaterThan(10);
  }, 120_000);
});
