interface Field {
  readonly fields?: unknown;
}
interface Schema {
  readonly fields: Readonly<Record<string, Field | undefined>>;
  getField(path: string): Field | undefined;
}
interface Target {
  readonly schema: Schema;
  readonly system?: unknown;
}

/** Fields of a document that decide what it is and whose it is. */
const FIXED = ['_id', '_stats', 'type', 'system', 'items', 'effects', 'ownership', 'folder'];

/** Names that lead from data to the language's own objects. */
const HARMFUL = ['__proto__', 'constructor', 'prototype'];

/**
 * Whether an active effect may change a document at that key. An effect's change is written to the document in memory by its path, so a key
 * such as `system` or `testUserPermission` would replace the model or a method, and no window could read the document.
 * Keys that name nothing of the document are left to Foundry and to modules.
 */
export function isChangeable(target: Target, key: string): boolean {
  const path = key.split('.');
  const [head = '', ...below] = path;
  if (path.some((part) => HARMFUL.includes(part))) return false;
  if (head === 'system' && below.length > 0) return isChangeableIn(target.system, below);
  if (FIXED.includes(head)) return false;
  return Object.hasOwn(target.schema.fields, head) || !(head in target);
}

/** The same below `system`: a group of fields is replaced by no change, only what is in it. */
function isChangeableIn(system: unknown, path: readonly string[]): boolean {
  if (typeof system !== 'object' || system === null) return false;
  const { schema } = system as { schema?: Schema };
  const [head = ''] = path;
  if (!schema) return !(head in system) || Object.hasOwn(system, head);
  if (!Object.hasOwn(schema.fields, head)) return !(head in system);
  return schema.getField(path.join('.'))?.fields === undefined;
}
