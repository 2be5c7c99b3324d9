import type { Command } from '../../encounter/command';
import type { FighterId } from '../../encounter/state';
import type { Worth } from '../../encounter/worth';
import { reasonsAgainst } from '../../toolkit/act/actions';
import { gap } from '../../toolkit/space/space';
import { COMMANDS } from './commands';
import { isObject, isOut } from './conditions';
import { preferredCorners } from './magic/spell';
import type { SlotsEncounter } from './state';
import { isAtHand } from './stats';
import { whyNotAim } from './turn/legality';

/** Returns the fighters on their feet, the nearest first: the confused strike at who stands next to them. */
function nearestTo({ fighters, ground }: SlotsEncounter, id: FighterId): readonly FighterId[] {
  const place = fighters[id]?.place;
  const distance = (other: FighterId): number => {
    const there = fighters[other]?.place;
    return place && there ? gap(ground, place, there) : 0;
  };
  return Object.values(fighters)
    .flatMap((other) => (isOut(other) ? [] : [other.id]))
    .sort((a, b) => distance(a) - distance(b));
}

/** Those behind Cover are attacked from elsewhere. */
function isPossible(encounter: SlotsEncounter, command: Command): boolean {
  const found = COMMANDS.of(encounter).find(command);
  if (!found) return true;
  const { action, act } = found;
  return reasonsAgainst(action, act).length === 0 && whyNotAim(action, act).length === 0;
}

/** What a weapon at hand is worth. */
const ARMED = 0.15;

export const WORTH: Omit<Worth<SlotsEncounter>, 'promise'> = {
  isOut: (fighter) => isOut(fighter) || isObject(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some(isAtHand) ? ARMED : 0),
  isPossible,
  pools: { sq: 0.1, reaction: 0.02 },
  preferredAnswers(encounter, ask) {
    if (ask.id === 'corner') return preferredCorners(encounter, ask);
    return ask.id === 'confused' ? nearestTo(encounter, String(ask.facts?.at)) : null;
  },
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
