import { say } from '../../../encounter/change';
import type { Command, Price } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { GM } from '../../../kernel/ask';
import { type Procedure, section } from '../../../kernel/procedure';
import { part } from '../../../mechanics/bond';
import { adjust, afflict, mark, setDown, whyNotAdjust, whyNotAfflict, whyNotPlace } from '../../../mechanics/edit';
import { act as inFrame, offered } from '../../../mechanics/reaction';
import { ABANDONED, type Act, type Action, type Category, FORBIDS } from './act';
import { ACTIONS } from './actions';
import { faint, stabilize } from './aura';
import { end, IDLE, isOpen, nextRound, start, whyNotEnd } from './clock';
import { CONDITIONS, type ConditionId, is, mayAnswer } from './conditions';
import {
  type Cost,
  enhanced,
  keptOf,
  pay,
  pricesOf,
  refund,
  swapHelps,
  swapped,
  whyNotEnhance,
  whyNotPay,
} from './cost';
import { dropGuard } from './defense';
import { bound, loosen } from './hold';
import { actAfter, isMeshed } from './initiative';
import { forget } from './leap';
import { headingOf } from './movement';
import { dodge, type Rules, swift } from './reactions';
import { RESTS } from './rest';
import type { EnergyEncounter, EnergyFighter } from './stats';
import { isSwift } from './strikes';
import { suppress, suppresses, whyNotSuppress } from './suppress';

/** A command of the game master: the clock, and the word that no rule is asked about. */
interface Word {
  whyNot(encounter: EnergyEncounter, command: Command): readonly Reason[];
  play(encounter: EnergyEncounter, command: Command): Procedure<unknown>;
}

const whileOpen = (encounter: EnergyEncounter): readonly Reason[] =>
  isOpen(encounter) ? [] : [impossible('not-open')];

export const CLOCK: Readonly<Record<string, Word>> = {
  start: {
    whyNot: ({ clock }) => (clock.phase === IDLE.phase ? [] : [impossible('already-open')]),
    play: (encounter, { options }) =>
      start(encounter, typeof options?.surprised === 'string' ? options.surprised : null),
  },
  'end-round': { whyNot: whileOpen, play: nextRound },
  end: { whyNot: (encounter, command) => [...whileOpen(encounter), ...whyNotEnd(encounter, command)], play: end },
};

const WORDS: Readonly<Record<string, Word>> = {
  ...CLOCK,
  adjust: { whyNot: whyNotAdjust, play: adjustEnergy },
  part: { whyNot: () => [], play: (encounter) => part(encounter, bound) },
  /** Sets somebody down, whatever it would cost. */
  place: { whyNot: whyNotPlace, play: setDown },
  condition: {
    whyNot: (encounter, command) =>
      suppresses(command) ? whyNotSuppress(encounter, command) : whyNotAfflict(CONDITIONS, encounter, command),
    play: (encounter, command) => (suppresses(command) ? suppress(encounter, command) : afflict(encounter, command)),
  },
  /** E-125, E-A14: the game master's word that somebody cannot or will not defend. */
  helpless: {
    whyNot: (encounter, { at }) => (at !== undefined && encounter.fighters[at] ? [] : [impossible('no-fighter')]),
    play: (_, { at, options }) => mark(at!, 'helpless', options?.on === false ? null : true),
  },
};

/** A number set by hand has its consequences too: E-220, E-17. */
function* adjustEnergy(encounter: EnergyEncounter, command: Command): Procedure<void> {
  const by = yield* adjust(encounter, command);
  const fighter = encounter.fighters[command.at!]!;
  if (command.options!.pool === 'aura' && by > 0 && is(fighter, 'bleeding-out')) yield* stabilize(fighter);
  if (command.options!.pool === 'stamina' && by < 0 && fighter.pools.stamina!.value === 0)
    yield* faint(fighter, 'stamina');
}

const own = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

export const actionOf = (id: string): Action | undefined => own<Action>(ACTIONS, id);

export const knows = ({ do: id }: Command): boolean => (own(WORDS, id) ?? own(RESTS, id) ?? actionOf(id)) !== undefined;

const actOf = (encounter: EnergyEncounter, command: Command, fighter: EnergyFighter): Act => ({
  encounter,
  command,
  fighter,
  target: (command.at !== undefined && encounter.fighters[command.at]) || null,
  onMetre: null,
  rules: rulesOf(encounter),
  stands: null,
});

const swaps = ({ options }: Command): boolean => options?.swap === true;

/** What the action takes of this fighter's pools, one point of it swapped where the command says so (E-18). */
function costOf(action: Action, act: Act): Cost {
  const cost = enhanced(action.cost(act), act.command);
  return swaps(act.command) ? swapped(cost) : cost;
}

/** What stands against a command now; empty where nothing does. */
export function whyNot(encounter: EnergyEncounter, command: Command): readonly Reason[] {
  const word = own(WORDS, command.do);
  if (word) return command.by === GM ? word.whyNot(encounter, command) : [impossible('gm-only')];
  const rest = own(RESTS, command.do);
  if (rest) return rest.whyNot(encounter, command);
  const action = actionOf(command.do);
  if (!action) return [impossible('unknown-action', { action: command.do })];
  const fighter = encounter.fighters[command.by];
  if (!fighter) return [impossible('no-fighter')];
  const act = actOf(encounter, command, fighter);
  return [
    ...(isOpen(encounter) ? [] : [{ id: 'not-open' }]),
    ...whyNotDo(action, act),
    ...whyNotPay(fighter, costOf(action, act), swaps(command)),
  ];
}

/** What stands against the action itself, paid for or not. */
const whyNotDo = (action: Action, act: Act): Reason[] => [
  ...whyNotAct(act.fighter, action.category),
  ...whyNotEnhance(action.category, act.command),
  ...action.whyNot(act),
];

/** What the fighter's own state stands against. */
export function whyNotAct(fighter: EnergyFighter, category: Category): Reason[] {
  if (fighter.conditions.length === 0) return [];
  const forbidding = Object.entries(FORBIDS) as [ConditionId, readonly Category[]][];
  return forbidding.flatMap(([id, forbids]) => (forbids.includes(category) && is(fighter, id) ? [{ id }] : []));
}

/** E-32, E-24. */
const CUTS_IN: readonly string[] = ['agile-move', 'challenge-initiative'];

/** The game master's word, at any time; an Immediate Interrupt (E-32, E-152). */
export function interrupts(command: Command): 'word' | 'reaction' | null {
  if (own(WORDS, command.do)) return own(CLOCK, command.do) ? null : 'word';
  const action = actionOf(command.do);
  return CUTS_IN.includes(command.do) || (action?.category === 'attack' && isSwift(command)) ? 'reaction' : null;
}

/**
 * The procedure of a command the ruleset knows.
 * @param cutsIn whether it cut in, and so may not be cut into
 */
export function play(encounter: EnergyEncounter, command: Command, cutsIn = false): Procedure<unknown> {
  const word = own(WORDS, command.do);
  if (word) return cutsIn ? section(command, speak(word, encounter, command)) : speak(word, encounter, command);
  const rest = own(RESTS, command.do);
  if (rest) return rest.play(encounter, command);
  // E-33: none cuts into an interrupt, though it be the whole exchange; a section keeps them out.
  return cutsIn ? cutIn(encounter, command) : exchange(encounter, command);
}

/** A whole exchange: the action, and whoever has won the right to act after it (E-25). */
function* exchange(encounter: EnergyEncounter, command: Command): Procedure<void> {
  yield* interrupts(command) ? cutIn(encounter, command) : perform(encounter, command, false);
  yield* actAfter(encounter, rulesOf(encounter));
}

/** A word, and what follows from it for others. */
function* speak(word: Word, encounter: EnergyEncounter, command: Command): Procedure<void> {
  yield* word.play(encounter, command);
  yield* loosen(encounter);
}

/** Carries out an interrupt. E-A51: an Agile Move is answered after its metre, not within. */
function* cutIn(encounter: EnergyEncounter, command: Command): Procedure<void> {
  yield* section(command, perform(encounter, command, true));
  const { place } = encounter.fighters[command.by]!;
  if (command.do === 'agile-move' && place) yield* offered(swiftAt(encounter, command.by)(place, place));
}

/** E-155: who may strike at a metre of a fighter's own movement. */
export const swiftAt = (encounter: EnergyEncounter, mover: FighterId) => (from: Place, to: Place) =>
  swift(encounter, encounter.fighters[mover]!, from, to, rulesOf(encounter));

const rulesOf = (encounter: EnergyEncounter): Rules => ({
  isAction: (command) => actionOf(command.do) !== undefined,
  whyNot: (command) => whyNot(encounter, command),
  affordable: (command) => withSwapWhereNeeded(encounter, command),
  child: (command) => cutIn(encounter, command),
  price: (command) => priceOf(encounter, command),
  act: (command) => section(command, perform(encounter, command, false)),
});

/** Section 4: declared, paid, carried out; what it did not use is given back. */
function* perform(encounter: EnergyEncounter, command: Command, cutsIn: boolean): Procedure<void> {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter) throw new Error(`no command ${command.do} of ${command.by} in the energy rules`);
  const isPossible = (aside: readonly string[] = []) =>
    isMeshed(fighter) || reasonIds().every((id) => stood.includes(id) || aside.includes(id));
  const act: Act = {
    ...actOf(encounter, command, fighter),
    onMetre: cutsIn ? null : swiftAt(encounter, fighter.id),
    stands: cutsIn ? null : isPossible,
  };
  const cost = costOf(action, act);
  const swap = swaps(command) && (cost.stamina ?? 0) > 0;
  const moves = action.category === 'move';
  const isAttack = action.category === 'attack';
  let declared = false;
  let stood: readonly string[] = [];
  const reasonIds = () => whyNotDo(action, act).map(({ id }) => id);
  function* giveBack(kept: number | null): Procedure<void> {
    if (kept !== null) yield* refund(fighter!, cost, swap, kept, moves);
  }

  yield* inFrame(
    {
      *pay() {
        if (isAttack) yield* dropGuard(fighter);
        yield* pay(fighter, cost, swap, moves);
        if (isSwift(command)) yield* mark(fighter.id, 'swiftUsed', true);
        yield* noteTurns(fighter, isAttack ? act.target : null);
        if (!moves && headingOf(fighter) !== null) yield* mark(fighter.id, 'heading', null);
        if (action.declare) declared = yield* action.declare(act);
        // What stood against it from the start was overridden; only what has come since can end it.
        if (isAttack && !cutsIn) stood = reasonIds();
      },
      begun: isAttack && act.target && !action.afar ? dodge(fighter, act.target, isPossible, rulesOf(encounter)) : null,
      isPossible,
      // E-38, E-40; E-41: the whole stays paid where something has come of it already.
      *abandon() {
        yield* say('abandoned', {}, fighter.id);
        yield* giveBack(declared ? null : 1);
      },
      *body() {
        const kept = yield* action.play(act, declared);
        if (kept === ABANDONED) yield* this.abandon();
        else yield* giveBack(kept);
      },
      done: null,
    },
    cutsIn,
  );
  yield* forget(fighter, command, moves);
  // E-A41: who pays with the last point of Stamina finishes first.
  if (cost.stamina && fighter.pools.stamina!.value === 0) yield* faint(fighter, 'stamina');
  yield* loosen(encounter);
}

/** E-12: who acts has answered; who attacks somebody that has not yet had the chance is reminded, and no more. */
function* noteTurns(fighter: EnergyFighter, target: EnergyFighter | null): Procedure<void> {
  if (fighter.book.struckBy !== undefined) yield* mark(fighter.id, 'struckBy', null);
  if (!target || target === fighter) return;
  if (mayAnswer(target) && target.book.struckBy === fighter.id)
    yield* say('strikes-again', { at: target.name }, fighter.id);
  yield* mark(target.id, 'struckBy', fighter.id);
}

/** Ways to pay for a path: those that are possible first, and of them the cheapest; of those that are not, the one that goes farthest. Who means to climb or jump does that. */
export function moves(
  encounter: EnergyEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly Move[] {
  const fighter = encounter.fighters[by];
  if (!fighter || !isOpen(encounter)) return [];
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
  return (meant.length > 0 ? meant : ways)
    .map((command) => {
      const affordable = withSwapWhereNeeded(encounter, command);
      return { command: affordable, cost: priceOfWay(encounter, affordable), whyNot: whyNot(encounter, affordable) };
    })
    .sort(
      (a, b) =>
        a.whyNot.length - b.whyNot.length || (a.whyNot.length > 0 ? weight(b) - weight(a) : weight(a) - weight(b)),
    );
}

/** Energy counts before Stamina and Agility: agility is lost unless it is used for just this. */
const weight = ({ cost }: Move): number =>
  cost.reduce((sum, { pool, amount }) => sum + amount * (pool === 'agility' ? 0.4 : 1), 0);

/** The cost after E-39 gave back what a short way does not use. */
function priceOfWay(encounter: EnergyEncounter, command: Command): Price[] {
  const act = actOf(encounter, command, encounter.fighters[command.by]!);
  const action = actionOf(command.do)!;
  const cost = costOf(action, act);
  const kept = action.kept(act);
  return pricesOf(kept === null ? cost : keptOf(cost, swaps(command), kept));
}

/** The command as it is, or with the swap of E-18 where only that makes it payable. */
export function withSwapWhereNeeded(encounter: EnergyEncounter, command: Command): Command {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter || !swapHelps(fighter, action.cost(actOf(encounter, command, fighter)))) return command;
  return { ...command, options: { ...command.options, swap: true } };
}

/** What an action would cost its fighter, for a button. */
export function priceOf(encounter: EnergyEncounter, command: Command): Price[] {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  return action && fighter ? pricesOf(costOf(action, actOf(encounter, command, fighter))) : [];
}
