import { slots } from '../../../src/rulesets/slots';
import { vocabularyOf } from '../../support/rules';

export * from '../../support/rules';
export const { fighter, item, encounter, play, begun, reasons } = vocabularyOf(slots, (turn) => ({
  ...{ round: 1, phase: 'turn', turn },
}));

export const weapon = (id: string, fields?: object) => item('weapon', id, fields);
