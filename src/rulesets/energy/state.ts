import type { Encounter, Fighter } from '../../encounter/state';
import { choice, either, flag, group, int, line, list, nullable, oneOf, shape } from '../../toolkit/define/schema';
import { command, count, defineState, measured, type StateOf } from '../../toolkit/define/state';
import type { EnergyItem, PoolId } from './schema';
import type { EnergyStats } from './stats';

/** Metres. */
const placeSchema = shape({ x: measured(), y: measured(), elevation: measured() }, { scene: line() }, 'a place');

/** Won by Initiative; null `wanted`: still to be chosen. */
const wonAction = group({ at: list(line()), wanted: nullable(command()), roll: int(0) });
export type WonAction = typeof wonAction.initial;

/** State fields, grouped by how long they last. */
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
    /** Where a Sprint began; true without a map. */
    sprintFrom: either(placeSchema, oneOf(true)),
    /** E-A33: harder to shoot for the rest of the Round. */
    sprinted: flag(),
    runUpFrom: measured(),
    waiting: flag(),
    /** E-155, E-182: others act at a metre of its movement. */
    moving: flag(),
    /** E-37: what unfinished actions will cost; it is still in the pools. */
    setAside: group({ energy: int(0), stamina: int(0), agility: int(0) }),
    struckBy: line(),
    /** Ids of suppressed conditions (E-237). */
    suppressed: list(line()),
    /** E-25: acts together with another fighter, who has acted once `meshActed` is set. */
    meshed: flag(),
    meshActed: flag(),
    /** E-37. */
    declares: choice(['open', 'withdrawn'], 'open'),
    /** E-37, E-38: an opponent has cut in while it could be withdrawn. */
    cutInto: flag(),
    actsAfter: wonAction,
  },
  /** Until changed; `helpless` is the GM's ruling. */
  lasting: { posture: choice(['kneeling'], 'kneeling'), helpless: flag() },
} as const;

type EnergyState = StateOf<typeof FIELDS>;
export const STATE = defineState(FIELDS);
export const { setState, clearState } = STATE;

export type EnergyFighter = Fighter<EnergyStats, EnergyItem, EnergyState, PoolId>;

export type EnergyEncounter = Encounter<EnergyFighter>;
