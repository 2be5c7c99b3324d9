import { applyChange, log, recordOutcome } from '../../../encounter/change';
import { GM, type Reason } from '../../../kernel/ask';
import { askAmount, askText, choose, type Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import type { WithTarget } from '../../../toolkit/define/actions';
import { type Act, type Action, splittableTime } from '../action';
import { canSee, isSheltered } from '../attack/harm';
import { maneuver, whyNotSeen } from '../attack/strikes';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { CHECKS, type CheckId, secondsOf, TASK_CHECKS, type TaskId, TICKS, ticksOf } from '../schema';
import { type SecondsFighter, setState, type Terms } from '../state';
import type { WorldSettings } from '../stats';
import { savedByDex, ticksLeft } from '../turn/lane';
import { addAid, aidsOf, check, chooseCheck, contest, isSameAid, wins } from './check';

/** S-62: so many have helped already with that action, or where none is named, with every check there is help with. */
function whyNotHelp({ target, command, world }: WithTarget<Act>): Reason[] {
  const { check, for: task = null } = optionsOf(command);
  const open = checksFor(target, task, world);
  const isOpen = check === undefined ? open.length > 0 : task !== null ? open.length > 0 : open.includes(check);
  return isOpen ? [] : [{ id: 'helped-already', data: { most: world.maxHelpers } }];
}

/** S-61, S-A31: half of it, in steps of a half. */
const helpOf = (total: number, factor: number, step: number): number =>
  Math.max(0, Math.floor((total * factor) / step + 1e-9) * step);

/** S-59 to S-62. */
export const help: Action = maneuver({
  seconds: 3.5,
  group: 'other',
  whyNotFinish: whyNotHelp,
  *play(act) {
    const { fighter, target, command, world } = act;
    const { for: task = null, check: said } = optionsOf(command);
    const [first, ...others] = checksFor(target, task, world);
    if (!first) return;
    const id = yield* chooseCheck('help-check', fighter, [first, ...others], said);
    const bonus = helpOf(yield* check(fighter, id), world.helpFactor, world.helpStep);
    yield* log('helps', { at: target.id, bonus }, fighter.id);
    if (bonus > 0) yield* addAid(target, { task, check: id, bonus }, fighter.id);
  },
});

/** Among which checks a helper chooses: those of what it is for, or that of the help with it that waits already; none where it is full. */
function checksFor(target: SecondsFighter, task: TaskId | null, { maxHelpers }: WorldSettings): readonly CheckId[] {
  const aids = aidsOf(target);
  const isFull = (check: CheckId) => aids.some((had) => isSameAid(had, task, check) && had.by.length >= maxHelpers);
  const had = task && aids.find((each) => each.task === task);
  const checks: readonly CheckId[] = had ? [had.check] : TASK_CHECKS[task ?? 'improvise'];
  return checks.filter((check) => !isFull(check));
}

/** S-63 to S-65, S-A32: against each enemy who could see, one by one; whether there is something to hide behind, the map says if it can. */
export const hide: Action = {
  group: 'other',
  ...splittableTime(3.5),
  play: vanish,
  whyNotFinish: (act) => (isMapped(act) && !isShelteredFromAny(act) ? [{ id: 'no-cover' }] : []),
  *declare(act) {
    return isShelteredFromAny(act) ? {} : yield* askApproval(act, 'cover');
  },
};

/** Enemies from whom one may hide. */
const searchersFor = ({ encounter, fighter }: Act): SecondsFighter[] =>
  Object.values(encounter.fighters).filter((foe) => foe.side !== fighter.side && !is(foe, 'unconscious'));

/** Whether the map tells what there is to hide behind from anybody. */
const isMapped = (act: Act): boolean =>
  (act.encounter.ground.walls?.length ?? 0) > 0 &&
  act.fighter.place !== null &&
  searchersFor(act).some(({ place }) => place !== null);

const isShelteredFrom = ({ encounter, fighter }: Act, { place: from }: SecondsFighter): boolean =>
  from !== null && fighter.place !== null && isSheltered(encounter, from, fighter.place);

const isShelteredFromAny = (act: Act): boolean => searchersFor(act).some((searcher) => isShelteredFrom(act, searcher));

function* vanish(act: Act): Procedure<void> {
  const { encounter, fighter, world } = act;
  const byMap = isShelteredFromAny(act);
  const stealth = yield* check(fighter, 'stealth', {}, 'hide');
  for (const searcher of searchersFor(act)) {
    const sheltered = isShelteredFrom(act, searcher);
    const sees = canSee(encounter, searcher, fighter.place);
    const plainly = sees && byMap && !sheltered;
    const hidden =
      !sees || (!plainly && wins(stealth, yield* check(searcher, 'perception', { against: stealth }), world));
    yield* log(hidden ? 'hidden-from' : 'seen-by', { by: searcher.id }, fighter.id);
    yield* removeCondition(fighter, 'hidden', ({ towards }) => towards?.includes(searcher.id) === true);
    if (!hidden) continue;
    const condition = { id: 'hidden', towards: [searcher.id], ...(sheltered && { data: { shelter: true } }) };
    yield* applyChange({ kind: 'condition-added', of: fighter.id, condition });
  }
}

/** S-91: as long as the game master says. */
export const speak: Action = {
  group: 'other',
  hasGmPrice: true,
  splits: true,
  anyway: ['restrained', 'restraining'],
  base: ({ terms }) => terms.base ?? 0,
  declare: length,
  *play({ fighter }) {
    yield* log('spoken', {}, fighter.id);
  },
};

/** S-92 to S-94, S-A34, S-A35: so many seconds of fear as it succeeds by. */
export const intimidate: Action = maneuver({
  seconds: 1,
  group: 'other',
  inFight: true,
  whyNotFinish: (act) => [
    ...whyNotSeen(act),
    ...(act.target.state.intimidated === true ? [{ id: 'intimidated-already' }] : []),
  ],
  *play(act) {
    const { fighter, target, world } = act;
    const { acting, opposing, won } = yield* contest(act, 'intimidation', 'willpower');
    // Nobody who is out cold is frightened for ever.
    const margin = Number.isFinite(opposing) ? acting - opposing : 0;
    const success = won && margin > 0;
    const result = success ? 'frightened' : 'not-frightened';
    yield* recordOutcome({ result, success, seconds: Math.max(0, margin) }, target.id);
    if (won || world.intimidateCountsFailures) yield* setState(target.id, 'intimidated', true);
    if (!won || margin <= 0) return;
    yield* applyChange({ kind: 'condition-added', of: target.id, condition: { id: 'frightened', by: fighter.id } });
    yield* setState(target.id, 'fear', ticksOf(margin));
  },
});

/** S-71, S-72, S-A43. */
export const improvise: Action = {
  group: 'other',
  hasGmPrice: true,
  splits: true,
  base: ({ terms }) => terms.base ?? 0,
  byDex: ({ terms }) => terms.final !== true,
  declare: price,
  *play({ fighter, terms }) {
    if (terms.check === undefined)
      return void (yield* recordOutcome({ result: 'improvises', success: true }, fighter.id));
    const against = terms.against ?? 0;
    const made = (yield* check(fighter, terms.check, { against }, 'improvise')) >= against;
    yield* recordOutcome({ result: made ? 'improvises' : 'fails-to', success: made }, fighter.id);
  },
};

/** Characters of what somebody describes. */
const MOST_WORDS = 120;
/** The longest a game master may say something takes, and the hardest it may be. */
const LONGEST = 60 * TICKS;
const HARDEST = 60;

/**
 * S-32: says how it is to be done, and the game master allows it or not; what the game master's own fighters do is allowed already.
 * @param ask what is to be described
 */
export function* askApproval({ fighter }: Act, ask: 'means' | 'cover' | 'surface'): Procedure<Terms | null> {
  const text = yield* askText(ask, fighter.id, MOST_WORDS);
  yield* log('describes', { text }, fighter.id);
  if (!fighter.player) return {};
  return (yield* choose('approve', GM, ['yes', 'no'], { at: fighter.id, text })) === 'yes' ? {} : null;
}

/** S-72: whether it can be done, how long it takes, whether DEX shortens that (S-A43), and how hard it is. */
function* price({ fighter, world }: Act): Procedure<Terms | null> {
  const at = fighter.id;
  const text = yield* askText('improvise', at, MOST_WORDS);
  yield* log('describes', { text }, at);
  const verdict = yield* choose('verdict', GM, ['usual', 'final', 'no'], { at, text });
  if (verdict === 'no') return null;
  const quicker = { saved: savedByDex(fighter, world), least: ticksOf(world.minActionSeconds) };
  const facts = { at, left: secondsOf(ticksLeft(fighter)), ...(verdict === 'usual' && quicker.saved > 0 && quicker) };
  const base = yield* askAmount('time', GM, 0, LONGEST, facts);
  const kind = yield* choose('difficulty-of', GM, ['none', ...CHECKS], { at });
  const terms: Terms = { base, final: verdict === 'final' };
  return kind === 'none'
    ? terms
    : { ...terms, check: kind, against: yield* askAmount('difficulty', GM, 0, HARDEST, { at }) };
}

/** S-91, S-A33: how long it takes to say; at most one's whole turn, however quick one's hands are. */
function* length({ fighter }: Act): Procedure<Terms> {
  const at = fighter.id;
  const text = yield* askText('speech', at, MOST_WORDS);
  yield* log('says', { text }, at);
  const facts = { at, text, left: secondsOf(ticksLeft(fighter)) };
  return { base: yield* askAmount('speech-time', GM, 0, fighter.stats.secondsPerTurn, facts), final: true };
}
