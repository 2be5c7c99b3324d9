import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { type Forecast, forecast } from '../../../encounter/forecast';
import type { Odds, Viewer } from '../../../encounter/view';
import type { Procedure } from '../../../kernel/procedure';
import { asFarAsKnown, known, NO_ODDS } from '../../../mechanics/known';
import { message as words } from '../../../rulebook/labels';
import { actionOf, COMMANDS, whyNot } from './commands';
import type { ClashEncounter } from './stats';

/** Words that settle what an attack comes to; how much harm it does is another matter. */
const FAILED = ['dodge-failed', 'parry-failed', 'block-failed'] as const;
const STOPPED = ['dodge-made', 'parry-made', 'parry-perfect', 'block-made', 'spell-made', 'spell-failed', 'saved'];
/** What a contested spell comes to where nobody withstands it. */
const WORKED = ['hit-magic', 'glanced', 'takes-effect', 'healed'];
const SETTLING: readonly string[] = [...FAILED, ...STOPPED, ...WORKED];

const settles = (effect: Effect): boolean =>
  (effect.kind === 'say' && SETTLING.includes(effect.word)) || effect.kind === 'gain';

const MEASURED = {
  settles,
  outcome(_: ClashEncounter, effects: readonly Effect[]): string {
    const last = effects.findLast(settles);
    if (last?.kind === 'gain') return WORKED[0]!;
    return last?.kind === 'say' ? last.word : 'unsettled';
  },
};

/** An action from its first die on: paying for it changes none of it. */
const UNPAID = {
  *play(encounter: ClashEncounter, command: Command): Procedure<unknown> {
    const { action, act } = COMMANDS.expect(encounter, command);
    return yield* action.play(act);
  },
};

/**
 * What an attack would come to: the chance that it gets past a dodge, a parry and a block each, side by side, since the target picks; of
 * a contested spell, that the target does not withstand it. A parry may still turn the blow aside. Empty where the viewer lacks a
 * number it takes.
 */
export function oddsOf(encounter: ClashEncounter, viewer: Viewer, command: Command): readonly Odds[] {
  const action = actionOf(command.do);
  if (action?.category !== 'attack' || command.at === undefined) return NO_ODDS;
  if (whyNot(encounter, command).some((reason) => 'impossible' in reason)) return NO_ODDS;
  // At its first level, where there are several: how strong it is made helps no die.
  const plain: Command = { ...command, options: { ...command.options, level: command.options?.level ?? 1 } };
  return asFarAsKnown(() => {
    const seen = known(encounter, viewer);
    // What is not known of a fighter's gear cannot be used by it.
    if (whyNot(seen, plain).some((reason) => 'impossible' in reason)) return NO_ODDS;
    return shown(forecast(UNPAID, seen, plain, MEASURED));
  });
}

function shown({ lines, exact }: Forecast): readonly Odds[] {
  const [only] = lines;
  if (lines.length === 1 && only!.choices.length === 0) {
    const chance = WORKED.reduce((sum, word) => sum + (only!.chances.get(word) ?? 0), 0);
    const isContested = only!.chances.has('saved');
    return isContested ? [{ label: words('Odds.works'), chance, exact }] : NO_ODDS;
  }
  const best = new Map<string, number>();
  for (const { choices, chances } of lines) {
    const kind = /^defense(?:-unseen)?:(dodge|parry|block)/.exec(choices[0] ?? '')?.[1];
    if (!kind || choices.length > 1) continue;
    const chance = FAILED.reduce((sum, word) => sum + (chances.get(word) ?? 0), 0);
    best.set(kind, Math.min(best.get(kind) ?? 1, chance));
  }
  return [...best].map(([kind, chance]) => ({ label: words(`Odds.${kind}`), chance, exact }));
}
