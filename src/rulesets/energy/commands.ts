import { adjustPool, applyChange, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import type { Until } from '../../encounter/condition';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption, Threat } from '../../encounter/ruleset';
import { type FighterId, fighterOf, type Place } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';
import {
  contextOf,
  type FoundAction,
  fighterIn,
  intentOf,
  type RowsById,
  reasonsAgainst,
  reasonsToStop,
  withDefaultItem,
} from '../../toolkit/act/actions';
import { stopOf } from '../../toolkit/act/command-run';
import { defineCommands, type PlainCommand } from '../../toolkit/act/commands';
import type { Life, Underway } from '../../toolkit/act/life';
import { defineRolls } from '../../toolkit/combat/group-roll';
import { editCondition, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/combat/manual';
import { cellsAlong } from '../../toolkit/space/space';
import { whyNotStill } from '../../toolkit/space/walk';
import { offerOnce, offerReactions } from '../../toolkit/turns/reaction';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import {
  type Action,
  type Category,
  type Cost,
  costAfterRefund,
  type Energy,
  type EnergyContext,
  FORBIDDEN_BY_CONDITION,
  giveBack,
  has,
  makeAffordable,
  payAtResult,
  paySetAside,
  pricesOf,
  refundCounts,
  rollChance,
  setAside,
  swappedOf,
  whyNotAfford,
  whyNotEnhance,
  whyNotPay,
  withEnhancement,
  withSwap,
} from './action';
import { ACTIONS } from './actions';
import { stopDefending } from './attack/attack';
import { faint, harmWithoutAttack, stabilize } from './attack/aura';
import { FREE_ROLLS, type FreeRollId, rollFree, rollFreely, tryChance } from './attack/checks';
import { endOtherHalf, hold } from './attack/holds';
import { isSwift, isWithin, strikesOf } from './attack/strikes';
import { end, IDLE, isOpen, nextRound, startRound, whyNotEnd, withSuppression } from './clock';
import { CONDITIONS, canAnswer, is, isOfFight, MOMENTS, openingsOf, roundEnd } from './conditions';
import { askToContinue, whileInMotion } from './movement/movement';
import { clearFollowUps } from './movement/strides';
import { askWhileWithdrawable, endDeclaration, hasWithdrawn, noteCutIn } from './movement/withdraw';
import { OPTIONS, optionsOf } from './options';
import { dodgeMoment, followMoment, swiftAttackMoment } from './reactions';
import { RESTS } from './rest';
import type { CheckId } from './schema';
import { type EnergyEncounter, type EnergyFighter, setState } from './state';
import { STATE_BASED } from './state-based';
import { isAware, offerResponses, pauseOf } from './turn/declaration';
import { playDelayedActions } from './turn/initiative';

/** Immediate Interrupts (E-32, E-152). */
const cutsIn = ({ category, isInterrupt }: Action, command: Command): boolean =>
  isInterrupt === true || (category === 'attack' && isSwift(command));

/** E-33: challenges, and what their winners do, are no Immediate Interrupts (E-25). */
function whyNotInside(_: Command, inside: readonly Command[]): readonly Reason[] {
  const isInterrupt = (command: Command): boolean => {
    const action: Action | undefined = lookup(ACTIONS, command.do);
    return action !== undefined && action.category !== 'other' && cutsIn(action, command);
  };
  return inside.some(isInterrupt) ? [{ id: 'interrupting-an-interrupt' }] : [];
}

/** Includes the swap of E-18 and the enhancement. */
function costOf(action: Action, act: EnergyContext): Cost {
  const cost = action.category === 'attack' ? withEnhancement(action.cost(act), act.command) : action.cost(act);
  return withSwap(cost, swappedOf(cost, act.command));
}

const swapsOf = (action: Action, act: EnergyContext): number => swappedOf(action.cost(act), act.command);

/** Without the price. */
const whyNotDo = (action: Action, act: EnergyContext): Reason[] => [
  ...whyNotAct(act.fighter, action.category),
  ...whyNotEnhance(action.category, act.command),
  ...reasonsAgainst(action, act),
];

function whyNotAct(fighter: EnergyFighter, category: Category): Reason[] {
  if (fighter.conditions.length === 0) return [];
  return FORBIDDEN_BY_CONDITION.flatMap(([id, forbids]) =>
    forbids.includes(category) && is(fighter, id) ? [{ id }] : [],
  );
}

/** E-155: returns the moments of one movement. */
function swiftAt({ encounter, fighter, runtime }: EnergyContext) {
  const passed = new Set<string>();
  return (from: Place, to: Place) => swiftAttackMoment(encounter, fighter, from, to, runtime, passed);
}

/** E-25: returns true if neither action ends the other. */
const isMeshed = ({ state }: EnergyFighter): boolean => state.meshed === true;

/** Section 4. */
const LIFE: Life<Energy> = {
  interruptsAlone: ({ action, act }) => cutsIn(action, act.command),
  begin(underway) {
    const { action, act, isInterrupt } = underway;
    const fixed = fixItem(action, act);
    const { fighter, target } = fixed;
    const whyUnpaid = (): readonly Reason[] =>
      underway.paid && !underway.paid.settled ? whyNotAfford(fighter, underway.paid.cost) : [];
    return {
      ...fixed,
      onMetre: isInterrupt ? null : swiftAt(fixed),
      reasonsToEnd: reasonsToEnd(action, fixed, whyUnpaid),
      openings: target && openingsOf(target),
      whyUnpaid,
    };
  },
  whyNotGoOn: ({ act }) => act.reasonsToEnd(),
  *pay({ action, act }) {
    const { fighter, target, command } = act;
    const cost = costOf(action, act);
    const swapped = swapsOf(action, act);
    const isAttack = action.category === 'attack';
    const defending = isAttack ? fighter.conditions.filter(({ id }) => id === 'defending') : [];
    if (isAttack) yield* stopDefending(fighter);
    yield* setAside(fighter, cost, swapped, action.category === 'move');
    if (isAttack && isSwift(command)) yield* setState(fighter.id, 'swiftUsed', true);
    const struckBefore = { by: fighter.state.struckBy, at: target?.state.struckBy };
    yield* recordTurn(fighter, isAttack ? target : null);
    return { cost, swapped, defending, struckBefore, isCutInto: false, isFollowing: false, settled: null };
  },
  *offer(underway) {
    const { act, paid, isInterrupt } = underway;
    // E-33.
    if (isInterrupt) return true;
    const { fighter } = act;
    const isAnswered = yield* offerAnswers(underway);
    const isCutInto = isAnswered || fighter.state.cutInto === true;
    if (paid) underway.paid = { ...paid, isCutInto: paid.isCutInto || isCutInto };
    if (hasWithdrawn(fighter)) return false;
    return !isAnswered || isMeshed(fighter) || (yield* askToContinue(fighter));
  },
  /** Section 4: asks the attacker whose target has left reach. */
  *avert({ action, act, isInterrupt, paid }, reasons) {
    const { fighter, target, runtime } = act;
    if (action.category !== 'attack' || isInterrupt || !target || !paid) return null;
    yield* offerOnce(runtime, followMoment(fighter, target, reasons, runtime));
    return { ...paid, isFollowing: true };
  },
  // E-39: a movement that can be refunded is paid when it is known how far it went.
  resolve: (underway, play) =>
    (underway.action.usedEnergy?.(underway.act) ?? null) === null
      ? payAtResult(underway.action, play, () => payNow(underway))
      : play,
  *settle(underway, end) {
    const { action, act, isInterrupt, declared, paid } = underway;
    if (!paid) return;
    const { fighter } = act;
    const { cost, swapped, isCutInto } = paid;
    const moves = action.category === 'move';
    if (end.how === 'ended') yield* log('abandoned', {}, fighter.id, { strong: true });
    // E-38, E-40, E-A40; E-41: not free after an effect.
    const isFree = end.how === 'ended' && hasWithdrawn(fighter) && !isCutInto && !declared;
    const kept = end.how === 'resolved' ? end.outcome : isFree ? 0 : 1;
    const due = typeof kept === 'number' ? yield* refundCounts(fighter, cost, swapped, kept, moves) : cost;
    if (paid.settled) yield* giveBack(fighter, paid.settled, due);
    else yield* payNow(underway, due);
    if (!isInterrupt) yield* endDeclaration(fighter);
    if (kept === 0) yield* undo(act, paid);
    else yield* clearFollowUps(fighter, action, !moves && isDeclared(action, cost));
    // E-A41: the action that costs the last Stamina is finished first.
    if (underway.paid?.isDrained && has(fighter, 'stamina') === 0) yield* faint(fighter, 'stamina');
  },
  *close({ action, act, isInside, isInterrupt }) {
    const { place } = act.fighter;
    if (isInside && isInterrupt) yield* noteCutIn(act.encounter, act.fighter);
    // E-A51: an Agile Move is answered after its metre.
    const moment = isInterrupt && action.category === 'move' && place ? swiftAt(act)(place, place) : null;
    if (moment) yield* whileInMotion(act.fighter, offerReactions(act.runtime, moment));
    // E-25.
    if (!isInside) yield* playDelayedActions(act);
  },
};

function* payNow(underway: Underway<Energy>, due = underway.paid?.cost): Procedure<void> {
  const { act, paid } = underway;
  if (!paid || !due) return;
  const settled = yield* paySetAside(act.fighter, paid.cost, due);
  const isDrained = (settled.stamina ?? 0) > 0 && has(act.fighter, 'stamina') === 0;
  underway.paid = { ...paid, settled, isDrained };
}

/** Returns true if the action was answered. */
function* offerAnswers({ action, act, paid }: Underway<Energy>): Procedure<boolean> {
  if (!paid) return false;
  const { encounter, fighter, target, runtime } = act;
  const isDeclaredNow = pauseOf(encounter.settings) > 0 && isDeclared(action, paid.cost) && !paid.isFollowing;
  if (isDeclaredNow) return yield* offerResponses(act);
  if (action.category !== 'attack' || target === null || action.isRanged || !isAware(act, target)) return false;
  const dodge = dodgeMoment(fighter, target, runtime);
  let isAnswered = false;
  const offered = offerReactions(runtime, {
    ...dodge,
    candidates: () => (hasWithdrawn(fighter) ? [] : dodge.candidates()),
    *asking(asks) {
      const accepted = yield* asks;
      isAnswered ||= accepted.length > 0;
      return accepted;
    },
  });
  // E-A40: an attack that was withdrawn had been answered all the same.
  return (yield* askWhileWithdrawable(fighter, offered)) || isAnswered;
}

/** E-12, E-62: what was withdrawn for free was never done. */
function* undo({ fighter, target }: EnergyContext, { defending, struckBefore }: Energy['paid']): Procedure<void> {
  for (const { key: _, ...condition } of defending)
    yield* applyChange({ kind: 'condition-added', of: fighter.id, condition });
  if (struckBefore.by && !fighter.state.struckBy) yield* setState(fighter.id, 'struckBy', struckBefore.by);
  if (target?.state.struckBy === fighter.id) yield* setState(target.id, 'struckBy', struckBefore.at ?? null);
}

/** Returns what ends an action in progress: reasons without price. What another did together with it does not (E-25). */
function reasonsToEnd(
  { category, inParts }: Action,
  { command, fighter, runtime }: EnergyContext,
  whyUnpaid: () => readonly Reason[],
): () => readonly Reason[] {
  // A way begins where the fighter stands; getting up has none.
  const from = category === 'move' && inParts ? fighter.place : null;
  let ofTheOther: readonly string[] | null = null;
  function reasons(): readonly Reason[] {
    const found = runtime.find(command);
    if (!found) return [impossibleReason('no-fighter')];
    return [
      ...whyNotAct(found.act.fighter, category),
      ...reasonsToStop(found.action, found.act),
      ...whyUnpaid(),
      ...(from ? whyNotStill(found.act.fighter.place, from) : []),
    ];
  }
  return () => {
    if (!isMeshed(fighter)) return reasons();
    if (fighter.state.meshActed !== true) return [];
    ofTheOther ??= reasons().map(({ id }) => id);
    return reasons().filter(({ id }) => !ofTheOther?.includes(id));
  };
}

/** Free actions of category `other`, such as letting go, are not declared. */
const isDeclared = ({ category, hasGmPrice }: Action, cost: Cost): boolean =>
  category !== 'other' || hasGmPrice === true || pricesOf(cost).length > 0;

/** Fixes the item, because the action may drop it. */
function fixItem(action: Action, act: EnergyContext): EnergyContext {
  const command = withDefaultItem(action, act);
  return command === act.command ? act : { ...act, ...contextOf(act.encounter, command, act.fighter) };
}

/** E-12: acting counts as an answer. A second attack before that only logs a reminder. */
function* recordTurn(fighter: EnergyFighter, target: EnergyFighter | null): Procedure<void> {
  yield* setState(fighter.id, 'struckBy', null);
  if (!target || target === fighter) return;
  if (canAnswer(target) && target.state.struckBy === fighter.id)
    yield* log('strikes-again', { at: target.name }, fighter.id);
  yield* setState(target.id, 'struckBy', fighter.id);
}

type Plain = PlainCommand<Energy>;

const whileOpen = (encounter: EnergyEncounter): readonly Reason[] =>
  isOpen(encounter) ? [] : [impossibleReason('not-open')];

const CLOCK: RowsById<Plain> = {
  start: {
    options: ['surprised'],
    whyNot: ({ clock }) => (clock.phase === IDLE.phase ? [] : [impossibleReason('already-open')]),
    play: (encounter, command) => startRound(encounter, optionsOf(command).surprised),
  },
  'end-round': { whyNot: whileOpen, play: (encounter) => nextRound(encounter) },
  end: { whyNot: (encounter, command) => [...whileOpen(encounter), ...whyNotEnd(encounter, command)], play: end },
};

/** Returns the end of `rounds` Rounds, counting this one; null outside an encounter. */
const untilRounds = ({ clock }: EnergyEncounter, _: EnergyFighter, __: unknown, rounds: number): Until | null =>
  clock.round > 0 ? roundEnd(clock.round + rounds - 1) : null;

const MANUAL_RULES: ManualRules<EnergyEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting: untilRounds,
  /** E-220, E-17. */
  *onPoolSet(_, fighter, pool, by) {
    if (pool === 'aura' && by > 0) yield* stabilize(fighter);
    if (pool === 'stamina' && by < 0 && fighter.pools.stamina.value === 0) yield* faint(fighter, 'stamina');
  },
  /** E-188: a hold changes both fighters. E-225: a woken fighter gets one Stamina. */
  *afflict(encounter, change) {
    const { fighter, condition, on, options, as, ending } = change;
    const { source, holds } = optionsOf({ options });
    if (on && condition === 'restrained' && source !== undefined)
      return yield* hold(fighterOf(encounter, source), fighter, as.until);
    if (on && condition === 'restraining' && holds !== undefined)
      return yield* hold(fighter, fighterOf(encounter, holds), as.until);
    for (const ended of ending) yield* endOtherHalf(encounter, fighter, ended);
    yield* editCondition(change);
    const isWoken = !on && condition === 'unconscious' && !is(fighter, 'unconscious');
    if (isWoken && fighter.pools.stamina.value === 0 && !is(fighter, 'dead'))
      yield* adjustPool(fighter.id, 'stamina', 1);
  },
};
export const HAND = manualButtons(MANUAL_RULES, OPTIONS, {
  cause: 'Cause',
});

const MANUAL_COMMANDS = manualCommands<Energy>(MANUAL_RULES);

const rollerOf = ({ by, at }: Command): FighterId => (by === GM ? (at ?? GM) : by);

const whyNotRoll: NonNullable<Plain['whyNot']> = ({ fighters }, command) =>
  fighters[rollerOf(command)] ? [] : [impossibleReason('no-fighter')];

/** E-116: rolls for which no attack asks. */
const FREE_ROLL_COMMANDS: RowsById<Plain> = Object.fromEntries(
  (Object.keys(FREE_ROLLS) as FreeRollId[]).map((id): [FreeRollId, Plain] => [
    id,
    {
      of: 'both',
      options: ['toBeat'],
      whyNot: whyNotRoll,
      play: ({ fighters }, command) =>
        rollFreely(defined(fighters[rollerOf(command)], 'who rolls'), id, optionsOf(command).toBeat ?? null),
    },
  ]),
);

const whyNotHarm = (fighter: EnergyFighter): Reason[] => (is(fighter, 'dead') ? [{ id: 'target-dead' }] : []);

/** E-116, E-129, E-A47: the text has no general skill check. */
const ROLLS = defineRolls<Energy, CheckId>({
  ids: {
    ability: ['arm-check', 'leg-check'],
    defense: ['evasion-roll', 'fortitude-roll', 'will-roll'],
    skill: ['chance'],
  },
  difficulties: { easy: 5, normal: 10, hard: 15, extreme: 20 },
  roll: ({ fighter, id, against }) => (id === 'chance' ? tryChance(fighter, against) : rollFree(fighter, id, against)),
});
export const GROUP_ROLLS = ROLLS.rolls;

const GM_COMMANDS: RowsById<Plain> = {
  ...MANUAL_COMMANDS,
  ...ROLLS.commands,
  condition: withSuppression(MANUAL_COMMANDS.condition),
  /** E-129: a Chance roll for any other purpose. */
  'chance-roll': {
    of: 'both',
    options: ['against'],
    whyNot: whyNotRoll,
    play: ({ fighters }, command) =>
      rollChance(defined(fighters[rollerOf(command)], 'who rolls'), optionsOf(command).against),
  },
  ...FREE_ROLL_COMMANDS,
  damage: {
    ...fighterCommand<Energy>({
      whyNot: (encounter, fighter) => [...whileOpen(encounter), ...whyNotHarm(fighter)],
      play: (encounter, fighter, command, runtime) =>
        runtime.whileLegal(
          () => whyNotHarm(fighter),
          harmWithoutAttack(encounter, fighter, command),
          stopOf(fighter.id),
        ),
    }),
    options: ['damageType', 'subdues', 'doublings', 'deathRoll', 'deathBonus'],
  },
  /** E-125, E-A14. */
  helpless: fighterCommand<Energy>({
    play: (_, { id }, command) => setState(id, 'helpless', optionsOf(command).on === false ? null : true),
  }),
};

export const COMMANDS = defineCommands<Energy>({
  clock: CLOCK,
  plain: { ...GM_COMMANDS, ...RESTS },
  actions: ACTIONS,
  conditions: CONDITIONS,
  isOfFight,
  stateBased: STATE_BASED,
  actOf: (base) => ({ onMetre: null, reasonsToEnd: () => [], whyUnpaid: () => [], openings: null, ...base }),
  whyNot: (action, act) => [
    ...(isOpen(act.encounter) ? [] : [{ id: 'not-open' }]),
    ...whyNotDo(action, act),
    ...whyNotPay(act.fighter, costOf(action, act), swapsOf(action, act)),
  ],
  prices: (action, act) => pricesOf(costOf(action, act)),
  intentOf: (action, act) => (action.category === 'attack' ? 'harm' : intentOf(action, act)),
  cutsIn,
  whyNotInside,
  life: LIFE,
});

/** Returns the ways to pay for a path: possible and cheap ones first, else the one that goes farthest. `manner` limits the choice. */
export function moves(
  encounter: EnergyEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  if (!fighterIn(encounter, by) || !isOpen(encounter)) return [];
  const ways: Command[] = [
    { do: 'agile-move', by, path },
    { do: 'shift', by, path, options: { agility: true } },
    { do: 'shift', by, path },
    { do: 'quick-run', by, path },
    { do: 'run', by, path },
    { do: 'sprint', by, path },
    { do: 'jump', by, path },
  ];
  const requested = manner === 'climb' ? [{ do: 'climb', by, path }] : ways.filter((way) => way.do === manner);
  const runtime = COMMANDS.of(encounter);
  return runtime.moves(
    (requested.length > 0 ? requested : ways).map((command) => makeAffordable(runtime, command)),
    { price: priceOfWay, weigh, needsConfirmation },
  );
}

/** Stamina lasts for the day, and a Jump leaves the jumper Unguarded. */
const needsConfirmation = (_: Command, cost: readonly Price[]): boolean => cost.some(({ pool }) => pool === 'stamina');

/** Agility weighs less, because unused Agility is lost. */
const weigh = (cost: readonly Price[]): number =>
  cost.reduce((sum, { pool, amount }) => sum + amount * (pool === 'agility' ? 0.4 : 1), 0);

/** The cost after the refund of E-39 for a short path. */
function priceOfWay({ action, act }: FoundAction<Energy>): Price[] {
  const cost = costOf(action, act);
  const kept = action.usedEnergy?.(act) ?? null;
  return pricesOf(kept === null ? cost : costAfterRefund(cost, swapsOf(action, act), kept));
}

/** E-155: the places in reach of a Swift Attack, and the fighters a path provokes. */
export const THREAT: Threat<EnergyEncounter> = {
  reaches(encounter, id, place) {
    const fighter = encounter.fighters[id];
    if (!fighter?.place || whyNotAct(fighter, 'attack').length > 0) return false;
    return strikesOf(fighter).some((strike) => isWithin(encounter, fighter, strike, place));
  },
  provokedBy(encounter, command) {
    const found = COMMANDS.of(encounter).find(command);
    const from = found?.act.fighter.place;
    if (!from || found.action.category !== 'move') return [];
    const cells = cellsAlong(encounter.ground, from, found.act.command.path ?? []);
    const metre = swiftAt(found.act);
    const candidates = cells.flatMap((cell, at) => metre(cells[at - 1] ?? from, cell).candidates());
    return [...new Set(candidates.map(({ by }) => by))];
  },
};
