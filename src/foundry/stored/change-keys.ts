import { fieldAt, isInherited } from '../platform/field-path';

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

/** Fields that define a document's type, content and ownership. */
const FIXED = ['_id', '_stats', 'type', 'system', 'items', 'effects', 'ownership', 'folder'];

/** Longer than any path: every part of an unknown one would become an object in the prepared data. */
const LONGEST_KEY = 500;

/**
 * Effects write by path, so a key such as `system` or `testUserPermission` would replace the model or a method. Unknown keys are left to
 * Foundry and to modules.
 */
export function isChangeable(target: Target, key: string): boolean {
  const path = key.split('.');
  const [head = '', ...below] = path;
  if (key.length > LONGEST_KEY || path.some((part) => isInherited(part) || part === 'prototype')) return false;
  if (head === 'system' && below.length > 0) return isChangeableIn(target.system, below);
  if (FIXED.includes(head)) return false;
  return Object.hasOwn(target.schema.fields, head) || !(head in target);
}

/** Below `system`, only single fields may change, not groups. */
function isChangeableIn(system: unknown, path: readonly string[]): boolean {
  if (typeof system !== 'object' || system === null) return false;
  const { schema } = system as { schema?: Schema };
  const [head = ''] = path;
  if (!schema) return !(head in system) || Object.hasOwn(system, head);
  if (!Object.hasOwn(schema.fields, head)) return !(head in system);
  return fieldAt(schema, path.join('.'))?.fields === undefined;
}
