import { departedRow } from '../../toolkit/combat/bond';
import type { StateBasedTable } from '../../toolkit/define/state-based';
import { bondHolderOf } from './attack/holds';
import type { EnergyEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('E-188', bondHolderOf),
} satisfies StateBasedTable<EnergyEncounter>;
