import { alter } from '../../../encounter/change';
import type { Command, Price } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { choose, type Procedure, section } from '../../../kernel/procedure';
import { part } from '../../../mechanics/bond';
import { shed } from '../../../mechanics/condition';
import { adjust, mark, setDown, whyNotAdjust, whyNotAfflict, whyNotPlace } from '../../../mechanics/edit';
import type { Act, Action } from './act';
import { ACTIONS } from './actions';
import { whyNotTarget } from './attack';
import {
  end,
  endTurn,
  letPass,
  start,
  takeTurn,
  whyNotEndTurn,
  whyNotLetPass,
  whyNotStart,
  whyNotTakeTurn,
} from './clock';
import { bound, CONDITIONS, type ConditionId, is, isObject, isOut, OUT } from './conditions';
import { costOf, isTurnOf, pay, slotOf, whyNotPay, withStandIn } from './cost';
import { endure, inflict, recover, sink } from './health';
import { REACTIONS } from './reactions';
import type { SlotsEncounter, SlotsFighter } from './stats';

/** A command that no row of the action table judges. */
interface Word {
  /** Whose word it is: the game master's, a fighter's own, or either's. */
  readonly of: 'gm' | 'fighter' | 'both';
  whyNot(encounter: SlotsEncounter, command: Command): readonly Reason[];
  play(encounter: SlotsEncounter, command: Command): Procedure<unknown>;
}

const whileOpen = ({ clock }: SlotsEncounter): readonly Reason[] =>
  clock.phase === 'idle' ? [impossible('not-open')] : [];

export const CLOCK: Readonly<Record<string, Word>> = {
  start: { of: 'gm', whyNot: whyNotStart, play: start },
  'end-turn': { of: 'both', whyNot: whyNotEndTurn, play: endTurn },
  end: { of: 'gm', whyNot: whileOpen, play: end },
};

const WORDS: Readonly<Record<string, Word>> = {
  ...CLOCK,
  'take-turn': { of: 'fighter', whyNot: whyNotTakeTurn, play: takeTurn },
  'let-pass': { of: 'fighter', whyNot: whyNotLetPass, play: letPass },
  adjust: { of: 'gm', whyNot: whyNotAdjust, play: adjustHealth },
  part: { of: 'gm', whyNot: () => [], play: (encounter) => part(encounter, bound) },
  /** Sets somebody down, whatever it would cost. */
  place: { of: 'gm', whyNot: whyNotPlace, play: setDown },
  condition: { of: 'gm', whyNot: whyNotCondition, play: afflict },
  /** L-155: a day of hunger. */
  'day-passes': { of: 'gm', whyNot: () => [], play: passDay },
};

/** A number set by hand has its consequences too: L-137, L-139, L-165, L-A45. */
function* adjustHealth(encounter: SlotsEncounter, command: Command): Procedure<void> {
  const by = yield* adjust(encounter, command);
  const fighter = encounter.fighters[command.at!]!;
  const { hp, negative } = fighter.pools;
  if (by === 0 || !['hp', 'negative'].includes(String(command.options!.pool))) return;
  // Nobody has points above and below zero at once.
  if (hp!.value > 0 && negative!.value > 0)
    yield* alter(
      fighter.id,
      command.options!.pool === 'hp' ? 'negative' : 'hp',
      -(command.options!.pool === 'hp' ? negative! : hp!).value,
    );
  yield* recover(fighter);
  yield* sink(encounter, fighter);
}

/** Who else a condition is about: against whom it holds, and who brought it about. */
const CONCERNED = ['towards', 'source'] as const;
/** What a condition may be told: which edge, what is crippled, how hard it is to get free or to be found. */
const TOLD = ['kind', 'variant', 'escape', 'stealth', 'group', 'cause'] as const;

function whyNotCondition(encounter: SlotsEncounter, command: Command): readonly Reason[] {
  const reasons = whyNotAfflict(CONDITIONS, encounter, command);
  const strangers = CONCERNED.filter((key) => {
    const id = command.options?.[key];
    return id !== undefined && !(typeof id === 'string' && encounter.fighters[id]);
  });
  return strangers.length > 0 ? [...reasons, impossible('no-fighter')] : reasons;
}

/** Gives a condition by hand, with whom it is about, or takes its root instances away. */
function* afflict(encounter: SlotsEncounter, { at, options }: Command): Procedure<void> {
  const id = String(options!.condition) as ConditionId;
  const fighter = encounter.fighters[at!]!;
  const { towards, source } = options as Readonly<Record<string, string | undefined>>;
  if (!options!.on) {
    yield* shed(fighter, id, (had) => towards === undefined || had.towards?.includes(towards) === true);
    if (id === 'bleeding' && fighter.pools.bleed!.value > 0) yield* alter(at!, 'bleed', -fighter.pools.bleed!.value);
    return;
  }
  const data = Object.fromEntries(TOLD.flatMap((key) => (options![key] === undefined ? [] : [[key, options![key]!]])));
  yield* inflict(encounter, fighter, id, null, {
    data,
    ...(towards !== undefined && { towards: [towards] }),
    ...(source !== undefined && { by: source }),
  });
}

function* passDay(encounter: SlotsEncounter): Procedure<void> {
  for (const fighter of Object.values(encounter.fighters))
    if (!isObject(fighter)) yield* endure(fighter, 'starving', null);
}

const own = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

export const actionOf = (id: string): Action | undefined => own<Action>(ACTIONS, id);
const isReaction = ({ do: id }: Command): boolean => (REACTIONS as readonly string[]).includes(id);

export const knows = (command: Command): boolean =>
  (own(WORDS, command.do) ?? actionOf(command.do)) !== undefined || isReaction(command);

const actOf = (encounter: SlotsEncounter, action: Action, command: Command, fighter: SlotsFighter): Act => ({
  encounter,
  command,
  fighter,
  target: (command.at !== undefined && encounter.fighters[command.at]) || null,
  slot: slotOf(action, command),
});

/** What stands against a command now; empty where nothing does. */
export function whyNot(encounter: SlotsEncounter, command: Command): readonly Reason[] {
  const word = own(WORDS, command.do);
  if (word) {
    const mayGm = word.of !== 'fighter';
    const mayFighter = word.of !== 'gm';
    if (command.by === GM ? !mayGm : !mayFighter) return [impossible(mayGm ? 'gm-only' : 'no-fighter')];
    if (command.by !== GM && !encounter.fighters[command.by]) return [impossible('no-fighter')];
    return word.whyNot(encounter, command);
  }
  // L-79, L-81, L-118: what answers something is offered when it happens, and at no other time.
  if (isReaction(command)) return [impossible('no-trigger')];
  const action = actionOf(command.do);
  if (!action) return [impossible('unknown-action', { action: command.do })];
  const fighter = encounter.fighters[command.by];
  if (!fighter) return [impossible('no-fighter')];
  const act = actOf(encounter, action, command, fighter);
  return [
    ...whyNotState(action, act),
    ...action.whyNot(act),
    ...whyNotPay(encounter, fighter, act, costOf(action, act)),
  ];
}

/** Section 7, step 1, and what the fighter's own state stands against. */
function whyNotState(action: Action, { fighter, target }: Act): Reason[] {
  if (fighter.stats.base.object) return [impossible('is-object')];
  if (fighter.conditions.length === 0 && !target) return [];
  const reasons: Reason[] = OUT.filter((id) => is(fighter, id)).map((id) => ({ id }));
  if (is(fighter, 'locked')) reasons.push({ id: 'locked' });
  const held = is(fighter, 'restrained') && !action.whileHeld;
  if (held && (action.moves || action.offensive)) reasons.push({ id: 'restrained' });
  if (!action.offensive || !target) return reasons;
  // L-A50: against a thing it is no offense.
  if (is(fighter, 'frightened') && !isObject(target)) reasons.push({ id: 'frightened' });
  if (is(fighter, 'fascinated', target.id)) reasons.push({ id: 'fascinated' });
  return [...reasons, ...whyNotTarget(target, fighter)];
}

const isWaited = ({ options }: Command): boolean => options?.slot === 'waited';

/** The game master's word; and what was banked, which needs no trigger (L-10, L-12). */
export function interrupts(command: Command): 'word' | 'reaction' | null {
  const word = own(WORDS, command.do);
  if (word) return word.of === 'gm' && !own(CLOCK, command.do) ? 'word' : null;
  return actionOf(command.do) && isWaited(command) ? 'reaction' : null;
}

/**
 * The procedure of a command the ruleset knows.
 * @param cutsIn whether it cut in, and so stands in a section of its own
 */
export function play(encounter: SlotsEncounter, command: Command, cutsIn = false): Procedure<unknown> {
  const word = own(WORDS, command.do);
  const played = word ? word.play(encounter, command) : perform(encounter, command);
  return cutsIn ? section(command, played) : played;
}

/** Section 4: paid, then carried out. */
function* perform(encounter: SlotsEncounter, command: Command): Procedure<void> {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter) throw new Error(`no command ${command.do} of ${command.by} in the slots rules`);
  const act = actOf(encounter, action, command, fighter);
  yield* pay(fighter, costOf(action, act));
  if (command.do !== 'manage-items' && fighter.book.managing !== undefined) yield* mark(fighter.id, 'managing', null);
  const target = yield* confused(action, act);
  yield* action.play(target ? { ...act, target, command: { ...command, at: target.id } } : act);
}

/** L-127, L-A50: who cannot tell friend from foe strikes at whom the game master says. */
function* confused(action: Action, { encounter, fighter, target, command }: Act): Procedure<SlotsFighter | null> {
  const harms = action.offensive || command.do === 'cast-spell';
  if (!target || !harms || !is(fighter, 'confused')) return null;
  const options = Object.values(encounter.fighters).flatMap((each) =>
    each === fighter || isObject(each)
      ? []
      : [{ id: each.id, whyNot: aimReasons(action, fighter, each, encounter, command) }],
  );
  if (!options.some(({ id, whyNot: reasons }) => id === target.id && reasons.length === 0)) return null;
  const chosen = yield* choose('confused', GM, options, { at: fighter.id });
  return encounter.fighters[chosen]!;
}

const aimReasons = (
  action: Action,
  fighter: SlotsFighter,
  at: SlotsFighter,
  encounter: SlotsEncounter,
  command: Command,
) => {
  const act = actOf(encounter, action, { ...command, at: at.id }, fighter);
  return [...whyNotState(action, act), ...action.whyNot(act)];
};

/** The ways to go, the cheapest slot first. */
const WAYS = ['side-step', 'advance', 'tumble', 'dash'] as const;
const WEIGHTS: Readonly<Record<string, number>> = { quick: 1, move: 2, waited: 3, standard: 3 };

/** Ways to pay for a path: those that are possible first, and of them the cheapest; of those that are not, the one that goes farthest. */
export function moves(encounter: SlotsEncounter, by: FighterId, path: readonly Place[]): readonly Move[] {
  const fighter = encounter.fighters[by];
  if (!fighter || encounter.clock.phase === 'idle' || isOut(fighter)) return [];
  if (!isTurnOf(encounter, fighter) && fighter.pools.waited!.value === 0) return [];
  const weight = ({ cost }: Move): number => cost.reduce((sum, { pool }) => sum + (WEIGHTS[pool] ?? 0), 0);
  return WAYS.map((id): Move => {
    const command = withStandIn(encounter, ACTIONS[id], { do: id, by, path });
    return { command, cost: priceOf(encounter, command), whyNot: whyNot(encounter, command) };
  }).sort(
    (a, b) =>
      a.whyNot.length - b.whyNot.length || (a.whyNot.length > 0 ? weight(b) - weight(a) : weight(a) - weight(b)),
  );
}

/** What an action would cost its fighter, for a button. */
export function priceOf(encounter: SlotsEncounter, command: Command): readonly Price[] {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  return action && fighter ? costOf(action, actOf(encounter, action, command, fighter)) : [];
}

/** The command with what would pay for it, where its own slot does not. */
export function affordable(encounter: SlotsEncounter, command: Command): Command {
  const action = actionOf(command.do);
  return action ? withStandIn(encounter, action, command) : command;
}
