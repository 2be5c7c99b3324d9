import type { StateBasedTable } from '../../toolkit/act/state-based';
import { departedRow } from '../../toolkit/combat/bond';
import { bondHolderOf, HOLD } from './attack/holds';
import { canAnswer } from './conditions';
import type { EnergyEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('E-188', bondHolderOf),
  hold: HOLD,
  /** Only a fighter who could act waits to act. */
  waiting: {
    ledger: 'E-13, E-223',
    find: (_, fighter) =>
      fighter.state.waiting === true && !canAnswer(fighter)
        ? [{ kind: 'state', of: fighter.id, key: 'waiting', to: null }]
        : [],
  },
} satisfies StateBasedTable<EnergyEncounter>;
