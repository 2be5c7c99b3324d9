import type { Action } from './action';
import { attack, castSpell, opportunityAttack } from './attack/attack';
import { breakGrapple, breakPin, pin, release } from './attack/holds';
import {
  blind,
  clearEyes,
  disengage,
  evade,
  grapple,
  restrain,
  shove,
  standUp,
  tackle,
  throwFighter,
  trip,
  wake,
} from './attack/maneuvers';
import { nextTurn } from './clock';
import { catchWeapon, changeEquipment, disarm, useItem } from './gear';
import { jump, move } from './movement/movement';
import { help, hide, improvise, intimidate, speak } from './skills/help';
import { heldAction, hold } from './turn/hold';

/** S-A50. */
const endTurn: Action = {
  group: 'other',
  inFight: true,
  quiet: true,
  anyway: ['restrained', 'restraining', 'unconscious'],
  promise: null,
  play: ({ encounter }) => nextTurn(encounter),
};

/** Ledger sections 5 and 6. */
export const ACTIONS = {
  attack,
  'cast-spell': castSpell,
  blind,
  grapple,
  restrain,
  pin,
  shove,
  tackle,
  throw: throwFighter,
  trip,
  'break-grapple': breakGrapple,
  'break-pin': breakPin,
  release,
  move,
  jump,
  'stand-up': standUp,
  disengage,
  evade,
  hide,
  help,
  speak,
  intimidate,
  'clear-eyes': clearEyes,
  'change-equipment': changeEquipment,
  'use-item': useItem,
  wake,
  improvise,
  'end-turn': endTurn,
  'opportunity-attack': opportunityAttack,
  disarm,
  hold,
  'held-action': heldAction,
  catch: catchWeapon,
} as const satisfies Readonly<Record<string, Action>>;
