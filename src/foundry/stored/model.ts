type Field = foundry.data.fields.DataField.Any;

/** The model of an actor's or an item's subtype: its fields as they are declared, as they are stored, and as they are prepared. */
export interface Model {
  readonly schema: { readonly fields: Readonly<Record<string, Field>>; getField(path: string): Field | undefined };
  readonly _source: Readonly<Record<string, unknown>>;
  readonly [key: string]: any;
}

/** The model behind `system`. The installed types know none of a ruleset's subtypes; every document of ours has one. */
export const modelOf = ({ system }: { readonly system: unknown }): Model => system as Model;
