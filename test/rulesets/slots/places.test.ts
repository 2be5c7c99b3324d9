import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Place } from '../../../src/encounter/state';
import type { Die } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import { anyAnswer } from '../../support/answer';
import { runs } from '../../tiers/tier';
import { at, begun, conditionOf, encounter, fighter, weapon } from './vocabulary';

const GRIDS = ['square', 'square', 'hex-rows', 'hex-columns', 'gridless'] as const;

/** A bull runs over and past others, among walls, rough ground and the sources of their fear. */
function runOver(die: Die) {
  const spot = () => at(die(7) - 1.5, die(7) - 1.5, 0, die(4) === 1 ? 2 : 1);
  const fears = () =>
    Array.from({ length: die(3) - 1 }, () => conditionOf('frightened', { by: die(2) === 1 ? 'ogre' : 'bull' }));
  const on = encounter([
    fighter('bull', { speed: 30, athletics: 5 }, { side: 'foes', place: at(-3.5, 2.5) }),
    fighter('ogre', {}, { side: 'foes', place: spot() }),
    ...['ann', 'bob', 'cat'].map((id) =>
      fighter(
        id,
        { speed: die(6) * 5, reflex: die(20) - 5 },
        { side: 'heroes', place: spot(), items: [weapon('axe', { dice: '1d4' })], conditions: fears() },
      ),
    ),
  ]);
  const point = () => ({ x: die(8) - 1, y: die(8) - 1 });
  const wall = () => ({ from: point(), to: point(), move: true, sight: die(2) === 1 });
  const area = () => ({ ...point(), width: die(3), height: die(3), ...(die(2) === 1 && { cost: null }) });
  const walls = Array.from({ length: die(5) - 1 }, wall);
  const difficult = Array.from({ length: die(4) - 1 }, area);
  Object.assign(on, { ground: { grid: GRIDS[die(GRIDS.length) - 1], cell: 1, walls, difficult } });
  const how = die(3) === 1 ? 'advance' : 'overrun';
  return { on, run: begun(on, { do: how, by: 'bull', path: [at(5.5, 2.5)] }).run };
}

it('[L-68, L-82, L-144] who is offered a place gets there', () => {
  const chosen = new Set<string>();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const die = seededDie(seed);
      const { on, run } = runOver(die);
      while (run.open) {
        const { open } = run;
        if (open.kind !== 'place') {
          run.answer(anyAnswer(open, die));
          continue;
        }
        const to = open.places[die(open.places.length) - 1] as Place;
        run.answer([to as never]);
        chosen.add(open.id);
        expect(on.fighters[open.by]?.place, `${open.id} of ${open.by}`).toMatchObject({ x: to.x, y: to.y });
      }
    }),
    { numRuns: runs(150) },
  );
  expect([...chosen].sort()).toEqual(['pursue', 'step-aside']);
}, 60_000);
