import { adjustPool, log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { intentOf, optionsAsked, reasonsAgainst } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import { type Action, contextFor, type Tempo, type TempoContext } from '../action';
import { ACTIONS } from '../actions';
import { applyItemEffects, intentOfItem, isAimed, recipientFor } from '../attack/effects';
import { whyNotHurl } from '../attack/strikes';
import { figureOf } from '../conditions';
import { inventory } from '../gear';
import { magic } from '../magic/spell';
import { move } from '../movement/movement';
import { optionsOf } from '../options';
import { recordUse } from '../reactions';
import { type Ability, isAbility } from '../schema';
import { abilityOf, choiceOf, listedActionOf } from './choice';
import { whyNotAbility } from './plan';

/** The action an ability lists, with its item; null if the ability lists none. */
export function findListedAction(act: TempoContext): { readonly action: Action; readonly act: TempoContext } | null {
  const { fighter, command } = act;
  const ability = abilityOf(fighter, choiceOf(command));
  const id = ability && listedActionOf(ability);
  const action = id ? lookup(ACTIONS, id) : undefined;
  if (!id || !action) return null;
  const { spell, item } = optionsOf(command);
  const innerCommand: Command = { ...command, do: id, with: action.listedItem === 'spell' ? spell : item };
  return { action, act: contextFor(act, innerCommand) };
}

/** T-17, T-18: plays the listed action and the item's effects; any other effect is left to the players. */
export const ability: Action = {
  tempo: 'own',
  promise: 0.05,
  planPromise: 0.3,
  heals(act) {
    const inner = findListedAction(act);
    const item = abilityOf(act.fighter, choiceOf(act.command));
    return (item?.healing ?? 0) > 0 || (inner?.action.heals?.(inner.act) ?? false);
  },
  itemsFor: ({ items }) => items.filter(isAbility),
  options(act) {
    const inner = findListedAction(act);
    if (!inner) return ['lent'];
    const { listedItem } = inner.action;
    const asked = optionsAsked<Tempo>(inner.action, inner.act);
    return listedItem && !asked.includes(listedItem) ? [...asked, listedItem] : asked;
  },
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
    const aimed = item ? whyNotAim(act, item, inner) : [];
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
    const isMissed = inner ? (yield* act.runtime.enact(inner)) === false : false;
    if (isMissed && ability.befalls === 'other') return;
    // A Move may have led away from the target.
    const away = inner && !isTargeted(inner) ? whyNotAim(act, ability, inner) : [];
    const against = away.filter(({ id: why }) => !act.overruled.includes(why));
    if (against.length > 0) yield* logStop(fighter.id, against);
    const target = against.length > 0 ? null : (recipientFor(ability).find(act)?.target ?? null);
    yield* applyItemEffects(act.encounter, fighter, ability, target);
  },
};

type Listed = NonNullable<ReturnType<typeof findListedAction>>;

const isTargeted = ({ action, act }: Listed): boolean => needsOfRow(action, act) === 'target';

/** Returns the reasons against the effects on the target, over the range of the ability, or Seek if it lists an action. */
function whyNotAim(act: TempoContext, item: Ability, inner: Listed | null): readonly Reason[] {
  if (!isAimed(item)) return [];
  // A listed action with a target has its own range.
  const listedRange = inner && isTargeted(inner) ? Infinity : null;
  return whyNotHurl(act, listedRange ?? (inner ? figureOf(act.fighter, 'seek') : item.range), recipientFor(item));
}

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
