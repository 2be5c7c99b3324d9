import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { type Forecast, forecast } from '../../../encounter/forecast';
import type { Odds, Viewer } from '../../../encounter/view';
import type { Procedure } from '../../../kernel/procedure';
import { asFarAsKnown, known, NO_ODDS } from '../../../mechanics/known';
import { type HitLabels, hitOdds, memoryOf, tally, UNSETTLED } from '../../../mechanics/odds';
import { message as words } from '../../../rulebook/labels';
import { COMMANDS } from './commands';
import type { EnergyEncounter } from './stats';

/**
 * What an attack would come to. Of a blow: the chance to hit, critical hits among them, that of a critical hit, and the likeliest damage
 * with its chance; of a trip, the chance to bring the target down. Empty for what is no attack at a target, for one that cannot be made
 * at all, and where the viewer lacks a number it takes.
 */
export const oddsOf = (encounter: EnergyEncounter, viewer: Viewer, command: Command): readonly Odds[] =>
  found(encounter, viewer, command, memory.reckoned);

/** The same where it has been reckoned lately, and nothing where it has not: a sheet of many weapons is drawn at once. */
export const oddsAtHand = (encounter: EnergyEncounter, viewer: Viewer, command: Command): readonly Odds[] =>
  found(encounter, viewer, command, memory.atHand);

function found(
  encounter: EnergyEncounter,
  viewer: Viewer,
  command: Command,
  look: (key: string, reckon: () => readonly Odds[]) => readonly Odds[],
): readonly Odds[] {
  const attacker = encounter.fighters[command.by];
  const defender = command.at === undefined ? undefined : encounter.fighters[command.at];
  if (!attacker || !defender || !isAttack(command)) return NO_ODDS;
  if (COMMANDS.whyNot(encounter, command).some((reason) => 'impossible' in reason)) return NO_ODDS;
  const seen = known(encounter, viewer);
  return asFarAsKnown(() =>
    look(keyOf(seen, command), () => shown(forecast(ATTACKS, seen, command, BLOW), command.do)),
  );
}

/**
 * An attack from its first die on. What stands before it in its frame, paying and the offer to be off, would be gone through anew for
 * each of some thousand ways the dice can fall, and changes none of them: offers pass.
 */
const ATTACKS = {
  *play(encounter: EnergyEncounter, command: Command): Procedure<unknown> {
    const { action, act } = COMMANDS.expect(encounter, command);
    const declared = action.declare ? yield* action.declare(act) : false;
    return yield* action.play(act, declared);
  },
};
const isAttack = ({ do: id }: Command): boolean => COMMANDS.actionOf(id)?.category === 'attack';

/** Lines of the card that settle an attack: what a blow came to, and a trip that was not stopped before. */
const BLOWS: readonly string[] = ['fumble', 'miss', 'hit', 'critical'];
const MANEUVERS: Readonly<Record<string, readonly [won: string, ...resisted: string[]]>> = {
  trip: ['tripped', 'trip-resisted'],
  disarm: ['disarmed', 'disarm-resisted'],
  restrain: ['seized'],
  push: ['pushed', 'push-resisted'],
  'sprint-push': ['pushed', 'push-resisted'],
};
const OUTCOMES: readonly string[] = [...BLOWS, ...Object.values(MANEUVERS).flat()];
const settles = (effect: Effect): boolean => effect.kind === 'say' && OUTCOMES.includes(effect.word);

/** What it says when the attack is settled, and the damage with it; how the struck one bears it is another matter. */
const BLOW = {
  settles,
  outcome(_: EnergyEncounter, effects: readonly Effect[]): string {
    const said = effects.findLast(settles);
    return said?.kind === 'say' ? `${said.word} ${said.facts.damage ?? 0}` : UNSETTLED;
  },
};

const LABELS: HitLabels = {
  hit: words('Odds.hit'),
  critical: words('Odds.critical'),
  damage: (facts) => words('Odds.damage', facts),
};

function shown(forecast: Forecast, verb: string): readonly Odds[] {
  const { exact } = forecast;
  const sums = tally(forecast, ['hit', 'critical']);
  if (!sums) return NO_ODDS;
  const { of } = sums;
  const maneuver = MANEUVERS[verb];
  if (maneuver) return [{ label: words(`Odds.${verb}`), chance: of[maneuver[0]] ?? 0, exact }];
  return hitOdds(sums, exact, LABELS);
}

const memory = memoryOf();

/**
 * All a blow looks at, as text: no pools, since how much somebody has left neither helps nor hinders a blow (section 6).
 * Throws where the viewer does not know it all.
 */
function keyOf({ clock, settings, ground, fighters }: EnergyEncounter, command: Command): string {
  const looked = [command.by, command.at!].map((id) => ({ ...fighters[id], pools: null }));
  return JSON.stringify([clock, settings, ground, command, looked]);
}
