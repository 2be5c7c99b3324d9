import type { Procedure } from '../../../kernel/procedure';
import { message } from '../../../toolkit/define/labels';
import type { AnswerOddsRules } from '../../../toolkit/views/compute-answer-odds';
import { chanceOf, isSuccess, type OddsRules, oddsOf } from '../../../toolkit/views/odds';
import { type Action, type SecondsContext, ticksDue, whyNotFinish } from '../action';
import { isIdle } from '../clock';
import { COMMANDS } from '../commands';
import { optionsOf } from '../options';
import type { SecondsEncounter } from '../state';
import { reduceFear, ticksLeft } from '../turn/lane';

const ACTOR_ASKS: readonly string[] = ['check-by', 'disarm-by'];

const SECONDS_ODDS: OddsRules<SecondsEncounter> = {
  isRolled: ({ do: id }) => COMMANDS.actionOf(id)?.odds !== undefined,
  /** Rated as if finished. */
  whyNot(encounter, command) {
    const { find, whyNot } = COMMANDS.of(encounter);
    const found = find(command);
    return [...whyNot(command), ...(found ? whyNotFinish(found.action, found.act) : [])];
  },
  /** Approval changes no chance; paying may end the actor's fear (S-A15). */
  roll(encounter, command) {
    const found = COMMANDS.of(encounter).find(command);
    if (!found || optionsOf(command).object) return null;
    const { action, act } = found;
    return action.isRolled?.(act) === false ? null : playPaid(action, act);
  },
  /** Of others only holds and places matter. */
  cacheKey: ({ fighters }, by, at) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, conditions, state } = fighter;
      return id === by || id === at ? fighter : { id, side, place, conditions, state };
    }),
  /** One chance for each choice of the actor; the target chooses best. */
  show(prospects, exact, { do: id }) {
    const best = new Map<string, number>();
    for (const { choices, chances } of prospects) {
      const own = choices.find(({ ask }) => ACTOR_ASKS.includes(ask))?.option ?? '';
      best.set(own, Math.min(best.get(own) ?? 1, chanceOf(chances, isSuccess)));
    }
    const name = `Odds.${COMMANDS.actionOf(id)?.odds}`;
    return [...best].map(([own, chance]) => ({ label: message(own ? `Rolled.${own}` : name), chance, exact }));
  },
};

function* playPaid(action: Action, act: SecondsContext): Procedure<unknown> {
  const { encounter, fighter, command, runtime } = act;
  if (!isIdle(encounter) && !action.reacts) {
    const due = ticksDue(action, act);
    yield* reduceFear(fighter, optionsOf(command).hurry ? Math.min(due, ticksLeft(fighter)) : due);
  }
  return yield* runtime.enact({ action, act }, act.terms);
}

/** The chances of an action once it is paid for. */
export const ODDS = oddsOf(SECONDS_ODDS);

/** Of the target's choice of a save or check. */
export const ANSWERS: AnswerOddsRules<SecondsEncounter> = { asks: ['save-by', 'hold-by', 'keep-by'] };
