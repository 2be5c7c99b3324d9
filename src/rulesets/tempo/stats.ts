import type { Clock, Encounter, Fighter } from '../../encounter/state';
import { atLeast, type Breakdown, sum } from '../../toolkit/combat/breakdown';
import type { Choice, TempoBook } from './marks';
import type { Base, TempoItem } from './schema';
import type { Phase, PoolId } from './terms';

/** Totals shown on the sheet, in its order. */
export const FIGURES = [
  ...['str', 'for', 'dex', 'awr', 'int', 'ins'],
  ...['defence', 'deflection', 'sturdy', 'speed', 'seek', 'size', 'maxExertion', 'actionsPerRound', 'reactionsPerTurn'],
] as const;

interface TempoStats extends Base {
  readonly maxExertion: number;
  readonly figures: Readonly<Record<string, Breakdown>>;
}

export type TempoFighter = Fighter<TempoStats, TempoItem, TempoBook, PoolId>;

/** Where the count stands, and whose turn runs. */
export interface TempoClock extends Clock {
  readonly phase: Phase;
  /** How many Scenes there have been, so that plans of one are not taken for those of another. */
  readonly scene: number;
  /** The number last called, -1 before the first. */
  readonly tempo: number;
  /** Whether an NPC has begun a turn on this number: players may then no longer (T-A6). */
  readonly closed: boolean;
  /** Whose turn it is; null between turns. */
  readonly turn: string | null;
  /** What the turn was announced for, and the key of the entry it uses up. */
  readonly action: Choice | null;
  readonly entry: string;
  /** Whether the turn's action has been carried out, and what it counts as then (T-14). */
  readonly acted: boolean;
  readonly groups: readonly string[];
  /** Whether a turn has just ended, so that one may Exert "at the end of any turn" (T-A3). */
  readonly justEnded: boolean;
  /** Who was there when the round was planned; whoever comes later waits for the next (T-A10). */
  readonly present: readonly string[];
}

export interface TempoEncounter extends Encounter<TempoFighter> {
  clock: TempoClock;
}

/** What gear that is in use adds to a number. */
const worn = (items: readonly TempoItem[], key: 'deflection' | 'sturdy'): number =>
  items.reduce((all, item) => (item.type === 'tempoGear' && item.equipped ? all + item[key] : all), 0);

/** What follows from what is entered and worn: nearly everything is entered (T-A20). */
export function derive(base: Base, items: readonly TempoItem[] = []): TempoStats {
  // T-107.
  const most = atLeast(1, sum({ base: 2, for: base.for }));
  const { object: _, ...numbers } = base;
  const entered = Object.entries(numbers).map(([key, value]) => [key, sum({ entered: value })]);
  const deflection = sum({ entered: base.deflection, worn: worn(items, 'deflection') });
  const sturdy = sum({ entered: base.sturdy, worn: worn(items, 'sturdy') });
  return {
    ...base,
    deflection: deflection.value,
    sturdy: sturdy.value,
    maxExertion: most.value,
    figures: { ...Object.fromEntries(entered), deflection, sturdy, maxExertion: most },
  };
}
