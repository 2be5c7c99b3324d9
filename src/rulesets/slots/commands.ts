import { adjustPool, applyChange } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import type { FighterId, Place } from '../../encounter/state';
import { defined } from '../../kernel/defined';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';
import { fighterIn, intentOf, optionsAsked, type RowsById, reasonsAgainst } from '../../toolkit/act/actions';
import { defineCommands, type PlainCommand } from '../../toolkit/act/commands';
import type { Life } from '../../toolkit/act/life';
import { defineRolls, isReached } from '../../toolkit/combat/group-roll';
import {
  type ConditionEdit,
  editCondition,
  fighterCommand,
  type ManualRules,
  manualCommands,
} from '../../toolkit/combat/manual';
import { each } from '../../toolkit/define/schema';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import {
  type Action,
  endManaging,
  isIdle,
  pay,
  pricesDue,
  pricesOf,
  reactionSlot,
  type Slots,
  type SlotsContext,
  slotOf,
  UNDONE,
  whyNotPay,
  withSubstituteSlot,
} from './action';
import { ACTIONS } from './actions';
import {
  applyLowHealth,
  endGrapple,
  inflict,
  logBelowZero,
  logDeath,
  recover,
  rollHardship,
  surface,
} from './attack/health';
import { whyNotUse } from './attack/maneuvers';
import { CLOCK, initiative, lasting, TURNS } from './clock';
import { CONDITIONS, grappledBy, isConditionId, isObject, isOfFight, MOMENTS } from './conditions';
import { applyArrival } from './movement/arrival';
import { OPTIONS, optionsOf } from './options';
import { isFreeReaction, REACTIONS } from './reactions';
import { ABILITIES, damagePool, MODES, SAVES, type SaveId, SKILLS, type SkillId } from './schema';
import { check, saveOf, skillOf } from './skills/totals';
import type { SlotsEncounter, SlotsFighter } from './state';
import { STATE_BASED } from './state-based';
import { chooseConfusedTarget, whyNotGoOn, whyNotState } from './turn/legality';
import { confirmTrigger, fireTriggers, whyNotConfirmTrigger } from './turn/ready';

type Plain = PlainCommand<Slots>;

/** Adds a condition manually, with its other fighter, or removes its root instances. */
function* afflict(encounter: SlotsEncounter, edit: ConditionEdit<SlotsEncounter>): Procedure<void> {
  const { fighter, condition, on, options, as } = edit;
  if (!isConditionId(condition)) return;
  const { source } = optionsOf({ options });
  if (!on) return yield* condition === 'underwater' ? surface(fighter) : editCondition(edit);
  // L-35: a grapple binds two, and ends an earlier one of either.
  if (as.data?.cause === 'grapple')
    for (const each of [fighter, encounter.fighters[source ?? '']]) if (each) yield* endGrappleOf(encounter, each);
  yield* inflict(encounter, fighter, condition, as.until ?? null, as);
  if (source !== undefined && as.data?.cause === 'grapple')
    yield* applyChange({
      kind: 'condition-added',
      of: source,
      condition: { id: 'restrained', until: as.until ?? null, by: fighter.id, data: { cause: 'grapple' } },
    });
  if (condition === 'corpse') yield* logDeath(fighter.id);
}

function* endGrappleOf(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const partner = encounter.fighters[grappledBy(fighter) ?? ''];
  yield* endGrapple(fighter);
  if (partner) yield* endGrapple(partner);
}

const MANUAL_RULES: ManualRules<SlotsEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting,
  restored: {
    hp: 'filled',
    sq: 'filled',
    negative: 'emptied',
    bleed: 'emptied',
    ...each(ABILITIES.map(damagePool), () => 'emptied' as const),
  },
  /** A pool set manually has its consequences: L-137, L-139, L-165, L-A45. */
  *onPoolSet(_encounter, fighter, pool, by) {
    if (by === 0 || !['hp', 'negative'].includes(pool)) return;
    if (pool === 'negative') yield* logBelowZero(fighter, by);
    // Points above and below zero exclude each other.
    const other = pool === 'hp' ? 'negative' : 'hp';
    if (fighter.pools.hp.value > 0 && fighter.pools.negative.value > 0)
      yield* adjustPool(fighter.id, other, -fighter.pools[other].value);
    yield* recover(fighter);
    yield* applyLowHealth(fighter);
  },
  afflict,
  *placed(encounter, mover, from) {
    if (mover.place) yield* applyArrival(encounter, mover, [from, mover.place]);
  },
};
export const HAND = manualButtons(MANUAL_RULES, OPTIONS, {
  cause: 'Cause',
  group: 'Focus',
  kind: 'Edge',
});

const isSkill = (id: SkillId | SaveId): id is SkillId => (SKILLS as readonly string[]).includes(id);

const ROLLS = defineRolls<Slots, SkillId | SaveId>({
  ids: { skill: SKILLS, defense: SAVES },
  difficulties: { easy: 10, normal: 15, hard: 20, extreme: 25 },
  // L-140, L-147.
  whyNot: (fighter, id) => (isSkill(id) ? whyNotUse(fighter, id) : []),
  *roll({ fighter, id, against }) {
    const bonus = isSkill(id) ? skillOf(fighter, id) : saveOf(fighter, id);
    const { total } = yield* check(fighter, id, bonus, against === null ? {} : { against });
    return isReached(total, against);
  },
});
export const GROUP_ROLLS = ROLLS.rolls;

const MANUAL: RowsById<Plain> = {
  ...manualCommands<Slots>(MANUAL_RULES),
  /** L-09: the GM confirms a trigger, caused by `whom`. */
  trigger: {
    icon: 'actions/wait',
    ...fighterCommand<Slots>({
      whyNot: (encounter, holder, command, runtime) =>
        whyNotConfirmTrigger({ encounter, runtime }, holder, optionsOf(command).whom),
      play: (encounter, holder, command, runtime) =>
        confirmTrigger({ encounter, runtime }, holder, optionsOf(command).whom),
    }),
  },
  initiative,
  ...ROLLS.commands,
  /** L-160: a minute without air; in a fight the rounds tell. */
  'minute-passes': {
    icon: 'actions/day-passes',
    whyNot: (encounter) => (isIdle(encounter) ? [] : [impossibleReason('already-open')]),
    *play({ fighters }) {
      for (const fighter of Object.values(fighters))
        if (!isObject(fighter)) yield* rollHardship(fighter, 'suffocating', null);
    },
  },
  /** L-155: a day of hunger. */
  'day-passes': {
    *play({ fighters }) {
      for (const fighter of Object.values(fighters))
        if (!isObject(fighter)) yield* rollHardship(fighter, 'starving', null);
    },
  },
};

/** They cannot be played directly. */
const OFFERED_COMMANDS: RowsById<Plain> = Object.fromEntries(
  Object.entries(REACTIONS).map(([id, row]): [string, Plain] => [
    id,
    {
      of: 'both',
      ...row,
      whyNot(encounter, { by }) {
        const fighter = fighterIn(encounter, by);
        const isSpent = fighter && !isFreeReaction(id) && reactionSlot(encounter, fighter) === null;
        return [impossibleReason('no-trigger'), ...(isSpent ? [{ id: 'reaction-spent' }] : [])];
      },
      play() {
        throw new Error(`${id} is played where it is offered`);
      },
    },
  ]),
);

/** L-A22, L-A38: an action that others make impossible is paid all the same. */
const LIFE: Life<Slots> = {
  whyNotGoOn: ({ action }, now) => whyNotGoOn(action, now),
  *pay({ action, act }) {
    const { encounter, fighter } = act;
    const paid = yield* pay(fighter, pricesDue(encounter, pricesOf(action, act)));
    if (!action.handles) yield* endManaging(fighter);
    return paid;
  },
  *settle({ act, paid = [] }, end) {
    if (end.how !== 'resolved' || end.outcome !== UNDONE) return;
    for (const { pool, amount } of paid) yield* adjustPool(act.fighter.id, pool, amount);
  },
  /** L-09, L-127: fires triggers, then finds whom the confused strike. */
  *offer(underway) {
    const { action, act } = underway;
    const trigger = action.fires ? action.fires(act) : isAttack(action, act) ? 'attacks' : null;
    if (trigger) yield* fireTriggers(act, trigger);
    const target = yield* targetOfConfused(action, act);
    if (target) underway.act = { ...act, target, command: aimedAt(act.command, target) };
    return true;
  },
};

const isAttack = ({ offensive, isHarmless }: Action, act: SlotsContext): boolean =>
  offensive === true && !isHarmless?.(act);

/** A thing of the target is none of another one's. */
function aimedAt(command: Command, { id: at }: SlotsFighter): Command {
  if (at === command.at) return command;
  const { item: _, ...options } = command.options ?? {};
  return { ...command, at, options };
}

function* targetOfConfused(
  action: Action,
  { encounter, runtime, fighter, target, command }: SlotsContext,
): Procedure<SlotsFighter | null> {
  if (!target || !(action.offensive || action.mayHarm)) return null;
  return yield* chooseConfusedTarget(encounter, fighter, target, (each) => {
    const { act } = defined(runtime.find(aimedAt(command, each)), 'the same action');
    return [...whyNotState(action, act), ...reasonsAgainst(action, act)];
  });
}

export const COMMANDS = defineCommands<Slots>({
  clock: CLOCK,
  plain: {
    ...TURNS,
    ...MANUAL,
    ...OFFERED_COMMANDS,
  },
  actions: ACTIONS,
  conditions: CONDITIONS,
  isOfFight,
  stateBased: STATE_BASED,
  actOf: (looked, action) => ({ slot: slotOf(action, looked.command), ...looked }),
  whyNot: (action, act) => [
    ...(action.inFight && isIdle(act.encounter) ? [{ id: 'not-in-fight' }] : []),
    // L-57.
    ...(act.slot === 'waited' && act.fighter.state.charged === true ? [{ id: 'charged' }] : []),
    ...whyNotState(action, act),
    ...reasonsAgainst(action, act),
    ...whyNotPay(act.encounter, act.fighter, act, pricesDue(act.encounter, pricesOf(action, act))),
  ],
  prices: pricesOf,
  intentOf: (action, act) => (action.offensive ? (isAttack(action, act) ? 'harm' : null) : intentOf(action, act)),
  /** L-10, L-12: the banked slot needs no trigger. */
  cutsIn: (_, command) => optionsOf(command).slot === 'waited',
  life: LIFE,
});

const WEIGHTS: Readonly<Record<string, number>> = { quick: 1, move: 2, waited: 3, standard: 3 };
const weightOf = (pool: string): number => lookup(WEIGHTS, pool) ?? 0;
const weigh = (cost: readonly Price[]): number => cost.reduce((sum, { pool }) => sum + weightOf(pool), 0);

/** The ways to move, the cheapest slot first. */
const WAYS = Object.entries<Action>(ACTIONS)
  .filter(([, { drag }]) => drag)
  .sort(([, a], [, b]) => weightOf(a.slot) - weightOf(b.slot));

/** Returns the ways to pay for a path: possible ones by price, else the one that goes farthest. */
export function moves(
  encounter: SlotsEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fighter = fighterIn(encounter, by);
  if (!fighter || isIdle(encounter)) return [];
  // L-51: the movement mode of the token, if the fighter has a speed for it.
  const mode = MODES.find((each) => each !== 'walk' && each === manner && fighter.stats.base[each] > 0);
  const runtime = COMMANDS.of(encounter);
  const routes = WAYS.map(([id, action]) => {
    const command: Command = { do: id, by, path };
    const inMode = mode && optionsAsked<Slots>(action, runtime.expect(command).act).includes('mode');
    return makeAffordable(encounter, inMode ? { ...command, options: { mode } } : command);
  });
  return runtime.moves(routes, { weigh, needsConfirmation });
}

/** A plain movement is paid by the Quick or the Move slot, or by one that waited. A Tumble takes a check, a Dash the Standard slot. */
const needsConfirmation = ({ do: id }: Command, cost: readonly Price[]): boolean =>
  COMMANDS.actionOf(id)?.drag === 'asks' || cost.some(({ pool }) => pool === 'standard');

export function makeAffordable(encounter: SlotsEncounter, command: Command): Command {
  const action = COMMANDS.actionOf(command.do);
  return action ? withSubstituteSlot(encounter, action, command) : command;
}
