import { allRulesets, isRulesetType } from '../adapters/registry';
import { isPlayed } from '../platform/world-settings';

interface Within {
  /** Compendium content may be for any world, so all types are offered. */
  readonly pack?: string | null;
  readonly parent?: { readonly documentName?: string; readonly type?: string } | null;
}

/** Returns the subtypes a dialog offers: those of played rulesets, or of an actor's own; all if none is left. Types of other packages stay. */
export function offeredTypes<T extends string>(
  documentName: 'Actor' | 'Item' | 'Combat',
  types: readonly T[],
  { pack, parent }: Within,
): T[] {
  if (pack) return [...types];
  const owner = parent?.documentName === 'Actor' && isRulesetType(parent.type) ? parent.type : null;
  const unplayed = allRulesets()
    .filter(({ id }) => (owner ? id !== owner : !isPlayed(id)))
    .flatMap(({ id, models }) => (documentName === 'Combat' ? [id] : Object.keys(models[documentName])));
  const offered = types.filter((type) => !unplayed.includes(type));
  return offered.some((type) => type !== 'base') ? offered : [...types];
}

export const artworkOf = (type = ''): string | undefined =>
  allRulesets()
    .map(({ artwork = {} }) => artwork)
    .find((artwork) => Object.hasOwn(artwork, type))?.[type];

/**
 * Returns creation data as a plain object. `createDocuments` accepts documents too, and spreading one loses its name and type.
 * API: common/abstract/document.d.mts `createDocuments(data)`.
 */
export function plainSource<T extends object>(data: object): T {
  return (data instanceof foundry.abstract.DataModel ? data.toObject() : data) as T;
}
