import { applyChange, log } from '../../encounter/change';
import type { Until } from '../../encounter/condition';
import { impossibleReason } from '../../encounter/legality';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { type RowsById, reasonsAgainst, reasonsToStop } from '../../toolkit/act/actions';
import { defineCommands, type PlainCommand } from '../../toolkit/act/commands';
import type { Life } from '../../toolkit/act/life';
import { defineRolls } from '../../toolkit/combat/group-roll';
import { editCondition, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/combat/manual';
import { labelOfFigure } from '../../toolkit/define/labels';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import type { Action, Tempo, TempoContext } from './action';
import { ACTIONS } from './actions';
import { forceExertion, goDown, revive } from './attack/harm';
import { hiddenConditionData } from './attack/sight';
import { CLOCK } from './clock';
import { CONDITIONS, isOfFight, isOut, MOMENTS, replace } from './conditions';
import { endUnheld } from './magic/spell';
import { pushThrough } from './movement/path';
import { OPTIONS, optionsOf } from './options';
import { choiceOf, groupOf, isSameChoice } from './plan/choice';
import { copyPlan, isExempt, lastPlan, planAgain, slotsOf, whyNotAgain } from './plan/plan';
import { ATTRIBUTES, type Attribute, ROUND_END } from './schema';
import { rollAttribute } from './skills/skill';
import { isUnderWay, type TempoEncounter, type TempoFighter } from './state';
import { STATE_BASED } from './state-based';
import { SIDE_ACTIONS } from './turn/side-actions';
import { beginTurn, endTurn, normalMoveLeft, recordDone, turnEntryFor, whyNotEndTurn, whyNotTurn } from './turn/turn';

const npcs = ({ fighters }: TempoEncounter): TempoFighter[] =>
  Object.values(fighters).filter(({ player, stats }) => !player && !stats.object);

/** Returns the end of `rounds` Rounds, counting this one; null outside a Round. */
const untilRounds = ({ clock }: TempoEncounter, _: TempoFighter, __: unknown, rounds: number): Until | null =>
  isUnderWay(clock) ? { at: ROUND_END, n: clock.round + rounds - 1 } : null;

const MANUAL_RULES: ManualRules<TempoEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting: untilRounds,
  /** HP set manually also revive or take down (T-A53); Mana set free ends the spells that it held (T-A41). */
  *onPoolSet(encounter, fighter, pool, by) {
    if (by < 0) yield* endUnheld(encounter, fighter, pool);
    if (pool !== 'hp' || by === 0) return;
    if (by > 0) yield* revive(fighter);
    else if (fighter.pools.hp.value === 0) yield* goDown(fighter);
  },
  /** A fighter has one Mark and one Guard at a time (T-A24, T-A27). */
  *afflict(encounter, change) {
    const { fighter, condition: id, on, as } = change;
    if (on && (id === 'marked' || id === 'guarded') && as.by !== undefined)
      yield* replace(encounter, id, { id: as.by }, fighter);
    const data = on && id === 'hidden' ? hiddenConditionData(encounter, fighter) : undefined;
    yield* editCondition(data ? { ...change, as: { ...as, data } } : change);
  },
  forced: pushThrough,
};
export const HAND = manualButtons(MANUAL_RULES, OPTIONS, {
  figure: 'Stat',
});

/** T-A21, T-102: who fails may Exert to roll again. */
const ROLLS = defineRolls<Tempo, Attribute>({
  ids: { ability: ATTRIBUTES },
  labelOf: labelOfFigure,
  difficulties: { easy: 7, normal: 10, hard: 14, extreme: 18 },
  roll: ({ encounter, runtime, fighter, id, against, isSecret }) =>
    rollAttribute({ encounter, runtime, fighter, attribute: id, against, isSecret }),
});
export const GROUP_ROLLS = ROLLS.rolls;

/** The GM can override every decision of the ledger (section 10). */
const GM_COMMANDS: RowsById<PlainCommand<Tempo>> = {
  ...manualCommands<Tempo>(MANUAL_RULES),
  ...ROLLS.commands,
  /** T-109. */
  'force-exertion': {
    ...fighterCommand<Tempo>({
      play: (_, fighter, command) => forceExertion(fighter, optionsOf(command).points ?? 1),
    }),
    options: ['points'],
  },
  'close-turn': {
    whyNot: whyNotEndTurn,
    play: (encounter) => endTurn(encounter),
  },
  /** T-A9: copies one NPC's plan into the blank slots of all NPCs. */
  'npcs-alike': fighterCommand<Tempo>({
    whyNot(encounter, model) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      const hasBlankSlot = (fighter: TempoFighter) =>
        slotsOf(encounter, fighter).some(({ state }) => state === 'blank');
      const hasPlan = slotsOf(encounter, model).some(({ state }) => state === 'planned');
      return hasPlan && npcs(encounter).some((npc) => npc !== model && hasBlankSlot(npc))
        ? []
        : [{ id: 'nothing-to-repeat' }];
    },
    *play(encounter, model) {
      for (const npc of npcs(encounter)) if (npc !== model) yield* copyPlan(encounter, npc, model);
    },
  }),
  /** T-A9: all NPCs repeat their last actions. */
  'npcs-again': {
    whyNot(encounter) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      const any = npcs(encounter).some((fighter) => lastPlan(encounter, fighter).length > 0);
      return any ? [] : [{ id: 'nothing-to-repeat' }];
    },
    *play(encounter) {
      for (const fighter of npcs(encounter)) yield* planAgain(encounter, fighter);
    },
  },
};

const takesTurn = ({ tempo }: Action): boolean => tempo !== undefined;

const alsoCounts = (action: Action, act: TempoContext): readonly string[] => action.alsoCounts?.(act) ?? [];

/** T-53, T-A12; exempt entries are not compared (T-A11). */
function whyNotCount(action: Action, act: TempoContext, isOwnTurn: boolean): Reason[] {
  const { encounter, fighter, command } = act;
  const groups = alsoCounts(action, act);
  if (groups.length === 0) return [];
  const entry = isOwnTurn ? encounter.clock.entry : turnEntryFor(encounter, fighter, choiceOf(command)).key;
  return isExempt(fighter, entry) ? [] : whyNotAgain(encounter, fighter, groups);
}

/** T-06, T-14: within the running turn, or for the turn it would begin. */
function whyNotAct(action: Action, act: TempoContext): readonly Reason[] {
  const { encounter, fighter, command } = act;
  const choice = choiceOf(command);
  const { clock } = encounter;
  const isOwnTurn = clock.turn === fighter.id && !clock.acted;
  const moment: readonly Reason[] = isOwnTurn
    ? [
        ...(clock.action && isSameChoice(clock.action, choice) ? [] : [{ id: 'announced-otherwise' }]),
        ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
      ]
    : [...whyNotTurn(encounter, fighter), ...turnEntryFor(encounter, fighter, choice).whyNot];
  return [...moment, ...reasonsAgainst(action, act), ...whyNotCount(action, act, isOwnTurn)];
}

/** Returns the reasons that end an action after it has begun. */
function whyNotGoOn(action: Action, act: TempoContext): readonly Reason[] {
  const { encounter, fighter } = act;
  const reasons = reasonsToStop(action, act);
  if (!takesTurn(action)) return reasons;
  return [
    ...(encounter.clock.turn === fighter.id ? [] : [{ id: 'wrong-moment' }]),
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...reasons,
  ];
}

/** What an action costs stays spent if others make it impossible (T-13). */
const LIFE: Life<Tempo> = {
  whyNotGoOn: ({ action }, now) => whyNotGoOn(action, now),
  /** T-01: begins the turn first if it is not running. */
  *pay({ action, act }) {
    if (!takesTurn(action)) return undefined;
    const { encounter, fighter, command } = act;
    const choice = choiceOf(command);
    if (encounter.clock.turn !== fighter.id || encounter.clock.acted) yield* beginTurn(encounter, fighter, choice);
    return { entry: encounter.clock.entry, groups: [groupOf(fighter, choice), ...alsoCounts(action, act)] };
  },
  *close({ action, act: { encounter, fighter, command }, paid }, { how }) {
    if (!takesTurn(action)) return;
    if (encounter.clock.turn !== fighter.id) {
      // The GM has ended the turn: what had its dice is done all the same.
      if (paid && how === 'resolved' && encounter.fighters[fighter.id])
        yield* recordDone(encounter, fighter, choiceOf(command), paid);
      return;
    }
    yield* recordActed(encounter, paid?.groups ?? []);
    if (isOut(fighter)) yield* log('turn-over', {}, fighter.id);
    // T-A3: ends the turn of an NPC without movement left, so that others may Exert.
    if (!fighter.player && normalMoveLeft(fighter) === 0 && encounter.clock.turn === fighter.id)
      yield* endTurn(encounter);
  },
};

/** Records that the action is done; its groups count from the end of the turn. */
function* recordActed({ clock }: TempoEncounter, groups: readonly string[]): Procedure<void> {
  yield* applyChange({ kind: 'clock', to: { ...clock, acted: true, groups } });
}

export const COMMANDS = defineCommands<Tempo>({
  clock: CLOCK,
  plain: GM_COMMANDS,
  actions: { ...SIDE_ACTIONS, ...ACTIONS },
  conditions: CONDITIONS,
  isOfFight,
  stateBased: STATE_BASED,
  actOf: (context) => context,
  whyNot(action, act) {
    if (act.fighter.stats.object) return [impossibleReason('no-fighter')];
    return takesTurn(action) ? whyNotAct(action, act) : reasonsAgainst(action, act);
  },
  prices: () => [],
  cutsIn: ({ interrupts }) => interrupts === true,
  life: LIFE,
});
