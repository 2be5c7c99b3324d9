import type { Action } from './action';
import { primary, secondary, tertiary } from './attack/attack';
import { contest, grapple } from './attack/grapple';
import { breakFree, disarm, feint, push, sunder, trip } from './attack/maneuvers';
import { consume, feed, manageItems } from './gear';
import { cast } from './magic/spell';
import { dropProne, standUp } from './movement/posture';
import { advance, charge, dash, jump, overrun, sideStep, tumble } from './movement/strides';
import {
  assist,
  command,
  concentrate,
  defend,
  focus,
  observe,
  otherStandard,
  patchWound,
  recall,
  search,
} from './skills/support';
import { wait } from './turn/ready';

/** The actions of ledger section 5, in its order. */
export const ACTIONS = {
  'primary-attack': primary,
  'cast-spell': cast,
  assist,
  dash,
  defend,
  disarm,
  grapple,
  'grapple-contest': contest,
  push,
  sunder,
  trip,
  wait,
  'patch-wound': patchWound,
  'break-free': breakFree,
  consume,
  feed,
  'other-standard': otherStandard,

  advance,
  'secondary-attack': secondary,
  charge,
  concentrate,
  feint,
  observe,
  jump,
  overrun,
  'manage-items': manageItems,
  tumble,
  'stand-up': standUp,
  'drop-prone': dropProne,

  'tertiary-attack': tertiary,
  command,
  focus,
  recall,
  search,
  'side-step': sideStep,
} as const satisfies Readonly<Record<string, Action>>;
