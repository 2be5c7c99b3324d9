import { applyChange, recordOutcome } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import { GM } from '../../../kernel/ask';
import { d20, dice } from '../../../kernel/dice';
import { askAmount, choose, type Procedure, roll } from '../../../kernel/procedure';
import type { BondLookup } from '../../../toolkit/combat/bond';
import { advantageDice, pickDice } from '../../../toolkit/combat/check';
import { removeCondition, sortConditions } from '../../../toolkit/combat/condition';
import { gap } from '../../../toolkit/space/space';
import type { Action } from '../action';
import { activeAmong, HINDERS_DEFENSE, is, rootsOf } from '../conditions';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { UNARMED } from '../stats';

const CHECK = advantageDice(d20);
const FORTITUDE = advantageDice({ ...dice(1, 10), explode: true });
/** For a net or a snare. */
const MAX_DIFFICULTY = 60;

/** E-188, E-193: returns the other fighter of a hold; undefined for a net or a snare. */
export const bondHolderOf: BondLookup = ({ id, by, data }) => {
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

/** A condition that the GM added without a holder ends with any release. */
function* endHold({ fighters }: EnergyEncounter, holder: EnergyFighter | null, held: EnergyFighter): Procedure<void> {
  const isByHolder = ({ by }: Condition): boolean => by === undefined || by === holder?.id;
  yield* removeCondition(held, 'restrained', isByHolder);
  const holding = ({ data }: Condition): boolean => data?.holds === undefined || data.holds === held.id;
  if (holder && fighters[holder.id]) yield* removeCondition(holder, 'restraining', holding);
}

/** E-193, ours: releases the target, or all. */
export const release: Action = {
  category: 'other',
  cost: () => ({}),
  whyNot: ({ fighter }) => (is(fighter, 'restraining') ? [] : [{ id: 'not-holding' }]),
  *play({ encounter, fighter, target }) {
    yield* letGoOfAll(encounter, fighter, target);
  },
};

/** E-188: ends the holds of all known holders; a net or a snare alone stays. */
export function* endHoldsOn(encounter: EnergyEncounter, held: EnergyFighter): Procedure<void> {
  for (const { id, by } of sortConditions(held)) {
    const holder = id === 'restrained' && by !== undefined ? encounter.fighters[by] : undefined;
    if (holder) yield* endHold(encounter, holder, held);
  }
}

/**
 * Ends the fighter's holds on others.
 * @param only the one to release; ignored if not held
 */
export function* letGoOfAll(
  encounter: EnergyEncounter,
  fighter: EnergyFighter,
  only: EnergyFighter | null,
): Procedure<void> {
  const ids = fighter.conditions.flatMap(({ id, data }) => (id === 'restraining' ? [data?.holds] : []));
  for (const id of ids) {
    if (only && only.id !== id && ids.includes(only.id)) continue;
    const held = encounter.fighters[String(id)];
    if (held) yield* endHold(encounter, fighter, held);
    else yield* removeCondition(fighter, 'restraining', ({ data }) => data?.holds === id);
  }
}

/** E-193, ours: ends holds by the unconscious or dead, and holds on the dead. */
export function* endBrokenHolds(encounter: EnergyEncounter): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  for (const fighter of fighters.filter((each) => is(each, 'dead') && is(each, 'restrained')))
    for (const holder of fighters)
      yield* removeCondition(holder, 'restraining', ({ data }) => data?.holds === fighter.id);
  for (const fighter of fighters)
    if (is(fighter, 'restraining') && (is(fighter, 'unconscious') || is(fighter, 'dead')))
      yield* letGoOfAll(encounter, fighter, null);
}

/** E-188, ours: ends holds that are out of reach. */
export function* partHolds(encounter: EnergyEncounter): Procedure<void> {
  for (const held of Object.values(encounter.fighters))
    for (const { id, by } of held.conditions) {
      const holder = id === 'restrained' && by !== undefined ? encounter.fighters[by] : undefined;
      if (!holder?.place || !held.place) continue;
      const { reach } = holder.stats.strikes[UNARMED];
      if (gap(encounter.ground, holder.place, held.place) > reach + 1e-3) yield* endHold(encounter, holder, held);
    }
}

/** The named holder, else the first; null for a net. */
function holderOf({ fighters }: EnergyEncounter, held: EnergyFighter, named: EnergyFighter | null) {
  const holders = sortConditions(held).flatMap(({ id, by }) => (id === 'restrained' && by !== undefined ? [by] : []));
  if (named && holders.includes(named.id)) return named;
  return (holders[0] !== undefined && fighters[holders[0]]) || null;
}

/** E-191, E-A36. */
export const breakFree: Action = {
  category: 'other',
  cost: () => ({ energy: 3 }),
  whyNot: ({ fighter }) => (rootsOf(fighter, 'restrained').length > 0 ? [] : [{ id: 'not-held' }]),
  *play({ encounter, fighter, target }) {
    const holder = holderOf(encounter, fighter, target);
    const effort = yield* rollEffort(fighter, 'escape', ESCAPES);
    const against = holder
      ? yield* rollEffort(holder, 'hold', HOLDS)
      : yield* askAmount('escape-difficulty', GM, 1, MAX_DIFFICULTY, { at: fighter.id });
    const free = effort > against;
    yield* recordOutcome({ result: free ? 'escaped' : 'still-held', success: free }, fighter.id);
    if (free) yield* endHold(encounter, holder, fighter);
  },
};

type Way = 'fortitude' | 'arm' | 'leg';
const ESCAPES: readonly Way[] = ['fortitude', 'arm', 'leg'];
const HOLDS: readonly Way[] = ['arm', 'fortitude'];

function* rollEffort(fighter: EnergyFighter, purpose: 'escape' | 'hold', ways: readonly Way[]): Procedure<number> {
  const { id, stats } = fighter;
  const way = yield* choose(`${purpose}-by`, id, ways);
  const bonus = { fortitude: stats.fortitude, arm: stats.armStrength, leg: stats.legStrength }[way];
  // E-A47: a check of Strength is a skill check; only Dazed hinders it.
  const hindered = way === 'fortitude' ? activeAmong(fighter, HINDERS_DEFENSE).length > 0 : is(fighter, 'dazed');
  const pickedDice = pickDice(way === 'fortitude' ? FORTITUDE : CHECK, false, hindered);
  return bonus + (yield* roll(`${purpose}-${way}`, pickedDice, id, { bonus }));
}
