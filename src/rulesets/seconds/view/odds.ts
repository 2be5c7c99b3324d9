import { message } from '../../../toolkit/define/labels';
import { chanceOf, isSuccess, type OddsRules, oddsOf } from '../../../toolkit/views/odds';
import { whyNotFinish } from '../action';
import { COMMANDS } from '../commands';
import { optionsOf } from '../options';
import type { SecondsEncounter } from '../state';

/** Of what is rolled for, what hits. */
const STRIKES: readonly string[] = ['attack', 'opportunity-attack'];

/** Choices of who acts: which check it is made with. */
const OWN: readonly string[] = ['check-by', 'disarm-by'];

const SECONDS_ODDS: OddsRules<SecondsEncounter> = {
  isRolled: ({ do: id }) => ROLLED_ACTIONS.includes(id),
  /** What is only begun now is foretold when it is finished. */
  whyNot(encounter, command) {
    const found = COMMANDS.find(encounter, command);
    return [...COMMANDS.whyNot(encounter, command), ...(found ? whyNotFinish(found.action, found.act) : [])];
  },
  /** An action from its first die on: paying for it changes none of it, and what it was allowed for neither. */
  roll(encounter, command) {
    const found = COMMANDS.find(encounter, command);
    if (!found || optionsOf(command).object) return null;
    const { action, act } = found;
    if (command.do === 'cast-spell' && !(act.item?.type === 'secondsSpell' && act.item.attacks)) return null;
    return action.play(act, act.terms);
  },
  /** Of the two everything; of the others who is bound to whom, and where they stand. */
  cacheKey: ({ fighters }, by, at) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, conditions, state } = fighter;
      return id === by || id === at ? fighter : { id, side, place, conditions, state };
    }),
  /** Choices of who acts stand side by side; of what the target may choose, the best for the target counts. */
  show(prospects, exact, { do: id }) {
    const best = new Map<string, number>();
    for (const { choices, chances } of prospects) {
      const own = choices.find(({ ask }) => OWN.includes(ask))?.option ?? '';
      best.set(own, Math.min(best.get(own) ?? 1, chanceOf(chances, isSuccess)));
    }
    const name = STRIKES.includes(id) ? 'Odds.hit' : 'Odds.works';
    return [...best].map(([own, chance]) => ({ label: message(own ? `Rolled.${own}` : name), chance, exact }));
  },
};

/** How likely an action is to come off once its time is paid: for each check the fighter may make it with. */
export const ODDS = oddsOf(SECONDS_ODDS);

/** What is rolled for. */
export const ROLLED_ACTIONS: readonly string[] = [
  ...['attack', 'opportunity-attack', 'cast-spell', 'blind', 'grapple', 'restrain', 'pin', 'shove', 'tackle', 'trip'],
  ...['disarm', 'intimidate', 'break-grapple', 'break-pin'],
];
