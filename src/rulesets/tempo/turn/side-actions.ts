import type { RowsById } from '../../../toolkit/act/actions';
import { removeCondition } from '../../../toolkit/combat/condition';
import type { Action } from '../action';
import { is } from '../conditions';
import { endSpell } from '../magic/spell';
import { standUp, walk } from '../movement/walk';
import { ability } from '../plan/ability';
import { EXERTS } from '../plan/exert';
import { pass, plan, repeat } from '../plan/plan';
import { ownReaction } from '../reactions';
import { deepRest, reclaimAtEnd, shallowRest } from '../rest';
import { skillRoll } from '../skills/skill';
import { announceTurn, endTurnAction } from './turn';

/** Abilities, and the actions besides the one of the turn. */
export const SIDE_ACTIONS: RowsById<Action> = {
  ability,
  plan,
  'plan-again': repeat,
  pass,
  turn: announceTurn,
  walk,
  'stand-up': standUp,
  reveal: {
    group: 'turn',
    promise: null,
    whyNot: ({ fighter }) => (is(fighter, 'hidden') ? [] : [{ id: 'not-hidden' }]),
    play: ({ fighter }) => removeCondition(fighter, 'hidden'),
  },
  'end-turn': endTurnAction,
  'end-spell': endSpell,
  ...EXERTS,
  'skill-roll': skillRoll,
  react: ownReaction,
  reclaim: reclaimAtEnd,
  'shallow-rest': shallowRest,
  'deep-rest': deepRest,
};
