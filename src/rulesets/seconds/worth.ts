import type { Command } from '../../encounter/command';
import type { Worth } from '../../encounter/worth';
import { lookup } from '../../kernel/lookup';
import { gap } from '../../toolkit/space/space';
import { ticksDue, ticksFor } from './action';
import { COMMANDS } from './commands';
import { is } from './conditions';
import { optionsOf } from './options';
import type { SecondsEncounter } from './state';
import { weaponsInHand } from './stats';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

/** What actions are worth besides their visible result; others are not for opponents. */
const PROMISES: Readonly<Record<string, number>> = {
  attack: 0.05,
  'cast-spell': 0.05,
  'opportunity-attack': 0.05,
  blind: 0,
  grapple: 0,
  restrain: 0,
  pin: 0,
  shove: 0,
  throw: 0,
  trip: 0,
  tackle: 0,
  disarm: 0,
  'stand-up': 0.1,
  'break-grapple': 0.1,
  'break-pin': 0.1,
  'clear-eyes': 0.1,
  wake: 0.1,
  move: 0,
};

/** Returns true for an attack that a turn has time for, but not what is left of it. */
function isTooLate(encounter: SecondsEncounter, command: Command): boolean {
  const found = COMMANDS.of(encounter).find(command);
  if (!found || optionsOf(command).hurry) return false;
  const { seconds } = found.act.fighter.pools;
  return ticksDue(found.action, found.act) > seconds.value && ticksFor(found.action, found.act) <= seconds.max;
}

export const WORTH: Worth<SecondsEncounter> = {
  isOut: (fighter) => is(fighter, 'unconscious') || fighter.pools.hp.value <= 0,
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: (fighter) => (weaponsInHand(fighter).length > 0 ? ARMED : 0),
  pools: { seconds: 0.02, reactions: 0.02 },
  conditions: { prone: -0.15, grappled: -0.15, restrained: -0.3, blinded: -0.25, frightened: -0.1, pinned: -0.1 },
  /** An attack for which there is no time left is hurried; a maneuver may begin out of reach, but then it comes to nothing. */
  promise(encounter, command) {
    const { do: id, by, at = '' } = command;
    const promise = lookup(PROMISES, id) ?? null;
    if (id === 'attack' && isTooLate(encounter, command)) return null;
    const [place, other] = [by, at].map((each) => encounter.fighters[each]?.place);
    return promise === 0 && place && other && gap(encounter.ground, place, other) > 0 ? null : promise;
  },
};
