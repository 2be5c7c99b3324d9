import { say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { type Forecast, forecast } from '../../../encounter/forecast';
import type { Odds, Viewer } from '../../../encounter/view';
import type { Procedure } from '../../../kernel/procedure';
import { asFarAsKnown, known, NO_ODDS } from '../../../mechanics/known';
import { type HitLabels, hitOdds, memoryOf, tally, UNSETTLED } from '../../../mechanics/odds';
import { message as words } from '../../../rulebook/labels';
import type { Act } from './act';
import { strikeAt } from './attack';
import { opposed } from './check';
import { actionOf } from './commands';
import { isObject } from './conditions';
import { slotOf } from './cost';
import type { SlotsEncounter } from './stats';
import { chargeAt } from './strides';
import { blowOf } from './strikes';
import type { Save, Skill } from './words';

/** Attacks of one roll against AC. */
const BLOWS: Readonly<Record<string, (act: Act) => Procedure<unknown>>> = {
  'primary-attack': (act) => strikeAt(act.encounter, blowOf(act)),
  'secondary-attack': (act) => strikeAt(act.encounter, blowOf(act)),
  'tertiary-attack': (act) => strikeAt(act.encounter, blowOf(act)),
  charge: chargeAt,
};

/** What is rolled against what the other rolls: a skill and a save (section 5). */
const CONTESTS: Readonly<Record<string, readonly [Skill, Save]>> = {
  disarm: ['athletics', 'reflex'],
  grapple: ['athletics', 'reflex'],
  push: ['athletics', 'reflex'],
  trip: ['athletics', 'reflex'],
  feint: ['deception', 'will'],
};

/** What settles it, with the damage of a blow. */
const SETTLED: readonly string[] = ['miss', 'hit', 'critical', 'succeeds', 'fails'];
const settles = (effect: Effect): boolean => effect.kind === 'say' && SETTLED.includes(effect.word);

const MEASURED = {
  settles,
  outcome(_: SlotsEncounter, effects: readonly Effect[]): string {
    const said = effects.findLast(settles);
    return said?.kind === 'say' ? `${said.word} ${said.facts.damage ?? 0}` : UNSETTLED;
  },
};

/** Just the roll: what stands before it in its frame changes none of it. */
const ROLL = {
  *play(encounter: SlotsEncounter, command: Command): Procedure<unknown> {
    const { [command.by]: fighter, [command.at!]: target } = encounter.fighters;
    const act: Act = {
      ...{ encounter, fighter: fighter!, target: target!, command },
      slot: slotOf(actionOf(command.do)!, command),
    };
    const contest = CONTESTS[command.do];
    if (!contest) return yield* BLOWS[command.do]!(act);
    const [skill, save] = contest;
    return yield* say((yield* opposed(fighter!, skill, target!, save)) ? 'succeeds' : 'fails', {});
  },
};

/**
 * What an action at somebody would come to: of an attack the chance to hit, critical hits among them, that of a critical hit, and the
 * likeliest damage with its chance; of a contest the chance to succeed. Empty for anything else, and where the viewer lacks a number it
 * takes.
 */
export const oddsOf = (encounter: SlotsEncounter, viewer: Viewer, command: Command): readonly Odds[] =>
  found(encounter, viewer, command, memory.reckoned);

/** The same where it has been reckoned lately, and nothing where it has not: a sheet of many weapons is drawn at once. */
export const oddsAtHand = (encounter: SlotsEncounter, viewer: Viewer, command: Command): readonly Odds[] =>
  found(encounter, viewer, command, memory.atHand);

function found(
  encounter: SlotsEncounter,
  viewer: Viewer,
  command: Command,
  look: (key: string, reckon: () => readonly Odds[]) => readonly Odds[],
): readonly Odds[] {
  const target = command.at === undefined ? undefined : encounter.fighters[command.at];
  const isContest = Object.hasOwn(CONTESTS, command.do);
  if (!target || !(isContest ? !isObject(target) : Object.hasOwn(BLOWS, command.do))) return NO_ODDS;
  const seen = known(encounter, viewer);
  return asFarAsKnown(() => look(keyOf(seen, command), () => shown(forecast(ROLL, seen, command, MEASURED))));
}

const LABELS: HitLabels = {
  hit: words('Odds.hit'),
  critical: words('Odds.critical'),
  damage: (facts) => words('Odds.damage', facts),
};

function shown(forecast: Forecast): readonly Odds[] {
  const { exact } = forecast;
  const sums = tally(forecast, ['hit', 'critical']);
  if (!sums) return NO_ODDS;
  const { of } = sums;
  const { hit = 0, critical = 0, miss, succeeds = 0 } = of;
  if (hit + critical === 0 && miss === undefined) return [{ label: words('Odds.succeeds'), chance: succeeds, exact }];
  return hitOdds(sums, exact, LABELS);
}

const memory = memoryOf();

/**
 * All a roll looks at, as text: of the two everything, Ability Damage included; of the others where they stand and what they threaten
 * with, since they flank. Throws where the viewer does not know it all.
 */
function keyOf({ clock, settings, ground, fighters }: SlotsEncounter, command: Command): string {
  const looked = Object.values(fighters).map((fighter) => {
    const { id, side, place, items, conditions } = fighter;
    return id === command.by || id === command.at ? fighter : { id, side, place, items, conditions };
  });
  return JSON.stringify([clock, settings, ground, command, looked]);
}
