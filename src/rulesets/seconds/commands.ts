import { impossibleReason } from '../../encounter/legality';
import { fighterOf } from '../../encounter/state';
import type { Facts, Reason } from '../../kernel/ask';
import { type RowsById, reasonsAgainst } from '../../toolkit/act/actions';
import { defineCommands, type PlainCommand } from '../../toolkit/act/commands';
import { defineRolls, isReached } from '../../toolkit/combat/group-roll';
import { editCondition, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/combat/manual';
import { whyNoTurn } from '../../toolkit/turns/turn-reason';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import {
  type Action,
  actOf,
  canSplit,
  type Seconds,
  type SecondsContext,
  ticksDue,
  whyNotAbleTo,
  whyNotFinish,
} from './action';
import { ACTIONS } from './actions';
import { startHold, updateConsciousness } from './attack/harm';
import { end, isIdle, isTurnOf, MOMENTS, nextTurn, reorder, start, untilRounds } from './clock';
import { CONDITIONS, isOfFight } from './conditions';
import { force } from './movement/walk';
import { OPTIONS, optionsOf } from './options';
import { CHECKS, type CheckId, SAVES, type SaveId, secondsOf, ticksOf } from './schema';
import { check, save } from './skills/check';
import type { SecondsEncounter } from './state';
import { STATE_BASED } from './state-based';
import { worldSettingsOf } from './stats';
import { addFear, clearRunUps, progressFor, ticksLeft } from './turn/lane';
import { LIFE } from './turn/life';

type EncounterCommand = PlainCommand<Seconds>;

const whileRunning = (encounter: SecondsEncounter): readonly Reason[] =>
  isIdle(encounter) ? [impossibleReason('not-in-fight')] : [];

const CLOCK: RowsById<EncounterCommand> = {
  start: { whyNot: (encounter) => (isIdle(encounter) ? [] : [impossibleReason('already-begun')]), play: start },
  'next-turn': { whyNot: whileRunning, play: nextTurn },
  end: { whyNot: whileRunning, play: end },
};

const MANUAL_RULES: ManualRules<SecondsEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting: untilRounds,
  restored: { hp: 'filled' },
  *onPoolSet(_, fighter, pool) {
    if (pool === 'hp') yield* updateConsciousness(fighter);
  },
  *afflict(encounter, edit) {
    const { fighter, condition, on, options } = edit;
    const { source, holds, fear } = optionsOf({ options });
    const [by, of] = [source ?? fighter.id, holds ?? fighter.id].map((id) => fighterOf(encounter, id));
    // S-57, S-58: ropes in a hand involve two fighters.
    if (on && (condition === 'restrained' || condition === 'restraining') && by && of && by !== of) {
      const needsHolder = condition === 'restraining' || worldSettingsOf(encounter).restraintNeedsHolder;
      return yield* startHold(by, of, 'restrained', needsHolder, edit.as.until);
    }
    if (condition !== 'frightened' || !on) return yield* editCondition(edit);
    const { fear: _, ...data } = edit.as.data ?? {};
    yield* addFear(fighter, fear === undefined ? null : ticksOf(fear), { ...edit.as, data });
  },
  *forced(encounter, fighter, cells) {
    const to = cells.at(-1);
    if (to) yield* force(encounter, fighter, to);
  },
  /** S-115, S-A17. */
  placed: (_, fighter) => clearRunUps(fighter),
};
export const HAND = manualButtons(MANUAL_RULES, OPTIONS, { cause: 'Cause' });

const isSave = (id: CheckId | SaveId): id is SaveId => (SAVES as readonly string[]).includes(id);

const ROLLS = defineRolls<Seconds, CheckId | SaveId>({
  ids: { skill: CHECKS, defense: SAVES },
  difficulties: { easy: 8, normal: 12, hard: 16, extreme: 20 },
  *roll({ fighter, id, against }) {
    const facts: Facts = against === null ? {} : { against };
    return isReached(yield* isSave(id) ? save(fighter, id, facts) : check(fighter, id, facts), against);
  },
});
export const GROUP_ROLLS = ROLLS.rolls;

const MANUAL: RowsById<EncounterCommand> = {
  ...manualCommands<Seconds>(MANUAL_RULES),
  ...ROLLS.commands,
  /** S-A11. */
  order: fighterCommand<Seconds>({
    whyNot(_, __, command) {
      const { to } = optionsOf(command);
      return to !== undefined && to >= 1 ? [] : [impossibleReason('no-number', { value: String(to) })];
    },
    play: (encounter, fighter, command) => reorder(encounter, fighter, optionsOf(command).to ?? 1),
  }),
};

export const COMMANDS = defineCommands<Seconds>({
  clock: CLOCK,
  plain: MANUAL,
  actions: ACTIONS,
  conditions: CONDITIONS,
  isOfFight,
  stateBased: STATE_BASED,
  actOf,
  whyNot: whyNotDo,
  /** In seconds. */
  prices(action, act) {
    if (action.reacts) return [{ pool: 'reactions', amount: 1 }];
    const due = ticksDue(action, act);
    const paid = optionsOf(act.command).hurry ? Math.min(due, ticksLeft(act.fighter)) : due;
    return paid > 0 ? [{ pool: 'seconds', amount: secondsOf(paid) }] : [];
  },
  cutsIn: ({ reacts }) => reacts === true,
  life: LIFE,
});

/** Reasons against finishing count only if it would be finished. */
function whyNotDo(action: Action, act: SecondsContext): readonly Reason[] {
  const { encounter, fighter, command } = act;
  const due = ticksDue(action, act);
  const free = isIdle(encounter) || action.reacts || action.keeps;
  const finishes = free || optionsOf(command).hurry || due <= ticksLeft(fighter);
  return [
    ...whyNotNow(action, act),
    ...whyNotAbleTo(action, act),
    ...reasonsAgainst(action, act),
    ...(free ? [] : whyNotTime(act, action, due)),
    ...(finishes ? whyNotFinish(action, act) : []),
  ];
}

/** Sections 4 and 6. */
function whyNotNow({ inFight, reacts, offered }: Action, { encounter, fighter }: SecondsContext): Reason[] {
  if (isIdle(encounter)) return inFight ? [{ id: 'not-in-fight' }] : [];
  const isOwnTurn = isTurnOf(encounter, fighter);
  if (!reacts) return isOwnTurn ? [] : [whyNoTurn(encounter)];
  const reactionReasons: Reason[] = fighter.pools.reactions.value > 0 ? [] : [{ id: 'no-reaction' }];
  return isOwnTurn && !offered ? [...reactionReasons, { id: 'own-turn' }] : reactionReasons;
}

/** Section 4, spending. */
function whyNotTime(act: SecondsContext, action: Action, due: number): Reason[] {
  const { fighter, world, command } = act;
  const has = ticksLeft(fighter);
  const facts = { needs: secondsOf(due), has: secondsOf(has) };
  if (optionsOf(command).hurry) {
    if (!action.hurries) return [{ id: 'not-hurried' }];
    if (due <= has) return [{ id: 'time-enough' }];
    // S-A19.
    const least = Math.max(1, ticksOf(world.minimumHurriedSeconds) - (progressFor(fighter, command)?.ticks ?? 0));
    return has >= least ? [] : [{ id: 'no-seconds', data: { ...facts, needs: secondsOf(least) } }];
  }
  if (due <= has) return [];
  return has > 0 && canSplit(action, act) ? [] : [{ id: 'no-seconds', data: facts }];
}
