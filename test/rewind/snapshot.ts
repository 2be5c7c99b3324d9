import { deepEqual } from '../../src/kernel/deep-equal';
import type { KeptAsk, Source } from '../headless/documents';
import type { Hands } from '../headless/hands';
import { isKeyed } from '../support/record';
import { difference } from './difference';

/** All documents of the world as they are stored, by their kind and id. */
export type Snapshot = ReadonlyMap<string, Source>;

const COLLECTIONS = ['actors', 'items', 'scenes', 'combats', 'messages'] as const;

/** @param hands of the tab that is looked at */
export function snapshot({ game }: Pick<Hands, 'game'>): Snapshot {
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
 * What a rewind or a redo leaves otherwise than it was, because it is new by its nature. Everything else is as it was.
 * @param then the present one is compared with
 */
export function restored(then: Snapshot, now: Snapshot): string[] {
  const faults: string[] = [];
  for (const key of new Set([...then.keys(), ...now.keys()])) {
    const [before, after] = [then.get(key), now.get(key)].map((source) => source && lasting(key, source));
    // What was said stays in the chat, struck through.
    if (!before && after?.system?.undone === true) continue;
    if (!before || !after) faults.push(`${key} is ${after ? 'there' : 'gone'}`);
    else if (!deepEqual(before, after)) faults.push(`${key}: ${difference(before, after)}`);
  }
  return faults;
}

type Lasting = Partial<Omit<Record<keyof Source, unknown>, 'system'>> & {
  readonly system: Readonly<Record<string, unknown>>;
};

/** A document without what is new by its nature. */
function lasting(key: string, source: Source): Lasting {
  const kept = withoutStats(source) as Source;
  if (key.startsWith('combats ')) {
    // The number of the step and what bears it; the history, which redo needs whole; who referees; who was there to bear which book.
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
  // What the delta of an unlinked token leaves out is its actor's; what counts is the actor it makes. Regions of areas follow what the
  // encounter holds, each a new one.
  if (key.startsWith('scenes ')) {
    // Regions of areas and tokens of things on the ground show what the rules hold, and are made anew: `test/headless`.
    const tokens = kept.tokens.filter(({ flags }) => !flags?.cadence?.floor).map(({ delta: _, ...token }) => token);
    return { ...kept, tokens, regions: kept.regions.filter(({ flags }) => !flags?.cadence?.area) };
  }
  return kept;
}

/** What a fighter means to do is no step: its stamp stays what its owner has last said. */
const unplanned = ({ system: { stamp: _, ready: __, ...system }, ...combatant }: Source) => ({ ...combatant, system });

/** Embedded documents have the owners of their parent; Foundry notes with each who has made it. */
const ownerless = (kept: Source) => ({ ...kept, items: kept.items.map(({ ownership: _, ...item }) => item) });

/** An ask that waits again has a new key, so that a late answer is known as late, and no end: what was taken back does not go on by itself. */
const asked = ({ key, until: _, time: __, ...part }: KeptAsk) => ({ ...part, key: key.replace(/^\d+/, '') });

/** Who wrote it when; and embedded documents in the order of their ids, for what is made again stands last. */
function withoutStats(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = value.map(withoutStats);
    return list.every(isDocument) ? list.sort((a, b) => (a._id < b._id ? -1 : 1)) : list;
  }
  if (!isKeyed(value)) return value;
  // When Foundry saw an active effect begin is noted anew; only one that runs by Foundry's time minds.
  const isTimed = isKeyed(value['duration']) && typeof value['duration']['value'] === 'number';
  const isNew = (key: string) => key === '_stats' || (key === 'start' && !isTimed);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (isNew(key) ? [] : [[key, withoutStats(each)]])),
  );
}

const isDocument = (value: unknown): value is Pick<Source, '_id'> => isKeyed(value) && Boolean(value['_id']);
