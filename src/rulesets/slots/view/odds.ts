import { recordOutcome } from '../../../encounter/change';
import type { Procedure } from '../../../kernel/procedure';
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
import { attackInputOf, strikeAt } from '../attack/attack';
import { STRIKING, type StrikeContext } from '../attack/strikes';
import { COMMANDS } from '../commands';
import { isObject } from '../conditions';
import { moveAlong } from '../movement/arrival';
import { type Route, routeOf } from '../movement/movement';
import { CHARGING, chargeAt } from '../movement/strides';
import type { SaveId, SkillId } from '../schema';
import { rollOpposedCheck } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';

/** Attacks of one roll against AC. */
export const ATTACK_ACTIONS: readonly string[] = ['primary-attack', 'secondary-attack', 'tertiary-attack', 'charge'];

/** Actions decided by a skill against a save (section 5). */
const CONTESTS = new Map<string, readonly [SkillId, SaveId]>([
  ['disarm', ['athletics', 'reflex']],
  ['grapple', ['athletics', 'reflex']],
  ['push', ['athletics', 'reflex']],
  ['trip', ['athletics', 'reflex']],
  ['feint', ['deception', 'will']],
]);

function* contest(fighter: SlotsFighter, target: SlotsFighter, [skill, save]: readonly [SkillId, SaveId]) {
  const success = yield* rollOpposedCheck(fighter, skill, target, save);
  return yield* recordOutcome({ result: success ? 'succeeds' : 'fails', success });
}

/** L-56: the blow of a Charge is struck from the end of the Dash. */
function* chargeAlong(act: StrikeContext, route: Route | null): Procedure<void> {
  yield* moveAlong(act.encounter, act.fighter, route?.cells ?? []);
  yield* chargeAt(act);
}

const BLOW: HitLabels = {
  hit: message('Odds.hit'),
  critical: message('Odds.critical'),
  damage: (facts) => message('Odds.damage', facts),
};

const SLOTS_ODDS: OddsRules<SlotsEncounter> = {
  isRolled: ({ do: id, at }) => at !== undefined && (CONTESTS.has(id) || ATTACK_ACTIONS.includes(id)),
  whyNot: () => [],
  /** Only the roll. Of what precedes it, only the Dash of a Charge changes it. */
  roll(encounter, command) {
    const { act } = COMMANDS.of(encounter).find(command) ?? {};
    if (!act?.target) return null;
    const contested = CONTESTS.get(command.do);
    if (contested) return isObject(act.target) ? null : contest(act.fighter, act.target, contested);
    const charging = command.do === 'charge' ? CHARGING.find(act) : null;
    if (charging) return chargeAlong(charging, routeOf(charging));
    const striking = ATTACK_ACTIONS.includes(command.do) ? STRIKING.find(act) : null;
    return striking && strikeAt(encounter, attackInputOf(striking));
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
    if (ATTACK_ACTIONS.includes(id)) return hitOdds(chances, exact, BLOW);
    return [{ label: message('Odds.succeeds'), chance: chanceOf(chances, isSuccess), exact }];
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
