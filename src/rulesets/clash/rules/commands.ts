import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { type Procedure, section } from '../../../kernel/procedure';
import { part } from '../../../mechanics/bond';
import { adjust, afflict, mark, setDown, whyNotAdjust, whyNotAfflict, whyNotPlace } from '../../../mechanics/edit';
import { abilityOf, use } from './abilities';
import type { Act, Action, Rules } from './act';
import { ACTIONS, type ActionId } from './actions';
import { pay, whyNotPay } from './budget';
import { end, endTurn, endTurnIfOver, passTime, start } from './clock';
import { CONDITIONS, is, isAble, isActing, isInCombat } from './conditions';
import { fell, letGo } from './damage';
import { bound, loosen } from './hold';
import { go } from './movement';
import type { ClashEncounter, ClashFighter } from './stats';

/** A command of the game master: the clock, and the word that no rule is asked about. */
interface Word {
  whyNot(encounter: ClashEncounter, command: Command): readonly Reason[];
  play(encounter: ClashEncounter, command: Command): Procedure<unknown>;
}

const inCombat = (encounter: ClashEncounter): readonly Reason[] =>
  isInCombat(encounter) ? [] : [impossible('not-in-combat')];
const outOfCombat = (encounter: ClashEncounter): readonly Reason[] =>
  isInCombat(encounter) ? [impossible('in-combat')] : [];

/** Seconds that a command lets pass; none named is a Phase. */
const secondsOf = ({ options }: Command): number | undefined =>
  typeof options?.seconds === 'number' ? options.seconds : undefined;

export const CLOCK: Readonly<Record<string, Word>> = {
  start: { whyNot: outOfCombat, play: (encounter) => start(encounter, rulesOf(encounter)) },
  'next-turn': { whyNot: inCombat, play: (encounter) => endTurn(encounter, rulesOf(encounter)) },
  end: { whyNot: inCombat, play: end },
  'pass-phase': {
    whyNot: (encounter, command) => [
      ...outOfCombat(encounter),
      ...((secondsOf(command) ?? 1) > 0 ? [] : [impossible('no-number', { value: String(command.options!.seconds) })]),
    ],
    play: (encounter, command) => passTime(encounter, secondsOf(command)),
  },
};

const WORDS: Readonly<Record<string, Word>> = {
  ...CLOCK,
  adjust: { whyNot: whyNotAdjust, play: adjustClash },
  part: { whyNot: () => [], play: (encounter) => part(encounter, bound) },
  /** Sets somebody down, whatever it would cost. */
  place: { whyNot: whyNotPlace, play: setDown },
  condition: {
    whyNot: (encounter, command) => whyNotAfflict(CONDITIONS, encounter, command),
    play: afflictClash,
  },
  /** C-A7: the game master sets when somebody acts. */
  initiative: {
    whyNot: (encounter, { at, options }) => {
      if (at === undefined || !encounter.fighters[at]) return [impossible('no-fighter')];
      return Number.isInteger(options?.to) ? [] : [impossible('no-number', { value: String(options?.to) })];
    },
    play: (_, { at, options }) => mark(at!, 'initiative', Number(options!.to)),
  },
};

/** C-A57: hit points set by hand have their consequences too. */
function* adjustClash(encounter: ClashEncounter, command: Command): Procedure<void> {
  const fighter = encounter.fighters[command.at!]!;
  const by = yield* adjust(encounter, command);
  if (command.options!.pool !== 'hp') return;
  if (fighter.pools.hp!.value === 0 && !is(fighter, 'defeated')) yield* fell(encounter, fighter);
  if (by > 0 && fighter.pools.hp!.value === by)
    yield* afflict(encounter, { ...command, options: { condition: 'defeated', on: false } });
}

function* afflictClash(encounter: ClashEncounter, command: Command): Procedure<void> {
  const fighter = encounter.fighters[command.at!]!;
  yield* afflict(encounter, command);
  if (command.options!.condition === 'defeated' && is(fighter, 'defeated')) yield* letGo(encounter, fighter);
}

const own = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

export const actionOf = (id: string): Action | undefined => own<Action>(ACTIONS, id);

export const knows = ({ do: id }: Command): boolean => (own(WORDS, id) ?? actionOf(id)) !== undefined;

export const actOf = (encounter: ClashEncounter, command: Command, fighter: ClashFighter): Act => ({
  encounter,
  command,
  fighter,
  target: (command.at !== undefined && encounter.fighters[command.at]) || null,
  rules: rulesOf(encounter),
});

const rulesOf = (encounter: ClashEncounter): Rules => ({
  counter: (command) => counter(encounter, command),
  go: (mover, path) => go(encounter, rulesOf(encounter), mover, path),
});

/** C-50, C-A23: the Counter runs in a section of its own, at no further cost. */
function* counter(encounter: ClashEncounter, command: Command): Procedure<void> {
  const act = actOf(encounter, command, encounter.fighters[command.by]!);
  const skill = abilityOf(act, 'clashSkill');
  if (skill) yield* section(command, use(act, skill));
}

/** What stands against a command now; empty where nothing does. */
export function whyNot(encounter: ClashEncounter, command: Command): readonly Reason[] {
  const word = own(WORDS, command.do);
  if (word) return command.by === GM ? word.whyNot(encounter, command) : [impossible('gm-only')];
  const action = actionOf(command.do);
  if (!action) return [impossible('unknown-action', { action: command.do })];
  const fighter = encounter.fighters[command.by];
  if (!fighter) return [impossible('no-fighter')];
  const act = actOf(encounter, command, fighter);
  return [
    ...whyNotNow(action, act),
    ...whyNotPay(encounter, fighter, action.price(act), command),
    ...action.whyNot(act),
  ];
}

/** C-02, C-08, C-23, C-24, C-A10: whose turn it is, and who can act at all. */
function whyNotNow(action: Action, { encounter, fighter, command }: Act): readonly Reason[] {
  const reasons: Reason[] = [];
  // What befalls somebody asks for nobody's strength.
  if (!isAble(fighter) && !BEFALLS.includes(command.do)) reasons.push({ id: 'defeated' });
  if (action.combatOnly && !isInCombat(encounter)) reasons.push(impossible('not-in-combat'));
  else if (isInCombat(encounter) && !action.anytime && !isActing(encounter, fighter))
    reasons.push({ id: 'not-your-turn' });
  return reasons;
}

const BEFALLS: readonly string[] = ['fall', 'absorb-ethereal'] satisfies readonly ActionId[];

/** C-21, C-24, C-100: what may be done while somebody else's action waits. */
const CUTS_IN: readonly string[] = ['reaction-skill', 'reaction-spell', 'free-reaction', 'end-concentration'];

/** The game master's word, at any time; a reaction, but not into another. */
export function interrupts(command: Command): 'word' | 'reaction' | null {
  if (own(WORDS, command.do)) return own(CLOCK, command.do) ? null : 'word';
  return CUTS_IN.includes(command.do) ? 'reaction' : null;
}

/**
 * The procedure of a command the ruleset knows.
 * @param cutsIn whether it cut in while something else waits
 */
export function play(encounter: ClashEncounter, command: Command, cutsIn = false): Procedure<unknown> {
  const word = own(WORDS, command.do);
  if (word) return cutsIn ? section(command, word.play(encounter, command)) : word.play(encounter, command);
  const child = perform(encounter, command);
  return cutsIn ? section(command, child) : thenOn(encounter, child);
}

/** Paid for, carried out. */
function* perform(encounter: ClashEncounter, command: Command): Procedure<void> {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter) throw new Error(`no command ${command.do} of ${command.by} in the clash rules`);
  const act = actOf(encounter, command, fighter);
  yield* pay(encounter, fighter, action.price(act), command);
  yield* action.play(act);
  yield* loosen(encounter);
}

/** C-08: what an action leaves of the turn of whoever acts. */
function* thenOn(encounter: ClashEncounter, action: Procedure<void>): Procedure<void> {
  yield* action;
  yield* endTurnIfOver(encounter, rulesOf(encounter));
}

/** Ways to pay for a path: on one's own feet, or on the mount's; possible ones first. */
export function moves(encounter: ClashEncounter, by: FighterId, path: readonly Place[]): readonly Move[] {
  const fighter = encounter.fighters[by];
  if (!fighter || !isInCombat(encounter)) return [];
  const ways: readonly ActionId[] = is(fighter, 'mounted')
    ? ['mount-free-move', 'mount-free-sprint']
    : ['move-walk', 'jump'];
  return ways
    .map((id) => {
      const command: Command = { do: id, by, path };
      return { command, cost: priceOf(encounter, command), whyNot: whyNot(encounter, command) };
    })
    .sort((a, b) => a.whyNot.length - b.whyNot.length);
}

/** What an action would take of its fighter's pools, for a button. */
export function priceOf(encounter: ClashEncounter, command: Command): Move['cost'] {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter || !isInCombat(encounter)) return [];
  const price = action.price(actOf(encounter, command, fighter));
  return price === null || price === 'any' ? [] : [{ pool: price, amount: 1 }];
}
