import type { Field } from '../../rulebook/schema';

type DataField = foundry.data.fields.DataField.Any;

const declarations = new WeakMap<DataField, Field>();

/** Remembers what a field of a model was declared as. */
export const declareField = (field: DataField, declared: Field): void => void declarations.set(field, declared);

/** What a field of a model was declared as; of fields that are none of a ruleset's there is nothing. */
export const declaredOf = (field: DataField): Field | undefined => declarations.get(field);
