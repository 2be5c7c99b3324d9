import { atLeast, type Breakdown, sum } from '../../toolkit/combat/breakdown';
import type { Base, TempoItem } from './schema';

/** Totals shown on the sheet, in its order. */
export const FIGURES = [
  ...['str', 'for', 'dex', 'awr', 'int', 'ins'],
  ...['defence', 'deflection', 'sturdy', 'speed', 'seek', 'size', 'maxExertion', 'actionsPerRound', 'reactionsPerTurn'],
] as const;

export interface TempoStats extends Base {
  readonly maxExertion: number;
  readonly figures: Readonly<Record<string, Breakdown>>;
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
