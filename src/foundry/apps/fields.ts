import { reasonOf } from '../../rulebook/schema';
import { declaredOf } from '../platform/declared-field';
import { labelOf, unfitText } from '../platform/field-label';
import { text } from '../platform/text';

type Field = foundry.data.fields.DataField.Any;

/** A heading and the inputs below it, as HTML that Foundry's fields have made themselves. */
export interface Section {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly string[];
  readonly nested: readonly Section[];
}

interface Frame {
  /** Stored values below `system`. */
  readonly source: object;
  /** Paths below `system` that are shown elsewhere. */
  readonly skip: ReadonlySet<string>;
  readonly rootId: string;
  readonly disabled: boolean;
  /** Branch of the model's labels in the language file. */
  readonly prefix: string;
  /** Values below `system` as they are prepared. */
  readonly prepared: object;
}

/** What a model of ours says about itself. */
interface Model {
  readonly schema: { readonly fields: Record<string, Field> };
  readonly constructor: unknown;
}

/**
 * The inputs of a data model, in sections: one for what lies flat, one for each nested schema. A new field in a model so appears on
 * its sheet by itself. Formatted text and what no input exists for is left out.
 */
export function sectionsOf(model: Model, options: Omit<Frame, 'prefix' | 'prepared'>): readonly Section[] {
  const [prefix = ''] = (model.constructor as { LOCALIZATION_PREFIXES?: string[] }).LOCALIZATION_PREFIXES ?? [];
  const { groups, nested } = read(model.schema.fields, '', { ...options, prefix, prepared: model });
  const general = { id: 'general', label: text('CADENCE.App.general'), groups, nested: [] };
  return groups.length > 0 ? [general, ...nested] : nested;
}

function read(fields: Record<string, Field>, base: string, frame: Frame): { groups: string[]; nested: Section[] } {
  const groups: string[] = [];
  const nested: Section[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const path = base ? `${base}.${name}` : name;
    if (frame.skip.has(path)) continue;
    if (field instanceof foundry.data.fields.SchemaField) {
      const inner = read(field.fields as Record<string, Field>, path, frame);
      if (inner.groups.length + inner.nested.length > 0)
        nested.push({ id: path, label: field.label || name, ...inner });
      continue;
    }
    if (field instanceof foundry.data.fields.HTMLField) continue;
    const group = groupOf(field, path, frame);
    if (group) groups.push(group);
  }
  return { groups, nested };
}

/** A list of free words or numbers, which is typed with commas; one of given choices has an input of Foundry's. */
function isList(field: Field): field is foundry.data.fields.ArrayField<any> {
  if (!(field instanceof foundry.data.fields.ArrayField)) return false;
  return !(field.element as { choices?: unknown }).choices;
}

/** Turns what was typed into the inputs of lists back into lists; `data` is a form's, by the inputs' names. */
export function readLists({ schema }: Model, data: Record<string, unknown>): void {
  for (const [name, typed] of Object.entries(data)) {
    const field = name.startsWith('system.') && fieldAt(schema.fields, name.split('.').slice(1));
    if (!field || !isList(field) || typeof typed !== 'string') continue;
    const words = typed
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    const isNumbers = field.element instanceof foundry.data.fields.NumberField;
    // What is no number stays as it was typed, and is refused as such.
    data[name] = isNumbers ? words.map((word) => (Number.isNaN(Number(word)) ? word : Number(word))) : words;
  }
}

function fieldAt(fields: Record<string, Field>, [name = '', ...rest]: readonly string[]): Field | undefined {
  const field = fields[name];
  if (rest.length === 0 || !(field instanceof foundry.data.fields.SchemaField)) return field;
  return fieldAt(field.fields as Record<string, Field>, rest);
}

/** Label and input of one field; null where Foundry has no input for its kind, such as plain objects. */
function groupOf(field: Field, path: string, frame: Frame): string | null {
  const { source, rootId, disabled, prefix, prepared } = frame;
  const value = foundry.utils.getProperty(source, path);
  const hint = hintOf(field, value, foundry.utils.getProperty(prepared, path));
  const name = `system.${path}`;
  if (isList(field)) {
    const { createFormGroup, createTextInput } = foundry.applications.fields;
    const input = createTextInput({ name, value: (value as unknown[] | undefined)?.join(', ') ?? '', disabled });
    return createFormGroup({ input, label: field.label || path, hint: field.hint, rootId } as never).outerHTML;
  }
  const options = optionsOf(field, path, prefix);
  try {
    const group = field.toFormGroup(
      { rootId, localize: true, ...(hint && { hint }) } as never,
      { name, value, disabled, ...(options && { options }), ...boundsSaid(field) } as never,
    );
    return group.outerHTML;
  } catch {
    return null;
  }
}

/** Of a number its bounds, where somebody points at its input. Its `min`, `max` and `step` its field gives. API: FormInputConfig#dataset */
function boundsSaid(field: Field): { readonly dataset?: { readonly tooltip: string } } {
  const declared = declaredOf(field);
  if (declared?.is.kind !== 'number') return {};
  return { dataset: { tooltip: unfitText(reasonOf(declared, undefined), { name: labelOf(field) }) } };
}

/** What a field says of itself, and where active effects make another number of what is entered, that. */
function hintOf({ hint }: Field, entered: unknown, now: unknown): string {
  if (typeof now !== 'number' || now === entered) return '';
  return [game.i18n.localize(hint), text('CADENCE.App.Effect.now', { value: now })].filter(Boolean).join(' ');
}

/** The choices of a field by the words of the language file: `<prefix>.FIELDS.<path>.choices.<id>`. */
function optionsOf(field: Field, path: string, prefix: string): { value: string; label: string }[] | null {
  const { choices, element } = field as unknown as { choices?: unknown; element?: { choices?: unknown } };
  const given = choices ?? element?.choices;
  const ids = Array.isArray(given) ? given : typeof given === 'object' && given ? Object.keys(given) : null;
  if (!ids) return null;
  return ids.map(String).map((id) => {
    const key = `${prefix}.FIELDS.${path}.choices.${id}`;
    return { value: id, label: game.i18n.has(key) ? text(key) : id };
  });
}
