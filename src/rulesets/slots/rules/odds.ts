import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { forecast } from '../../../encounter/forecast';
import type { Odds, Viewer } from '../../../encounter/view';
import type { Procedure } from '../../../kernel/procedure';
import { asFarAsKnown, known, NO_ODDS } from '../../../mechanics/known';
import { strikeAt } from './attack';
import { actionOf } from './commands';
import { slotOf } from './cost';
import type { SlotsEncounter } from './stats';
import { blowOf } from './strikes';
import { words } from './wording';

/** Attacks of one roll against AC; what is opposed has no one number. */
const ATTACKS: readonly string[] = ['primary-attack', 'secondary-attack', 'tertiary-attack'];

const settles = (effect: Effect): boolean => effect.kind === 'say' && ['miss', 'hit', 'critical'].includes(effect.word);

/** Just the blow: what stands before it in its frame changes none of it. */
const BLOWS = {
  *play(encounter: SlotsEncounter, command: Command): Procedure<unknown> {
    const { [command.by]: fighter, [command.at!]: target } = encounter.fighters;
    const slot = slotOf(actionOf(command.do)!, command);
    const act = { encounter, fighter: fighter!, target: target!, command, slot };
    return yield* strikeAt(encounter, blowOf(act));
  },
};

/**
 * What an attack would come to: the chance to hit, critical hits among them, and that of a critical hit. Empty for what is no plain
 * attack at a target, and where the viewer lacks a number it takes.
 */
export function oddsOf(encounter: SlotsEncounter, viewer: Viewer, command: Command): readonly Odds[] {
  if (!ATTACKS.includes(command.do) || command.at === undefined) return NO_ODDS;
  return asFarAsKnown(() => {
    const measured = {
      settles,
      outcome(_: SlotsEncounter, effects: readonly Effect[]): string {
        const said = effects.findLast(settles);
        return said?.kind === 'say' ? said.word : 'unsettled';
      },
    };
    const { lines, exact } = forecast(BLOWS, known(encounter, viewer), command, measured);
    const chances = lines.length === 1 ? lines[0]!.chances : new Map<string, number>();
    const critical = chances.get('critical') ?? 0;
    return [
      { label: words('Odds.hit'), chance: (chances.get('hit') ?? 0) + critical, exact },
      { label: words('Odds.critical'), chance: critical, exact },
    ];
  });
}
