import type { Command } from '../encounter/command';
import type { Condition } from '../encounter/condition';
import type { Going } from '../encounter/standing';
import type { Encounter, FighterId } from '../encounter/state';
import { GM } from '../kernel/ask';
import type { Procedure } from '../kernel/procedure';
import { expire } from './duration';

/** Whom a condition binds its bearer to, such as whoever holds it; undefined where it lasts without anybody. */
export type Bound = (condition: Condition) => FighterId | undefined;

/** The game master's word that ends what binds somebody to a fighter who has left the encounter; the referee says it by itself. */
export const PART: Command = { do: 'part', by: GM };

const isAlone =
  ({ fighters }: Encounter, bound: Bound) =>
  (condition: Condition): boolean => {
    const other = bound(condition);
    return other !== undefined && !fighters[other];
  };

/** Nobody holds, or is held by, somebody who is gone: that is parted at once. */
export function partsNow(encounter: Encounter, bound: Bound): Going | null {
  const alone = isAlone(encounter, bound);
  const isOver = Object.values(encounter.fighters).some(({ conditions }) => conditions.some(alone));
  return isOver ? { command: PART, after: 0 } : null;
}

/** Ends every condition that binds its bearer to somebody who is gone. */
export const part = (encounter: Encounter, bound: Bound): Procedure<void> =>
  expire(Object.values(encounter.fighters), isAlone(encounter, bound));
