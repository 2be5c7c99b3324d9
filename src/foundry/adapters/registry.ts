import type { Adapter } from '../adapter';

const adapters = new Map<string, Adapter>();

/** Makes a ruleset known to the table. Its id is the subtype of its combats, combatants, actors and cards. */
export function addAdapter(adapter: Adapter): void {
  adapters.set(adapter.ruleset.id, adapter);
}

/** The ruleset behind a document's subtype, or null for what is not ours. */
export function adapterOf(type: string | null | undefined): Adapter | null {
  return (type && adapters.get(type)) || null;
}

/** The ruleset behind a document that is known to be ours. Throws Error for any other. */
export function knownAdapter(type: string): Adapter {
  const adapter = adapterOf(type);
  if (!adapter) throw new Error(`Cadence has no ruleset ${type}`);
  return adapter;
}

export function allAdapters(): readonly Adapter[] {
  return [...adapters.values()];
}
