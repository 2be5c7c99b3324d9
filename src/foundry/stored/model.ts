type Field = foundry.data.fields.DataField.Any;

/** The model of an actor or item subtype: declared fields, stored source and prepared values. */
export interface Model {
  readonly schema: { readonly fields: Readonly<Record<string, Field>>; getField(path: string): Field | undefined };
  readonly _source: Readonly<Record<string, unknown>>;
  readonly [key: string]: any;
}

/** Returns `system` as a model. The installed types know no ruleset subtypes. */
export const modelOf = ({ system }: { readonly system: unknown }): Model => system as Model;
