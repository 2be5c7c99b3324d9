import { say } from '../../../encounter/change';
import type { Command, Price } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { GM } from '../../../kernel/ask';
import { type Procedure, section } from '../../../kernel/procedure';
import { part } from '../../../mechanics/bond';
import { adjust, afflict, mark, setDown, whyNotAdjust, whyNotAfflict, whyNotPlace } from '../../../mechanics/edit';
import { type Act, type Action, actOf, nothing, type Terms, toolOf } from './act';
import { HOLDABLE, PLAIN_ACTIONS } from './actions';
import { forgetLateHelp } from './aid';
import { begun, costOf, drop, endMove, halt, isTrivial, keep, left, react, spend, useUp } from './bar';
import { end, isIdle, isTurnOf, nextTurn, reorder, start } from './clock';
import { CONDITIONS, canReact, fastenedBy, is } from './conditions';
import { disarming } from './gear';
import { boundIn, passOut, settleHealth } from './harm';
import { type Holdable, holding, performHeld, planOf } from './hold';
import { nameOf } from './labels';
import { catching, distracted, onStride, type Rules, triggered } from './reactions';
import type { SecondsEncounter, SecondsFighter } from './stats';
import { secondsOf, ticksOf } from './words';

/** A command of the game master: the clock, and the word that no rule is asked about. */
interface Word {
  whyNot(encounter: SecondsEncounter, command: Command): readonly Reason[];
  play(encounter: SecondsEncounter, command: Command): Procedure<unknown>;
}

const whileRunning = (encounter: SecondsEncounter): readonly Reason[] =>
  isIdle(encounter) ? [impossible('not-in-fight')] : [];

export const CLOCK: Readonly<Record<string, Word>> = {
  start: { whyNot: (encounter) => (isIdle(encounter) ? [] : [impossible('already-begun')]), play: start },
  'next-turn': { whyNot: whileRunning, play: nextTurn },
  end: { whyNot: whileRunning, play: end },
};

const WORDS: Readonly<Record<string, Word>> = {
  ...CLOCK,
  adjust: { whyNot: whyNotAdjust, play: adjustWithConsequences },
  part: { whyNot: () => [], play: (encounter) => part(encounter, boundIn(encounter)) },
  /** Sets somebody down, whatever it would cost. */
  place: { whyNot: whyNotPlace, play: setDown },
  condition: {
    whyNot: (encounter, command) => whyNotAfflict(CONDITIONS, encounter, command),
    play: afflictWithConsequences,
  },
  /** S-A11: the game master settles ties, or any order. */
  order: {
    whyNot: (encounter, { at, options }) => {
      if (at === undefined || !encounter.fighters[at]) return [impossible('no-fighter')];
      const to = options?.to;
      const fits = Number.isInteger(to) && Number(to) >= 1;
      return fits ? [] : [impossible('no-number', { value: String(to) })];
    },
    play: (encounter, { at, options }) => reorder(encounter, encounter.fighters[at!]!, Number(options!.to)),
  },
};

function* adjustWithConsequences(encounter: SecondsEncounter, command: Command): Procedure<void> {
  yield* adjust(encounter, command);
  if (command.options!.pool === 'hp') yield* settleHealth(encounter, encounter.fighters[command.at!]!);
}

function* afflictWithConsequences(encounter: SecondsEncounter, command: Command): Procedure<void> {
  yield* afflict(encounter, command);
  const fighter = encounter.fighters[command.at!]!;
  const { condition } = command.options!;
  if (condition === 'unconscious' && is(fighter, 'unconscious')) yield* passOut(encounter, fighter);
  if (condition === 'frightened') yield* mark(fighter.id, 'fear', null);
}

const own = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

const reactionRules = (encounter: SecondsEncounter): Rules => ({
  whyNot: (command) => whyNot(encounter, command),
  child: (command) => section(command, perform(encounter, command, true)),
});

const HOLDING: Holdable = {
  ids: HOLDABLE,
  action: (id) => actionOf(id),
  whyNot(encounter, command) {
    const fighter = encounter.fighters[command.by]!;
    const action = actionOf(command.do)!;
    const act = actOf(encounter, fighter, command);
    return [...whyNotAble(fighter, action), ...action.whyNot(act), ...action.whyNotFinish(act)];
  },
  perform: (encounter, command) => carryOut(encounter, command),
};

/** S-21, S-24, S-A24. */
const heldAction: Action = {
  group: 'other',
  icon: 'actions/held-action',
  needs: 'target',
  inFight: true,
  reacts: true,
  splits: false,
  base: () => 0,
  byDex: () => false,
  whyNot: ({ fighter }) => (planOf(fighter).length > 0 ? [] : [{ id: 'nothing-held-back' }]),
  whyNotFinish: nothing,
  *play(act) {
    yield* react(act.encounter, act.fighter);
    yield* performHeld(HOLDING, act);
  },
};

/** Ledger sections 5 and 6 in full. */
export const ACTIONS = {
  ...PLAIN_ACTIONS,
  disarm: disarming(({ encounter }) => catching(reactionRules(encounter))),
  hold: holding(HOLDING),
  'held-action': heldAction,
} as const satisfies Readonly<Record<string, Action>>;
export type ActionId = keyof typeof ACTIONS;

export const actionOf = (id: string): Action | undefined => own<Action>(ACTIONS, id);

export const knows = ({ do: id }: Command): boolean => (own(WORDS, id) ?? actionOf(id)) !== undefined;

/** Ticks still to be paid for it, and what has been paid; what the game master prices is not known before. */
export function dueFor(
  encounter: SecondsEncounter,
  command: Command,
): { readonly due: number; readonly act: Act } | null {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter) return null;
  const had = begun(fighter, command.do, toolOf(command));
  const act = actOf(encounter, fighter, command, had);
  const full = costOf(action.base(act), action.byDex(act), fighter, act.world);
  return { due: Math.max(0, full - (had?.ticks ?? 0)), act };
}

/** What stands against a command now; empty where nothing does. */
export function whyNot(encounter: SecondsEncounter, command: Command): readonly Reason[] {
  const word = own(WORDS, command.do);
  if (word) return command.by === GM ? word.whyNot(encounter, command) : [impossible('gm-only')];
  const action = actionOf(command.do);
  if (!action) return [impossible('unknown-action', { action: command.do })];
  const fighter = encounter.fighters[command.by];
  if (!fighter) return [impossible('no-fighter')];
  const { due, act } = dueFor(encounter, command)!;
  const idle = isIdle(encounter);
  const reasons = [
    ...whyNotNow(encounter, fighter, action, command),
    ...whyNotAble(fighter, action),
    ...action.whyNot(act),
    ...(idle || action.reacts || action.keeps ? [] : whyNotTime(act, action, due)),
  ];
  const finishes = idle || action.reacts || action.keeps || isHurried(command) || due <= left(fighter);
  return finishes ? [...reasons, ...action.whyNotFinish(act)] : reasons;
}

export const isHurried = ({ options }: Command): boolean => options?.hurry === true;

/** Whose moment it is (sections 4 and 6). */
function whyNotNow(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  { inFight, reacts }: Action,
  command: Command,
): Reason[] {
  if (isIdle(encounter)) return inFight ? [{ id: 'not-in-fight' }] : [];
  const mine = isTurnOf(encounter, fighter);
  if (!reacts) return mine ? [] : [{ id: 'not-your-turn' }];
  const spent: Reason[] = fighter.pools.reactions!.value > 0 ? [] : [{ id: 'no-reaction' }];
  // S-A24: whoever struck it away may catch it.
  return mine && command.do !== 'catch' ? [...spent, { id: 'own-turn' }] : spent;
}

/** What the fighter's own state stands against (section 7). */
function whyNotAble(fighter: SecondsFighter, { anyway = [], reacts, moves }: Action): Reason[] {
  if (fighter.conditions.length === 0) return [];
  if (is(fighter, 'unconscious')) return [{ id: 'unconscious' }];
  if (reacts && !canReact(fighter)) return [{ id: is(fighter, 'restrained') ? 'restrained' : 'restraining' }];
  const held = (['restrained', 'restraining'] as const).filter((id) => is(fighter, id) && !anyway.includes(id));
  const fastened = moves ? fastenedBy(fighter) : null;
  return [...new Set([...held, ...(fastened ? [fastened] : [])])].map((id) => ({ id }));
}

/** Section 4, spending. */
function whyNotTime({ fighter, world, command }: Act, action: Action, due: number): Reason[] {
  const has = left(fighter);
  const facts = { needs: secondsOf(due), has: secondsOf(has) };
  if (isHurried(command)) {
    if (command.do !== 'attack') return [{ id: 'not-hurried' }];
    if (due <= has) return [{ id: 'time-enough' }];
    const paid = begun(fighter, command.do, toolOf(command))?.ticks ?? 0;
    return paid + has >= ticksOf(world.minimumHurriedSeconds) && has > 0 ? [] : [{ id: 'no-seconds', data: facts }];
  }
  if (due <= has) return [];
  return has > 0 && action.splits ? [] : [{ id: 'no-seconds', data: facts }];
}

/** The game master's word, at any time; reactions, but not into another. */
export function interrupts(command: Command): 'word' | 'reaction' | null {
  if (own(WORDS, command.do)) return own(CLOCK, command.do) ? null : 'word';
  return actionOf(command.do)?.reacts ? 'reaction' : null;
}

/**
 * The procedure of a command the ruleset knows.
 * @param cutsIn whether it cut in, and so may not be cut into
 */
export function play(encounter: SecondsEncounter, command: Command, cutsIn = false): Procedure<unknown> {
  const word = own(WORDS, command.do);
  if (word) return cutsIn ? section(command, word.play(encounter, command)) : word.play(encounter, command);
  const reacts = actionOf(command.do)?.reacts === true;
  return cutsIn || reacts ? section(command, perform(encounter, command, true)) : perform(encounter, command, false);
}

/** Carries an action out without its price: outside encounters, and out of a held plan. */
function* carryOut(encounter: SecondsEncounter, command: Command): Procedure<void> {
  const action = actionOf(command.do)!;
  const act = actOf(encounter, encounter.fighters[command.by]!, command);
  const terms = action.declare ? yield* action.declare(act) : {};
  if (!terms) return void (yield* say('not-allowed', {}, command.by));
  yield* action.play({ ...act, terms });
}

/** Section 4: settled, paid, answered to, carried out. */
function* perform(encounter: SecondsEncounter, command: Command, cutsIn: boolean): Procedure<void> {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter) throw new Error(`no command ${command.do} of ${command.by} in the seconds rules`);
  if (isIdle(encounter) || action.reacts) return yield* carryOut(encounter, command);
  const rules = reactionRules(encounter);
  const asks = !cutsIn && !action.quiet;
  if (action.keeps) return yield* pass(encounter, command, action, asks ? rules : null);

  const tool = toolOf(command);
  const had = begun(fighter, command.do, tool);
  const looked = actOf(encounter, fighter, command, had);
  const terms: Terms | null = had || !action.declare ? looked.terms : yield* action.declare(looked);
  if (!terms) return void (yield* say('not-allowed', {}, fighter.id));
  const act: Act = { ...looked, terms, ...(!cutsIn && { onStride: onStride(encounter, fighter, rules) }) };
  const { world, runUp } = act;
  const base = action.base(act);
  const due = Math.max(0, costOf(base, action.byDex(act), fighter, world) - (had?.ticks ?? 0));
  const has = left(fighter);
  const finishes = due <= has || isHurried(command);
  // Only what the game master has just priced can turn out not to fit at all.
  if (!finishes && (has === 0 || !action.splits)) return void (yield* say('no-time', {}, fighter.id));

  // What is held pays for itself, and takes its time all the same.
  const timed = !isTrivial(base, world) || command.do === 'hold';
  const distracts = action.distracts?.(act, due, has) === true || command.options?.distracting === true;
  if (timed && !had && command.do !== 'hold') yield* drop(fighter);
  if (timed) yield* endMove(fighter);
  const pays = Math.min(due, has);
  yield* spend(fighter, command.do, pays, !finishes);
  if (!finishes) {
    const written = Object.keys(terms).length > 0 ? JSON.stringify(terms) : '';
    const ticks = (had?.ticks ?? 0) + pays;
    yield* keep(fighter, { action: command.do, tool, ticks, runUp: action.runs ? runUp : 0, terms: written });
    yield* say('begun', { left: secondsOf(due - pays) }, fighter.id);
  } else if (had) yield* useUp(fighter);
  // What stood against it from the start was overridden; only what has come since can end it.
  const against = () =>
    [...whyNotAble(fighter, action), ...(finishes ? action.whyNotFinish(act) : [])].map(({ id }) => id);
  const stood = against();
  if (timed) yield* halt(fighter);

  if (asks && distracts) yield* distracted(encounter, fighter, rules);
  if (asks) yield* triggered(encounter, fighter, rules, 'begins', nameOf(command));
  if (against().some((id) => !stood.includes(id))) return void (yield* say('lost', {}, fighter.id));
  if (!finishes) return;
  yield* action.play(act);
  if (had) yield* forgetLateHelp(fighter);
  if (asks) yield* triggered(encounter, fighter, rules, 'does', nameOf(command));
}

/** A Move: it pays for itself as it goes, and leaves what was begun as it is (S-16); only a stored run-up is gone (S-A17). */
function* pass(encounter: SecondsEncounter, command: Command, action: Action, rules: Rules | null): Procedure<void> {
  const fighter = encounter.fighters[command.by]!;
  const act = actOf(encounter, fighter, command);
  if (fighter.book.progressRunUp !== undefined) yield* mark(fighter.id, 'progressRunUp', null);
  if (rules) yield* triggered(encounter, fighter, rules, 'begins', nameOf(command));
  if (whyNotAble(fighter, action).length > 0) return void (yield* say('lost', {}, fighter.id));
  yield* action.play(rules ? { ...act, onStride: onStride(encounter, fighter, rules) } : act);
  if (rules) yield* triggered(encounter, fighter, rules, 'does', nameOf(command));
}

/** What a command would take now, in seconds; nothing where it costs nothing or the game master prices it. */
export function pricesFor(encounter: SecondsEncounter, command: Command): Price[] {
  const action = actionOf(command.do);
  const found = dueFor(encounter, command);
  if (!action || !found) return [];
  if (action.reacts) return [{ pool: 'reactions', amount: 1 }];
  const due = isHurried(command) ? Math.min(found.due, left(found.act.fighter)) : found.due;
  return due > 0 ? [{ pool: 'seconds', amount: secondsOf(due) }] : [];
}
