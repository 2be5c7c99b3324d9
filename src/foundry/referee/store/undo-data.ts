import type { Effect } from '../../../encounter/effect';
import type { Encounter } from '../../../encounter/state';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import {
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  fighterOfKey,
  keyOfFighter,
} from '../../host/exchange-document';
import { storedStateOf } from '../../host/states';
import { idOf } from '../../platform/documents';
import type { HistoryStep, UndoData } from '../../stored/systems';
import { itemEffectsBefore } from './item-transfer';
import { effectData } from './operations';

type Pools = NonNullable<UndoData['pools']>;

/**
 * Returns document values that the effects do not contain, or null. Call before the step is written.
 * @param encounter with the effects applied
 */
export function undoDataBefore(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  boundDice: UndoData['boundDice'],
): UndoData | null {
  const retained: UndoData = {
    ...nonEmpty('pools', unwrittenPools(host, adapter, encounter, effects)),
    ...nonEmpty('conditions', customEffectData(host, adapter, effects)),
    ...nonEmpty('boundDice', boundDice ?? {}),
    ...nonEmpty('itemEffects', itemEffectsBefore(host, effects)),
  };
  return Object.keys(retained).length > 0 ? retained : null;
}

const nonEmpty = <K extends keyof UndoData>(key: K, value: NonNullable<UndoData[K]>): Pick<UndoData, K> | null =>
  Object.keys(value).length > 0 ? ({ [key]: value } as Pick<UndoData, K>) : null;

/** Returns the pools that this step writes first, with their values before: round pools, and changed pools of actors. */
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
      const now = lookup(fighter.pools, pool);
      if (!owner || !now || (document === 'actor' && changes.length === 0)) continue;
      const stored = combatant && document === 'combat' ? storedStateOf(combatant) : owner._source.system;
      if (typeof foundry.utils.getProperty(stored, path) === 'number') continue;
      const before = changes.reduce((value, { by }) => value - by, now.value);
      found[keyOfFighter(id)] = { ...lookup(found, keyOfFighter(id)), [pool]: before };
    }
  }
  return found;
}

/** Returns where the active effects of ended conditions differ from the standard, such as a custom name. */
function customEffectData(
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
    const standardEffect = new ActiveEffect.implementation(effectData(adapter, effect.condition) as never, {
      parent: actor,
    });
    // The sort position is chosen at creation, so it is always kept.
    const { sort: _, ...standard } = standardEffect.toObject() as unknown as Record<string, unknown>;
    // Foundry sets the start; it matters only for effects timed by Foundry.
    const isTimed = isTimedByFoundry(stored);
    const custom = Object.entries(stored.toObject()).filter(
      ([key, value]) =>
        key !== '_stats' &&
        (key !== 'start' || isTimed) &&
        !deepEqual(plainJson(value), plainJson(lookup(standard, key))),
    );
    if (custom.length > 0) found[effect.condition.key] = Object.fromEntries(custom);
  }
  return found;
}

// API: ActiveEffect#duration, which since v14 has a value of one unit.
const isTimedByFoundry = ({ _source }: ActiveEffect.Implementation): boolean =>
  typeof (_source as unknown as { duration: { value?: unknown } }).duration.value === 'number';

const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Merges the data of several steps into the values before the first of them. */
export function mergeUndoData(steps: readonly HistoryStep[]): UndoData {
  const merged: Required<{ -readonly [K in keyof UndoData]: NonNullable<UndoData[K]> }> = {
    pools: {},
    conditions: {},
    boundDice: {},
    itemEffects: {},
  };
  for (const { retained } of [...steps].reverse()) {
    merged.pools = foundry.utils.mergeObject(merged.pools, retained?.pools ?? {}) as Pools;
    merged.itemEffects = { ...merged.itemEffects, ...retained?.itemEffects };
    merged.conditions = { ...merged.conditions, ...retained?.conditions };
    merged.boundDice = foundry.utils.mergeObject(
      merged.boundDice,
      retained?.boundDice ?? {},
    ) as typeof merged.boundDice;
  }
  return merged;
}

/** Returns the unwritten pools that are back at their initial value. */
export function poolsToUnset(encounter: Encounter, pools: Pools = {}): Pools {
  return Object.fromEntries(
    Object.entries(pools).map(([key, values]) => {
      const fighter = encounter.fighters[fighterOfKey(key)];
      return [
        key,
        Object.fromEntries(
          Object.entries(values).filter(([pool, value]) => lookup(fighter?.pools, pool)?.value === value),
        ),
      ];
    }),
  );
}
