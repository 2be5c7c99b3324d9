import { log } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { reasonsAgainst } from '../../../toolkit/define/actions';
import { type Act, type Action, nameOf, ticksDue, whyNotFinish, withoutProgress } from '../action';
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

/** What stands against an action now; what would not be finished may stand against finishing it for now. */
export function whyNotDo(action: Action, act: Act): readonly Reason[] {
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

/** Whose moment it is (sections 4 and 6). */
function whyNotNow({ inFight, reacts }: Action, { encounter, fighter, command }: Act): Reason[] {
  if (isIdle(encounter)) return inFight ? [{ id: 'not-in-fight' }] : [];
  const mine = isTurnOf(encounter, fighter);
  if (!reacts) return mine ? [] : [{ id: 'not-your-turn' }];
  const spent: Reason[] = fighter.pools.reactions.value > 0 ? [] : [{ id: 'no-reaction' }];
  // S-A24: whoever struck it away may catch it.
  return mine && command.do !== 'catch' ? [...spent, { id: 'own-turn' }] : spent;
}

/** What the fighter's own state stands against (section 7). */
export function whyNotAble(fighter: SecondsFighter, { anyway = [], reacts, moves }: Action): Reason[] {
  if (fighter.conditions.length === 0) return [];
  if (is(fighter, 'unconscious')) return [{ id: 'unconscious' }];
  if (reacts && !canReact(fighter)) return [{ id: is(fighter, 'restrained') ? 'restrained' : 'restraining' }];
  const held = (['restrained', 'restraining'] as const).filter((id) => is(fighter, id) && !anyway.includes(id));
  const fastened = moves ? fasteningCondition(fighter) : null;
  return [...new Set([...held, ...(fastened ? [fastened] : [])])].map((id) => ({ id }));
}

/** Section 4, spending. */
function whyNotTime(act: Act, action: Action, due: number): Reason[] {
  const { fighter, world, command } = act;
  const has = ticksLeft(fighter);
  const facts = { needs: secondsOf(due), has: secondsOf(has) };
  if (optionsOf(command).hurry) {
    if (command.do !== 'attack') return [{ id: 'not-hurried' }];
    if (due <= has) return [{ id: 'time-enough' }];
    const enough = (progressFor(fighter, command)?.ticks ?? 0) + has >= ticksOf(world.minimumHurriedSeconds) && has > 0;
    return enough ? [] : [{ id: 'no-seconds', data: facts }];
  }
  if (due <= has) return [];
  return has > 0 && action.splits ? [] : [{ id: 'no-seconds', data: facts }];
}

/** Carries an action out without its price: outside encounters, and out of a held plan. @param settled what the game master has said of it */
export function* carryOut(action: Action, act: Act, settled?: Terms): Procedure<void> {
  const terms = settled ?? (action.declare ? yield* action.declare(act) : {});
  if (!terms) return void (yield* log('not-allowed', {}, act.fighter.id));
  yield* action.play({ ...act, terms }, terms);
}

/** Section 4: settled, paid, answered to, carried out. @param cutsIn whether it cuts in itself, so that nothing cuts into it */
export function* perform(action: Action, looked: Act, cutsIn: boolean): Procedure<void> {
  const { encounter, fighter, command } = looked;
  if (isIdle(encounter) || action.reacts) return yield* carryOut(action, withoutProgress(looked));
  const asks = !cutsIn && !action.quiet;
  if (action.keeps) return yield* pass(action, withoutProgress(looked), asks);

  const had = progressFor(fighter, command);
  const terms = had || !action.declare ? looked.terms : yield* action.declare(looked);
  if (!terms) return void (yield* log('not-allowed', {}, fighter.id));
  const act: Act = { ...looked, terms, ...(!cutsIn && { onStride: strideHooksFor(looked) }) };
  const due = ticksDue(action, act);
  const has = ticksLeft(fighter);
  const { hurry, distracting } = optionsOf(command);
  const finishes = due <= has || hurry;
  // Only what the game master has just priced can turn out not to fit at all.
  if (!finishes && (has === 0 || !action.splits)) return void (yield* log('no-time', {}, fighter.id));

  // What is held pays for itself, and takes its time all the same.
  const timed = !isTrivial(action.base?.(act) ?? 0, act.world) || command.do === 'hold';
  const distracts = action.distracts?.(act, due, has) || distracting;
  if (timed && !had && command.do !== 'hold') yield* discardProgress(fighter);
  if (timed) yield* endMove(fighter);
  const pays = Math.min(due, has);
  yield* spendTicks(fighter, command.do, pays, !finishes);
  if (!finishes) {
    yield* storeProgress(fighter, {
      action: command.do,
      tool: toolOf(command),
      ticks: (had?.ticks ?? 0) + pays,
      runUp: action.runs ? act.runUp : 0,
      terms: Object.keys(terms).length > 0 ? terms : null,
    });
    yield* log('begun', { left: secondsOf(due - pays) }, fighter.id);
  } else if (had) yield* clearProgress(fighter);
  // What stood against it from the start was overridden; only what has come since can end it.
  const against = () =>
    [...whyNotAble(fighter, action), ...(finishes ? whyNotFinish(action, act) : [])].map(({ id }) => id);
  const stood = against();
  if (timed) yield* endRunUp(fighter);

  if (asks && distracts) yield* offerDistractionAttacks(act);
  if (asks) yield* fireTriggers(act, 'begins', nameOf(command));
  if (against().some((id) => !stood.includes(id))) return void (yield* log('lost', {}, fighter.id));
  if (!finishes) return;
  yield* action.play(act, terms);
  if (had) yield* clearLateAid(fighter);
  if (asks) yield* fireTriggers(act, 'does', nameOf(command));
}

/** A Move: it pays for itself as it goes, and leaves what was begun as it is (S-16); only a stored run-up is gone (S-A17). */
function* pass(action: Action, act: Act, asks: boolean): Procedure<void> {
  const { fighter, command } = act;
  if (fighter.state.progressRunUp !== undefined) yield* setState(fighter.id, 'progressRunUp', null);
  if (asks) yield* fireTriggers(act, 'begins', nameOf(command));
  if (whyNotAble(fighter, action).length > 0) return void (yield* log('lost', {}, fighter.id));
  yield* action.play(asks ? { ...act, onStride: strideHooksFor(act) } : act, act.terms);
  if (asks) yield* fireTriggers(act, 'does', nameOf(command));
}
