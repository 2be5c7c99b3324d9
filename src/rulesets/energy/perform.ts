import { say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { type Procedure, section } from '../../kernel/procedure';
import { offered } from '../../mechanics/reaction';
import { reasonsAgainst } from '../../rulebook/actions';
import { ABANDONED, type Act, type Action, type Category, FORBIDS } from './act';
import { faint } from './attack/aura';
import { dropGuard } from './attack/defense';
import { loosen } from './attack/hold';
import { isSwift } from './attack/strikes';
import { is, mayAnswer } from './conditions';
import { type Cost, enhanced, has, pay, refund, swapped, swaps, whyNotEnhance } from './cost';
import { actAfter, isMeshed } from './interrupts/initiative';
import { dodge, type Rules, swift } from './interrupts/reactions';
import { mark } from './marks';
import { forget } from './movement/leap';
import { headingOf } from './movement/movement';
import type { EnergyEncounter, EnergyFighter } from './stats';

/** E-32, E-24. */
const CUTS_IN: readonly string[] = ['agile-move', 'challenge-initiative'];

/** An Immediate Interrupt (E-32, E-152). */
export const isInterrupt = ({ category }: Action, command: Command): boolean =>
  CUTS_IN.includes(command.do) || (category === 'attack' && isSwift(command));

/** What the action takes of this fighter's pools, one point of it swapped where the command says so (E-18). */
export function costOf(action: Action, act: Act): Cost {
  const cost = enhanced(action.cost(act), act.command);
  return swaps(act.command) ? swapped(cost) : cost;
}

/** What stands against the action itself, paid for or not. */
export const whyNotDo = (action: Action, act: Act): Reason[] => [
  ...whyNotAct(act.fighter, action.category),
  ...whyNotEnhance(action.category, act.command),
  ...reasonsAgainst(action, act),
];

/** What the fighter's own state stands against. */
export function whyNotAct(fighter: EnergyFighter, category: Category): Reason[] {
  if (fighter.conditions.length === 0) return [];
  return FORBIDS.flatMap(([id, forbids]) => (forbids.includes(category) && is(fighter, id) ? [{ id }] : []));
}

/** E-155: who may strike at a metre of a fighter's own movement. */
export const swiftAt = (encounter: EnergyEncounter, mover: EnergyFighter, rules: Rules) => (from: Place, to: Place) =>
  swift(encounter, mover, from, to, rules);

/** A whole exchange: the action, and whoever has won the right to act after it (E-25). */
export function* exchange(action: Action, act: Act): Procedure<void> {
  yield* isInterrupt(action, act.command) ? cutIn(action, act) : perform(action, act, false);
  yield* actAfter(act.encounter, act.rules);
}

/**
 * Carries out an interrupt. E-33: none cuts into it, though it be the whole exchange; a section keeps them out. E-A51: an Agile Move is
 * answered after its metre, not within.
 */
export function* cutIn(action: Action, act: Act): Procedure<void> {
  const { encounter, fighter, command, rules } = act;
  yield* section(command, perform(action, act, true));
  const { place } = fighter;
  if (command.do === 'agile-move' && place) yield* offered(swiftAt(encounter, fighter, rules)(place, place));
}

/** Section 4: declared, paid, carried out; what it did not use is given back. */
export function* perform(action: Action, looked: Act, cutsIn: boolean): Procedure<void> {
  const { encounter, fighter, target, command, rules } = looked;
  const moves = action.category === 'move';
  const isAttack = action.category === 'attack';
  let stood: readonly string[] = [];
  const reasonIds = () => whyNotDo(action, act).map(({ id }) => id);
  // What stood against it from the start was overridden; only what has come since can end it.
  const stands = (aside: readonly string[] = []) =>
    isMeshed(fighter) || reasonIds().every((id) => stood.includes(id) || aside.includes(id));
  const act: Act = cutsIn ? looked : { ...looked, onMetre: swiftAt(encounter, fighter, rules), stands };
  const cost = costOf(action, act);
  const swap = swaps(command) && (cost.stamina ?? 0) > 0;

  if (isAttack) yield* dropGuard(fighter);
  yield* pay(fighter, cost, swap, moves);
  if (isSwift(command)) yield* mark(fighter.id, 'swiftUsed', true);
  yield* noteTurns(fighter, isAttack ? target : null);
  if (!moves && headingOf(fighter) !== null) yield* mark(fighter.id, 'heading', null);
  const declared = action.declare ? yield* action.declare(act) : false;
  if (isAttack && !cutsIn) stood = reasonIds();

  const isAnswered = isAttack && !cutsIn && target !== null && !action.afar;
  if (isAnswered) yield* offered(dodge(fighter, target, stands, rules));
  const outcome = isAnswered && !stands() ? ABANDONED : yield* action.play(act, declared);
  if (outcome === ABANDONED) yield* say('abandoned', {}, fighter.id);
  // E-38, E-40; E-41: the whole stays paid where something has come of it already.
  const abandoned = declared ? null : 1;
  const kept = outcome === ABANDONED ? abandoned : outcome;
  if (kept !== null) yield* refund(fighter, cost, swap, kept, moves);

  yield* forget(fighter, command, moves);
  // E-A41: who pays with the last point of Stamina finishes first.
  if (cost.stamina && has(fighter, 'stamina') === 0) yield* faint(fighter, 'stamina');
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
