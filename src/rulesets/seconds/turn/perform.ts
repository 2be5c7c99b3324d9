import { log } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { reasonsAgainst } from '../../../toolkit/define/actions';
import { type Action, nameOf, type SecondsContext, ticksDue, whyNotFinish, withoutProgress } from '../action';
import { isIdle, isTurnOf } from '../clock';
import { canReact, fasteningCondition, is } from '../conditions';
import { optionsOf } from '../options';
import { fireTriggers, offerDistractionAttacks, strideHooksFor } from '../reactions';
import { secondsOf, ticksOf } from '../schema';
import { clearLateAid } from '../skills/check';
import { type SecondsFighter, setState, type Terms } from '../state';
import {
  clearProgress,
  discardProgress,
  endMove,
  endRunUp,
  isTrivial,
  progressFor,
  spendTicks,
  storeProgress,
  ticksLeft,
  toolOf,
} from './lane';

/** Reasons against finishing count only if it would be finished. */
export function whyNotDo(action: Action, act: SecondsContext): readonly Reason[] {
  const { encounter, fighter, command } = act;
  const due = ticksDue(action, act);
  const free = isIdle(encounter) || action.reacts || action.keeps;
  const finishes = free || optionsOf(command).hurry || due <= ticksLeft(fighter);
  return [
    ...whyNotNow(action, act),
    ...whyNotAble(fighter, action),
    ...reasonsAgainst(action, act),
    ...(free ? [] : whyNotTime(act, action, due)),
    ...(finishes ? whyNotFinish(action, act) : []),
  ];
}

/** Sections 4 and 6. */
function whyNotNow({ inFight, reacts }: Action, { encounter, fighter, command }: SecondsContext): Reason[] {
  if (isIdle(encounter)) return inFight ? [{ id: 'not-in-fight' }] : [];
  const isOwnTurn = isTurnOf(encounter, fighter);
  if (!reacts) return isOwnTurn ? [] : [{ id: 'not-your-turn' }];
  const reactionReasons: Reason[] = fighter.pools.reactions.value > 0 ? [] : [{ id: 'no-reaction' }];
  // S-A24: the disarmer may catch in its own turn.
  return isOwnTurn && command.do !== 'catch' ? [...reactionReasons, { id: 'own-turn' }] : reactionReasons;
}

/** Section 7. */
export function whyNotAble(fighter: SecondsFighter, { anyway = [], reacts, moves }: Action): Reason[] {
  if (fighter.conditions.length === 0) return [];
  if (is(fighter, 'unconscious') && !anyway.includes('unconscious')) return [{ id: 'unconscious' }];
  if (reacts && !canReact(fighter)) return [{ id: is(fighter, 'restrained') ? 'restrained' : 'restraining' }];
  const held = (['restrained', 'restraining'] as const).filter((id) => is(fighter, id) && !anyway.includes(id));
  const fastened = moves ? fasteningCondition(fighter) : null;
  return [...new Set([...held, ...(fastened ? [fastened] : [])])].map((id) => ({ id }));
}

/** Section 4, spending. */
function whyNotTime(act: SecondsContext, action: Action, due: number): Reason[] {
  const { fighter, world, command } = act;
  const has = ticksLeft(fighter);
  const facts = { needs: secondsOf(due), has: secondsOf(has) };
  if (optionsOf(command).hurry) {
    if (command.do !== 'attack') return [{ id: 'not-hurried' }];
    if (due <= has) return [{ id: 'time-enough' }];
    const isEnough =
      (progressFor(fighter, command)?.ticks ?? 0) + has >= ticksOf(world.minimumHurriedSeconds) && has > 0;
    return isEnough ? [] : [{ id: 'no-seconds', data: facts }];
  }
  if (due <= has) return [];
  return has > 0 && action.splits ? [] : [{ id: 'no-seconds', data: facts }];
}

/** Plays without a price: outside encounters and from a held plan. @param storedTerms the GM's earlier decision */
export function* carryOut(action: Action, act: SecondsContext, storedTerms?: Terms): Procedure<void> {
  const terms = storedTerms ?? (action.declare ? yield* action.declare(act) : {});
  if (!terms) return void (yield* log('not-allowed', {}, act.fighter.id));
  yield* action.play({ ...act, terms }, terms);
}

/** Section 4: declares, pays, offers reactions, plays. @param interrupts whether it is an interrupt, which offers no reactions */
export function* perform(action: Action, context: SecondsContext, interrupts: boolean): Procedure<void> {
  const { encounter, fighter, command } = context;
  if (isIdle(encounter) || action.reacts) return yield* carryOut(action, withoutProgress(context));
  const offersReactions = !interrupts && !action.quiet;
  if (action.keeps) return yield* performMove(action, withoutProgress(context), offersReactions);

  const progress = progressFor(fighter, command);
  const terms = progress || !action.declare ? context.terms : yield* action.declare(context);
  if (!terms) return void (yield* log('not-allowed', {}, fighter.id));
  const act: SecondsContext = { ...context, terms, ...(!interrupts && { onStride: strideHooksFor(context) }) };
  const due = ticksDue(action, act);
  const has = ticksLeft(fighter);
  const { hurry, distracting } = optionsOf(command);
  const finishes = due <= has || hurry;
  // Only what the GM has just priced can fail to fit.
  if (!finishes && (has === 0 || !action.splits)) return void (yield* log('no-time', {}, fighter.id));

  // A hold pays for itself but takes time.
  const isTimed = !isTrivial(action.base?.(act) ?? 0, act.world) || command.do === 'hold';
  const distracts = action.distracts?.(act, due, has) || distracting;
  if (isTimed && !progress && command.do !== 'hold') yield* discardProgress(fighter);
  if (isTimed) yield* endMove(fighter);
  const payment = Math.min(due, has);
  yield* spendTicks(fighter, command.do, payment, !finishes);
  if (!finishes) {
    yield* storeProgress(fighter, {
      action: command.do,
      tool: toolOf(command),
      ticks: (progress?.ticks ?? 0) + payment,
      runUp: action.runs ? act.runUp : 0,
      terms: Object.keys(terms).length > 0 ? terms : null,
      at: (action.runs && act.target?.id) || '',
    });
    yield* log('begun', { left: secondsOf(due - payment) }, fighter.id);
  } else if (progress) yield* clearProgress(fighter);
  // Initial reasons were overridden; only new ones count.
  const currentReasons = () =>
    [...whyNotAble(fighter, action), ...(finishes ? whyNotFinish(action, act) : [])].map(({ id }) => id);
  const initialReasons = currentReasons();
  if (isTimed) yield* endRunUp(fighter);

  if (offersReactions && distracts) yield* offerDistractionAttacks(act);
  if (offersReactions) yield* fireTriggers(act, 'begins', nameOf(command));
  if (currentReasons().some((id) => !initialReasons.includes(id))) return void (yield* log('lost', {}, fighter.id));
  if (!finishes) return;
  yield* action.play(act, terms);
  if (progress) yield* clearLateAid(fighter);
  if (offersReactions) yield* fireTriggers(act, 'does', nameOf(command));
}

/** S-16, S-A17: a Move keeps the unfinished action, but not its run-up. */
function* performMove(action: Action, act: SecondsContext, offersReactions: boolean): Procedure<void> {
  const { fighter, command } = act;
  if (fighter.state.progressRunUp !== undefined) yield* setState(fighter.id, 'progressRunUp', null);
  if (offersReactions) yield* fireTriggers(act, 'begins', nameOf(command));
  if (whyNotAble(fighter, action).length > 0) return void (yield* log('lost', {}, fighter.id));
  yield* action.play(offersReactions ? { ...act, onStride: strideHooksFor(act) } : act, act.terms);
  if (offersReactions) yield* fireTriggers(act, 'does', nameOf(command));
}
