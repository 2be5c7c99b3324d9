import type { Action } from './act';
import { consume, manageItems } from './gear';
import { assist, concentrate, defend, focus, observe, wait } from './guard';
import { command, otherStandard, patchWound, recall, search } from './lore';
import { breakFree, contest, disarm, feint, grapple, push, sunder, trip } from './maneuvers';
import { cast } from './spell';
import { advance, charge, dash, dropProne, jump, overrun, sideStep, standUp, tumble } from './strides';
import { primary, secondary, tertiary } from './strikes';

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
