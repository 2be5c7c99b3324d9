type Field = foundry.data.fields.DataField.Any;

export interface Model {
  readonly schema: { readonly fields: Readonly<Record<string, Field>>; getField(path: string): Field | undefined };
  readonly _source: Readonly<Record<string, unknown>>;
  readonly [key: string]: any;
}

/** The installed types know no ruleset subtypes. */
export const modelOf = ({ system }: { readonly system: unknown }): Model => system as Model;
