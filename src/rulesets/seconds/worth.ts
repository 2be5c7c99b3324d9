import type { Command } from '../../encounter/command';
import type { Worth } from '../../encounter/worth';
import { reasonsAgainst } from '../../toolkit/act/actions';
import { whyNotFinish } from './action';
import { COMMANDS } from './commands';
import { is } from './conditions';
import { ticksOf } from './schema';
import type { SecondsEncounter } from './state';
import { weaponsInHand } from './stats';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

/** What may be begun out of reach comes to nothing there. */
function isPossible(encounter: SecondsEncounter, command: Command): boolean {
  const found = COMMANDS.of(encounter).find(command);
  if (!found) return true;
  const { action, act } = found;
  return reasonsAgainst(action, act).length === 0 && whyNotFinish(action, act).length === 0;
}

export const WORTH: Omit<Worth<SecondsEncounter>, 'promise'> = {
  isOut: (fighter) => is(fighter, 'unconscious') || fighter.pools.hp.value <= 0,
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: (fighter) => (weaponsInHand(fighter).length > 0 ? ARMED : 0),
  isPossible,
  // The pool counts ticks.
  priceOf: (encounter, command) =>
    COMMANDS.of(encounter)
      .pricesOf(command)
      .map(({ pool, amount }) => ({ pool, amount: pool === 'seconds' ? ticksOf(amount) : amount })),
  turnPool: 'seconds',
  pools: { seconds: 0.02, reactions: 0.02 },
  conditions: { prone: -0.15, grappled: -0.15, restrained: -0.3, blinded: -0.25, frightened: -0.1, pinned: -0.1 },
};
