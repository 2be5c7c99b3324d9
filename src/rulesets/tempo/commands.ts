import { log } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import type { FighterId, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { type Procedure, section } from '../../kernel/procedure';
import { endBrokenBonds } from '../../toolkit/combat/bond';
import { fighterIn, lookup, type RowsById, reasonsAgainst } from '../../toolkit/define/actions';
import { type Commands, defineCommands, type PlainCommand } from '../../toolkit/define/commands';
import { afflict, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/define/manual';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import type { Act, Action } from './action';
import { ACTIONS, SIDE_ACTIONS } from './actions';
import { forceExertion, goDown, letGo, revive } from './attack/harm';
import { hiddenConditionData, revealSpotted } from './attack/sight';
import { CLOCK, lasting } from './clock';
import { bound, CONDITIONS, isOut, MOMENTS, replace } from './conditions';
import { spacesOf } from './movement/movement';
import { OPTIONS, optionsOf } from './options';
import { choiceOf, groupOf, isSameChoice } from './plan/choice';
import { copyPlan, isExempt, lastPlan, planAgain, slotsOf, whyNotAgain } from './plan/plan';
import type { TempoEncounter, TempoFighter } from './state';
import { beginTurn, endTurn, normalMoveLeft, recordActed, turnEntryFor, whyNotEndTurn, whyNotTurn } from './turn/turn';

const npcs = ({ fighters }: TempoEncounter): TempoFighter[] =>
  Object.values(fighters).filter(({ player, stats }) => !player && !stats.object);

const BY_HAND_RULES: ManualRules<TempoFighter, TempoEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting,
  /** A number set by hand has its consequences too: who has HP again gets up, who has none goes down (T-A53). */
  *onPoolSet(encounter, fighter, pool, by) {
    if (pool !== 'hp' || by === 0) return;
    if (by > 0) yield* revive(fighter);
    else if (fighter.pools.hp.value === 0) yield* goDown(encounter, fighter);
  },
  /** Somebody marks and guards one at a time (T-A24, T-A27), and who goes down guards nobody any more. */
  *afflict(encounter, given) {
    const { fighter, condition: id, on, as } = given;
    if (on && (id === 'marked' || id === 'guarded') && as.by !== undefined)
      yield* replace(encounter, id, { id: as.by }, fighter);
    const data = on && id === 'hidden' ? hiddenConditionData(encounter, fighter) : undefined;
    yield* afflict(data ? { ...given, as: { ...as, data } } : given);
    if (on && isOut(fighter)) yield* letGo(encounter, fighter, id !== 'dying');
  },
  placed: revealSpotted,
};
export const HAND = manualButtons<TempoFighter, TempoEncounter, typeof OPTIONS>(BY_HAND_RULES, OPTIONS, {
  figure: 'Stat',
});

/** What the game master may always do: every decision of the ledger can be overridden (section 10). */
const BY_HAND: RowsById<PlainCommand<TempoEncounter>> = {
  ...manualCommands(BY_HAND_RULES),
  part: { play: (encounter) => endBrokenBonds(encounter, bound) },
  /** T-109: Exertion nobody chose. */
  'force-exertion': fighterCommand<TempoFighter, TempoEncounter>({
    play: (encounter, fighter, command) => forceExertion(encounter, fighter, optionsOf(command).points ?? 1),
  }),
  /** Ends whosever turn runs. */
  'close-turn': {
    whyNot: whyNotEndTurn,
    play: (encounter) => endTurn(encounter),
  },
  /** T-A9: all NPCs plan what one of them has planned, where they have planned nothing. */
  'npcs-alike': fighterCommand<TempoFighter, TempoEncounter>({
    whyNot(encounter, model) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      const blank = (fighter: TempoFighter) => slotsOf(encounter, fighter).some(({ state }) => state === 'blank');
      const has = slotsOf(encounter, model).some(({ state }) => state === 'planned');
      return has && npcs(encounter).some((npc) => npc !== model && blank(npc)) ? [] : [{ id: 'nothing-to-repeat' }];
    },
    *play(encounter, model) {
      for (const npc of npcs(encounter)) if (npc !== model) yield* copyPlan(encounter, npc, model);
    },
  }),
  /** T-A9: all NPCs plan what they did last. */
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

/** An action that takes a turn. */
export const actionOf = (id: string): Action | undefined => lookup(ACTIONS, id);

const alsoCounts = (action: Action, act: Act): readonly string[] => action.alsoCounts?.(act) ?? [];

/** T-53, T-A12: what else the action counts as is compared with what has been performed; of an exempt one nothing is (T-A11). */
function whyNotCount(action: Action, act: Act, runs: boolean): Reason[] {
  const { encounter, fighter, command } = act;
  const groups = alsoCounts(action, act);
  if (groups.length === 0) return [];
  const entry = runs ? encounter.clock.entry : turnEntryFor(encounter, fighter, choiceOf(command)).key;
  return isExempt(fighter, entry) ? [] : whyNotAgain(encounter, fighter, groups);
}

/** T-06, T-14: the action within the fighter's own turn, or the turn it would begin. */
function whyNotAct(action: Action, act: Act): readonly Reason[] {
  const { encounter, fighter, command } = act;
  const choice = choiceOf(command);
  const { clock } = encounter;
  const runs = clock.turn === fighter.id && !clock.acted;
  const moment: readonly Reason[] = runs
    ? [
        ...(clock.action && isSameChoice(clock.action, choice) ? [] : [{ id: 'announced-otherwise' }]),
        ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
      ]
    : [...whyNotTurn(encounter, fighter), ...turnEntryFor(encounter, fighter, choice).whyNot];
  return [...moment, ...reasonsAgainst(action, act), ...whyNotCount(action, act, runs)];
}

/** The turn's action, its turn begun where it is not yet (T-01). */
function* perform(action: Action, act: Act): Procedure<void> {
  const { encounter, fighter, command } = act;
  const choice = choiceOf(command);
  if (encounter.clock.turn !== fighter.id || encounter.clock.acted) yield* beginTurn(encounter, fighter, choice);
  const groups = [groupOf(fighter, choice), ...alsoCounts(action, act)];
  yield* action.play(act);
  yield* recordActed(encounter, groups);
  if (isOut(fighter)) yield* log('turn-over', {}, fighter.id);
  // T-A3: an NPC that can go no further has nothing more to do, and whoever would Exert at the end of its turn may.
  if (!fighter.player && normalMoveLeft(fighter) === 0 && encounter.clock.turn === fighter.id)
    yield* endTurn(encounter);
}

export const COMMANDS: Commands<TempoEncounter, Act, Action> = defineCommands<
  TempoFighter,
  TempoEncounter,
  Act,
  Action
>({
  clock: CLOCK,
  plain: BY_HAND,
  actions: { ...SIDE_ACTIONS, ...ACTIONS },
  actOf: (looked) => looked,
  whyNot(action, act) {
    if (act.fighter.stats.object) return [impossibleReason('no-fighter')];
    return actionOf(act.command.do) ? whyNotAct(action, act) : reasonsAgainst(action, act);
  },
  prices: () => [],
  /** A Reaction nobody but people can see the trigger of. */
  cutsIn: (_, { do: id }) => id === 'react',
  perform(action, act, cutsIn) {
    if (actionOf(act.command.do)) return perform(action, act);
    return cutsIn ? section(act.command, action.play(act)) : action.play(act);
  },
});

/**
 * Ways to pay for a path: what the running turn allows, first the Normal Move.
 * @param manner `jump`, where the token is meant to leap
 */
export function moves(
  encounter: TempoEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fighter = fighterIn<TempoFighter>(encounter, by);
  if (!fighter || fighter.stats.object) return [];
  const jump: Command = { do: 'move', by, path, options: { jump: true } };
  const ways: Command[] = manner === 'jump' ? [jump] : [{ do: 'walk', by, path }, { do: 'move', by, path }, jump];
  const price = ({ act }: { readonly act: Act }): Price[] => [{ pool: 'spaces', amount: spacesOf(act) ?? 0 }];
  return COMMANDS.moves(encounter, ways, { price });
}
