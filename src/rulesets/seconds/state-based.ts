import { departedRow } from '../../toolkit/combat/bond';
import type { StateBasedTable } from '../../toolkit/define/state-based';
import { boundIn } from './attack/harm';
import type { SecondsEncounter } from './state';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('S-57, S-A22, S-A30', (condition, encounter) => boundIn(encounter)(condition)),
} satisfies StateBasedTable<SecondsEncounter>;
