import type { AutoCommand } from '../../encounter/automation';
import type { Command } from '../../encounter/command';
import type { Condition } from '../../encounter/condition';
import type { Encounter, FighterId } from '../../encounter/state';
import { GM } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { expireConditions } from '../turns/duration';

/** Whom a condition binds its bearer to, such as whoever holds it; undefined where it lasts without anybody. */
export type BondLookup = (condition: Condition) => FighterId | undefined;

/** The game master's word that ends what a fighter who has left the encounter was needed for; the referee says it by itself. */
export const PART_COMMAND: Command = { do: 'part', by: GM };

/** Bound to somebody who is gone, waiting for a moment of theirs, or holding against nobody else. */
const isAlone =
  ({ fighters }: Encounter, bound: BondLookup) =>
  (condition: Condition): boolean => {
    const isGone = (id: FighterId | undefined): boolean => id !== undefined && !fighters[id];
    const { until, towards } = condition;
    return isGone(bound(condition)) || isGone(until?.of) || (towards?.every(isGone) ?? false);
  };

/** Nobody holds, is held by, or waits for somebody who is gone: that is parted at once. */
export function pendingPartCommand(encounter: Encounter, bound: BondLookup): AutoCommand | null {
  const alone = isAlone(encounter, bound);
  const isOver = Object.values(encounter.fighters).some(({ conditions }) => conditions.some(alone));
  return isOver ? { command: PART_COMMAND, delaySeconds: 0 } : null;
}

/** Ends every condition that needs somebody who is gone. */
export const endBrokenBonds = (encounter: Encounter, bound: BondLookup): Procedure<void> =>
  expireConditions(Object.values(encounter.fighters), isAlone(encounter, bound));
