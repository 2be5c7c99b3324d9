import { slots } from '../../../src/rulesets/slots';
import { IDLE } from '../../../src/rulesets/slots/clock';
import type { SlotsClock } from '../../../src/rulesets/slots/state';
import { vocabularyOf } from '../../support/rules';

export * from '../../support/rules';
export { IDLE };
export const { fighter, item, encounter, play, begun, reasons } = vocabularyOf(
  slots,
  (turn): SlotsClock => ({ round: 1, phase: 'turn', turn }),
);

export const weapon = (id: string, fields?: object) => item('weapon', id, fields);
