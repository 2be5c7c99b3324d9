import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { hasCondition } from '../../src/encounter/condition';
import { beginExchange, type ExchangeRun, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter, Place, Wall } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { GM, type InputAsk, PASS } from '../../src/kernel/ask';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { STOP_LOG_ID } from '../../src/toolkit/act/command-run';
import { isStepClear } from '../../src/toolkit/space/sight';
import { cellsAlong, neighbours } from '../../src/toolkit/space/space';
import { anyAnswer } from '../support/answer';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { runs, TIER } from '../tiers/tier';

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1];
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

/** Bodies of one to three cells, whose edges stay on the lines of the grid. */
function resize(place: Place, cell: number, die: Die): Place {
  if (die(3) > 1 || !isNear(place.width, cell)) return place;
  const more = die(2) * cell;
  return { ...place, x: place.x + more / 2, y: place.y + more / 2, width: cell + more, height: cell + more };
}

const cellsOf = ({ x, y, width, height }: Place, cell: number): Pick<Place, 'x' | 'y' | 'elevation'>[] =>
  Array.from({ length: Math.round((width * height) / cell ** 2) }, (_, at) => {
    const columns = Math.round(width / cell);
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return { x: x - width / 2 + (column + 0.5) * cell, y: y - height / 2 + (row + 0.5) * cell, elevation: 0 };
  });

/** Returns whether a body passes walls with all its cells, except those that it stood astride. */
function isBodyClear({ ground }: Encounter, from: Place, to: Place): boolean {
  const [before, after] = [
    cellsOf({ ...from, width: to.width, height: to.height }, ground.cell),
    cellsOf(to, ground.cell),
  ];
  const walls = (ground.walls ?? []).filter((wall) => {
    const alone = { ...ground, walls: [{ from: wall.from, to: wall.to, move: true, sight: true }] };
    return !isOn(from, wall) && before.every((a) => before.every((b) => isStepClear(alone, a, b)));
  });
  return before.every((a, at) => isStepClear({ ...ground, walls }, a, after[at]));
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

const RUNS = TIER === 'fast' ? 5 : runs(100);

/** Movements whose length does not come from Speed alone. */
const WITHOUT_SPEED = /jump|shift|agile-move|side-step|^sprint/;

describe.each(TESTED.map((ruleset) => [ruleset.id, ruleset] as const))('a drag in %s', (id, ruleset: Ruleset) => {
  const onMap = scenariosOf(id).flatMap((scenario) => {
    const { ground, fighters } = encounterOf(scenario, ruleset, gearOf(id, '.'));
    return ground.grid === 'square' && Object.values(fighters).some(({ place }) => place) ? [scenario] : [];
  });
  const isMounted = ({ conditions }: Fighter): boolean =>
    'mounted' in ruleset.conditions && hasCondition(ruleset.conditions, conditions, 'mounted');
  /** The fallen may be stood over; riders share the space of their mounts, and the tiny that of others (E-A25). */
  const isInTheWay = ({ conditions, pools, stats }: Fighter): boolean =>
    pools.hp?.value !== 0 &&
    ((stats as { strikes?: { unarmed?: { reach: number } } }).strikes?.unarmed?.reach ?? 0) >= 0 &&
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
          for (const effect of run.table.effects) {
            if (effect.kind !== 'move' || effect.of !== mover.id || !effect.from || !effect.to) continue;
            const places = [effect.from, ...effect.by, effect.to];
            for (const [at, to] of places.slice(1).entries())
              if (!way.command.do.includes('jump'))
                expect(isBodyClear(on, places[at], to), `${way.command.do} through a gate too narrow`).toBe(true);
          }
          if (isNear(end.x, from.x) && isNear(end.y, from.y)) continue;
          walked += 1;
          // A rider that was resized has not yet taken its seat.
          const apart = isMounted(mover) ? [] : [(end.x - from.x) / cell, (end.y - from.y) / cell];
          for (const steps of apart)
            expect(steps, `${way.command.do} ends on a whole space`).toBeCloseTo(Math.round(steps), 6);
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

  it('goes where the GM forces it to, also where a voluntary way is barred', () => {
    const forced = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...onMap), fc.integer(), (scenario, seed) => {
        const die = seededDie(seed);
        const start = encounterOf(scenario, ruleset, gearOf(id, '.'));
        const { cell } = start.ground;
        const [dragged] = Object.values(start.fighters).filter(({ place }) => place !== null);
        const from = dragged.place as Place;
        const walls = [...wallsAround(from, cell, die), ...wallsAround(from, cell, die)];
        const on = structuredClone({ ...start, ground: { ...start.ground, walls } });
        const mover = on.fighters[dragged.id] as Fighter & { place: Place };
        if (mover.conditions.some(({ id: each }) => each === 'mounted')) return;
        // A Move of Seconds is cut short by time, not by what is overruled.
        if (mover.pools.seconds) Object.assign(mover.pools.seconds, { value: 900, max: 900 });
        const [way] = ruleset.moves(on, mover.id, wayFrom(on, from, die), 'walk');
        const goal = way?.command.path?.at(-1);
        if (
          !way ||
          !goal ||
          /jump/.test(way.command.do) ||
          way.whyNot.length === 0 ||
          way.whyNot.some((reason) => 'impossible' in reason)
        )
          return;
        const run = beginExchange(ruleset, on, way.command, makeCountingIds());
        const passing = (ask: InputAsk) => ({
          answer: ask.kind === 'offer' ? ask.candidates.map(() => PASS) : anyAnswer(ask, die),
        });
        expect(runUntilBlocked(run, passing)).toBeNull();
        const reasons = way.whyNot.map((reason) => reason.id);
        expect([mover.place.x, mover.place.y], `${way.command.do} despite ${reasons}`).toEqual([goal.x, goal.y]);
        for (const reason of reasons) forced.add(reason);
      }),
      { numRuns: RUNS, seed: 48 },
    );
    // Few tries meet few reasons.
    if (TIER !== 'fast') expect([...forced]).toEqual(expect.arrayContaining(['wall', 'occupied']));
  }, 60_000);

  /** What a GM, or a document that was changed outright, may do while a question is open. */
  function change(on: Encounter, run: ExchangeRun['run'], mover: Fighter, way: readonly Place[], die: Die): void {
    const others = Object.values(on.fighters).filter((each) => each.id !== mover.id && each.place);
    const give = (command: Command): void => {
      if (run.open && ruleset.whyNot(on, command).length === 0) run.interrupt(command);
    };
    const { cell } = on.ground;
    switch (die(6)) {
      case 1: {
        const condition = pick(Object.keys(ruleset.conditions), die);
        give({ do: 'condition', by: GM, at: mover.id, options: { condition, on: true } });
        return;
      }
      case 2: {
        const [pool, { max }] = pick(Object.entries(mover.pools), die);
        give({ do: 'adjust', by: GM, at: mover.id, options: { pool, to: die(max + 1) - 1 } });
        return;
      }
      case 3: {
        const walls = [...(on.ground.walls ?? []), ...wallsAround(mover.place as Place, cell, die)];
        const bodies = Object.values(on.fighters).flatMap(({ place }) => place ?? []);
        Object.assign(on, {
          ground: { ...on.ground, walls: walls.filter((wall) => bodies.every((body) => !isOn(body, wall))) },
        });
        return;
      }
      case 4: {
        // Foundry keeps the corner of a token that is resized.
        Object.assign(mover, { place: resize(mover.place as Place, cell, die) });
        return;
      }
      default: {
        const other = others.length > 0 ? pick(others, die) : null;
        const there = way.length > 0 ? pick(way, die) : null;
        if (!other?.place || !there) return;
        const { width, height, facing } = other.place;
        const [east, south] = [width - there.width, height - there.height];
        Object.assign(other, {
          place: { ...there, x: there.x + east / 2, y: there.y + south / 2, width, height, facing },
        });
      }
    }
  }

  it('is judged again to its end, with the body that moves, whatever changes at its pauses', () => {
    let paused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...onMap), fc.integer(), (scenario, seed) => {
        const die = seededDie(seed);
        const on = structuredClone(encounterOf(scenario, ruleset, gearOf(id, '.')));
        const { cell } = on.ground;
        const placed = Object.values(on.fighters).filter(({ place }) => place !== null);
        for (let drag = 0; drag < 4; drag++) {
          const dragged = pick(placed, die);
          const way = wayFrom(on, dragged.place as Place, die);
          const manner = pick(['walk', 'walk', 'walk', 'jump'], die);
          const [option] = ruleset.moves(on, dragged.id, way, manner);
          if (!option || option.whyNot.length > 0) continue;
          const carrier = dragged.conditions.find(({ id: each }) => each === 'mounted')?.by;
          const mover = on.fighters[carrier ?? dragged.id] ?? dragged;
          const before = structuredClone(on.fighters);
          const from = mover.place as Place;
          /** Whose space a change put them in. */
          const together = new Set<string>();
          const noteTogether = (): void => {
            for (const other of placed)
              if (other !== mover && other.place && mover.place && overlap(other.place, mover.place))
                together.add(other.id);
          };
          noteTogether();
          const played = beginExchange(ruleset, on, option.command, makeCountingIds(`${drag}-`));
          const { run } = played;
          let seen = 0;
          let size = from.width;
          /** The places it was in when its Speed became 0. */
          let visited: Place[] | null = null;
          const checkSteps = (): void => {
            for (const effect of played.table.effects.slice(seen)) {
              if (effect.kind === 'log' && effect.id === STOP_LOG_ID) expect(effect.facts['why']).not.toBe('no-path');
              if (effect.kind !== 'move' || effect.of !== mover.id || !effect.from || !effect.to) continue;
              const places = [effect.from, ...effect.by, effect.to];
              for (const [at, to] of places.slice(1).entries())
                if (!option.command.do.includes('jump'))
                  expect(
                    isStepClear(on.ground, places[at] as Place, to) && isBodyClear(on, places[at] as Place, to),
                    `${option.command.do} through a wall`,
                  ).toBe(true);
              // One that was resized stands elsewhere without going there.
              const own = effect.by.length === 0 ? [effect.from] : [];
              const isBack =
                !visited || [...own, ...visited].some(({ x, y }) => x === effect.to?.x && y === effect.to.y);
              expect(isBack, `${option.command.do} goes on without Speed`).toBe(true);
              expect([effect.to.width, effect.to.height], `${mover.id} moves with its own body`).toEqual([size, size]);
            }
            seen = played.table.effects.length;
          };
          for (let asks = 0; run.open && asks < 100; asks++) {
            checkSteps();
            if (run.depth === 0 && die(2) === 1) {
              paused += 1;
              change(on, run, mover, way, die);
              seen = played.table.effects.length;
              size = (mover.place as Place).width;
              noteTogether();
            }
            if (run.depth === 0 && die(6) === 1 && !visited && !WITHOUT_SPEED.test(option.command.do)) {
              const { stats } = mover as Fighter<{ speed?: number; base?: { speed?: number } }>;
              Object.assign(stats.speed === undefined ? (stats.base ?? {}) : stats, { speed: 0 });
              const own = played.table.effects.flatMap((effect) =>
                effect.kind === 'move' && effect.of === mover.id ? [effect.from, ...effect.by, effect.to] : [],
              );
              const inBetween = own.flatMap((to, at) => {
                const last = own[at - 1] ?? from;
                return to ? [to, ...cellsAlong(on.ground, last, [to])] : [];
              });
              visited = [from, ...inBetween];
            }
            if (run.open)
              run.answer(
                visited && run.open.kind === 'offer' ? run.open.candidates.map(() => PASS) : anyAnswer(run.open, die),
              );
          }
          expect(run.open).toBeNull();
          checkSteps();
          const end = mover.place as Place;
          for (const [now, then] of [
            [end.x - end.width / 2, from.x - from.width / 2],
            [end.y - end.height / 2, from.y - from.height / 2],
          ])
            expect((now - then) / cell, `${option.command.do} ends on the grid`).toBeCloseTo(
              Math.round((now - then) / cell),
              6,
            );
          if (carrier !== undefined && dragged.conditions.some(({ id: each }) => each === 'mounted') && dragged.place)
            expect(overlap(dragged.place, end), `${dragged.id} stays in the saddle`).toBe(true);
          if (!isInTheWay(mover) || (isNear(end.x, from.x) && isNear(end.y, from.y))) continue;
          const shared = placed.filter(
            (other) =>
              other !== mover &&
              other !== dragged &&
              !together.has(other.id) &&
              isInTheWay(other) &&
              isInTheWay(before[other.id] as Fighter) &&
              overlap(other.place as Place, end),
          );
          expect(
            shared.map((other) => other.id),
            `${mover.id} ends ${option.command.do} in a space of its own`,
          ).toEqual([]);
        }
      }),
      { numRuns: RUNS, seed: 47 },
    );
    // In Tempo no one answers a movement.
    if (TIER !== 'fast') expect(paused, `pauses of ${id}`).toBeGreaterThan(id === 'tempo' ? -1 : 0);
  }, 120_000);
});
