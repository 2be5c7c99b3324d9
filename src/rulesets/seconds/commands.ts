import { say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossible } from '../../encounter/legality';
import type { Reason } from '../../kernel/ask';
import { type Procedure, section } from '../../kernel/procedure';
import { part } from '../../mechanics/bond';
import { type RowsById, reasonsAgainst } from '../../rulebook/actions';
import { about, afflict, byHand } from '../../rulebook/by-hand';
import { type Commands, commandsOf, type PlainCommand } from '../../rulebook/command';
import { type Act, type Action, actOf, ticksFor, toolOf, whyNotFinish } from './act';
import { armed, attack, castSpell, strike, whyNotAt, whyNotInReach, whyNotWield } from './attack/attack';
import { breakGrapple, breakPin, pin, release } from './attack/grip';
import { boundIn, passOut, settleHealth } from './attack/harm';
import {
  blind,
  clearEyes,
  disengage,
  evade,
  grapple,
  restrain,
  shove,
  standUp,
  tackle,
  throwSomebody,
  trip,
  wake,
} from './attack/maneuvers';
import { begun, drop, endMove, halt, isTrivial, keep, left, react, spend, useUp } from './bar';
import { forgetLateHelp } from './check';
import { end, isIdle, isTurnOf, nextTurn, reorder, start } from './clock';
import { help, hide, improvise, intimidate, speak } from './company';
import { CONDITIONS, canReact, fastenedBy, is } from './conditions';
import { catchWeapon, changeEquipment, disarming, useItem } from './gear';
import { type Holdable, holding, performHeld, planOf } from './hold';
import { mark, type Terms } from './marks';
import { cut, go, jump, moved, priceOf, wayOf, whyNotGo } from './movement';
import { catching, distracted, onStride, type Rules, triggered } from './reactions';
import type { SecondsEncounter, SecondsFighter } from './stats';
import { nameOf } from './view/card';
import { secondsOf, ticksOf } from './words';

/** S-73 to S-79: paid stretch by stretch as it is gone; a way too long is gone as far as there is time. */
const move: Action = {
  group: 'move',
  icon: 'actions/move',
  needs: 'path',
  moves: true,
  keeps: true,
  base: (act) => priceOf(act.encounter, act.fighter, cut(act.encounter, act.fighter, wayOf(act))),
  whyNotFinish(act) {
    const { encounter, fighter, world } = act;
    const way = wayOf(act);
    const gone = cut(encounter, fighter, way);
    const least = ticksOf(world.minActionSeconds);
    const isNew = moved(fighter).paid === 0;
    const short =
      encounter.clock.phase !== 'idle' && way.length > 0 && ((isNew && left(fighter) < least) || gone.length === 0);
    return [...(short ? [{ id: 'no-time-to-move' }] : []), ...whyNotGo(act, gone.length > 0 ? gone : way)];
  },
  *play(act) {
    const { encounter, fighter } = act;
    yield* go(encounter, fighter, cut(encounter, fighter, wayOf(act)), act.onStride, true);
  },
};

/** S-111, S-112, S-116: one plain blow; only offers and the game master say that it is provoked. */
const opportunityAttack = armed({
  group: 'attack',
  icon: 'actions/opportunity-attack',
  needs: 'target',
  inFight: true,
  reacts: true,
  whyNotAnyway: ({ command }) => (command.options?.provoked === true ? [] : [{ id: 'not-provoked' }]),
  whyNot: ({ weapon }) => [...whyNotWield(weapon), ...(weapon.kind === 'melee' ? [] : [{ id: 'not-melee' }])],
  whyNotFinish: whyNotAt(whyNotInReach),
  *play({ encounter, world, fighter, target, weapon }) {
    yield* react(encounter, fighter);
    if (target) yield* strike(encounter, world, fighter, target, weapon);
  },
});

/** Passes: whatever is left of the turn is gone (S-A50). */
const endTurn: Action = {
  group: 'other',
  icon: 'actions/end-turn',
  needs: 'nothing',
  inFight: true,
  quiet: true,
  anyway: ['restrained', 'restraining'],
  play: ({ encounter }) => nextTurn(encounter),
};

/** Ledger sections 5 and 6, but for what needs the table itself: Disarm, and holding. */
export const PLAIN_ACTIONS = {
  attack,
  'cast-spell': castSpell,
  blind,
  grapple,
  restrain,
  pin,
  shove,
  tackle,
  throw: throwSomebody,
  trip,
  'break-grapple': breakGrapple,
  'break-pin': breakPin,
  release,
  move,
  jump,
  'stand-up': standUp,
  disengage,
  evade,
  hide,
  help,
  speak,
  intimidate,
  'clear-eyes': clearEyes,
  'change-equipment': changeEquipment,
  'use-item': useItem,
  wake,
  improvise,
  'end-turn': endTurn,
  'opportunity-attack': opportunityAttack,
  catch: catchWeapon,
} as const satisfies Readonly<Record<string, Action>>;

/** S-A14: what can be held for a trigger. What needs a run-up or a way drawn on the map is not possible out of a stand. */
export const HOLDABLE = [
  ...['attack', 'cast-spell', 'blind', 'grapple', 'restrain', 'pin', 'shove', 'throw', 'trip', 'disarm'],
  ...['break-grapple', 'break-pin', 'move', 'stand-up', 'disengage', 'hide', 'help', 'intimidate', 'clear-eyes'],
  ...['change-equipment', 'use-item', 'wake'],
] as const;

type Plain = PlainCommand<SecondsEncounter>;

const whileRunning = (encounter: SecondsEncounter): readonly Reason[] =>
  isIdle(encounter) ? [impossible('not-in-fight')] : [];

const CLOCK: RowsById<Plain> = {
  start: { whyNot: (encounter) => (isIdle(encounter) ? [] : [impossible('already-begun')]), play: start },
  'next-turn': { whyNot: whileRunning, play: nextTurn },
  end: { whyNot: whileRunning, play: end },
};

const BY_HAND: RowsById<Plain> = {
  ...byHand<SecondsFighter, SecondsEncounter>({
    conditions: CONDITIONS,
    *adjusted(encounter, fighter, pool) {
      if (pool === 'hp') yield* settleHealth(encounter, fighter);
    },
    *afflict(encounter, given) {
      yield* afflict(given);
      const { fighter, condition } = given;
      if (condition === 'unconscious' && is(fighter, 'unconscious')) yield* passOut(encounter, fighter);
      if (condition === 'frightened') yield* mark(fighter.id, 'fear', null);
    },
  }),
  part: { play: (encounter) => part(encounter, boundIn(encounter)) },
  /** S-A11: the game master settles ties, or any order. */
  order: about<SecondsFighter, SecondsEncounter>({
    whyNot(_, __, { options }) {
      const fits = Number.isInteger(options?.to) && Number(options?.to) >= 1;
      return fits ? [] : [impossible('no-number', { value: String(options?.to) })];
    },
    play: (encounter, fighter, { options }) => reorder(encounter, fighter, Number(options?.to)),
  }),
};

const reactionRules = (encounter: SecondsEncounter): Rules => ({
  whyNot: (command) => COMMANDS.whyNot(encounter, command),
  child(command) {
    const { action, act } = COMMANDS.expect(encounter, command);
    return section(command, perform(action, act, true));
  },
});

const HOLDING: Holdable = {
  ids: HOLDABLE,
  action: (id) => COMMANDS.actionOf(id),
  whyNot(encounter, command) {
    const { action, act } = COMMANDS.expect(encounter, command);
    return [...whyNotAble(act.fighter, action), ...reasonsAgainst(action, act), ...whyNotFinish(action, act)];
  },
  perform(encounter, command) {
    const { action, act } = COMMANDS.expect(encounter, command);
    return carryOut(action, unpaid(act));
  },
};

/** S-21, S-24, S-A24. */
const heldAction: Action = {
  group: 'other',
  icon: 'actions/held-action',
  needs: 'target',
  inFight: true,
  reacts: true,
  whyNot: ({ fighter }) => (planOf(fighter).length > 0 ? [] : [{ id: 'nothing-held-back' }]),
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

/** What has been paid of an act already. */
const paidFor = ({ fighter, command }: Act): number => begun(fighter, command.do, toolOf(command))?.ticks ?? 0;

/** The act from the start, whatever is begun of it. */
const unpaid = ({ encounter, fighter, command }: Act): Act => actOf(encounter, fighter, command);

/** Ticks still to be paid; what the game master prices is not known before. */
const dueOf = (action: Action, act: Act): number => Math.max(0, ticksFor(action, act) - paidFor(act));

/** The same for a command; null where it is no action of a fighter here. */
export function dueFor(
  encounter: SecondsEncounter,
  command: Command,
): { readonly due: number; readonly act: Act } | null {
  const found = COMMANDS.find(encounter, command);
  return found && { due: dueOf(found.action, found.act), act: found.act };
}

/** What stands against an action now; what would not be finished may stand against finishing it for now. */
function whyNotDo(action: Action, act: Act): readonly Reason[] {
  const { encounter, fighter, command } = act;
  const due = dueOf(action, act);
  const free = isIdle(encounter) || action.reacts || action.keeps;
  const reasons = [
    ...whyNotNow(encounter, fighter, action, command),
    ...whyNotAble(fighter, action),
    ...reasonsAgainst(action, act),
    ...(free ? [] : whyNotTime(act, action, due)),
  ];
  const finishes = free || isHurried(command) || due <= left(fighter);
  return finishes ? [...reasons, ...whyNotFinish(action, act)] : reasons;
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
  const spent: Reason[] = fighter.pools.reactions.value > 0 ? [] : [{ id: 'no-reaction' }];
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
function whyNotTime(act: Act, action: Action, due: number): Reason[] {
  const { fighter, world, command } = act;
  const has = left(fighter);
  const facts = { needs: secondsOf(due), has: secondsOf(has) };
  if (isHurried(command)) {
    if (command.do !== 'attack') return [{ id: 'not-hurried' }];
    if (due <= has) return [{ id: 'time-enough' }];
    const enough = paidFor(act) + has >= ticksOf(world.minimumHurriedSeconds) && has > 0;
    return enough ? [] : [{ id: 'no-seconds', data: facts }];
  }
  if (due <= has) return [];
  return has > 0 && action.splits ? [] : [{ id: 'no-seconds', data: facts }];
}

/** Carries an action out without its price: outside encounters, and out of a held plan. */
function* carryOut(action: Action, act: Act): Procedure<void> {
  const terms = action.declare ? yield* action.declare(act) : {};
  if (!terms) return void (yield* say('not-allowed', {}, act.fighter.id));
  yield* action.play({ ...act, terms }, terms);
}

/** Section 4: settled, paid, answered to, carried out. */
function* perform(action: Action, looked: Act, cutsIn: boolean): Procedure<void> {
  const { encounter, fighter, command } = looked;
  if (isIdle(encounter) || action.reacts) return yield* carryOut(action, unpaid(looked));
  const rules = reactionRules(encounter);
  const asks = !cutsIn && !action.quiet;
  if (action.keeps) return yield* pass(action, unpaid(looked), asks ? rules : null);

  const tool = toolOf(command);
  const had = begun(fighter, command.do, tool);
  const terms: Terms | null = had || !action.declare ? looked.terms : yield* action.declare(looked);
  if (!terms) return void (yield* say('not-allowed', {}, fighter.id));
  const act: Act = { ...looked, terms, ...(!cutsIn && { onStride: onStride(encounter, fighter, rules) }) };
  const { world, runUp } = act;
  const due = dueOf(action, act);
  const has = left(fighter);
  const finishes = due <= has || isHurried(command);
  // Only what the game master has just priced can turn out not to fit at all.
  if (!finishes && (has === 0 || !action.splits)) return void (yield* say('no-time', {}, fighter.id));

  // What is held pays for itself, and takes its time all the same.
  const timed = !isTrivial(action.base?.(act) ?? 0, world) || command.do === 'hold';
  const distracts = action.distracts?.(act, due, has) === true || command.options?.distracting === true;
  if (timed && !had && command.do !== 'hold') yield* drop(fighter);
  if (timed) yield* endMove(fighter);
  const pays = Math.min(due, has);
  yield* spend(fighter, command.do, pays, !finishes);
  if (!finishes) {
    const settled = Object.keys(terms).length > 0 ? terms : null;
    const ticks = (had?.ticks ?? 0) + pays;
    yield* keep(fighter, { action: command.do, tool, ticks, runUp: action.runs ? runUp : 0, terms: settled });
    yield* say('begun', { left: secondsOf(due - pays) }, fighter.id);
  } else if (had) yield* useUp(fighter);
  // What stood against it from the start was overridden; only what has come since can end it.
  const against = () =>
    [...whyNotAble(fighter, action), ...(finishes ? whyNotFinish(action, act) : [])].map(({ id }) => id);
  const stood = against();
  if (timed) yield* halt(fighter);

  if (asks && distracts) yield* distracted(encounter, fighter, rules);
  if (asks) yield* triggered(encounter, fighter, rules, 'begins', nameOf(command));
  if (against().some((id) => !stood.includes(id))) return void (yield* say('lost', {}, fighter.id));
  if (!finishes) return;
  yield* action.play(act, terms);
  if (had) yield* forgetLateHelp(fighter);
  if (asks) yield* triggered(encounter, fighter, rules, 'does', nameOf(command));
}

/** A Move: it pays for itself as it goes, and leaves what was begun as it is (S-16); only a stored run-up is gone (S-A17). */
function* pass(action: Action, act: Act, rules: Rules | null): Procedure<void> {
  const { encounter, fighter, command } = act;
  if (fighter.book.progressRunUp !== undefined) yield* mark(fighter.id, 'progressRunUp', null);
  if (rules) yield* triggered(encounter, fighter, rules, 'begins', nameOf(command));
  if (whyNotAble(fighter, action).length > 0) return void (yield* say('lost', {}, fighter.id));
  yield* action.play(rules ? { ...act, onStride: onStride(encounter, fighter, rules) } : act, act.terms);
  if (rules) yield* triggered(encounter, fighter, rules, 'does', nameOf(command));
}

export const COMMANDS: Commands<SecondsEncounter, Act, Action> = commandsOf<
  SecondsFighter,
  SecondsEncounter,
  Act,
  Action
>({
  clock: CLOCK,
  plain: BY_HAND,
  actions: ACTIONS,
  actOf: ({ encounter, fighter, command }) =>
    actOf(encounter, fighter, command, begun(fighter, command.do, toolOf(command))),
  whyNot: whyNotDo,
  /** In seconds; nothing where it costs nothing or the game master prices it. */
  prices(action, act) {
    if (action.reacts) return [{ pool: 'reactions', amount: 1 }];
    const due = dueOf(action, act);
    const paid = isHurried(act.command) ? Math.min(due, left(act.fighter)) : due;
    return paid > 0 ? [{ pool: 'seconds', amount: secondsOf(paid) }] : [];
  },
  cutsIn: ({ reacts }) => reacts === true,
  perform: (action, act, cutsIn) =>
    cutsIn || action.reacts ? section(act.command, perform(action, act, true)) : perform(action, act, false),
});
