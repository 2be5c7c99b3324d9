import type { FighterInput } from '../../encounter/ruleset';
import { type Breakdown, sum, withMinimum } from '../../toolkit/combat/breakdown';
import { readItem } from '../../toolkit/define/sheet-schema';
import { type ActorValues, DURATIONS, SCHEMA, type TempoItem, TIERS } from './schema';
export interface TempoStats extends ActorValues {
  readonly maxExertion: number;
  readonly figures: Readonly<Record<string, Breakdown>>;
}

const sumOfGear = (items: readonly TempoItem[], key: 'deflection' | 'sturdy'): number =>
  items.reduce((all, item) => (item.type === 'tempoGear' && item.equipped ? all + item[key] : all), 0);

/** Returns Deflection and Sturdy with the gear in use now, which may have changed since the stats were derived. */
export function armorFigures({ figures }: TempoStats, items: readonly TempoItem[]) {
  const now = (key: 'deflection' | 'sturdy') =>
    sum({ entered: figures[key]?.terms.find(({ id }) => id === 'entered')?.value ?? 0, worn: sumOfGear(items, key) });
  return { deflection: now('deflection'), sturdy: now('sturdy') };
}

/** Returns the stats; nearly all are entered (T-A20). */
export function derive(base: ActorValues, items: readonly TempoItem[] = []): TempoStats {
  // T-107.
  const most = withMinimum(1, sum({ base: 2, for: base.for }));
  const { object: _, ...numbers } = base;
  const entered = Object.entries(numbers).map(([key, value]) => [key, sum({ entered: value })]);
  const deflection = sum({ entered: base.deflection, worn: sumOfGear(items, 'deflection') });
  const sturdy = sum({ entered: base.sturdy, worn: sumOfGear(items, 'sturdy') });
  return {
    ...base,
    deflection: deflection.value,
    sturdy: sturdy.value,
    maxExertion: most.value,
    figures: { ...Object.fromEntries(entered), deflection, sturdy, maxExertion: most },
  };
}

/** Returns the parsed item. An ability that lists an action defaults to the tempo of that action. */
export function itemOf(raw: FighterInput['items'][number]): TempoItem {
  const isListed = raw.type === 'tempoAbility' && raw.tempo === undefined && (raw.listsAction ?? '') !== '';
  return readItem(SCHEMA, isListed ? { ...raw, tempo: null } : raw);
}

/** The rules set no maximum. */
const MAX_MOMENTUM = 99;

const empty = (max: number) => ({ max, first: 0 });

/** Returns the maximum of each pool; all but HP start at zero. */
export function poolsOf(stats: TempoStats) {
  const committed = (tier: (typeof TIERS)[number]) =>
    Object.fromEntries(DURATIONS.map((duration) => [`${duration}${tier}`, empty(stats[`mana${tier}`])]));
  return {
    hp: stats.hpMax,
    exertion: empty(stats.maxExertion),
    momentum: empty(MAX_MOMENTUM),
    ...Object.assign({}, ...TIERS.map(committed)),
  };
}
