/** Helpers for a system's tests: parts of the client that need no page, and a world's storage. */
export { PolygonTree } from '../client/documents/region-shapes';
export { createGrid } from '../client/grid/index';
export { type Footprint, occupiedOffsets, snapToken } from '../client/grid/token-geometry';
export { Localization } from '../client/i18n';
export { idFromName } from '../server/demo';
export { listen } from '../server/sockets';
export { openLevel, Store } from '../server/store';
export { writeInfo } from '../server/world-info';
export { REGION_VISIBILITY, TOKEN_DISPOSITIONS } from '../shared/constants';
export { WORLD_COLLECTIONS } from '../shared/documents';
export { connect, signIn } from './join';

/** Paths of modules without state and page globals, which clients of one process can share. */
export const STATELESS: readonly RegExp[] = [
  /\/sandbox\/src\/shared\/(?!timing|utils)/,
  /\/sandbox\/src\/client\/data\/fields\/(array|base|change|failure|hierarchical|live|model|object|primitive|schema)\.ts$/,
];

/** Imports of stateless modules that draw. A client without a window omits them. */
export const DRAWS = /\/(form|prose-mirror)$/;
