import type { Action } from './act';
import { assist, concentrate, defend, focus, observe, wait } from './attack/guard';
import { breakFree, contest, disarm, feint, grapple, push, sunder, trip } from './attack/maneuvers';
import { primary, secondary, tertiary } from './attack/strikes';
import { consume, manageItems } from './gear';
import { command, otherStandard, patchWound, recall, search } from './lore';
import { advance, charge, dash, dropProne, jump, overrun, sideStep, standUp, tumble } from './movement/strides';
import { cast } from './spell';

/** Ledger section 5, in its order. */
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
export type ActionId = keyof typeof ACTIONS;
