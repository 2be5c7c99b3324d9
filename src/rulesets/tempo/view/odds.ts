import { NO_ODDS } from '../../../toolkit/combat/mask-unknown';
import { message } from '../../../toolkit/define/labels';
import type { AnswerOddsRules } from '../../../toolkit/views/compute-answer-odds';
import { hitOdds, oddsOf, onlyLine } from '../../../toolkit/views/odds';
import { COMMANDS } from '../commands';
import type { TempoEncounter } from '../state';

/** The odds of an Attack: the chance to hit and the likely damage. */
export const ODDS = oddsOf<TempoEncounter>({
  isRolled: ({ do: id, at }) => at !== undefined && COMMANDS.actionOf(id)?.odds !== undefined,
  whyNot: (encounter, command) => COMMANDS.of(encounter).whyNot(command),
  /** Without beginning the turn, which changes nothing, and without Dual Wield. */
  roll(encounter, command) {
    const { find, enact } = COMMANDS.of(encounter);
    const found = find(command);
    return found?.act.target ? enact(found) : null;
  },
  /** Includes all places, because guards must be adjacent. */
  cacheKey({ fighters }, by, at) {
    const others = Object.values(fighters).map(({ id, place, conditions }) => [id, place, conditions]);
    const guards = fighters[at]?.conditions.flatMap((condition) => fighters[condition.by ?? ''] ?? []) ?? [];
    const looked = [fighters[by], fighters[at], ...guards].map((fighter) => [fighter?.stats, fighter?.items]);
    return [others, looked];
  },
  show(prospects, exact, { do: id }) {
    const chances = onlyLine(prospects);
    return chances
      ? hitOdds(chances, exact, {
          hit: message(`Odds.${COMMANDS.actionOf(id)?.odds}`),
          damage: (facts) => message('Odds.damage', facts),
        })
      : NO_ODDS;
  },
});

/** T-73: of the target's Reactions to a hit. */
export const ANSWERS: AnswerOddsRules<TempoEncounter> = { asks: ['hit'] };
