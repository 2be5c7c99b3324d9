import { adjustPool, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption, Threat } from '../../encounter/ruleset';
import { type FighterId, fighterOf, type Place } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { type Procedure, section } from '../../kernel/procedure';
import { endBrokenBonds } from '../../toolkit/combat/bond';
import { contextOf, fighterIn, type RowsById, reasonsAgainst, withDefaultItem } from '../../toolkit/define/actions';
import { type Commands, defineCommands, type FoundAction, type PlainCommand } from '../../toolkit/define/commands';
import { afflict, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/define/manual';
import { cellsAlong } from '../../toolkit/space/space';
import { offerReactions } from '../../toolkit/turns/reaction';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import {
  ABANDONED,
  type Act,
  type Action,
  type Category,
  type Cost,
  costAfterRefund,
  FORBIDDEN_BY_CONDITION,
  has,
  INTERRUPTS,
  makeAffordable,
  pay,
  pricesOf,
  refund,
  rollChance,
  usesSwap,
  whyNotEnhance,
  whyNotPay,
  withEnhancement,
  withSwap,
} from './action';
import { ACTIONS } from './actions';
import { stopDefending } from './attack/attack';
import { faint, stabilize } from './attack/aura';
import { bound, endBrokenHolds, endHoldsOn, hold, letGoOfAll, partHolds } from './attack/holds';
import { isSwift } from './attack/strikes';
import { end, IDLE, isOpen, nextRound, startRound, whyNotEnd, withSuppression } from './clock';
import { CONDITIONS, canAnswer, is, lasting, MOMENTS } from './conditions';
import { askToContinue, headingOf } from './movement/movement';
import { clearFollowUps } from './movement/strides';
import { hasWithdrawn } from './movement/withdraw';
import { OPTIONS, optionsOf } from './options';
import { dodgeMoment, isWithin, strikesOf, swiftAttackMoment } from './reactions';
import { RESTS } from './rest';
import { type EnergyEncounter, type EnergyFighter, setState } from './state';
import { offerResponses, pauseOf } from './turn/declaration';
import { isMeshed, playDelayedActions } from './turn/initiative';

/** An Immediate Interrupt (E-32, E-152). */
const isInterrupt = ({ category }: Action, command: Command): boolean =>
  INTERRUPTS.includes(command.do) || (category === 'attack' && isSwift(command));

/** What the action takes of this fighter's pools, one point of it swapped where the command says so (E-18). */
function costOf(action: Action, act: Act): Cost {
  const cost = withEnhancement(action.cost(act), act.command);
  return usesSwap(act.command) ? withSwap(cost) : cost;
}

/** What stands against the action itself, paid for or not. */
const whyNotDo = (action: Action, act: Act): Reason[] => [
  ...whyNotAct(act.fighter, action.category),
  ...whyNotEnhance(action.category, act.command),
  ...reasonsAgainst(action, act),
];

/** What the fighter's own state stands against. */
function whyNotAct(fighter: EnergyFighter, category: Category): Reason[] {
  if (fighter.conditions.length === 0) return [];
  return FORBIDDEN_BY_CONDITION.flatMap(([id, forbids]) =>
    forbids.includes(category) && is(fighter, id) ? [{ id }] : [],
  );
}

/** E-155: who may strike at a metre of a fighter's own movement. */
const swiftAt =
  ({ encounter, fighter, runtime }: Act) =>
  (from: Place, to: Place) =>
    swiftAttackMoment(encounter, fighter, from, to, runtime);

/** A whole exchange: the action, and whoever has won the right to act after it (E-25). */
function* exchange(action: Action, act: Act): Procedure<void> {
  yield* isInterrupt(action, act.command) ? cutIn(action, act) : perform(action, act, false);
  yield* playDelayedActions(act);
}

/**
 * Carries out an interrupt. E-33: none cuts into it, though it be the whole exchange; a section keeps them out. E-A51: an Agile Move is
 * answered after its metre, not within.
 */
function* cutIn(action: Action, act: Act): Procedure<void> {
  const { fighter, command } = act;
  yield* section(command, perform(action, act, true));
  const { place } = fighter;
  if (command.do === 'agile-move' && place) yield* offerReactions(swiftAt(act)(place, place));
}

/** Section 4: declared, paid, carried out; what it did not use is given back. */
function* perform(action: Action, given: Act, cutsIn: boolean): Procedure<void> {
  const looked = settledOn(action, given);
  const { encounter, fighter, target, command, runtime } = looked;
  const moves = action.category === 'move';
  const isAttack = action.category === 'attack';
  let stood: readonly string[] = [];
  const reasonIds = () => whyNotDo(action, act).map(({ id }) => id);
  // What stood against it from the start was overridden; only what has come since can end it.
  const stands = (aside: readonly string[] = []) =>
    !hasWithdrawn(fighter) &&
    (isMeshed(fighter) || reasonIds().every((id) => stood.includes(id) || aside.includes(id)));
  const act: Act = cutsIn ? looked : { ...looked, onMetre: swiftAt(looked), isStillValid: stands };
  const cost = costOf(action, act);
  const swap = usesSwap(command) && (cost.stamina ?? 0) > 0;

  if (isAttack) yield* stopDefending(fighter);
  yield* pay(fighter, cost, swap, moves);
  if (isSwift(command)) yield* setState(fighter.id, 'swiftUsed', true);
  yield* noteTurns(fighter, isAttack ? target : null);
  if (!moves && headingOf(fighter) !== null) yield* setState(fighter.id, 'heading', null);
  const declared = action.declare ? yield* action.declare(act) : false;
  const waits = !cutsIn && pauseOf(encounter.settings) > 0 && isTold(action, cost);
  if (waits || (isAttack && !cutsIn)) stood = reasonIds();

  const isDodged = isAttack && !cutsIn && target !== null && !action.isRanged;
  let isCutInto = false;
  if (waits) isCutInto = yield* offerResponses(act, stands);
  else if (isDodged) isCutInto = yield* offerReactions(dodgeMoment(fighter, target, stands, runtime));
  const isOver =
    (waits || isDodged) && (!stands() || (isCutInto && !isMeshed(fighter) && !(yield* askToContinue(fighter))));
  const outcome = isOver ? ABANDONED : yield* action.play(act, declared);
  if (outcome === ABANDONED) yield* log('abandoned', {}, fighter.id);
  // E-38, E-40, E-A40; E-41: the whole stays paid where something has come of it already.
  const least = hasWithdrawn(fighter) && !isCutInto ? 0 : 1;
  const kept = outcome === ABANDONED && !declared ? least : outcome;
  if (typeof kept === 'number') yield* refund(fighter, cost, swap, kept, moves);

  if (!cutsIn && hasWithdrawn(fighter)) yield* setState(fighter.id, 'declares', null);
  yield* clearFollowUps(fighter, command, moves);
  // E-A41: who pays with the last point of Stamina finishes first.
  if (cost.stamina && has(fighter, 'stamina') === 0) yield* faint(fighter, 'stamina');
  yield* endBrokenHolds(encounter);
}

/** An action within another one. Others may answer it, even where E-33 keeps an interrupt from being answered. */
const nested = (action: Action, act: Act): Procedure<void> => section(act.command, perform(action, act, false));

/** Whether others hear of it before it is done; of what takes nothing, such as letting go, there is nothing to hear. */
const isTold = ({ category, hasGmPrice }: Action, cost: Cost): boolean =>
  category !== 'other' || hasGmPrice === true || pricesOf(cost).length > 0;

/** The act with its command naming what it is done with: settled once, since doing it may let go of it. */
function settledOn(action: Action, act: Act): Act {
  const command = withDefaultItem(action, act);
  return command === act.command ? act : { ...act, ...contextOf(act.encounter, command, act.fighter) };
}

/** E-12: who acts has answered; who attacks somebody that has not yet had the chance is reminded, and no more. */
function* noteTurns(fighter: EnergyFighter, target: EnergyFighter | null): Procedure<void> {
  if (fighter.state.struckBy !== undefined) yield* setState(fighter.id, 'struckBy', null);
  if (!target || target === fighter) return;
  if (canAnswer(target) && target.state.struckBy === fighter.id)
    yield* log('strikes-again', { at: target.name }, fighter.id);
  yield* setState(target.id, 'struckBy', fighter.id);
}

type Plain = PlainCommand<EnergyEncounter>;

const whileOpen = (encounter: EnergyEncounter): readonly Reason[] =>
  isOpen(encounter) ? [] : [impossibleReason('not-open')];

const CLOCK: RowsById<Plain> = {
  start: {
    whyNot: ({ clock }) => (clock.phase === IDLE.phase ? [] : [impossibleReason('already-open')]),
    play: (encounter, command) => startRound(encounter, optionsOf(command).surprised),
  },
  'end-round': { whyNot: whileOpen, play: (encounter) => nextRound(encounter) },
  end: { whyNot: (encounter, command) => [...whileOpen(encounter), ...whyNotEnd(encounter, command)], play: end },
};

const BY_HAND_RULES: ManualRules<EnergyFighter, EnergyEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting,
  /** E-220, E-17. */
  *onPoolSet(_, fighter, pool, by) {
    if (pool === 'aura' && by > 0 && is(fighter, 'bleeding-out')) yield* stabilize(fighter);
    if (pool === 'stamina' && by < 0 && fighter.pools.stamina.value === 0) yield* faint(fighter, 'stamina');
  },
  placed: partHolds,
  /** E-188: a hold takes two, whichever of them it is said of. E-225: who is woken has a point of Stamina. */
  *afflict(encounter, given) {
    const { fighter, condition, on, options, as } = given;
    const { source, holds } = optionsOf({ options });
    if (on && condition === 'restrained' && source !== undefined)
      return yield* hold(fighterOf(encounter, source), fighter, as.until);
    if (on && condition === 'restraining' && holds !== undefined)
      return yield* hold(fighter, fighterOf(encounter, holds), as.until);
    if (!on && condition === 'restrained') yield* endHoldsOn(encounter, fighter);
    if (!on && condition === 'restraining') yield* letGoOfAll(encounter, fighter, null);
    yield* afflict(given);
    const isWoken = !on && condition === 'unconscious' && fighter.pools.stamina.value === 0;
    if (isWoken && !is(fighter, 'dead')) yield* adjustPool(fighter.id, 'stamina', 1);
  },
};
export const HAND = manualButtons<EnergyFighter, EnergyEncounter, typeof OPTIONS>(BY_HAND_RULES, OPTIONS, {
  cause: 'Cause',
});

const SET_BY_HAND = manualCommands(BY_HAND_RULES);

const rollerOf = ({ by, at }: Command): FighterId => (by === GM ? (at ?? GM) : by);

const BY_HAND: RowsById<Plain> = {
  ...SET_BY_HAND,
  condition: withSuppression(SET_BY_HAND.condition),
  part: { play: (encounter) => endBrokenBonds(encounter, bound) },
  /** E-129: a Chance roll that whatever happens at the table asks for. */
  'chance-roll': {
    of: 'both',
    whyNot: ({ fighters }, command) => (fighters[rollerOf(command)] ? [] : [impossibleReason('no-fighter')]),
    play: ({ fighters }, command) =>
      rollChance(defined(fighters[rollerOf(command)], 'who rolls'), optionsOf(command).against),
  },
  /** E-125, E-A14: the game master's word that somebody cannot or will not defend. */
  helpless: fighterCommand<EnergyFighter, EnergyEncounter>({
    play: (_, { id }, command) => setState(id, 'helpless', optionsOf(command).on === false ? null : true),
  }),
};

/** What a game master's command brings with it for who is held. */
function loosening(table: RowsById<Plain>): RowsById<Plain> {
  const loosened = (row: Plain): Plain => ({
    ...row,
    *play(encounter, command, runtime) {
      yield* row.play(encounter, command, runtime);
      yield* endBrokenHolds(encounter);
    },
  });
  return Object.fromEntries(Object.entries(table).map(([id, row]) => [id, loosened(row)]));
}

export const COMMANDS: Commands<EnergyEncounter, Act, Action> = defineCommands<
  EnergyFighter,
  EnergyEncounter,
  Act,
  Action
>({
  clock: loosening(CLOCK),
  plain: { ...loosening(BY_HAND), ...RESTS },
  actions: ACTIONS,
  actOf: (looked) => ({ onMetre: null, nested, isStillValid: null, ...looked }),
  whyNot: (action, act) => [
    ...(isOpen(act.encounter) ? [] : [{ id: 'not-open' }]),
    ...whyNotDo(action, act),
    ...whyNotPay(act.fighter, costOf(action, act), usesSwap(act.command)),
  ],
  prices: (action, act) => pricesOf(costOf(action, act)),
  cutsIn: isInterrupt,
  perform: (action, act, cutsIn) => (cutsIn ? cutIn(action, act) : exchange(action, act)),
});

/** Ways to pay for a path: those that are possible first, and of them the cheapest; of those that are not, the one that goes farthest. Who means to climb or jump does that. */
export function moves(
  encounter: EnergyEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  if (!fighterIn<EnergyFighter>(encounter, by) || !isOpen(encounter)) return [];
  const ways: Command[] = [
    { do: 'agile-move', by, path },
    { do: 'shift', by, path, options: { agility: true } },
    { do: 'shift', by, path },
    { do: 'quick-run', by, path },
    { do: 'run', by, path },
    { do: 'sprint', by, path },
    { do: 'jump', by, path },
  ];
  const meant = manner === 'climb' ? [{ do: 'climb', by, path }] : ways.filter((way) => way.do === manner);
  const runtime = COMMANDS.runtimeOf(encounter);
  return COMMANDS.moves(
    encounter,
    (meant.length > 0 ? meant : ways).map((command) => makeAffordable(runtime, command)),
    { price: priceOfWay, weigh },
  );
}

/** Energy counts before Stamina and Agility: agility is lost unless it is used for just this. */
const weigh = (cost: readonly Price[]): number =>
  cost.reduce((sum, { pool, amount }) => sum + amount * (pool === 'agility' ? 0.4 : 1), 0);

/** The cost after E-39 gave back what a short way does not use. */
function priceOfWay({ action, act }: FoundAction<Act, Action>): Price[] {
  const cost = costOf(action, act);
  const kept = action.usedEnergy?.(act) ?? null;
  return pricesOf(kept === null ? cost : costAfterRefund(cost, usesSwap(act.command), kept));
}

/** What the map shows of E-155: where a Swift Attack reaches, and whom a way gives the chance to one. */
export const THREAT: Threat<EnergyEncounter> = {
  reaches(encounter, id, place) {
    const fighter = encounter.fighters[id];
    if (!fighter?.place || whyNotAct(fighter, 'attack').length > 0) return false;
    return strikesOf(fighter).some((strike) => isWithin(encounter, fighter, strike, place));
  },
  provokedBy(encounter, command) {
    const found = COMMANDS.find(encounter, command);
    const from = found?.act.fighter.place;
    if (!from || found.action.category !== 'move') return [];
    const cells = cellsAlong(encounter.ground, from, command.path ?? []);
    const metre = swiftAt(found.act);
    const candidates = cells.flatMap((cell, at) => metre(cells[at - 1] ?? from, cell).candidates());
    return [...new Set(candidates.map(({ by }) => by))];
  },
};
