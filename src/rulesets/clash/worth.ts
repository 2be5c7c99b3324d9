import type { Worth } from '../../encounter/worth';
import { lookup } from '../../kernel/lookup';
import { isAble } from './conditions';
import type { ClashEncounter } from './state';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

/** What actions are worth besides their visible result; others are not for opponents. */
const PROMISES: Readonly<Record<string, number>> = {
  'attack-basic-melee': 0.05,
  'attack-basic-ranged': 0.05,
  'attack-spell': 0.05,
  'attack-skill': 0.05,
  'attack-item': 0,
  'attack-grapple': 0,
  'escape-grapple': 0.05,
  'utility-spell': 0.01,
  'utility-skill': 0.01,
  'utility-item': 0,
  'mount-extra-action': 0.05,
  'free-reaction': 0.02,
  'parry-riposte': 0.05,
  'move-walk': 0,
  'mount-free-move': 0,
};

export const WORTH: Worth<ClashEncounter> = {
  isOut: (fighter) => !isAble(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some((item) => item.type === 'clashWeapon' && item.equipped) ? ARMED : 0),
  pools: { mp: 0.1 },
  conditions: { grappled: -0.2, 'off-balance': -0.1, unseen: 0.1, empowered: 0.1 },
  promise: (_, { do: id }) => lookup(PROMISES, id) ?? null,
  answers: {
    defense: ['block', 'dodge', 'parry', 'none'],
    'defense-unseen': ['block', 'dodge', 'none'],
    'after-parry': ['parry-nothing'],
    zone: ['torso'],
  },
};
