import { allAdapters } from '../adapters/registry';

/** The picture of a new actor or item of a subtype; undefined where its ruleset has none. */
export const artworkOf = (type = ''): string | undefined =>
  allAdapters()
    .map(({ artwork = {} }) => artwork)
    .find((artwork) => Object.hasOwn(artwork, type))?.[type];
