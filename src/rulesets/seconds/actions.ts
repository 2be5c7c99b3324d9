import type { Action } from './act';
import { armed, attack, castSpell, strike, whyNotAt, whyNotInReach, whyNotWield } from './attack/attack';
import { breakGrapple, breakPin, pin, release } from './attack/grip';
import { disengage, evade } from './attack/guard';
import {
  blind,
  clearEyes,
  grapple,
  restrain,
  shove,
  standUp,
  tackle,
  throwSomebody,
  trip,
  wake,
} from './attack/maneuvers';
import { nextTurn } from './clock';
import { help, hide, improvise, intimidate, speak } from './company/company';
import { catchWeapon, changeEquipment, useItem } from './gear';
import { left, react } from './lane/bar';
import { jump } from './movement/leap';
import { cut, go, moved, priceOf, wayOf, whyNotGo } from './movement/movement';
import { ticksOf } from './words';

/** S-73 to S-79: paid stretch by stretch as it is gone; a way too long is gone as far as there is time. */
const move: Action = {
  group: 'move',
  icon: 'actions/move',
  needs: 'path',
  moves: true,
  keeps: true,
  base: (act) => priceOf(act.encounter, act.fighter, cut(act.encounter, act.fighter, wayOf(act))),
  whyNotFinish(act) {
    const { encounter, fighter, world } = act;
    const way = wayOf(act);
    const gone = cut(encounter, fighter, way);
    const least = ticksOf(world.minActionSeconds);
    const isNew = moved(fighter).paid === 0;
    const short =
      encounter.clock.phase !== 'idle' && way.length > 0 && ((isNew && left(fighter) < least) || gone.length === 0);
    return [...(short ? [{ id: 'no-time-to-move' }] : []), ...whyNotGo(act, gone.length > 0 ? gone : way)];
  },
  *play(act) {
    const { encounter, fighter } = act;
    yield* go(encounter, fighter, cut(encounter, fighter, wayOf(act)), act.onStride, true);
  },
};

/** S-111, S-112, S-116: one plain blow; only offers and the game master say that it is provoked. */
const opportunityAttack = armed({
  group: 'attack',
  icon: 'actions/opportunity-attack',
  needs: 'target',
  inFight: true,
  reacts: true,
  whyNotAnyway: ({ command }) => (command.options?.provoked === true ? [] : [{ id: 'not-provoked' }]),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(weapon.kind === 'melee' ? [] : [{ id: 'not-melee' }])],
  whyNotFinish: whyNotAt(whyNotInReach),
  *play({ encounter, world, fighter, target, weapon }) {
    yield* react(encounter, fighter);
    if (target) yield* strike(encounter, world, fighter, target, weapon);
  },
});

/** Passes: whatever is left of the turn is gone (S-A50). */
const endTurn: Action = {
  group: 'other',
  icon: 'actions/end-turn',
  needs: 'nothing',
  inFight: true,
  quiet: true,
  anyway: ['restrained', 'restraining'],
  play: ({ encounter }) => nextTurn(encounter),
};

/** Ledger sections 5 and 6, but for what needs the table itself: Disarm, and holding. */
export const PLAIN_ACTIONS = {
  attack,
  'cast-spell': castSpell,
  blind,
  grapple,
  restrain,
  pin,
  shove,
  tackle,
  throw: throwSomebody,
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
  catch: catchWeapon,
} as const satisfies Readonly<Record<string, Action>>;

/** S-A14: what can be held for a trigger. What needs a run-up or a way drawn on the map is not possible out of a stand. */
export const HOLDABLE = [
  ...['attack', 'cast-spell', 'blind', 'grapple', 'restrain', 'pin', 'shove', 'throw', 'trip', 'disarm'],
  ...['break-grapple', 'break-pin', 'move', 'stand-up', 'disengage', 'hide', 'help', 'intimidate', 'clear-eyes'],
  ...['change-equipment', 'use-item', 'wake'],
] as const;
