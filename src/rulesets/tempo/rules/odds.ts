import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { type Forecast, forecast } from '../../../encounter/forecast';
import type { Odds, Viewer } from '../../../encounter/view';
import type { Procedure } from '../../../kernel/procedure';
import { asFarAsKnown, known, NO_ODDS } from '../../../mechanics/known';
import { damageOdds, memoryOf, tally, UNSETTLED } from '../../../mechanics/odds';
import { message as words } from '../../../rulebook/labels';
import { actOf } from './act';
import { isAttackAction } from './choice';
import { actionOf, whyNot } from './commands';
import type { TempoEncounter } from './stats';

/** A Strike from its first die on: that its turn begins changes none of it, and offers pass. */
const STRIKES = {
  *play(encounter: TempoEncounter, command: Command): Procedure<unknown> {
    return yield* actionOf(command.do)!.play(actOf(encounter, command, encounter.fighters[command.by]!));
  },
};

/** What it says once the first Strike is settled; how it is borne, and whether a second follows, is another matter. */
const settles = (effect: Effect): boolean => effect.kind === 'say' && ['miss', 'damage'].includes(effect.word);
const STRIKE = {
  settles,
  outcome(_: TempoEncounter, effects: readonly Effect[]): string {
    const said = effects.findLast(settles);
    return said?.kind === 'say' ? `${said.word} ${said.facts.damage ?? 0}` : UNSETTLED;
  },
};

/**
 * What an Attack would come to: the chance to hit, and the likeliest damage with its chance. Empty for what is no Attack at a target,
 * for one that cannot be made at all, and where the viewer lacks a number it takes.
 */
export const oddsOf = (encounter: TempoEncounter, viewer: Viewer, command: Command): readonly Odds[] =>
  found(encounter, viewer, command, memory.reckoned);

/** The same where it has been reckoned lately, and nothing where it has not. */
export const oddsAtHand = (encounter: TempoEncounter, viewer: Viewer, command: Command): readonly Odds[] =>
  found(encounter, viewer, command, memory.atHand);

const memory = memoryOf();

function found(
  encounter: TempoEncounter,
  viewer: Viewer,
  command: Command,
  look: (key: string, reckon: () => readonly Odds[]) => readonly Odds[],
): readonly Odds[] {
  const target = command.at === undefined ? undefined : encounter.fighters[command.at];
  if (!isAttackAction(command.do) || !encounter.fighters[command.by] || !target) return NO_ODDS;
  if (whyNot(encounter, command).some((reason) => 'impossible' in reason)) return NO_ODDS;
  const seen = known(encounter, viewer);
  return asFarAsKnown(() => look(keyOf(seen, command), () => shown(forecast(STRIKES, seen, command, STRIKE))));
}

function shown(forecast: Forecast): readonly Odds[] {
  const { exact } = forecast;
  const sums = tally(forecast, ['damage']);
  if (!sums) return NO_ODDS;
  const odds: Odds = { label: words('Odds.hit'), chance: sums.of.damage ?? 0, exact };
  return [odds, ...damageOdds(sums, exact, (facts) => words('Odds.damage', facts))];
}

/** All a Strike looks at, as text: guards stand beside the target, so everybody's place counts. Throws where the viewer knows not all. */
function keyOf({ clock, settings, ground, fighters }: TempoEncounter, command: Command): string {
  const others = Object.values(fighters).map(({ id, place, conditions }) => [id, place, conditions]);
  const guards = fighters[command.at!]!.conditions.flatMap(({ by }) => fighters[by ?? ''] ?? []);
  const looked = [fighters[command.by]!, fighters[command.at!]!, ...guards].map(({ stats, items }) => [stats, items]);
  return JSON.stringify([clock.turn, clock.tempo, settings, ground, command, others, looked]);
}
