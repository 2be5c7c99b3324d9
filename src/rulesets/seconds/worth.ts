import type { Worth } from '../../encounter/worth';
import { is } from './conditions';
import type { SecondsEncounter } from './state';
import { weaponsInHand } from './stats';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

export const WORTH: Omit<Worth<SecondsEncounter>, 'promise'> = {
  isOut: (fighter) => is(fighter, 'unconscious') || fighter.pools.hp.value <= 0,
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: (fighter) => (weaponsInHand(fighter).length > 0 ? ARMED : 0),
  pools: { seconds: 0.02, reactions: 0.02 },
  conditions: { prone: -0.15, grappled: -0.15, restrained: -0.3, blinded: -0.25, frightened: -0.1, pinned: -0.1 },
};
