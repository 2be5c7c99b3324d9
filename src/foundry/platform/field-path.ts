export interface Schema<Field> {
  getField(path: string): Field | undefined;
}

/** Names that every object inherits: a path through one leads out of its data. */
export const isInherited = (name: string): boolean => name in Object.prototype;

/**
 * Returns the field at a path that a user may have written. A field that objects inherit, such as `constructor`, is none.
 * C13: common/data/fields.mjs, `SchemaField#_getField` looks the name up in a plain object.
 */
export const fieldAt = <Field>(schema: Schema<Field> | undefined, path: string): Field | undefined =>
  path.length > LONGEST_PATH || path.split('.').some(isInherited) ? undefined : schema?.getField(path);

/** Characters; the schemas of all rulesets have shorter paths. */
const LONGEST_PATH = 200;
