import { apply } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import { present } from '../../../kernel/present';
import { type Procedure, place } from '../../../kernel/procedure';
import { cellsAlong, isFree, neighbours } from '../../../mechanics/space';
import { halt } from '../lane/bar';
import type { SecondsEncounter, SecondsFighter } from '../stats';
import { partHolds } from './harm';

/** Where somebody who is flung so far ends up, one place for each direction: in front of whoever is in the way (S-A29). */
function endsAround(encounter: SecondsEncounter, fighter: SecondsFighter, metres: number): Place[] {
  const { ground, fighters } = encounter;
  const from = present(fighter.place, 'a place to be flung from');
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  const ends = neighbours(ground, from).map((next) => {
    const [east, south] = [next.x - from.x, next.y - from.y];
    const far = ground.grid === 'gridless' ? metres : Math.floor(metres / ground.cell + 1e-6);
    const goal = { ...from, x: round(from.x + east * far), y: round(from.y + south * far) };
    let last = from;
    for (const cell of far > 0 ? cellsAlong(ground, from, [goal]) : []) {
      if (!isFree(ground, cell, others)) break;
      last = { ...cell, facing: from.facing };
    }
    return last;
  });
  return ends.filter((end) => end.x !== from.x || end.y !== from.y);
}

const round = (metres: number): number => Math.round(metres * 1e6) / 1e6;

/** S-115: moves somebody who has no say in it, in a direction of the other's choice; nobody is provoked. */
export function* fling(
  encounter: SecondsEncounter,
  by: SecondsFighter,
  fighter: SecondsFighter,
  metres: number,
): Procedure<void> {
  const ends = fighter.place && metres > 0 ? endsAround(encounter, fighter, metres) : [];
  if (ends.length > 0) {
    const to = yield* place('fling', by.id, ends, { at: fighter.id });
    yield* apply({ kind: 'move', of: fighter.id, to, by: [] });
  }
  if (metres > 0) yield* halt(fighter);
  yield* partHolds(encounter);
}
