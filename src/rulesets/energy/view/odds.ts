import type { Procedure } from '../../../kernel/procedure';
import { fighterIn } from '../../../toolkit/act/actions';
import { NO_ODDS } from '../../../toolkit/combat/mask-unknown';
import { message } from '../../../toolkit/define/labels';
import type { AnswerOddsRules } from '../../../toolkit/views/compute-answer-odds';
import { chanceOf, type HitLabels, hitOdds, isSuccess, oddsOf, onlyLine } from '../../../toolkit/views/odds';
import type { Action, EnergyContext } from '../action';
import { withGuessedBehavior } from '../attack/target-behavior';
import { COMMANDS } from '../commands';
import type { EnergyEncounter } from '../state';
import { DECLARED } from '../turn/declaration';

const BLOW: HitLabels = {
  hit: message('Odds.hit'),
  critical: message('Odds.critical'),
  damage: (facts) => message('Odds.damage', facts),
};

function* attack(action: Action, context: EnergyContext): Procedure<unknown> {
  const { target } = context;
  // Uses the likely answers instead of asking the GM.
  const act =
    target && action.isRanged ? { ...context, command: withGuessedBehavior({ ...context, target }) } : context;
  const declared = action.declare ? yield* action.declare(act) : false;
  return yield* act.runtime.enact({ action, act }, declared);
}

/** Hit chances and likely damage, or the chance of a maneuver. */
export const ODDS = oddsOf<EnergyEncounter>({
  isRolled: ({ do: id, at }) => at !== undefined && COMMANDS.actionOf(id)?.category === 'attack',
  whyNot: (encounter, command) => COMMANDS.of(encounter).whyNot(command),
  roll(encounter, command) {
    if (!fighterIn(encounter, command.by) || !fighterIn(encounter, command.at)) return null;
    const { action, act } = COMMANDS.of(encounter).expect(command);
    return attack(action, act);
  },
  /** Pools do not change an attack (section 6). */
  cacheKey: ({ fighters }, by, at) => [by, at].map((id) => ({ ...fighters[id], pools: null })),
  show(prospects, exact, { do: id }) {
    const chances = onlyLine(prospects);
    if (!chances) return NO_ODDS;
    const label = COMMANDS.actionOf(id)?.odds;
    if (label === undefined) return hitOdds(chances, exact, BLOW);
    return [{ label: message(`Odds.${label}`), chance: chanceOf(chances, isSuccess), exact }];
  },
});

/** Of what the target of an attack may do about it. */
export const ANSWERS: AnswerOddsRules<EnergyEncounter> = { asks: ['dodge', DECLARED, 'hold-by'] };
