import { type BookOf, command, count, marking, measured } from '../../rulebook/marks';
import { choice, either, flag, group, line, list, nullable, oneOf } from '../../rulebook/schema';

/** Where somebody stood, in metres. */
const spot = group({ x: measured(), y: measured(), elevation: measured() });

/** What somebody quicker has won: an action, at those who were beaten if it likes; null where it is still to be said. */
const right = group({ at: list(line()), wanted: nullable(command()) });
export type Right = typeof right.initial;

/** What a fighter's book may hold, by how long it does. */
const MARKS = {
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
    runUpFrom: measured(),
    waiting: flag(),
    struckBy: line(),
    /** Ids of conditions that are ignored (E-237). */
    suppressed: list(line()),
    meshed: flag(),
    actsAfter: right,
  },
  /** Until something changes it: a posture, and the game master's word that one is helpless. */
  lasting: { posture: choice(['kneeling'], 'kneeling'), helpless: flag() },
} as const;

export type EnergyBook = BookOf<typeof MARKS>;
export const { mark, forget, read: readBook, rules: MARK_RULES } = marking(MARKS);
