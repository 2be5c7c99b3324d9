import { applyChange, log, recordOutcome } from '../../../encounter/change';
import { areTogether, groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import { GM } from '../../../kernel/ask';
import { askAmount, askText, choose, type Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { type Action, type SecondsContext, splittableDuration } from '../action';
import { canSee, isSheltered } from '../attack/harm';
import { maneuverAction, whyNotSee } from '../attack/strikes';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { CHECKS, type CheckId, secondsOf, TASK_CHECKS, type TaskId, TICKS, ticksOf } from '../schema';
import { type SecondsFighter, setState, type Terms } from '../state';
import type { WorldSettings } from '../stats';
import { addFear, ticksLeft, ticksSavedByDex } from '../turn/lane';
import { addAid, aidsOf, check, chooseCheck, contest, isContestWon, isSameAid } from './check';

/** S-61, S-A31: rounded down to the step. */
const helpOf = (total: number, factor: number, step: number): number =>
  Math.max(0, Math.floor((total * factor) / step + 1e-9) * step);

/** S-59 to S-62. */
export const help: Action = maneuverAction({
  seconds: 3.5,
  group: 'other',
  intent: 'help',
  options: ['for', 'check', 'distracting'],
  promise: null,
  whyNotFinish({ target, command, world }) {
    const { check: requested, for: task = null } = optionsOf(command);
    const available = checksFor(target, task, world);
    const isAvailable = requested === undefined || task !== null ? available.length > 0 : available.includes(requested);
    return isAvailable ? [] : [{ id: 'helped-already', data: { most: world.maxHelpers } }];
  },
  *play(act) {
    const { fighter, target, command, world } = act;
    const { for: task = null, check: requested } = optionsOf(command);
    const [first, ...others] = checksFor(target, task, world);
    if (!first) return;
    const id = yield* chooseCheck('help-check', fighter, [first, ...others], requested);
    const bonus = helpOf(yield* check(fighter, id, {}, 'help'), world.helpFactor, world.helpStep);
    yield* log('helps', { at: target.id, bonus }, fighter.id, { tone: 'boon', strong: true });
    if (bonus > 0) yield* addAid(target, { task, check: id, bonus }, fighter.id);
  },
});

/** Once help waits for a task, only its check. */
function checksFor(target: SecondsFighter, task: TaskId | null, { maxHelpers }: WorldSettings): readonly CheckId[] {
  const aids = aidsOf(target);
  const isFull = (check: CheckId) => aids.some((aid) => isSameAid(aid, task, check) && aid.by.length >= maxHelpers);
  const existing = task && aids.find((each) => each.task === task);
  const checks: readonly CheckId[] = existing ? [existing.check] : TASK_CHECKS[task ?? 'improvise'];
  return checks.filter((check) => !isFull(check));
}

/** S-63 to S-65, S-A32: against each foe; a map with walls decides on cover. */
export const hide: Action = {
  group: 'other',
  holdable: true,
  options: ['distracting'],
  promise: null,
  ...splittableDuration(3.5),
  play: resolveHide,
  whyNotFinish: (act) => (isMapped(act) && !isShelteredFromAny(act) ? [{ id: 'no-cover' }] : []),
  *declare(act) {
    return isShelteredFromAny(act) ? {} : yield* askApproval(act, 'cover');
  },
};

const searchersFor = ({ encounter, fighter }: SecondsContext): SecondsFighter[] =>
  Object.values(encounter.fighters).filter(
    (foe) =>
      areFoes(foe, fighter) && !is(foe, 'unconscious') && areTogether(encounter.ground, fighter.place, foe.place),
  );

/** Whether the map decides on cover. */
const isMapped = (act: SecondsContext): boolean =>
  (groundAt(act.encounter.ground, act.fighter.place).walls?.length ?? 0) > 0 &&
  act.fighter.place !== null &&
  searchersFor(act).some(({ place }) => place !== null);

const isShelteredFrom = ({ encounter, fighter }: SecondsContext, { place: from }: SecondsFighter): boolean =>
  from !== null && fighter.place !== null && isSheltered(encounter, from, fighter.place);

const isShelteredFromAny = (act: SecondsContext): boolean =>
  searchersFor(act).some((searcher) => isShelteredFrom(act, searcher));

function* resolveHide(act: SecondsContext): Procedure<void> {
  const { encounter, fighter, world } = act;
  const byMap = isShelteredFromAny(act);
  // Also from who only could not see: they find the fighter with their sight.
  const data = byMap && { data: { shelter: true } };
  const stealth = yield* check(fighter, 'stealth', {}, 'hide');
  for (const searcher of searchersFor(act)) {
    const sheltered = isShelteredFrom(act, searcher);
    const sees = canSee(encounter, searcher, fighter.place);
    const isExposed = sees && byMap && !sheltered;
    const hidden =
      !sees || (!isExposed && isContestWon(stealth, yield* check(searcher, 'perception', { against: stealth }), world));
    if (hidden) yield* log('hidden-from', { by: searcher.id }, fighter.id, { covers: { gains: ['hidden'] } });
    else yield* log('seen-by', { by: searcher.id }, fighter.id);
    yield* removeCondition(fighter, 'hidden', ({ towards }) => towards?.includes(searcher.id) === true);
    if (!hidden) continue;
    const condition = { id: 'hidden', towards: [searcher.id], ...data };
    yield* applyChange({ kind: 'condition-added', of: fighter.id, condition });
  }
}

/** S-91. */
export const speak: Action = {
  group: 'other',
  holdable: true,
  options: ['distracting'],
  promise: null,
  hasGmPrice: true,
  splits: true,
  base: ({ terms }) => terms.base ?? 0,
  declare: declareSpeech,
  *play({ fighter }) {
    yield* log('spoken', {}, fighter.id);
  },
};

/** S-92 to S-94, S-A34, S-A35: one second of fear for each point. */
export const intimidate: Action = maneuverAction({
  seconds: 1,
  group: 'other',
  odds: 'works',
  promise: null,
  inFight: true,
  whyNotFinish: (act) => [
    ...whyNotSee(act),
    ...(act.target.state.intimidated === true ? [{ id: 'intimidated-already' }] : []),
  ],
  *play(act) {
    const { fighter, target, world } = act;
    const { acting, opposing, won } = yield* contest(act, 'intimidation', 'willpower');
    // An unconscious target would be frightened for ever.
    const margin = Number.isFinite(opposing) ? acting - opposing : 0;
    const success = won && margin > 0;
    const result = success ? 'frightened' : 'not-frightened';
    yield* recordOutcome({ result, success, seconds: Math.max(0, margin) }, target.id, {
      tone: success ? 'harm' : 'boon',
      ...(success && { covers: { gains: ['frightened'] } }),
    });
    // S-A34: a sleeper notices nothing.
    const counts = won && Number.isFinite(opposing);
    if (counts || world.intimidateCountsFailures) yield* setState(target.id, 'intimidated', true);
    if (!success) return;
    yield* addFear(target, ticksOf(margin), { by: fighter.id });
  },
});

/** S-71, S-72, S-A43. */
export const improvise: Action = {
  group: 'other',
  holdable: true,
  options: ['distracting'],
  promise: null,
  hasGmPrice: true,
  splits: true,
  base: ({ terms }) => terms.base ?? 0,
  byDex: ({ terms }) => terms.final !== true,
  declare: declareImprovisation,
  *play({ fighter, terms }) {
    if (terms.check === undefined)
      return void (yield* recordOutcome({ result: 'improvises', success: true }, fighter.id));
    const against = terms.against ?? 0;
    const succeeds = (yield* check(fighter, terms.check, { against }, 'improvise')) >= against;
    yield* recordOutcome({ result: succeeds ? 'improvises' : 'fails-to', success: succeeds }, fighter.id);
  },
};

const MAX_TEXT_LENGTH = 120;
/** Ticks. */
const MAX_TICKS = 60 * TICKS;
const MAX_DIFFICULTY = 60;

/** S-32: returns null if the GM refuses; the GM's own fighters need no approval. */
export function* askApproval({ fighter }: SecondsContext, ask: 'means' | 'cover' | 'surface'): Procedure<Terms | null> {
  const text = yield* askText(ask, fighter.id, MAX_TEXT_LENGTH);
  yield* log('describes', { text }, fighter.id);
  if (!fighter.player) return {};
  return (yield* choose('approve', GM, ['yes', 'no'], { at: fighter.id, text })) === 'yes' ? {} : null;
}

/** S-72, S-A43. */
function* declareImprovisation({ fighter, world }: SecondsContext): Procedure<Terms | null> {
  const at = fighter.id;
  const text = yield* askText('improvise', at, MAX_TEXT_LENGTH);
  yield* log('describes', { text }, at);
  const verdict = yield* choose('verdict', GM, ['usual', 'final', 'no'], { at, text });
  if (verdict === 'no') return null;
  const shortened = { saved: ticksSavedByDex(fighter, world), least: ticksOf(world.minActionSeconds) };
  const facts = {
    at,
    left: secondsOf(ticksLeft(fighter)),
    ...(verdict === 'usual' && shortened.saved > 0 && shortened),
  };
  const base = yield* askAmount('time', GM, 0, MAX_TICKS, facts);
  const kind = yield* choose('difficulty-of', GM, ['none', ...CHECKS], { at });
  const terms: Terms = { base, final: verdict === 'final' };
  return kind === 'none'
    ? terms
    : { ...terms, check: kind, against: yield* askAmount('difficulty', GM, 0, MAX_DIFFICULTY, { at }) };
}

/** S-91, S-A33: at most one turn. */
function* declareSpeech({ fighter }: SecondsContext): Procedure<Terms> {
  const at = fighter.id;
  const text = yield* askText('speech', at, MAX_TEXT_LENGTH);
  yield* log('says', { text }, at);
  const facts = { at, text, left: secondsOf(ticksLeft(fighter)) };
  return { base: yield* askAmount('speech-time', GM, 0, fighter.stats.secondsPerTurn, facts), final: true };
}
