import type { Procedure } from '../../../kernel/procedure';
import { NO_ODDS } from '../../../mechanics/known';
import { fighterIn } from '../../../rulebook/actions';
import { message } from '../../../rulebook/labels';
import { chanceOf, type HitLabels, hitOdds, type OddsRules, oddsOf, onlyLine, succeeds } from '../../../rulebook/odds';
import type { Act, Action } from '../act';
import { COMMANDS } from '../commands';
import type { EnergyEncounter } from '../stats';

const BLOW: HitLabels = {
  hit: message('Odds.hit'),
  critical: message('Odds.critical'),
  damage: (facts) => message('Odds.damage', facts),
};

/** Attacks that do no damage: their odds are those of coming off at all. */
const MANEUVERS: readonly string[] = ['trip', 'disarm', 'restrain', 'push', 'sprint-push'];

function* attack(action: Action, act: Act): Procedure<unknown> {
  const declared = action.declare ? yield* action.declare(act) : false;
  return yield* action.play(act, declared);
}

const ENERGY_ODDS: OddsRules<EnergyEncounter> = {
  isRolled: ({ do: id, at }) => at !== undefined && COMMANDS.actionOf(id)?.category === 'attack',
  whyNot: COMMANDS.whyNot,
  roll(encounter, command) {
    if (!fighterIn(encounter, command.by) || !fighterIn(encounter, command.at)) return null;
    const { action, act } = COMMANDS.expect(encounter, command);
    return attack(action, act);
  },
  /** No pools: how much somebody has left neither helps nor hinders a blow (section 6). */
  looksAt: ({ fighters }, by, at) => [by, at].map((id) => ({ ...fighters[id], pools: null })),
  show(prospects, exact, { do: id }) {
    const chances = onlyLine(prospects);
    if (!chances) return NO_ODDS;
    if (!MANEUVERS.includes(id)) return hitOdds(chances, exact, BLOW);
    return [{ label: message(`Odds.${id}`), chance: chanceOf(chances, succeeds), exact }];
  },
};

/** What an attack would come to: of a blow the chances to hit and the likeliest damage, of a maneuver the chance that it comes off. */
export const ODDS = oddsOf(ENERGY_ODDS);
