import { conclude } from '../../../encounter/change';
import type { Procedure } from '../../../kernel/procedure';
import { NO_ODDS } from '../../../mechanics/known';
import { message } from '../../../rulebook/labels';
import { chanceOf, type HitLabels, hitOdds, type OddsRules, oddsOf, onlyLine, succeeds } from '../../../rulebook/odds';
import type { Act } from './act';
import { strikeAt } from './attack';
import { opposed } from './check';
import { actionOf } from './commands';
import { isObject } from './conditions';
import { slotOf } from './cost';
import type { SlotsEncounter, SlotsFighter } from './stats';
import { chargeAt } from './strides';
import { blowOf } from './strikes';
import type { Save, Skill } from './words';

/** Attacks of one roll against AC. */
const BLOWS = new Map<string, (act: Act) => Procedure<unknown>>([
  ['primary-attack', (act) => strikeAt(act.encounter, blowOf(act))],
  ['secondary-attack', (act) => strikeAt(act.encounter, blowOf(act))],
  ['tertiary-attack', (act) => strikeAt(act.encounter, blowOf(act))],
  ['charge', chargeAt],
]);

/** What is rolled against what the other rolls: a skill and a save (section 5). */
const CONTESTS = new Map<string, readonly [Skill, Save]>([
  ['disarm', ['athletics', 'reflex']],
  ['grapple', ['athletics', 'reflex']],
  ['push', ['athletics', 'reflex']],
  ['trip', ['athletics', 'reflex']],
  ['feint', ['deception', 'will']],
]);

function* contest(fighter: SlotsFighter, target: SlotsFighter, [skill, save]: readonly [Skill, Save]) {
  const success = yield* opposed(fighter, skill, target, save);
  return yield* conclude({ result: success ? 'succeeds' : 'fails', success });
}

const BLOW: HitLabels = {
  hit: message('Odds.hit'),
  critical: message('Odds.critical'),
  damage: (facts) => message('Odds.damage', facts),
};

const SLOTS_ODDS: OddsRules<SlotsEncounter> = {
  whyNot: () => [],
  /** Just the roll: what stands before it in its frame changes none of it. */
  roll(encounter, command) {
    const fighter = encounter.fighters[command.by];
    const target = command.at === undefined ? undefined : encounter.fighters[command.at];
    const action = actionOf(command.do);
    if (!fighter || !target || !action) return null;
    const contested = CONTESTS.get(command.do);
    if (contested) return isObject(target) ? null : contest(fighter, target, contested);
    return BLOWS.get(command.do)?.({ encounter, fighter, target, command, slot: slotOf(action, command) }) ?? null;
  },
  /** Of the two everything, Ability Damage included; of the others where they stand and what they threaten with, since they flank. */
  looksAt: ({ fighters }, command) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, items, conditions } = fighter;
      return id === command.by || id === command.at ? fighter : { id, side, place, items, conditions };
    }),
  show(prospects, exact, { do: id }) {
    const chances = onlyLine(prospects);
    if (!chances) return NO_ODDS;
    if (BLOWS.has(id)) return hitOdds(chances, exact, BLOW);
    return [{ label: message('Odds.succeeds'), chance: chanceOf(chances, succeeds), exact }];
  },
};

/** What an action at somebody would come to: of an attack the chances to hit and the likeliest damage, of a contest that to succeed. */
export const ODDS = oddsOf(SLOTS_ODDS);
