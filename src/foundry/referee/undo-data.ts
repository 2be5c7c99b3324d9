import type { Effect } from '../../encounter/effect';
import type { Encounter } from '../../encounter/state';
import { deepEqual } from '../../kernel/deep-equal';
import type { Adapter } from '../adapters/adapter';
import {
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  fighterOfKey,
  keyOfFighter,
} from '../host/exchange-document';
import { storedStateOf } from '../host/states';
import { idOf } from '../platform/documents';
import type { HistoryStep, UndoData } from '../stored/systems';
import { itemEffectsBefore } from './item-transfer';
import { effectData } from './operations';

type Pools = NonNullable<UndoData['pools']>;

/**
 * What the documents hold that a step's effects do not tell, seen just before the step is written; null where they tell all.
 * @param encounter as the step leaves it
 */
export function undoDataBefore(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  thrown: UndoData['thrown'],
): UndoData | null {
  const retained: UndoData = {
    ...filled('pools', unwrittenPools(host, adapter, encounter, effects)),
    ...filled('conditions', ownLooks(host, adapter, effects)),
    ...filled('thrown', thrown ?? {}),
    ...filled('lent', itemEffectsBefore(host, effects)),
  };
  return Object.keys(retained).length > 0 ? retained : null;
}

const filled = <K extends keyof UndoData>(key: K, value: NonNullable<UndoData[K]>): Pick<UndoData, K> | null =>
  Object.keys(value).length > 0 ? ({ [key]: value } as Pick<UndoData, K>) : null;

/** Pools this step is the first to write, with what they were taken for: those of the round, and those of actors it changes. */
function unwrittenPools(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
): Pools {
  const found: Record<string, Record<string, number>> = {};
  const touched = effects.flatMap((effect) => (effect.kind === 'pool' ? [effect] : []));
  const of = new Set([...combatantsOf(host).map(idOf), ...touched.map(({ of }) => of)]);
  for (const id of of) {
    const { combatant, actor } = documentsOf(host, id);
    const fighter = encounter.fighters[id];
    if (!fighter) continue;
    for (const [pool, { document, path }] of Object.entries(adapter.pools)) {
      const owner = document === 'actor' ? actor : combatant;
      const changes = touched.filter((effect) => effect.of === id && effect.pool === pool);
      const now = fighter.pools[pool];
      if (!owner || !now || (document === 'actor' && changes.length === 0)) continue;
      const stored = combatant && document === 'combat' ? storedStateOf(combatant) : owner._source.system;
      if (typeof foundry.utils.getProperty(stored, path) === 'number') continue;
      const before = changes.reduce((value, { by }) => value - by, now.value);
      found[keyOfFighter(id)] = { ...found[keyOfFighter(id)], [pool]: before };
    }
  }
  return found;
}

/** In what the active effects of conditions that end are otherwise than we make them, such as a name or a change somebody gave them. */
function ownLooks(
  host: ExchangeDocument,
  adapter: Adapter,
  effects: readonly Effect[],
): NonNullable<UndoData['conditions']> {
  const found: Record<string, Record<string, unknown>> = {};
  for (const effect of effects) {
    if (effect.kind !== 'condition-removed') continue;
    const { actor } = documentsOf(host, effect.of);
    const stored = actor?.effects.get(effect.condition.key);
    if (!actor || !stored) continue;
    const plain = new ActiveEffect.implementation(effectData(adapter, effect.condition) as never, { parent: actor });
    // Its place among others is chosen when it is created, so it is always kept.
    const { sort: _, ...ours } = plain.toObject() as unknown as Record<string, unknown>;
    // When it began is Foundry's to note, and is of no matter where it does not run by Foundry's time.
    const isTimed = isTimedByFoundry(stored);
    const own = Object.entries(stored.toObject()).filter(
      ([key, value]) =>
        key !== '_stats' && (key !== 'start' || isTimed) && !deepEqual(plainJson(value), plainJson(ours[key])),
    );
    if (own.length > 0) found[effect.condition.key] = Object.fromEntries(own);
  }
  return found;
}

// API: ActiveEffect#duration, which since v14 has a value of one unit.
const isTimedByFoundry = ({ _source }: ActiveEffect.Implementation): boolean =>
  typeof (_source as unknown as { duration: { value?: unknown } }).duration.value === 'number';

const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** What several steps held before the first of them, for taking them back together. */
export function mergeUndoData(steps: readonly HistoryStep[]): UndoData {
  const merged: Required<{ -readonly [K in keyof UndoData]: NonNullable<UndoData[K]> }> = {
    pools: {},
    conditions: {},
    thrown: {},
    lent: {},
  };
  for (const { retained } of [...steps].reverse()) {
    merged.pools = foundry.utils.mergeObject(merged.pools, retained?.pools ?? {}) as Pools;
    merged.lent = { ...merged.lent, ...retained?.lent };
    merged.conditions = { ...merged.conditions, ...retained?.conditions };
    merged.thrown = foundry.utils.mergeObject(merged.thrown, retained?.thrown ?? {}) as typeof merged.thrown;
  }
  return merged;
}

/** Of pools that were not written, those that have come back to what they were taken for. */
export function poolsToUnset(encounter: Encounter, pools: Pools = {}): Pools {
  return Object.fromEntries(
    Object.entries(pools).map(([key, values]) => {
      const fighter = encounter.fighters[fighterOfKey(key)];
      return [
        key,
        Object.fromEntries(Object.entries(values).filter(([pool, value]) => fighter?.pools[pool]?.value === value)),
      ];
    }),
  );
}
