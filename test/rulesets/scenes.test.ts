import { describe, expect, it } from 'vitest';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, Fighter, Ground, Place } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { seededDie } from '../../src/kernel/rng';
import { isFree } from '../../src/toolkit/space/space';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { runs, sampled } from '../tiers/tier';

const HERE = 'sceneHere00000000';
const THERE = 'sceneThere0000000';
/** Cells; even, so that no row of hexagons is shifted. */
const FAR = 1000;

/** Returns the encounter with its fighters elsewhere. */
function relocated(start: Encounter, ground: Ground, move: (place: Place, fighter: Fighter) => Place): Encounter {
  const fighters = structuredClone(start.fighters);
  for (const fighter of Object.values(fighters)) if (fighter.place) fighter.place = move(fighter.place, fighter);
  return { ...start, clock: structuredClone(start.clock), fighters, ground };
}

/** Plays commands of these fighters and returns what is recorded of them, without the scenes. */
function recordOf(ruleset: Ruleset, on: Encounter, whose: readonly string[], seed: number): string[] {
  const die = seededDie(seed);
  const lines: string[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const command = anyCommand(ruleset, on, die, whose);
    if (!command) continue;
    const played = beginExchange(ruleset, on, command, makeCountingIds(`${turn}-`));
    runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }));
    // What is dropped keeps its scene.
    const effects = played.table.effects.filter((effect) => !(effect.kind === 'item' && effect.key === 'scene'));
    lines.push(JSON.stringify([command, effects], (key, value) => (key === 'scene' ? undefined : value)));
  }
  return lines;
}

/** A few scenarios with fighters of two sides on a map. */
function startsOf(ruleset: Ruleset): [name: string, start: Encounter][] {
  const starts = scenariosOf(ruleset.id).flatMap((scenario): [string, Encounter][] => {
    const start = encounterOf(scenario, ruleset, gearOf(ruleset.id, '.'));
    const placed = Object.values(start.fighters).filter(({ place }) => place);
    return new Set(placed.map(({ side }) => side)).size > 1 ? [[scenario.file, start]] : [];
  });
  const step = Math.max(1, Math.floor(starts.length / runs(3)));
  return starts.filter((_, at) => at % step === 0);
}

describe.each(sampled(TESTED, 1, 2).map((ruleset) => [ruleset.id, ruleset] as const))('in %s', (_, ruleset) => {
  const starts = startsOf(ruleset);
  const sidesOf = ({ fighters }: Encounter): [near: Fighter[], far: Fighter[]] => {
    const all = Object.values(fighters);
    const isNear = ({ side }: Fighter): boolean => side === all.find(({ place }) => place)?.side;
    return [all.filter(isNear), all.filter((fighter) => !isNear(fighter))];
  };
  const split = (start: Encounter, cells: number): Encounter => {
    const [, far] = sidesOf(start);
    const { grid, cell } = start.ground;
    const ground = { ...start.ground, scene: HERE, scenes: { [THERE]: { grid, cell, scene: THERE } } };
    return relocated(start, ground, (place, { id }) =>
      far.some((other) => other.id === id)
        ? { ...place, x: place.x + cells * cell, scene: THERE }
        : { ...place, scene: HERE },
    );
  };

  it('who is on another scene is out of reach, blocks and threatens nothing', () => {
    for (const [name, start] of starts) {
      const on = split(start, 0);
      const [near, far] = sidesOf(on);
      for (const a of near)
        for (const b of far) {
          // Without a token, the GM is asked where a fighter is.
          if (!a.place || !b.place) continue;
          const buttons = ruleset.views
            .sheet(on, a, { gm: true, owns: [], targets: [] })
            .groups.flatMap(({ actions }) => actions);
          for (const { command } of buttons.filter(({ needs }) => needs === 'target')) {
            const reasons = ruleset.whyNot(on, { ...command, at: b.id }).map(({ id }) => id);
            // Whether an action can still be planned is judged first.
            const [first] = reasons;
            expect(['other-scene', 'tempo-passed'], `${name}: ${command.do} of ${a.id} at ${b.id}`).toContain(first);
          }
          expect(ruleset.threat.reaches(on, b.id, a.place), name).toBe(false);
          expect(isFree(on.ground, a.place, [b.place]), name).toBe(true);
        }
    }
  });

  it('where they are on another scene does not matter', () => {
    for (const [name, start] of starts) {
      const whose = sidesOf(start)[0].map(({ id }) => id);
      const at = (cells: number): string[] => recordOf(ruleset, split(start, cells), whose, 7);
      expect(at(0), name).toEqual(at(FAR));
    }
  });

  it('every fighter has the ground of its own scene', () => {
    for (const [name, start] of starts) {
      const ids = Object.keys(start.fighters);
      const bare: Ground = { grid: 'gridless', cell: 7, scene: HERE };
      const ground = { ...bare, scenes: { [THERE]: { ...start.ground, scene: THERE } } };
      const there = relocated(start, ground, (place) => ({ ...place, scene: THERE }));
      const here = relocated(start, start.ground, (place) => place);
      expect(recordOf(ruleset, there, ids, 11), name).toEqual(recordOf(ruleset, here, ids, 11));
    }
  });
});
