import { departedRow } from '../../toolkit/combat/bond';
import type { StateBasedTable } from '../../toolkit/define/state-based';
import { bondHolderOf } from './conditions';
import type { SlotsEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('L-A5, L-A29, L-144', bondHolderOf),
} satisfies StateBasedTable<SlotsEncounter>;
