import { apply } from '../../../encounter/change';
import { gain } from '../../../mechanics/condition';
import type { Action } from '../act';
import { roundOfNextTurn } from '../clock';
import { left } from '../lane/bar';
import { TURN_END, ticksOf } from '../words';
import { threatening } from './range';

/** S-47 to S-52: all that is left, and no less than the least. */
export const evade: Action = {
  group: 'other',
  icon: 'actions/evade',
  needs: 'nothing',
  inFight: true,
  base: ({ fighter }) => left(fighter),
  whyNot({ fighter, world }) {
    const least = ticksOf(world.evadeMinimum);
    const has = left(fighter);
    const enough = world.evadeStrict ? has > least : has >= least;
    return enough ? [] : [{ id: 'too-late-to-evade', data: { least: world.evadeMinimum } }];
  },
  *play({ fighter }) {
    yield* gain(fighter.id, 'evading', null);
  },
};

/** S-44 to S-46, S-A22: everybody in whose melee range one stands now, one by one. */
export const disengage: Action = {
  group: 'move',
  icon: 'actions/disengage',
  needs: 'nothing',
  inFight: true,
  splits: true,
  base: () => ticksOf(2),
  byDex: () => true,
  *play({ encounter, fighter }) {
    const until = { at: TURN_END, n: roundOfNextTurn(encounter, fighter), of: fighter.id };
    for (const { id } of threatening(encounter, fighter, fighter.place))
      yield* apply({ kind: 'gain', of: fighter.id, condition: { id: 'disengaged', until, towards: [id] } });
  },
};
