import { say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { GM } from '../../../kernel/ask';
import { type Procedure, section } from '../../../kernel/procedure';
import { shed } from '../../../mechanics/condition';
import { type Act, type Action, actOf } from './act';
import { ACTIONS } from './actions';
import { lentBy } from './attack';
import { choiceIn, choiceOf, groupOf, written } from './choice';
import { close, count, end, IDLE, start, whyNotClose, whyNotCount, whyNotEnd } from './clock';
import { is, isOut } from './conditions';
import { EXERTS } from './exert';
import { WORDS } from './gm';
import { react, whyNotOwn } from './own-reactions';
import { whyNotAgain } from './plan';
import { lastPlan, pass, plan, planAgain, whyNotPass, whyNotPlan } from './planning';
import { deepRest, reclaimAtEnd, shallowRest, whyNotReclaimAtEnd, whyNotRest } from './recover';
import { rollSkill } from './skill';
import type { TempoEncounter } from './stats';
import { beginTurn, endTurn, noteDone, takingOf, whyNotEndTurn, whyNotTurn } from './turn';
import { spacesOf, stand, walk, whyNotStand, whyNotWalk } from './walk';
import { ATTRIBUTES, type Attribute } from './words';

/** A command of the game master: the clock, and the word that no rule is asked about. */
interface Word {
  whyNot(encounter: TempoEncounter, command: Command): readonly Reason[];
  play(encounter: TempoEncounter, command: Command): Procedure<unknown>;
}

export const CLOCK: Readonly<Record<string, Word>> = {
  start: {
    whyNot: ({ clock }) => (clock.phase === IDLE.phase ? [] : [impossible('already-open')]),
    play: start,
  },
  count: { whyNot: whyNotCount, play: count },
  end: { whyNot: whyNotEnd, play: end },
  close: { whyNot: whyNotClose, play: close },
};

/** What a fighter may do besides its actions. */
interface Deed {
  readonly icon: string;
  whyNot(act: Act): readonly Reason[];
  play(act: Act): Procedure<unknown>;
}

/** Tables of the game master's word by id, so that a button of somebody else never finds one. */
const GM_WORDS: Readonly<Record<string, Word>> = { ...CLOCK, ...WORDS };

/** T-A21: the number to reach where the game master names none. */
const SKILL_AGAINST = 10;

const attributeOf = ({ options }: Command): Attribute | undefined => ATTRIBUTES.find((id) => id === options?.attribute);

export const DEEDS: Readonly<Record<string, Deed>> = {
  plan: { icon: 'actions/plan', whyNot: whyNotPlan, play: plan },
  'plan-again': {
    icon: 'actions/plan-again',
    whyNot: ({ encounter, fighter }) => {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      return lastPlan({ encounter, fighter }).length > 0 ? [] : [{ id: 'nothing-to-repeat' }];
    },
    play: ({ encounter, fighter }) => planAgain(encounter, fighter),
  },
  pass: { icon: 'actions/let-pass', whyNot: whyNotPass, play: pass },
  /** T-05: says that an action is taken now, before any movement. */
  turn: {
    icon: 'actions/turn',
    whyNot: ({ encounter, fighter, command }) => {
      if (encounter.clock.turn === fighter.id && !encounter.clock.acted) return [{ id: 'own-turn' }];
      return [...whyNotTurn(encounter, fighter), ...takingOf(encounter, fighter, choiceIn(command)).whyNot];
    },
    play: ({ encounter, fighter, command }) => beginTurn(encounter, fighter, choiceIn(command)),
  },
  'end-turn': {
    icon: 'actions/end-turn',
    whyNot: ({ encounter, fighter }) => whyNotEndTurn(encounter, fighter),
    play: ({ encounter }) => endTurn(encounter),
  },
  walk: { icon: 'actions/walk', whyNot: whyNotWalk, play: walk },
  'stand-up': { icon: 'actions/stand-up', whyNot: whyNotStand, play: stand },
  reveal: {
    icon: 'actions/reveal',
    whyNot: ({ fighter }) => (is(fighter, 'hidden') ? [] : [{ id: 'not-hidden' }]),
    play: ({ fighter }) => shed(fighter, 'hidden'),
  },
  ...Object.fromEntries(
    Object.entries(EXERTS).map(([id, exert]): [string, Deed] => [id, { icon: `actions/${id}`, ...exert }]),
  ),
  /** T-A21. */
  'skill-roll': {
    icon: 'actions/skill-roll',
    whyNot: ({ fighter, command }) => [
      ...(attributeOf(command) ? [] : [impossible('no-attribute')]),
      ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ],
    play: ({ encounter, fighter, command }) => {
      const { against } = command.options ?? {};
      const number = Number.isInteger(against) ? Number(against) : SKILL_AGAINST;
      return rollSkill({
        encounter,
        fighter,
        attribute: attributeOf(command)!,
        against: number,
        told: true,
        lent: lentBy(command),
      });
    },
  },
  react: {
    icon: 'actions/react',
    whyNot: ({ encounter, fighter, command }) => whyNotOwn(encounter, fighter, command),
    play: ({ fighter, command }) => react(fighter, command),
  },
  reclaim: {
    icon: 'actions/reclaim',
    whyNot: ({ encounter, fighter }) => whyNotReclaimAtEnd(encounter, fighter),
    play: ({ fighter }) => reclaimAtEnd(fighter),
  },
  'shallow-rest': {
    icon: 'actions/shallow-rest',
    whyNot: ({ encounter, fighter }) => whyNotRest(encounter, fighter),
    play: ({ fighter }) => shallowRest(fighter),
  },
  'deep-rest': {
    icon: 'actions/deep-rest',
    whyNot: ({ encounter, fighter }) => whyNotRest(encounter, fighter),
    play: ({ fighter }) => deepRest(fighter),
  },
};

const own = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

export const actionOf = (id: string): Action | undefined => own<Action>(ACTIONS, id);
export const iconOf = (id: string): string => (actionOf(id) ?? own(DEEDS, id))?.icon ?? `actions/${id}`;

export const knows = ({ do: id }: Command): boolean =>
  (own(GM_WORDS, id) ?? own(DEEDS, id) ?? actionOf(id)) !== undefined;

/** What stands against a command now; empty where nothing does. */
export function whyNot(encounter: TempoEncounter, command: Command): readonly Reason[] {
  const word = own(GM_WORDS, command.do);
  if (word) return command.by === GM ? word.whyNot(encounter, command) : [impossible('gm-only')];
  const fighter = encounter.fighters[command.by];
  if (!fighter || fighter.stats.object) return [impossible('no-fighter')];
  const act = actOf(encounter, command, fighter);
  const deed = own(DEEDS, command.do);
  if (deed) return deed.whyNot(act);
  const action = actionOf(command.do);
  return action ? whyNotAct(act, action) : [impossible('unknown-action', { action: command.do })];
}

/** T-06, T-14: the action within the fighter's own turn, or the turn it would begin. */
function whyNotAct(act: Act, action: Action): readonly Reason[] {
  const { encounter, fighter, command } = act;
  const choice = choiceOf(command);
  const { clock } = encounter;
  const runs = clock.turn === fighter.id && !clock.acted;
  const moment: readonly Reason[] = runs
    ? [
        ...(clock.action === written(choice) ? [] : [{ id: 'announced-otherwise' }]),
        ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
      ]
    : [...whyNotTurn(encounter, fighter), ...takingOf(encounter, fighter, choice).whyNot];
  return [...moment, ...action.whyNot(act), ...whyNotAlso(act, action)];
}

/** T-53, T-A12: what else the action counts as is compared with what has been performed. */
function whyNotAlso(act: Act, action: Action): readonly Reason[] {
  return whyNotAgain(act.encounter, act.fighter, action.alsoCounts(act));
}

/** The game master's word, at any time; a Reaction nobody but people can see the trigger of. */
export function interrupts(command: Command): 'word' | 'reaction' | null {
  if (own(GM_WORDS, command.do)) return own(CLOCK, command.do) ? null : 'word';
  return command.do === 'react' ? 'reaction' : null;
}

/**
 * The procedure of a command the ruleset knows.
 * @param cutsIn whether it cut in, and so may not be cut into
 */
export function play(encounter: TempoEncounter, command: Command, cutsIn = false): Procedure<unknown> {
  const word = own(GM_WORDS, command.do);
  if (word) return cutsIn ? section(command, word.play(encounter, command)) : word.play(encounter, command);
  const fighter = encounter.fighters[command.by];
  if (!fighter) throw new Error(`no command ${command.do} of ${command.by} in the tempo rules`);
  const act = actOf(encounter, command, fighter);
  const deed = own(DEEDS, command.do);
  if (deed) return cutsIn ? section(command, deed.play(act)) : deed.play(act);
  return perform(act, actionOf(command.do)!);
}

/** The turn's action, its turn begun where it is not yet (T-01). */
function* perform(act: Act, action: Action): Procedure<void> {
  const { encounter, fighter, command } = act;
  const choice = choiceOf(command);
  if (encounter.clock.turn !== fighter.id || encounter.clock.acted) yield* beginTurn(encounter, fighter, choice);
  const groups = [groupOf(fighter, choice), ...action.alsoCounts(act)];
  yield* action.play(act);
  yield* noteDone(encounter, groups);
  if (isOut(fighter)) yield* say('turn-over', {}, fighter.id);
}

/**
 * Ways to pay for a path: what the running turn allows, first the Normal Move.
 * @param manner `jump`, where the token is meant to leap
 */
export function moves(
  encounter: TempoEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly Move[] {
  const fighter = encounter.fighters[by];
  if (!fighter || fighter.stats.object) return [];
  const jump: Command = { do: 'move', by, path, options: { jump: true } };
  const ways: Command[] = manner === 'jump' ? [jump] : [{ do: 'walk', by, path }, { do: 'move', by, path }, jump];
  return ways
    .map((command): Move => {
      const spaces = spacesOf({ encounter, fighter, command }) ?? 0;
      return { command, cost: [{ pool: 'spaces', amount: spaces }], whyNot: whyNot(encounter, command) };
    })
    .sort((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));
}
