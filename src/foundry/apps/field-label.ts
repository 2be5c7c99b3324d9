type Field = foundry.data.fields.DataField.Any;

interface Described {
  readonly system: unknown;
}

/** What a sheet calls a number, by its path such as `system.speed`, with the heading it stands below; null for what is none of ours. */
export function localizeField({ system }: Described, key: string): string | null {
  if (!key.startsWith('system.')) return null;
  const { schema } = system as { schema?: { getField(path: string): Field | undefined } };
  const path = key.slice('system.'.length);
  const field = schema?.getField(path);
  return field ? labelOf(field) : null;
}

/** As the sheet calls it, with the heading where it stands below one: there are several scores. */
export function labelOf({ label, parent }: Field): string {
  const labels = [(parent as Field | undefined)?.label, label].flatMap((each) => each || []);
  return labels.map((each) => game.i18n.localize(each)).join(' · ');
}
