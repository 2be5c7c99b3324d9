import { NO_ODDS } from '../../../toolkit/combat/mask-unknown';
import { fighterIn } from '../../../toolkit/define/actions';
import { message } from '../../../toolkit/define/labels';
import { STOP_LOG_IDS } from '../../../toolkit/define/manual';
import { chanceOf, isSuccess, type OddsRules, oddsOf } from '../../../toolkit/views/odds';
import { COMMANDS } from '../commands';
import { offeredDefense } from '../reactions';
import type { ClashEncounter } from '../state';

/** Questions by which the target picks how to defend, and the defenses that have odds of their own. */
const PICKED: readonly string[] = ['defense', 'defense-unseen'];
const DEFENSES: readonly string[] = ['dodge', 'parry', 'block'];

/** What is told of somebody a spell drives: where there is no map, and of what stands in the way. */
const DRIVEN: readonly string[] = ['driven-away', 'drawn-near', STOP_LOG_IDS.wall, STOP_LOG_IDS.body];

const CLASH_ODDS: OddsRules<ClashEncounter> = {
  isRolled: ({ do: id, at }) => at !== undefined && COMMANDS.actionOf(id)?.category === 'attack',
  whyNot: COMMANDS.whyNot,
  /** An action from its first die on: paying for it changes none of it. At its first level, where there are several. */
  roll(encounter, command) {
    if (!fighterIn(encounter, command.by)) return null;
    const level = command.options?.level ?? 1;
    const { action, act } = COMMANDS.expect(encounter, { ...command, options: { ...command.options, level } });
    return action.play(act);
  },
  cacheKey: ({ fighters }, by, at) =>
    Object.values(fighters).map((fighter) => {
      const { id, side, place, conditions, state } = fighter;
      return id === by || id === at ? fighter : { id, side, place, conditions, state };
    }),
  /** A contested spell that does no damage brings a condition, or drives its target. */
  settles(effect, { by }) {
    if (effect.kind === 'condition-added') return { result: 'gained', success: true };
    const drives = effect.kind === 'move' ? effect.of !== by : effect.kind === 'log' && DRIVEN.includes(effect.id);
    return drives ? { result: 'driven', success: true } : null;
  },
  show(prospects, exact) {
    const [only] = prospects;
    if (prospects.length === 1 && only && only.choices.length === 0) {
      const isContested = only.chances.some(({ outcome }) => outcome.success === false);
      return isContested
        ? [{ label: message('Odds.works'), chance: chanceOf(only.chances, isSuccess), exact }]
        : NO_ODDS;
    }
    const best = new Map<string, number>();
    for (const { choices, chances } of prospects) {
      const [first, ...others] = choices;
      const told = first && offeredDefense(first, first.option);
      const kind = DEFENSES.find((defense) => defense === told?.kind);
      if (!first || !kind || !PICKED.includes(first.ask) || others.length > 0) continue;
      best.set(kind, Math.min(best.get(kind) ?? 1, chanceOf(chances, isSuccess)));
    }
    return [...best].map(([kind, chance]) => ({ label: message(`Odds.${kind}`), chance, exact }));
  },
};

/**
 * What an attack would come to: the chance that it gets past a dodge, a parry and a block each, side by side, since the target picks; of
 * a contested spell, that the target does not withstand it. A parry may still turn the blow aside.
 */
export const ODDS = oddsOf(CLASH_ODDS);
