import { fighterIn } from '../../../toolkit/act/actions';
import { STOP_LOG_IDS } from '../../../toolkit/combat/manual';
import { NO_ODDS } from '../../../toolkit/combat/mask-unknown';
import { message } from '../../../toolkit/define/labels';
import type { AnswerOddsRules } from '../../../toolkit/views/compute-answer-odds';
import { chanceOf, isSuccess, type OddsRules, oddsOf } from '../../../toolkit/views/odds';
import { COMMANDS } from '../commands';
import { mountOf, riderOf } from '../conditions';
import { offeredDefense } from '../reactions';
import type { ClashEncounter, ClashFighter } from '../state';

const DEFENSE_ASKS: readonly string[] = ['defense', 'defense-unseen'];
const DEFENSES: readonly string[] = ['dodge', 'parry', 'block'];

/** Log ids. */
const DRIVE_LOGS: readonly string[] = ['driven-away', 'drawn-near', STOP_LOG_IDS.wall, STOP_LOG_IDS.body];

const CLASH_ODDS: OddsRules<ClashEncounter> = {
  isRolled({ do: id, at }) {
    const { odds, chance } = COMMANDS.actionOf(id) ?? {};
    return at !== undefined && (odds !== undefined || chance !== undefined);
  },
  whyNot: (encounter, command) => COMMANDS.of(encounter).whyNot(command),
  /** Paying changes no chance; at the first level by default. */
  roll(encounter, command) {
    if (!fighterIn(encounter, command.by)) return null;
    const level = command.options?.level ?? 1;
    const { expect, enact } = COMMANDS.of(encounter);
    const found = expect({ ...command, options: { ...command.options, level } });
    const { chance, odds } = found.action;
    return chance?.(found.act) ?? (odds === undefined ? null : enact(found));
  },
  cacheKey(encounter, by, at) {
    const isOneOf = (fighter: ClashFighter | null): boolean => fighter?.id === by || fighter?.id === at;
    // A rider and its mount defend with numbers of both.
    const isInvolved = (fighter: ClashFighter): boolean =>
      isOneOf(fighter) || isOneOf(riderOf(encounter, fighter)) || isOneOf(mountOf(encounter, fighter));
    return Object.values(encounter.fighters).map((fighter) => {
      const { id, side, place, conditions, state } = fighter;
      return isInvolved(fighter) ? fighter : { id, side, place, conditions, state };
    });
  },
  /** Contested spells without damage. */
  settles(effect, { by }) {
    if (effect.kind === 'condition-added') return { result: 'gained', success: true };
    const drives = effect.kind === 'move' ? effect.of !== by : effect.kind === 'log' && DRIVE_LOGS.includes(effect.id);
    return drives ? { result: 'driven', success: true } : null;
  },
  show(prospects, exact, { do: id }) {
    const { odds = 'works' } = COMMANDS.actionOf(id) ?? {};
    const [only] = prospects;
    if (prospects.length === 1 && only && only.choices.length === 0) {
      const isContested = only.chances.some(({ outcome }) => outcome.success === false);
      return isContested
        ? [{ label: message(`Odds.${odds}`), chance: chanceOf(only.chances, isSuccess), exact }]
        : NO_ODDS;
    }
    const best = new Map<string, number>();
    for (const { choices, chances } of prospects) {
      const [first, ...others] = choices;
      const offered = first && offeredDefense(first, first.option);
      const kind = DEFENSES.find((defense) => defense === offered?.kind);
      if (!first || !kind || !DEFENSE_ASKS.includes(first.ask) || others.length > 0) continue;
      best.set(kind, Math.min(best.get(kind) ?? 1, chanceOf(chances, isSuccess)));
    }
    return [...best].map(([kind, chance]) => ({ label: message(`Odds.${kind}`), chance, exact }));
  },
};

/** The chances against each defense, or of a contested spell. Ignores the second die of a parry. */
export const ODDS = oddsOf(CLASH_ODDS);

/** Of a defense; the zone and the second die belong to a parry. */
export const ANSWERS: AnswerOddsRules<ClashEncounter> = {
  asks: ['defense', 'defense-unseen', 'zone', 'throw-second'],
  /** C-64: a rider defends for its mount. */
  concerns(encounter, defender, of) {
    const fighter = encounter.fighters[defender];
    return of === defender || (fighter !== undefined && mountOf(encounter, fighter)?.id === of);
  },
  /** A failed or graded defense is followed by the blow. */
  isFinal: ({ verdict }) => verdict !== undefined,
};
