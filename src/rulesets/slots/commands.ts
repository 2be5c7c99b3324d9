import { adjustPool, applyChange, log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import { type FighterId, fighterOf, type Place } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { choose, type Procedure, section } from '../../kernel/procedure';
import { endBrokenBonds } from '../../toolkit/combat/bond';
import { removeCondition } from '../../toolkit/combat/condition';
import { fighterIn, type RowsById, reasonsAgainst } from '../../toolkit/define/actions';
import { checkCommand } from '../../toolkit/define/check-command';
import { type Commands, defineCommands, type PlainCommand } from '../../toolkit/define/commands';
import { type ConditionEdit, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/define/manual';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import { type Act, type Action, isTurnOf, pay, pricesOf, slotOf, whyNotPay, withSubstituteSlot } from './action';
import { ACTIONS } from './actions';
import { applyLowHealth, die, endGrapple, inflict, recover, rollHardship, submerge, surface } from './attack/health';
import { whyNotTarget } from './attack/strikes';
import { grabReach, isWithin } from './attack/threat';
import { CLOCK, initiative, lasting, TURNS } from './clock';
import {
  bound,
  CONDITIONS,
  grappledBy,
  is,
  isConditionId,
  isObject,
  isOut,
  MOMENTS,
  OUT_CONDITIONS,
} from './conditions';
import { verbFor } from './gear';
import { arriveOver } from './movement/arrival';
import { OPTIONS, optionsOf } from './options';
import { REACTIONS } from './reactions';
import { isThing, MODES, type ReadyTrigger, type SaveId, SKILLS, type SkillId } from './schema';
import { check, saveOf, skillOf } from './skills/totals';
import { type SlotsEncounter, type SlotsFighter, setState } from './state';
import { confirmTrigger, fireTriggers, isAwaited, whyNotConfirmTrigger } from './turn/ready';

type Plain = PlainCommand<SlotsEncounter, Act, Action>;

/** Gives a condition by hand, with whom it is about, or takes its root instances away. */
function* afflict(
  encounter: SlotsEncounter,
  { fighter, condition, on, options, as }: ConditionEdit<SlotsFighter>,
): Procedure<void> {
  if (!isConditionId(condition)) return;
  const { towards, source } = optionsOf({ options });
  if (condition === 'underwater') {
    yield* on ? submerge(encounter, fighter, as) : surface(fighter);
    return;
  }
  if (!on) {
    // L-35: a grapple holds both.
    if (condition === 'restrained') yield* endGrapple(encounter, fighter);
    yield* removeCondition(
      fighter,
      condition,
      (had) => towards === undefined || had.towards?.includes(towards) === true,
    );
    const { value } = fighter.pools.bleed;
    if (condition === 'bleeding' && value > 0) yield* adjustPool(fighter.id, 'bleed', -value);
    return;
  }
  yield* inflict(encounter, fighter, condition, as.until ?? null, as);
  // L-35: a grapple holds both.
  if (source !== undefined && as.data?.cause === 'grapple')
    yield* applyChange({
      kind: 'condition-added',
      of: source,
      condition: { id: 'restrained', until: as.until ?? null, by: fighter.id, data: { cause: 'grapple' } },
    });
  // L-139: the dead have no conditions, and what they hold is free.
  if (condition === 'corpse') yield* die(encounter, fighter);
}

const BY_HAND_RULES: ManualRules<SlotsFighter, SlotsEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting,
  /** A number set by hand has its consequences too: L-137, L-139, L-165, L-A45. */
  *onPoolSet(encounter, fighter, pool, by) {
    if (by === 0 || !['hp', 'negative'].includes(pool)) return;
    // Nobody has points above and below zero at once.
    const other = pool === 'hp' ? 'negative' : 'hp';
    if (fighter.pools.hp.value > 0 && fighter.pools.negative.value > 0)
      yield* adjustPool(fighter.id, other, -fighter.pools[other].value);
    yield* recover(fighter);
    yield* applyLowHealth(encounter, fighter);
  },
  afflict,
  /** L-A19, L-A48: a grapple reaches no farther than the longer arm. */
  *placed(encounter, mover, from) {
    const { fighters, ground } = encounter;
    if (mover.place) yield* arriveOver(encounter, mover, [from, mover.place]);
    for (const fighter of Object.values(fighters)) {
      const other = fighters[grappledBy(fighter) ?? ''];
      if (!other) continue;
      const reach = Math.max(grabReach(fighter), grabReach(other));
      if (isWithin(ground, fighter.place, other.place, reach)) continue;
      yield* removeCondition(fighter, 'restrained', (had) => bound(had) === other.id);
    }
  },
};
export const HAND = manualButtons<SlotsFighter, SlotsEncounter, typeof OPTIONS>(BY_HAND_RULES, OPTIONS, {
  cause: 'Cause',
  group: 'Focus',
  kind: 'Edge',
});

const isSkill = (id: SkillId | SaveId): id is SkillId => (SKILLS as readonly string[]).includes(id);

const OF_WAITING = 'actions/wait';

const BY_HAND: RowsById<Plain> = {
  ...manualCommands(BY_HAND_RULES),
  part: { play: (encounter) => endBrokenBonds(encounter, bound) },
  /** L-09: what somebody waits for has come, as the game master says, by `whom`. */
  trigger: {
    icon: OF_WAITING,
    ...fighterCommand<SlotsFighter, SlotsEncounter, Act, Action>({
      whyNot: (encounter, holder, command, runtime) =>
        whyNotConfirmTrigger({ encounter, runtime }, holder, optionsOf(command).whom),
      play: (encounter, holder, command, runtime) =>
        confirmTrigger({ encounter, runtime }, holder, optionsOf(command).whom),
    }),
  },
  initiative,
  check: checkCommand<SlotsFighter, SlotsEncounter, SkillId | SaveId>(
    (command) => optionsOf(command).roll,
    (fighter, id) => check(fighter, id, isSkill(id) ? skillOf(fighter, id) : saveOf(fighter, id)),
  ),
  /** L-155: a day of hunger. */
  'day-passes': {
    *play({ fighters }) {
      for (const fighter of Object.values(fighters))
        if (!isObject(fighter)) yield* rollHardship(fighter, 'starving', null);
    },
  },
};

/** L-79, L-81, L-118: what answers something is offered when it happens, and can be done at no other time. */
const OFFERED: RowsById<Plain> = Object.fromEntries(
  REACTIONS.map((id): [string, Plain] => [
    id,
    {
      of: 'both',
      ...(id === 'readied-action' && { icon: OF_WAITING }),
      whyNot: () => [impossibleReason('no-trigger')],
      play() {
        throw new Error(`${id} is played where it is offered`);
      },
    },
  ]),
);

/** Section 7, step 1, and what the fighter's own state stands against. */
function whyNotState(action: Action, { encounter, fighter, target }: Act): Reason[] {
  if (fighter.stats.base.object) return [impossibleReason('is-object')];
  if (fighter.conditions.length === 0 && !target) return [];
  const reasons: Reason[] = OUT_CONDITIONS.filter((id) => is(fighter, id)).map((id) => ({ id }));
  if (is(fighter, 'locked')) reasons.push({ id: 'locked' });
  const held = is(fighter, 'restrained') && !action.whileHeld;
  if (held && (action.moves || action.offensive)) reasons.push({ id: 'restrained' });
  if (!action.offensive || !target) return reasons;
  // L-A50: against a thing it is no offense.
  if (is(fighter, 'frightened') && !isObject(target)) reasons.push({ id: 'frightened' });
  if (is(fighter, 'fascinated', target.id)) reasons.push({ id: 'fascinated' });
  return [...reasons, ...whyNotTarget(encounter, target, fighter)];
}

/** Section 4: paid, then carried out. */
function* perform(action: Action, act: Act): Procedure<void> {
  const { fighter, command } = act;
  yield* pay(fighter, pricesOf(action, act));
  if (command.do !== 'manage-items' && fighter.state.managing !== undefined)
    yield* setState(fighter.id, 'managing', null);
  if (yield* isThwarted(action, act)) {
    yield* log('thwarted', {}, fighter.id);
    return;
  }
  const target = yield* confused(action, act);
  yield* action.play(target ? { ...act, target, command: { ...command, at: target.id } } : act);
}

/** What those who wait for a trigger see in an action before it goes on; a spell, and the blow of a Charge, have their own moment. */
function seenIn(action: Action, { command, item }: Act): ReadyTrigger | null {
  if (action.offensive && !NO_ATTACKS.includes(command.do)) return 'attacks';
  if (command.do !== 'manage-items' || !item || !isThing(item)) return null;
  const { verb = verbFor(item) } = optionsOf(command);
  return verb === 'draw' || verb === 'pick-up' ? 'draws' : null;
}
const NO_ATTACKS: readonly string[] = ['feint', 'charge'];

/** L-09: whoever waits for such a thing may act first. Comes to whether what is begun is possible no more. */
function* isThwarted(action: Action, act: Act): Procedure<boolean> {
  const seen = seenIn(action, act);
  if (!seen || !isAwaited(act, seen)) return false;
  const against = (): string[] => [...whyNotState(action, act), ...reasonsAgainst(action, act)].map(({ id }) => id);
  const before = against();
  return (yield* fireTriggers(act, seen)) && against().some((id) => !before.includes(id));
}

/** L-127, L-A50: who cannot tell friend from foe strikes at whom the game master says. */
function* confused(
  action: Action,
  { encounter, runtime, fighter, target, command }: Act,
): Procedure<SlotsFighter | null> {
  const harms = action.offensive || command.do === 'cast-spell';
  if (!target || !harms || !is(fighter, 'confused')) return null;
  const options = Object.values(encounter.fighters).flatMap((each) => {
    if (each === fighter || isObject(each)) return [];
    const { act } = defined(runtime.find({ ...command, at: each.id }), 'the same action');
    return [{ id: each.id, whyNot: [...whyNotState(action, act), ...reasonsAgainst(action, act)] }];
  });
  if (!options.some(({ id, whyNot: reasons }) => id === target.id && reasons.length === 0)) return null;
  return fighterOf(encounter, yield* choose('confused', GM, options, { at: fighter.id }));
}

export const COMMANDS: Commands<SlotsEncounter, Act, Action> = defineCommands<
  SlotsFighter,
  SlotsEncounter,
  Act,
  Action
>({
  clock: CLOCK,
  plain: {
    ...TURNS,
    ...BY_HAND,
    ...OFFERED,
  },
  actions: ACTIONS,
  actOf: (looked, action) => ({ slot: slotOf(action, looked.command), ...looked }),
  whyNot: (action, act) => [
    ...whyNotState(action, act),
    ...reasonsAgainst(action, act),
    ...whyNotPay(act.encounter, act.fighter, act, pricesOf(action, act)),
  ],
  prices: pricesOf,
  /** What was banked needs no trigger (L-10, L-12). */
  cutsIn: (_, command) => optionsOf(command).slot === 'waited',
  perform(action, act, cutsIn) {
    const played = perform(action, act);
    return cutsIn ? section(act.command, played) : played;
  },
});

/** The ways to go, the cheapest slot first. */
const WAYS = ['side-step', 'advance', 'tumble', 'dash'] as const;
const WEIGHTS: Readonly<Record<string, number>> = { quick: 1, move: 2, waited: 3, standard: 3 };
const weigh = (cost: readonly Price[]): number => cost.reduce((sum, { pool }) => sum + (WEIGHTS[pool] ?? 0), 0);

/** Ways to pay for a path: those that are possible first, and of them the cheapest; of those that are not, the one that goes farthest. */
export function moves(
  encounter: SlotsEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fighter = fighterIn<SlotsFighter>(encounter, by);
  if (!fighter || encounter.clock.phase === 'idle' || isOut(fighter)) return [];
  if (!isTurnOf(encounter, fighter) && fighter.pools.waited.value === 0) return [];
  // L-51: by the speed the token is meant to go with, where it has such a one.
  const mode = MODES.find((each) => each !== 'walk' && each === manner && fighter.stats.base[each] > 0);
  const told = (id: string) => (mode && id === 'advance' ? { options: { mode } } : {});
  const ways = WAYS.map((id) => makeAffordable(encounter, { do: id, by, path, ...told(id) }));
  return COMMANDS.moves(encounter, ways, { weigh });
}

/** The command with what would pay for it, where its own slot does not. */
export function makeAffordable(encounter: SlotsEncounter, command: Command): Command {
  const action = COMMANDS.actionOf(command.do);
  return action ? withSubstituteSlot(encounter, action, command) : command;
}
