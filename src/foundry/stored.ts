import type { Adapter } from './adapter';

/**
 * How a ruleset's rules read what its documents store, sets as lists.
 * @param keys the ledger's stat keys, as the actor's model has them
 * @param types subtypes of items that are gear of the ruleset; of any other its rules see nothing
 */
export function storedReader(keys: readonly string[], types: readonly string[]): Pick<Adapter, 'baseOf' | 'itemOf'> {
  return {
    baseOf(actor) {
      const stored = storedOf(actor);
      return Object.fromEntries(keys.flatMap((key) => (key in stored ? [[key, stored[key]]] : [])));
    },
    itemOf(item) {
      if (!types.includes(item.type)) return null;
      const { description: _, ...system } = storedOf(item);
      return { ...system, id: item.id!, name: item.name, type: item.type };
    },
  };
}

// The installed types know one model per subtype of a configured system; every model of ours can tell what it stores.
const storedOf = ({ system }: { readonly system: unknown }): Record<string, unknown> =>
  (system as { toObject(): Record<string, unknown> }).toObject();
