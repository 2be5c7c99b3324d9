import { energy } from '../../../src/rulesets/energy/index';
import { vocabularyOf } from '../../support/rules';

export * from '../../support/rules';
export const { fighter, item, encounter, play, begun, reasons } = vocabularyOf(energy, () => ({
  round: 1,
  phase: 'open',
}));

export const weapon = (id: string, fields?: object) => item('weapon', id, fields);
export const armor = (coverage: number, rating: number, fields?: object) =>
  item('armor', 'armor', { coverage, rating, ...fields });
