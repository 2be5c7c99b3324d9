import type { Action } from './action';
import { breakFree, release } from './attack/reach';
import { grab, melee, shoot } from './attack/strikes';
import { endTurnAction, forfeit } from './clock';
import { instancesOf, isInCombat, isInOwnTurn } from './conditions';
import { consume, swap } from './gear';
import { ABILITIES } from './magic/abilities';
import { absorb, dissolveAll } from './magic/areas';
import { endConcentration, isConcentratingOn } from './magic/mana';
import { fall } from './movement/fall';
import { identify, sneak } from './movement/hiding';
import { MOUNTING } from './movement/mount';
import { jump, stride } from './movement/movement';

/** C-99, C-100, C-A47: free in the fighter's own turn, which a mount shares; otherwise a reaction. */
const stopConcentrating: Action = {
  category: 'free',
  anytime: true,
  interrupts: true,
  promise: null,
  /** C-98: each of several spells has one. */
  buttons(fighter) {
    const held = instancesOf(fighter, 'concentrating');
    if (held.length <= 1) return [{}];
    return held.map(({ data }) => ({ with: String(data?.spell ?? ''), name: String(data?.name ?? '') }));
  },
  price: ({ encounter, fighter }) => (isInCombat(encounter) && !isInOwnTurn(encounter, fighter) ? 'reaction' : null),
  whyNot: ({ fighter, command }) =>
    isConcentratingOn(fighter, command.with ?? null) ? [] : [{ id: 'not-concentrating' }],
  play: ({ fighter, command }) => endConcentration(fighter, command.with ?? null),
};

export const ACTIONS = {
  'attack-basic-melee': melee,
  'attack-basic-ranged': shoot,
  'attack-grapple': grab,
  'escape-grapple': breakFree,
  'attack-item': consume('attack'),
  'utility-item': consume('utility'),
  'utility-weapon-swap': swap,
  'move-walk': stride,
  jump,
  ...ABILITIES,
  sneak,
  ...MOUNTING,
  'release-grapple': release,
  'end-concentration': stopConcentrating,
  'dissolve-ethereal': dissolveAll,
  'absorb-ethereal': absorb,
  'identify-hidden': identify,
  fall,
  forfeit,
  'end-turn': endTurnAction,
} as const satisfies Readonly<Record<string, Action>>;
export type ActionId = keyof typeof ACTIONS;
