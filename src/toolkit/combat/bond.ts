import type { AutoCommand } from '../../encounter/automation';
import type { Command } from '../../encounter/command';
import type { Condition } from '../../encounter/condition';
import type { Encounter, FighterId } from '../../encounter/state';
import { GM } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { expireConditions } from '../turns/duration';

/**
 * Returns the fighter that a condition binds its bearer to, such as the one holding it; undefined if it needs no
 * other.
 */
export type BondLookup = (condition: Condition) => FighterId | undefined;

/** The GM command that ends conditions of fighters who left; the referee gives it automatically. */
export const PART_COMMAND: Command = { do: 'part', by: GM };

/**
 * True if the other fighter has left: the one it binds to, the one whose moment it waits for, or all it holds
 * against.
 */
const isBrokenBond =
  ({ fighters }: Encounter, bondOf: BondLookup) =>
  (condition: Condition): boolean => {
    const isGone = (id: FighterId | undefined): boolean => id !== undefined && !fighters[id];
    const { until, towards } = condition;
    return isGone(bondOf(condition)) || isGone(until?.of) || (towards?.every(isGone) ?? false);
  };

/** Returns the command that ends broken bonds, or null if none exist. */
export function pendingPartCommand(encounter: Encounter, bondOf: BondLookup): AutoCommand | null {
  const isBroken = isBrokenBond(encounter, bondOf);
  const hasBrokenBond = Object.values(encounter.fighters).some(({ conditions }) => conditions.some(isBroken));
  return hasBrokenBond ? { command: PART_COMMAND, delaySeconds: 0 } : null;
}

/** Ends every condition that depends on a fighter who has left. */
export const endBrokenBonds = (encounter: Encounter, bondOf: BondLookup): Procedure<void> =>
  expireConditions(Object.values(encounter.fighters), isBrokenBond(encounter, bondOf));
