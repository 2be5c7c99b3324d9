import { clash } from '../../../src/rulesets/clash';
import { vocabularyOf } from '../../support/rules';

export * from '../../support/rules';
export const { fighter, item, encounter, play, begun, reasons } = vocabularyOf(clash, (turn) => ({
  round: 1,
  phase: 'active',
  turn,
  time: 0,
}));

export const weapon = (id: string, fields?: object) => item('weapon', id, fields);
export const shield = (id: string, fields?: object) => item('shield', id, fields);
export const spell = (id: string, fields?: object) => item('spell', id, fields);
export const skill = (id: string, fields?: object) => item('skill', id, fields);

export const peace = { clock: clash.idle };
