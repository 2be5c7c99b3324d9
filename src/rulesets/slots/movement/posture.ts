import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import type { Action } from '../action';
import { is } from '../conditions';

/** L-150. */
export const standUp: Action = {
  slot: 'move',
  readiable: true,
  promise: 0.1,
  whyNot: ({ fighter }) => (is(fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
  play: ({ fighter }) => removeCondition(fighter, 'prone'),
};

export const dropProne: Action = {
  slot: 'move',
  readiable: true,
  promise: null,
  whyNot: ({ fighter }) => (is(fighter, 'prone') ? [{ id: 'prone-already' }] : []),
  play: ({ fighter }) => addCondition(fighter.id, 'prone', null),
};
