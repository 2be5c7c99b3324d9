import { NO_ODDS } from '../../../toolkit/combat/mask-unknown';
import { message } from '../../../toolkit/define/labels';
import type { AnswerOddsRules } from '../../../toolkit/views/compute-answer-odds';
import {
  chanceOf,
  type HitLabels,
  hitOdds,
  isSuccess,
  type OddsRules,
  oddsOf,
  onlyLine,
} from '../../../toolkit/views/odds';
import { COMMANDS } from '../commands';
import type { SlotsEncounter } from '../state';

const BLOW: HitLabels = {
  hit: message('Odds.hit'),
  critical: message('Odds.critical'),
  damage: (facts) => message('Odds.damage', facts),
};

const SLOTS_ODDS: OddsRules<SlotsEncounter> = {
  isRolled: ({ do: id, at }) => at !== undefined && COMMANDS.actionOf(id)?.chance !== undefined,
  whyNot: () => [],
  roll(encounter, command) {
    const { action, act } = COMMANDS.of(encounter).find(command) ?? {};
    return (act?.target && action?.chance?.(act)) ?? null;
  },
  /** Both fighters in full, for Ability Damage; the others by position and weapons, since they flank. */
  cacheKey: ({ fighters }, by, at) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, items, conditions } = fighter;
      return id === by || id === at ? fighter : { id, side, place, items, conditions };
    }),
  show(prospects, exact, { do: id }) {
    const chances = onlyLine(prospects);
    if (!chances) return NO_ODDS;
    const { odds } = COMMANDS.actionOf(id) ?? {};
    if (odds === 'hit') return hitOdds(chances, exact, BLOW);
    return [{ label: message(`Odds.${odds}`), chance: chanceOf(chances, isSuccess), exact }];
  },
};

/** Returns the odds of an attack (hit, likeliest damage) or of a contest (success). */
export const ODDS = oddsOf(SLOTS_ODDS);

/** L-68: of those in the way of an Overrun. */
export const ANSWERS: AnswerOddsRules<SlotsEncounter> = {
  asks: ['overrun-dodge'],
  anyPlace: ['step-aside'],
  concerns: (_, defender, of) => of === defender,
};
