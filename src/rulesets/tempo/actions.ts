import { adjustPool, log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { lookup } from '../../kernel/lookup';
import { removeCondition } from '../../toolkit/combat/condition';
import { intentOf, type RowsById, reasonsAgainst } from '../../toolkit/define/actions';
import { type Action, contextFor, type TempoContext } from './action';
import { attack } from './attack/attack';
import { applyItemEffects, intentOfItem, isAimed, recipientFor } from './attack/effects';
import { whyNotHurl } from './attack/strikes';
import { figureOf, is } from './conditions';
import { inventory } from './gear';
import { endSpell, magic } from './magic/spell';
import { move, standUp, walk } from './movement/movement';
import { optionsOf } from './options';
import { abilityOf, choiceOf, listedActionOf } from './plan/choice';
import { EXERTS } from './plan/exert';
import { pass, plan, repeat } from './plan/plan';
import { ownReaction, recordUse } from './reactions';
import { deepRest, reclaimAtEnd, rest, shallowRest, shift } from './rest';
import { scan } from './skills/scan';
import { guard, help, hide, markTarget, skillRoll } from './skills/skill';
import { announceTurn, endTurnAction, whyNotAbility } from './turn/turn';

const PLAIN: RowsById<Action> = {
  rest,
  scan,
  mark: markTarget,
  'quick-attack': attack('quick'),
  help,
  move,
  guard,
  'standard-attack': attack('standard'),
  inventory,
  hide,
  'slow-attack': attack('slow'),
  shift,
  magic,
};

/** The action an ability lists, with its item; null if the ability lists none. */
function findListedAction(act: TempoContext): { readonly action: Action; readonly act: TempoContext } | null {
  const { fighter, command } = act;
  const ability = abilityOf(fighter, choiceOf(command));
  const id = ability && listedActionOf(ability);
  const action = id ? lookup(PLAIN, id) : undefined;
  if (!id || !action) return null;
  const { spell, item } = optionsOf(command);
  const innerCommand: Command = { ...command, do: id, with: id === 'magic' ? spell : item };
  return { action, act: contextFor(act, innerCommand) };
}

/** T-17, T-18: plays the listed action and the item's effects; any other effect is left to the players. */
const ability: Action = {
  intent(act) {
    const inner = findListedAction(act);
    const item = abilityOf(act.fighter, choiceOf(act.command));
    return (inner && intentOf(inner.action, inner.act)) ?? (item ? intentOfItem(item) : null);
  },
  goesOn: { ...inventory.goesOn, ...magic.goesOn, ...move.goesOn, 'no-momentum': 'T-A51', 'no-uses': 'T-A14' },
  whyNot(act) {
    const inner = findListedAction(act);
    const item = abilityOf(act.fighter, choiceOf(act.command));
    const listed = inner ? reasonsAgainst(inner.action, inner.act) : [];
    // A listed action with a target has its own range.
    const listedRange = inner && needsOfRow(inner.action, inner.act) === 'target' ? Infinity : null;
    const range = listedRange ?? (inner || !item ? figureOf(act.fighter, 'seek') : item.range);
    const aimed = item && isAimed(item) ? whyNotHurl(act, range, recipientFor(item)) : [];
    return [...whyNotAbility(act.fighter, choiceOf(act.command)), ...(listed.length > 0 ? listed : aimed)];
  },
  alsoCounts(act) {
    const inner = findListedAction(act);
    return inner?.action.alsoCounts?.(inner.act) ?? [];
  },
  *play(act) {
    const { fighter, command } = act;
    const ability = abilityOf(fighter, choiceOf(command));
    if (!ability) return;
    const { id, name, momentumCost, usesPerRound } = ability;
    yield* adjustPool(fighter.id, 'momentum', -momentumCost);
    if (usesPerRound !== null) yield* recordUse(fighter, id);
    yield* log('ability', { ability: name }, fighter.id);
    const inner = findListedAction(act);
    // As with a Strike spell, a missed Strike has no further effect on its target (T-A40).
    const isMissed = inner ? (yield* inner.action.play(inner.act)) === false : false;
    if (isMissed && ability.befalls === 'other') return;
    yield* applyItemEffects(act.encounter, fighter, ability, recipientFor(ability).find(act)?.target ?? null);
  },
};

/** Ledger section 5. */
export const ACTIONS: RowsById<Action> = { ...PLAIN, ability };

const needsOfRow = (action: Action, act: TempoContext): Action['needs'] =>
  action.needsFor?.(act) ?? action.needs ?? 'nothing';

/** Returns what has to be targeted, also by a listed action. */
export function needsOf(action: Action, act: TempoContext): Action['needs'] {
  if (action !== ability) return needsOfRow(action, act);
  const inner = findListedAction(act);
  const needs = inner ? needsOfRow(inner.action, inner.act) : 'nothing';
  const item = abilityOf(act.fighter, choiceOf(act.command));
  return needs === 'nothing' && item && isAimed(item) ? 'target' : needs;
}

/** Actions besides the one of the turn. */
export const SIDE_ACTIONS: RowsById<Action> = {
  plan,
  'plan-again': repeat,
  pass,
  turn: announceTurn,
  'end-turn': endTurnAction,
  walk,
  'stand-up': standUp,
  reveal: {
    whyNot: ({ fighter }) => (is(fighter, 'hidden') ? [] : [{ id: 'not-hidden' }]),
    play: ({ fighter }) => removeCondition(fighter, 'hidden'),
  },
  'end-spell': endSpell,
  ...EXERTS,
  'skill-roll': skillRoll,
  react: ownReaction,
  reclaim: reclaimAtEnd,
  'shallow-rest': shallowRest,
  'deep-rest': deepRest,
};
