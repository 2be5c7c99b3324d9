import { departedRow } from '../../toolkit/combat/bond';
import { removalsOf, type StateBasedTable } from '../../toolkit/define/state-based';
import { bondHolderOf, isHoldBroken } from './attack/holds';
import { canAnswer } from './conditions';
import type { EnergyEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('E-188', bondHolderOf),
  /** A hold needs a holder who is conscious and in reach, a target who lives, and both of its conditions. */
  hold: {
    ledger: 'E-188, E-193',
    find: (encounter, fighter) => removalsOf(fighter, (condition) => isHoldBroken(encounter, fighter, condition)),
  },
  /** Only a fighter who could act waits to act. */
  waiting: {
    ledger: 'E-13, E-223',
    find: (_, fighter) =>
      fighter.state.waiting === true && !canAnswer(fighter)
        ? [{ kind: 'state', of: fighter.id, key: 'waiting', to: null }]
        : [],
  },
} satisfies StateBasedTable<EnergyEncounter>;
