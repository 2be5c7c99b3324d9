import { applyChange, recordOutcome } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import type { FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { d20, dice } from '../../../kernel/dice';
import { askAmount, choose, type Procedure, refreshDice, roll } from '../../../kernel/procedure';
import { fighterIn } from '../../../toolkit/act/actions';
import { removalsOf, type StateBasedRow } from '../../../toolkit/act/state-based';
import { chooseReleased } from '../../../toolkit/combat/bond';
import { advantageDice, pickDice } from '../../../toolkit/combat/check';
import { chooseInstance, removeCondition } from '../../../toolkit/combat/condition';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import type { Action } from '../action';
import { activeAmong, canAnswer, HINDERS_DEFENSE, is, rootsOf } from '../conditions';
import { SLACK } from '../schema';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { UNARMED } from '../stats';

const CHECK = advantageDice(d20);
const FORTITUDE = advantageDice({ ...dice(1, 10), explode: true });
/** E-191: of a bond without a holder. */
const MAX_DIFFICULTY = 60;
/** E-188, E-193: returns the other fighter of a hold; undefined if the GM named none. */
export const bondHolderOf = ({ id, by, data }: Condition): FighterId | undefined => {
  if (id === 'restrained') return by;
  return id === 'restraining' && data?.holds !== undefined ? String(data.holds) : undefined;
};

/**
 * E-188: adds both conditions; each ends with the other.
 * @param until null: until released or broken
 */
export function* hold(holder: EnergyFighter, held: EnergyFighter, until: Until | null = null): Procedure<void> {
  const lasting = until && { until };
  yield* applyChange({
    kind: 'condition-added',
    of: held.id,
    condition: { id: 'restrained', by: holder.id, ...lasting },
  });
  yield* applyChange({
    kind: 'condition-added',
    of: holder.id,
    condition: { id: 'restraining', data: { holds: held.id }, ...lasting },
  });
}

/** Returns true if a hold binds both: the condition without the other fighter was added by the GM. */
function isHeldBy({ conditions }: EnergyFighter, holder: EnergyFighter): boolean {
  return conditions.some(({ id, by }) => id === 'restrained' && (by === undefined || by === holder.id));
}
function isHolding({ conditions }: EnergyFighter, held: EnergyFighter): boolean {
  return conditions.some(
    ({ id, data }) => id === 'restraining' && (data?.holds === undefined || data.holds === held.id),
  );
}

/** A hold needs a holder who is conscious and in reach, a target who lives, and both of its conditions. */
export const HOLD: StateBasedRow<EnergyEncounter> = {
  ledger: 'E-188, E-193',
  find: (encounter, fighter) => removalsOf(fighter, (condition) => isHoldBroken(encounter, fighter, condition)),
};

/**
 * E-188, E-193: returns true if a condition of a hold must end. The rules do not say what ends a hold besides an escape
 * and a release: a holder who cannot act or reach, and a dead target.
 */
function isHoldBroken(encounter: EnergyEncounter, fighter: EnergyFighter, condition: Condition): boolean {
  const other = fighterIn(encounter, bondHolderOf(condition));
  if (!other) return false;
  const [holder, held] = condition.id === 'restrained' ? [other, fighter] : [fighter, other];
  if (!canAnswer(holder) || is(held, 'dead')) return true;
  return !isInGrasp(encounter, holder, held) || !isHeldBy(held, holder) || !isHolding(holder, held);
}

function isInGrasp({ ground }: EnergyEncounter, holder: EnergyFighter, held: EnergyFighter): boolean {
  if (!holder.place || !held.place) return true;
  const { reach } = holder.stats.strikes[UNARMED];
  return gap(ground, holder.place, held.place) <= reach + SLACK && hasLineOfEffect(ground, holder.place, held.place);
}

const isUnheld = ({ id, by }: Condition): boolean => id === 'restrained' && by === undefined;

/**
 * E-193: the holder's condition ends with this one. A single condition that the GM added without a holder is its other
 * half; of several each is a bond of its own.
 */
function* endHold(holder: EnergyFighter, held: EnergyFighter): Procedure<void> {
  const isSingle = held.conditions.filter(isUnheld).length === 1;
  yield* removeCondition(held, 'restrained', (each) => each.by === holder.id || (isSingle && isUnheld(each)));
}

/** E-193: ends the other half of what the GM ends, and of no other bond. */
export function* endOtherHalf(
  { fighters }: EnergyEncounter,
  fighter: EnergyFighter,
  ended: Condition,
): Procedure<void> {
  const other = fighters[bondHolderOf(ended) ?? ''];
  if (!other) return;
  const half = ended.id === 'restrained' ? 'restraining' : 'restrained';
  yield* removeCondition(other, half, (each) => bondHolderOf(each) === fighter.id);
}

/** Returns the command aimed at the first target of the viewer that a hold binds to the fighter. */
const aimAtBound: Action['aim'] = ({ fighters }, command, targets) => {
  const conditions = fighters[command.by]?.conditions ?? [];
  const bound = targets.find((one) => conditions.some((condition) => bondHolderOf(condition) === one));
  return bound === undefined ? command : { ...command, at: bound };
};

/** E-193, ours: releases the target, or all. The conditions of the released end with the fighter's. */
export const release: Action = {
  category: 'other',
  mayTarget: true,
  promise: null,
  aim: aimAtBound,
  cost: () => ({}),
  whyNot: ({ fighter }) => (is(fighter, 'restraining') ? [] : [{ id: 'not-holding' }]),
  *play({ encounter, fighter, target }) {
    const held = new Set(
      fighter.conditions.flatMap(({ id, data }) =>
        id === 'restraining' ? (fighterIn(encounter, String(data?.holds)) ?? []) : [],
      ),
    );
    const released = yield* chooseReleased(fighter, [...held], target);
    const isOneOfSeveral = released.length < held.size;
    for (const each of released) yield* endHold(fighter, each);
    yield* removeCondition(
      fighter,
      'restraining',
      ({ data }) => !isOneOfSeveral || released.some(({ id }) => id === data?.holds),
    );
  },
};

/**
 * E-191: returns the bond to escape from: that of the named holder, else one that the fighter chooses. Those without a
 * holder count only if no fighter holds.
 */
function bondToEscape(held: EnergyFighter, named: EnergyFighter | null): Procedure<Condition | undefined> {
  const bonds = rootsOf(held, 'restrained');
  const isNamed = ({ by }: Condition): boolean => by !== undefined && by === named?.id;
  const isHeld = ({ by }: Condition): boolean => by !== undefined;
  const counts = bonds.some(isNamed) ? isNamed : bonds.some(isHeld) ? isHeld : () => true;
  return chooseInstance('break-free-of', held.id, held, (each) => each.id === 'restrained' && counts(each));
}

/** E-191, E-A36. */
export const breakFree: Action = {
  category: 'other',
  mayTarget: true,
  options: ['swap'],
  promise: 0.05,
  toWinner: 'offered',
  aim: aimAtBound,
  cost: () => ({ energy: 3 }),
  whyNot: ({ fighter }) => (rootsOf(fighter, 'restrained').length > 0 ? [] : [{ id: 'not-held' }]),
  *play({ encounter, fighter, target }) {
    const bond = yield* bondToEscape(fighter, target);
    if (!bond) return;
    const effort = yield* rollEffort(fighter, 'escape', ESCAPES);
    // It may have ended during the roll; another is left to break.
    const left = fighter.conditions.find(({ key }) => key === bond.key) ?? (yield* bondToEscape(fighter, target));
    if (!left) return;
    const isBond = ({ key }: Condition): boolean => key === left.key;
    const holder = fighterIn(encounter, left.by);
    const against = holder
      ? yield* rollEffort(holder, 'hold', HOLDS)
      : yield* askAmount('escape-difficulty', GM, 1, MAX_DIFFICULTY, { at: fighter.id });
    const free = effort > against;
    yield* recordOutcome({ result: free ? 'escaped' : 'still-held', success: free }, fighter.id, {
      tone: free ? 'boon' : 'harm',
      ...(free && { covers: { loses: ['restrained'] } }),
    });
    if (free) yield* holder ? endHold(holder, fighter) : removeCondition(fighter, 'restrained', isBond);
  },
};

type Way = 'fortitude' | 'arm' | 'leg';
const ESCAPES: readonly Way[] = ['fortitude', 'arm', 'leg'];
const HOLDS: readonly Way[] = ['arm', 'fortitude'];

function* rollEffort(fighter: EnergyFighter, purpose: 'escape' | 'hold', ways: readonly Way[]): Procedure<number> {
  const { id, stats } = fighter;
  const way = yield* choose(`${purpose}-by`, id, ways);
  const bonus = { fortitude: stats.fortitude, arm: stats.armStrength, leg: stats.legStrength }[way];
  const rolled = yield* refreshDice(() => {
    // E-A47: a check of Strength is a skill check; only Dazed hinders it.
    const hindered = way === 'fortitude' ? activeAmong(fighter, HINDERS_DEFENSE).length > 0 : is(fighter, 'dazed');
    const pickedDice = pickDice(way === 'fortitude' ? FORTITUDE : CHECK, false, hindered);
    return roll(`${purpose}-${way}`, pickedDice, id, { bonus });
  });
  return bonus + rolled;
}
