import type { Worth } from '../../encounter/worth';
import { lookup } from '../../kernel/lookup';
import { gap } from '../../toolkit/space/space';
import { isObject, isOut } from './conditions';
import type { SlotsEncounter } from './state';
import { isAtHand } from './stats';

/** What a weapon at hand is worth. */
const ARMED = 0.15;

/** What actions are worth besides their visible result; others are not for opponents. */
const PROMISES: Readonly<Record<string, number>> = {
  'primary-attack': 0.05,
  'secondary-attack': 0.05,
  'tertiary-attack': 0.05,
  'cast-spell': 0.05,
  charge: 0.05,
  'opportunity-attack': 0.05,
  'readied-action': 0.05,
  disarm: 0,
  grapple: 0,
  push: 0,
  trip: 0,
  feint: 0,
  counterspell: 0.02,
  'grapple-contest': 0.05,
  'break-free': 0.1,
  'stand-up': 0.1,
  'patch-wound': 0.05,
  consume: 0,
  feed: 0,
  advance: 0,
  dash: 0,
  'side-step': 0,
};

export const WORTH: Worth<SlotsEncounter> = {
  isOut: (fighter) => isOut(fighter) || isObject(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some(isAtHand) ? ARMED : 0),
  pools: { sq: 0.1, reaction: 0.02 },
  conditions: {
    surprised: -0.03,
    prone: -0.15,
    restrained: -0.3,
    stunned: -0.4,
    blinded: -0.3,
    frightened: -0.2,
    confused: -0.2,
  },
  /** A Feint from afar is over before the next blow. */
  promise(encounter, { do: id, by, at = '' }) {
    const [place, other] = [by, at].map((each) => encounter.fighters[each]?.place);
    const isAfar = place && other && gap(encounter.ground, place, other) > 0;
    return id === 'feint' && isAfar ? null : (lookup(PROMISES, id) ?? null);
  },
};
