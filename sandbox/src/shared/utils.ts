/** The `foundry.utils` that need no browser. T14: common/utils/helpers.d.mts */
export { BitMask } from './bitmask';
export { Collection } from './collection';
export { Color } from './color';
export { escapeHTML, unescapeHTML } from './html';
export {
  deepClone,
  deepFreeze,
  diffObject,
  duplicate,
  expandObject,
  filterObject,
  flattenObject,
  mergeObject,
  withoutOperators,
} from './objects';
export { deleteProperty, getProperty, hasProperty, setProperty } from './property';
export { debounce, throttle } from './timing';
export { equals, getType, isEmpty, isNewerVersion, isPlainObject, isSubclass, objectsEqual } from './types-of';
export { buildUuid, isValidId, parseUuid, randomID } from './uuid';
