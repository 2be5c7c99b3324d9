import { allRulesets, isRulesetType } from '../adapters/registry';
import { isPlayed } from '../platform/world-settings';

interface Within {
  /** A compendium: what stands in it is for any world. */
  readonly pack?: string | null;
  readonly parent?: { readonly documentName?: string; readonly type?: string } | null;
}

/**
 * The subtypes a dialog offers: those of the rulesets this world plays, on an actor only the kinds of its own. All of them where none
 * is left. Subtypes of no ruleset, such as another package's, stay.
 */
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

/** The picture of a new actor or item of a subtype; undefined where its ruleset has none. */
export const artworkOf = (type = ''): string | undefined =>
  allRulesets()
    .map(({ artwork = {} }) => artwork)
    .find((artwork) => Object.hasOwn(artwork, type))?.[type];

/**
 * What a document is to be made from, as plain data: `createDocuments` takes documents too, and spreading one copies neither its name nor
 * its type. API: common/abstract/document.d.mts `createDocuments(data)`.
 */
export function plainSource<T extends object>(given: object): T {
  return (given instanceof foundry.abstract.DataModel ? given.toObject() : given) as T;
}
