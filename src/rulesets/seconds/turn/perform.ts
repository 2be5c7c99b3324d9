import { log } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { reasonsAgainst, reasonsToStop } from '../../../toolkit/define/actions';
import { whyNoTurn } from '../../../toolkit/turns/turn-reason';
import {
  type Action,
  nameOf,
  type SecondsContext,
  ticksDue,
  whyNotAble,
  whyNotFinish,
  withoutProgress,
} from '../action';
import { isSamePlace } from '../attack/harm';
import { isIdle, isTurnOf } from '../clock';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { fireTriggers, offerDistractionAttacks, strideHooksFor } from '../reactions';
import { secondsOf, ticksOf } from '../schema';
import { clearLateAid } from '../skills/check';
import { setState, type Terms } from '../state';
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
  return has > 0 && action.splits ? [] : [{ id: 'no-seconds', data: facts }];
}

/** Returns why a fighter no longer stands where an action began; nothing for actions that do not depend on it. */
function whyNotStill({ moves }: Action, { fighter: { place } }: SecondsContext, start: Place | null): Reason[] {
  return moves && !isSamePlace(place, start) ? [impossibleReason('no-path')] : [];
}

/** An action that has begun. */
interface Begun {
  readonly action: Action;
  /** Returns its context with the item and the target looked up again. */
  current(): SecondsContext;
  /** Returns the reasons against continuing, without price and turn. */
  reasons(): readonly Reason[];
  /** Ids of the reasons against it when it was begun: the GM has overruled them. */
  readonly overruled: readonly string[];
}

/**
 * How far an action has come. It is about to be begun, which needs no target yet (S-A13); it will take effect now; or it
 * is begun and waits, which only unconsciousness ends (S-A12).
 */
type Stage = 'begins' | 'finishes' | 'waits';

function begin(action: Action, act: SecondsContext, stage: Stage = 'finishes'): Begun {
  const { fighter, runtime } = act;
  const { place } = fighter;
  const wasProne = is(fighter, 'prone');
  const tool = action.defaultItem?.(act);
  const command = tool ? { ...act.command, with: tool.id } : act.command;
  // S-A17: a fall or a push ends the run-up.
  const keepsRunUp = () => isSamePlace(fighter.place, place) && (wasProne || !is(fighter, 'prone'));
  const current = (): SecondsContext => {
    const { target = null, item = null } = runtime.find(command)?.act ?? {};
    return { ...act, command, target, item, runUp: keepsRunUp() ? act.runUp : 0 };
  };
  const whyNot = (now: SecondsContext): readonly Reason[] => {
    const unable = whyNotAble(fighter, action);
    if (stage === 'waits') return unable.filter(({ id }) => id === 'unconscious');
    const unfit = [...unable, ...reasonsAgainst(action, now), ...whyNotStill(action, now, place)];
    return stage === 'begins' ? unfit : [...unfit, ...whyNotFinish(action, now)];
  };
  const { goesOn } = action;
  const reasons = (): readonly Reason[] => reasonsToStop(goesOn ? { whyNot, goesOn } : { whyNot }, current());
  return { action, current, reasons, overruled: reasons().map(({ id }) => id) };
}

/** Plays a part of an action; returns null if others have made the action impossible meanwhile. */
function playPart<T>(begun: Begun, part: Procedure<T>, stopped = logStop): Procedure<T | null> {
  const { current, reasons, overruled } = begun;
  const { fighter, runtime } = current();
  function* stop(found: readonly Reason[]): Procedure<null> {
    yield* stopped(fighter.id, found);
    return null;
  }
  return runtime.part<T | null>({ reasons, overruled, play: () => part, stopped: stop });
}

/** Returns false if it was stopped. */
function* finish(begun: Begun, terms: Terms, stopped = logStop): Procedure<boolean> {
  const { action, current } = begun;
  const part = playNow(action, current, terms);
  if (!action.inParts) return (yield* playPart(begun, part, stopped)) !== null;
  yield* part;
  return true;
}

function* playNow(action: Action, current: () => SecondsContext, terms: Terms): Procedure<true> {
  yield* action.play({ ...current(), terms }, terms);
  return true;
}

interface Unpaid {
  /** The GM's earlier decision. */
  readonly terms?: Terms | undefined;
  /** Offers others what it provokes. */
  readonly before?: Procedure<void>;
  readonly stopped?: typeof logStop;
}

/** Plays without a price: outside encounters, as a reaction, and from a held plan. */
export function* carryOut(
  action: Action,
  act: SecondsContext,
  { terms, before, stopped }: Unpaid = {},
): Procedure<void> {
  const begun = begin(action, act);
  const declared = yield* playPart(begun, declare(action, act, terms, before), stopped);
  if (declared === null) return;
  if (!declared.terms) return void (yield* log('not-allowed', {}, act.fighter.id));
  yield* finish(begun, declared.terms, stopped);
}

function* declare(
  action: Action,
  act: SecondsContext,
  terms: Terms | undefined,
  before?: Procedure<void>,
): Procedure<{ readonly terms: Terms | null }> {
  if (before) yield* before;
  return { terms: terms ?? (action.declare ? yield* action.declare(act) : {}) };
}

/** Section 4: declares, pays, offers reactions, plays. */
export function* perform(action: Action, context: SecondsContext): Procedure<void> {
  const { encounter, fighter, command } = context;
  if (isIdle(encounter) || action.reacts) return yield* carryOut(action, withoutProgress(context));
  const offersReactions = !action.quiet;
  if (action.keeps) return yield* performMove(action, withoutProgress(context), offersReactions);

  const progress = progressFor(fighter, command);
  const { hurry, distracting } = optionsOf(command);
  const mayFinish = hurry === true || ticksDue(action, context) <= ticksLeft(fighter);
  const declared = yield* playPart(
    begin(action, context, mayFinish ? 'finishes' : 'begins'),
    declare(action, context, progress || !action.declare ? context.terms : undefined),
  );
  if (declared === null) return;
  const { terms } = declared;
  if (!terms) return void (yield* log('not-allowed', {}, fighter.id));
  const act: SecondsContext = { ...context, terms, onStride: strideHooksFor(context) };
  const due = ticksDue(action, act);
  const has = ticksLeft(fighter);
  const finishes = due <= has || hurry === true;
  // Only what the GM has just priced can fail to fit.
  if (!finishes && (has === 0 || !action.splits)) return void (yield* log('no-time', {}, fighter.id));

  // A hold pays for itself but takes time.
  const isTimed = !isTrivial(action.base?.(act) ?? 0, act.world) || action.paysItself === true;
  const distracts = action.distracts?.(act, due, has) || distracting;
  if (isTimed && !progress && !action.paysItself) yield* discardProgress(fighter);
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
  const begun = begin(action, act, finishes ? 'finishes' : 'waits');
  if (isTimed) yield* endRunUp(fighter);

  if (!(yield* offerAtStart(begun, act, offersReactions, distracts === true)) || !finishes) return;
  const isDone = yield* finish(begun, terms);
  if (progress) yield* clearLateAid(fighter);
  if (isDone && offersReactions) yield* fireTriggers(act, 'does', nameOf(action, command));
}

/** Returns false if the action was stopped. Holders who wait for its beginning are asked even then. */
function* offerAtStart(
  begun: Begun,
  act: SecondsContext,
  offersReactions: boolean,
  distracts: boolean,
): Procedure<boolean> {
  if (!offersReactions) return true;
  const asked = new Set<string>();
  const begins = (): Procedure<void> =>
    fireTriggers(
      act,
      'begins',
      nameOf(begun.action, act.command),
      ({ id }) => !asked.has(id) && asked.add(id) !== undefined,
    );
  if ((yield* playPart(begun, offersOf(act, distracts, begins))) !== null) return true;
  yield* begins();
  return false;
}

function* offersOf(act: SecondsContext, distracts: boolean, begins: () => Procedure<void>): Procedure<true> {
  if (distracts) yield* offerDistractionAttacks(act);
  yield* begins();
  return true;
}

/** S-16, S-A17: a Move keeps the unfinished action, but not its run-up. */
function* performMove(action: Action, context: SecondsContext, offersReactions: boolean): Procedure<void> {
  const { fighter, command } = context;
  const overruled = [...whyNotAble(fighter, action), ...whyNotFinish(action, context)].map(({ id }) => id);
  const act: SecondsContext = { ...context, overruled, ...(offersReactions && { onStride: strideHooksFor(context) }) };
  if (fighter.state.progressRunUp !== undefined) yield* setState(fighter.id, 'progressRunUp', null);
  // Whether the way is free is asked in each space.
  if (!(yield* offerAtStart(begin({ ...action, whyNotFinish: NOTHING }, act), act, offersReactions, false))) return;
  yield* action.play(act, act.terms);
  if (offersReactions) yield* fireTriggers(act, 'does', nameOf(action, command));
}

const NOTHING = (): readonly Reason[] => [];
