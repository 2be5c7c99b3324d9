import { log } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { reasonsAgainst, reasonsToStop } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import type { Life, Underway } from '../../../toolkit/act/life';
import { isStill, whyNotStill } from '../../../toolkit/space/walk';
import {
  type Action,
  canSplit,
  isTrivialNow,
  nameOf,
  type Seconds,
  type SecondsContext,
  ticksDue,
  whyNotAbleTo,
  whyNotFinish,
  withoutProgress,
} from '../action';
import { isIdle } from '../clock';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { fireTriggers, offerDistractionAttacks, strideHooksFor } from '../reactions';
import { secondsOf } from '../schema';
import { clearLateAid } from '../skills/check';
import type { Terms } from '../state';
import {
  clearProgress,
  discardProgress,
  endMove,
  endRunUp,
  progressFor,
  spendTicks,
  storeProgress,
  ticksLeft,
  toolOf,
} from './lane';

/** Without a price: outside encounters, as a reaction, and from a held plan. */
const isUnpaid = (action: Action, { encounter, held }: SecondsContext): boolean =>
  isIdle(encounter) || action.reacts === true || held !== null;

/** S-A13: what was begun earlier or held goes on with the GM's decision of then; null if it is still to be declared. */
function earlierTerms(action: Action, act: SecondsContext): Terms | null {
  const { fighter, command, held, terms } = act;
  if (held?.terms) return held.terms;
  const isResumed = !isUnpaid(action, act) && progressFor(fighter, command) !== null;
  return isResumed || !action.declare ? terms : null;
}

/** Returns the context with the item and the target looked up again. S-A17: a fall or a push ends the run-up. */
function currentOf(act: SecondsContext): SecondsContext {
  const { fighter, runtime, begun } = act;
  if (!begun) return act;
  const { command } = begun;
  const { target = null, item = null } = runtime.find(command)?.act ?? {};
  const keepsRunUp = isStill(fighter.place, begun.place) && (begun.wasProne || !is(fighter, 'prone'));
  return { ...act, command, target, item, runUp: keepsRunUp ? act.runUp : 0 };
}

type Paid = Seconds['paid'];

const askedOf = ({ quiet }: Action): Pick<Paid, 'asked'> => (quiet ? {} : { asked: new Set() });

/** Section 4: declares, pays, offers reactions, plays. */
export const LIFE: Life<Seconds> = {
  interruptsAlone: ({ action }) => action.reacts === true,
  begin({ action, act }) {
    const { fighter, command } = act;
    const tool = action.defaultItem?.(act);
    const isFree = isUnpaid(action, act);
    const begun = {
      place: fighter.place,
      wasProne: is(fighter, 'prone'),
      command: tool ? { ...command, with: tool.id } : command,
      mayFinish: isFree || optionsOf(command).hurry === true || ticksDue(action, act) <= ticksLeft(fighter),
    };
    return {
      ...(isFree || action.keeps ? withoutProgress(act) : act),
      ...(!isFree && { onStride: strideHooksFor(act) }),
      // The GM may have overruled what each space of a Move is asked.
      ...(action.keeps && { overruled: whyNotFinish(action, act).map(({ id }) => id) }),
      begun,
    };
  },
  /** An action that waits is ended by unconsciousness only (S-A12); what is begun needs no target yet (S-A13). */
  whyNotGoOn({ action, act, step, paid }) {
    const now = currentOf(act);
    const { begun } = now;
    const unable = whyNotAbleTo(action, now);
    if (paid && !paid.finishes) return unable.filter(({ id }) => id === 'unconscious');
    // Whether a Move can go on is asked in each space.
    const isWhole = isUnpaid(action, act) || !action.keeps;
    const finishes = isWhole && (step !== 'declares' || begun?.mayFinish === true);
    const whyNot = (): readonly Reason[] => [
      ...unable,
      ...reasonsAgainst(action, now),
      ...(action.moves ? whyNotStill(now.fighter.place, begun?.place ?? null) : []),
      ...(finishes ? whyNotFinish(action, now) : []),
    ];
    const { goesOn } = action;
    return reasonsToStop(goesOn ? { whyNot, goesOn } : { whyNot }, now);
  },
  *declare(underway) {
    const { action, act } = underway;
    // S-112: a held spell was paid for in full.
    if (act.held?.distracts) yield* offerDistractionAttacks(act);
    const terms = earlierTerms(action, act) ?? (action.declare ? yield* action.declare(act) : {});
    if (terms) underway.act = { ...act, terms };
    else yield* log('not-allowed', {}, act.fighter.id, { strong: true });
    return terms;
  },
  *pay({ action, act }) {
    const late = whyNotPay(action, act);
    if (late.length > 0) {
      yield* logEnd(act, late);
      return null;
    }
    if (isUnpaid(action, act)) return { finishes: true };
    if (!action.keeps) return yield* payTime(action, act);
    return { finishes: true, ...askedOf(action) };
  },
  *offer(underway) {
    const { act, paid } = underway;
    if (paid?.distracts) yield* offerDistractionAttacks(act);
    yield* offerBeginning(underway);
    underway.act = currentOf(act);
    return paid?.finishes === true;
  },
  *stop(underway, reasons) {
    yield* logEnd(underway.act, reasons);
    // Holders who wait for its beginning are asked even then.
    if (underway.step === 'offers') yield* offerBeginning(underway);
  },
  *close({ action, act, step, paid }, { how }) {
    if (step !== 'resolves') return;
    if (paid?.isResumed) yield* clearLateAid(act.fighter);
    if (how === 'resolved' && paid?.asked) yield* fireTriggers(act, 'does', nameOf(action, act.command));
  },
};

const logEnd = ({ fighter, command, held }: SecondsContext, reasons: readonly Reason[]) =>
  held ? log('dropped', { action: command.do }, fighter.id) : logStop(fighter.id, reasons);

function* offerBeginning({ action, act, paid }: Underway<Seconds>): Procedure<void> {
  const { asked } = paid ?? {};
  if (!asked) return;
  yield* fireTriggers(
    act,
    'begins',
    nameOf(action, act.command),
    ({ id }) => !asked.has(id) && asked.add(id) !== undefined,
  );
}

/** Returns what only the declaration has shown: that the time is too long for who is bound, or enough to finish it now. */
function whyNotPay(action: Action, act: SecondsContext): readonly Reason[] {
  const { fighter, begun, overruled } = act;
  const isPriced = action.hasGmPrice ? whyNotAbleTo(action, act) : [];
  const isUnjudged = begun?.mayFinish === false && !action.keeps && ticksDue(action, act) <= ticksLeft(fighter);
  const reasons = [...isPriced, ...(isUnjudged ? whyNotFinish(action, currentOf(act)) : [])];
  return reasons.filter(({ id }) => !overruled.includes(id));
}

/** Pays what the turn has left; the rest is paid in later turns. Returns null if that is not possible. */
function* payTime(action: Action, act: SecondsContext): Procedure<Paid | null> {
  const { fighter, command, terms } = act;
  const progress = progressFor(fighter, command);
  const { hurry, distracting } = optionsOf(command);
  const due = ticksDue(action, act);
  const has = ticksLeft(fighter);
  const finishes = due <= has || hurry === true;
  // Only what the GM has just priced can fail to fit.
  if (!finishes && (has === 0 || !canSplit(action, act))) {
    yield* log('no-time', {}, fighter.id, { strong: true });
    return null;
  }
  const isTimed = !isTrivialNow(action, act);
  const distracts = (action.distracts?.(act, due, has) || distracting) === true;
  if (isTimed && !progress) yield* discardProgress(fighter);
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
    yield* log('begun', { left: secondsOf(due - payment) }, fighter.id, { strong: true });
  } else if (progress) yield* clearProgress(fighter);
  if (isTimed) yield* endRunUp(fighter);
  return { finishes, isResumed: progress !== null, distracts: distracts && !action.quiet, ...askedOf(action) };
}
