import { departedRow } from '../../toolkit/combat/bond';
import type { StateBasedTable } from '../../toolkit/define/state-based';
import { bondHolderOf } from './conditions';
import type { TempoEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('T-45', bondHolderOf),
} satisfies StateBasedTable<TempoEncounter>;
