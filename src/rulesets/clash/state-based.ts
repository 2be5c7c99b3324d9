import { departedRow } from '../../toolkit/combat/bond';
import type { StateBasedTable } from '../../toolkit/define/state-based';
import { bondHolderOf } from './attack/reach';
import type { ClashEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('C-64, C-97, C-A55', bondHolderOf),
} satisfies StateBasedTable<ClashEncounter>;
