import { adjustPool } from '../../encounter/change';
import { addCondition, removeCondition } from '../../toolkit/combat/condition';
import { type Action, freeOf, isFull } from './action';
import { defend } from './attack/attack';
import { breakFree, release } from './attack/holds';
import { disarm, push, restrain, sprintPush, trip } from './attack/maneuvers';
import { shoot } from './attack/ranged';
import { finishOff, meleeAction, meleeWeapons, unarmedStrikeOf, weaponOf, weaponOrUnarmed } from './attack/strikes';
import { is, roundEnd } from './conditions';
import { equip, handOver, letFall, load, meleeInHand, pickUp, stow, use } from './gear';
import { breakBarrier, STRIDES, wait } from './movement/strides';
import { withdraw } from './movement/withdraw';
import { surge } from './rest';
import { setState } from './state';
import { challengeInitiative } from './turn/initiative';

export const ACTIONS = {
  /** E-42. */
  'melee-attack': meleeAction(3, weaponOf, {
    promise: 0.05,
    toWinner: 'offered',
    variants: { swift: 'swift-attack' },
    itemsFor: meleeWeapons,
    wields: meleeInHand,
  }),
  /** E-44, E-173 to E-176. */
  'unarmed-attack': meleeAction(2, unarmedStrikeOf, {
    promise: 0.02,
    toWinner: 'offered',
    variants: { swift: 'swift-unarmed' },
  }),
  /** E-68, E-A56: armed or unarmed. */
  'single-strike': meleeAction(1, weaponOrUnarmed, { promise: 0.05, itemsFor: meleeWeapons, isForDefenseless: true }),
  'finish-off': finishOff,
  trip,
  disarm,
  restrain,
  push,
  'sprint-push': sprintPush,
  /** E-43, E-103. */
  'ranged-attack': shoot,

  ...STRIDES,
  /** E-58. */
  'kneel-from-prone': {
    category: 'move',
    options: ['swap'],
    promise: 0.05,
    toWinner: 'offered',
    endsRunUp: true,
    cost: () => ({ energy: 1 }),
    whyNot: ({ fighter }) => (is(fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
    *play({ encounter, fighter }) {
      yield* removeCondition(fighter, 'prone');
      yield* setState(fighter.id, 'posture', 'kneeling');
      yield* addCondition(fighter.id, 'unguarded', roundEnd(encounter.clock.round));
    },
  },
  /** E-59. */
  'stand-up': {
    category: 'move',
    options: ['swap'],
    promise: 0.05,
    toWinner: 'offered',
    endsRunUp: true,
    cost: () => ({ energy: 1 }),
    // A fighter tripped while kneeling is Prone again.
    whyNot: ({ fighter }) =>
      fighter.state.posture === 'kneeling' && !is(fighter, 'prone') ? [] : [{ id: 'not-kneeling' }],
    *play({ fighter }) {
      yield* setState(fighter.id, 'posture', null);
    },
  },

  /** E-60 to E-62. */
  defend: {
    category: 'other',
    options: ['swap'],
    promise: ({ fighter }) => (is(fighter, 'defending') ? null : 0.03),
    defends: true,
    toWinner: 'offered',
    cost: () => ({ energy: 1 }),
    play: ({ fighter }) => defend(fighter),
  },
  /** E-67, E-A16. */
  'catch-breath': {
    category: 'other',
    options: ['swap'],
    promise: 0,
    toWinner: 'offered',
    cost: ({ fighter }) => ({ energy: Math.max(1, Math.min(3, freeOf(fighter, 'energy'))) }),
    whyNot: ({ fighter }) => (isFull(fighter, 'stamina') ? [{ id: 'stamina-full' }] : []),
    *play({ fighter }) {
      yield* adjustPool(fighter.id, 'stamina', 1);
    },
  },
  escape: breakFree,
  release,
  'break-barrier': breakBarrier,
  'challenge-initiative': challengeInitiative,
  wait,
  withdraw,
  load,
  'use-item': use,
  'equip-item': equip,
  'stow-item': stow,
  'drop-item': letFall,
  'hand-over': handOver,
  'pick-up-item': pickUp,
  'spend-surge': surge,
} as const satisfies Readonly<Record<string, Action>>;
export type ActionId = keyof typeof ACTIONS;
