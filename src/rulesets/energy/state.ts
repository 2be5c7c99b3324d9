import type { Encounter, Fighter } from '../../encounter/state';
import { choice, either, flag, group, int, line, list, nullable, oneOf } from '../../toolkit/define/schema';
import { command, count, defineState, measured, type StateOf } from '../../toolkit/define/state';
import type { EnergyItem, PoolId } from './schema';
import type { EnergyStats } from './stats';

/** Where somebody stood, in metres. */
const spot = group({ x: measured(), y: measured(), elevation: measured() });

/** What somebody quicker has won: an action, at those who were beaten if it likes; null where it is still to be said. And by which roll. */
const right = group({ at: list(line()), wanted: nullable(command()), roll: int(0) });
export type WonAction = typeof right.initial;

/** What a fighter's book may hold, by how long it does. */
const FIELDS = {
  /** Until the next Round begins (E-10, E-18). */
  round: {
    staminaSubs: count(),
    metresMoved: measured(),
    heading: measured(),
    nonMoveEnergy: count(),
    agileMoves: count(),
    swiftUsed: flag(),
    initiativeUsed: flag(),
    /** Where a Sprint began; true where there is no map. */
    sprintFrom: either(spot, oneOf(true)),
    /** E-A33: whoever sprinted is harder to shoot for the rest of the Round. */
    sprinted: flag(),
    runUpFrom: measured(),
    waiting: flag(),
    struckBy: line(),
    /** Ids of conditions that are ignored (E-237). */
    suppressed: list(line()),
    meshed: flag(),
    /** E-37: what is declared can still be withdrawn, or has been. */
    declares: choice(['open', 'withdrawn'], 'open'),
    actsAfter: right,
  },
  /** Until something changes it: a posture, and the game master's word that one is helpless. */
  lasting: { posture: choice(['kneeling'], 'kneeling'), helpless: flag() },
} as const;

type EnergyState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type EnergyFighter = Fighter<EnergyStats, EnergyItem, EnergyState, PoolId>;

export type EnergyEncounter = Encounter<EnergyFighter>;
