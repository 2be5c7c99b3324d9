import { deepEqual } from '../../src/kernel/deep-equal';
import type { KeptAsk, Source } from '../headless/documents';
import type { GamePage } from '../headless/game-page';
import { isKeyed } from '../support/record';
import { difference } from './difference';

/** All documents of the world as they are stored, by type and id. */
export type Snapshot = ReadonlyMap<string, Source>;

const COLLECTIONS = ['actors', 'items', 'scenes', 'combats', 'messages'] as const;

/** @param hands of the tab whose world is read */
export function snapshot({ game }: Pick<GamePage, 'game'>): Snapshot {
  const all = new Map<string, Source>();
  for (const name of COLLECTIONS)
    for (const document of game[name].contents)
      all.set(`${name} ${document.id}`, JSON.parse(JSON.stringify(document._source)));
  for (const scene of game.scenes.contents)
    for (const token of scene.tokens.contents)
      if (!token.actorLink && token.actor)
        all.set(`actor of token ${token.id}`, JSON.parse(JSON.stringify(token.actor._source)));
  return all;
}

/**
 * Differences between two snapshots, without what an undo or redo always renews.
 * @param then the earlier snapshot
 * @returns one line for each difference; empty if everything is restored
 */
export function restored(then: Snapshot, now: Snapshot): string[] {
  const faults: string[] = [];
  for (const key of new Set([...then.keys(), ...now.keys()])) {
    const [before, after] = [then.get(key), now.get(key)].map((source) => source && lasting(key, source));
    // Cards of undone steps stay in the chat, struck through.
    if (!before && after?.system?.undone === true) continue;
    if (!before || !after) faults.push(`${key} is ${after ? 'there' : 'gone'}`);
    else if (!deepEqual(before, after)) faults.push(`${key}: ${difference(before, after)}`);
  }
  return faults;
}

type Lasting = Partial<Omit<Record<keyof Source, unknown>, 'system'>> & {
  readonly system: Readonly<Record<string, unknown>>;
};

/** A document without what an undo or redo always renews. */
function lasting(key: string, source: Source): Lasting {
  const kept = withoutStats(source) as Source;
  if (key.startsWith('combats ')) {
    // Always renewed: the step number, the history (which redo needs whole), the referee, and the bearers of states.
    const { step: _, history: __, referee: ___, bearers: ____, open, ...system } = kept.system;
    const combatants = kept.combatants.map(unplanned);
    return {
      ...kept,
      combatants,
      groups: [],
      system: { ...system, open: open && { ...open, reopened: true, asks: open.asks.map(asked) } },
    };
  }
  if (key.startsWith('actor')) return ownerless(kept);
  // Values missing in the delta of an unlinked token come from its actor, so the resulting actor is compared. Regions
  // of areas are recreated from the encounter.
  if (key.startsWith('scenes ')) {
    // Regions of areas and tokens of items on the ground are recreated from the encounter: `test/headless`.
    const tokens = kept.tokens.filter(({ flags }) => !flags?.cadence?.floor).map(({ delta: _, ...token }) => token);
    return { ...kept, tokens, regions: kept.regions.filter(({ flags }) => !flags?.cadence?.area) };
  }
  return kept;
}

/** A plan is no step: its stamp stays the last one that its owner wrote. */
const unplanned = ({ system: { stamp: _, ready: __, ...system }, ...combatant }: Source) => ({ ...combatant, system });

/** Embedded documents have the owners of their parent. Foundry records the creator of each. */
const ownerless = (kept: Source) => ({ ...kept, items: kept.items.map(({ ownership: _, ...item }) => item) });

/**
 * A reopened ask has a new key, so that a late answer is detected, and no time limit: an undone ask does not go on by
 * itself.
 */
const asked = ({ key, until: _, time: __, ...part }: KeptAsk) => ({ ...part, key: key.replace(/^\d+/, '') });

/** Drops who wrote a document and when. Sorts embedded documents by id, because a recreated one is last. */
function withoutStats(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = value.map(withoutStats);
    return list.every(isDocument) ? list.sort((a, b) => (a._id < b._id ? -1 : 1)) : list;
  }
  if (!isKeyed(value)) return value;
  // Foundry records a new start for a recreated active effect. It matters only if Foundry's time ends the effect.
  const isTimed = isKeyed(value['duration']) && typeof value['duration']['value'] === 'number';
  const isNew = (key: string) => key === '_stats' || (key === 'start' && !isTimed);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (isNew(key) ? [] : [[key, withoutStats(each)]])),
  );
}

const isDocument = (value: unknown): value is Pick<Source, '_id'> => isKeyed(value) && Boolean(value['_id']);
