import type { Worth } from '../../encounter/worth';
import { isAble } from './conditions';
import type { ClashEncounter } from './state';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

export const WORTH: Omit<Worth<ClashEncounter>, 'promise'> = {
  isOut: (fighter) => !isAble(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some((item) => item.type === 'clashWeapon' && item.equipped) ? ARMED : 0),
  pools: { mp: 0.1 },
  conditions: { grappled: -0.2, 'off-balance': -0.1, unseen: 0.1, empowered: 0.1 },
  answers: {
    defense: ['block', 'dodge', 'parry', 'none'],
    'defense-unseen': ['block', 'dodge', 'none'],
    'after-parry': ['parry-nothing'],
    zone: ['torso'],
  },
};
