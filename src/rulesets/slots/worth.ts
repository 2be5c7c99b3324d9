import type { Worth } from '../../encounter/worth';
import { isObject, isOut } from './conditions';
import { preferredCorners } from './magic/spell';
import type { SlotsEncounter } from './state';
import { isAtHand } from './stats';

/** What a weapon at hand is worth. */
const ARMED = 0.15;

export const WORTH: Omit<Worth<SlotsEncounter>, 'promise'> = {
  isOut: (fighter) => isOut(fighter) || isObject(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some(isAtHand) ? ARMED : 0),
  pools: { sq: 0.1, reaction: 0.02 },
  preferredAnswers: (encounter, ask) => (ask.id === 'corner' ? preferredCorners(encounter, ask) : null),
  conditions: {
    surprised: -0.03,
    prone: -0.15,
    restrained: -0.3,
    stunned: -0.4,
    blinded: -0.3,
    frightened: -0.2,
    confused: -0.2,
  },
};
