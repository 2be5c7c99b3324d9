import { reasonOf, whyUnfit as unfitReason, unitOf } from '../../../toolkit/define/schema';
import { declarationOf, invalidValueText, labelOf, type ModelField } from '../../platform/field-label';
import { notify } from '../../platform/notice';
import { localize, text } from '../../platform/text';
import { type Model, modelOf } from '../../stored/model';

/** A heading and the inputs below it, as HTML that Foundry's fields have made themselves. */
export interface Section {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly string[];
  readonly nested: readonly Section[];
}

export interface FormGroupOptions {
  /** Stored values below `system`. */
  readonly source: object;
  /** Paths below `system` that are shown elsewhere. */
  readonly skip: ReadonlySet<string>;
  readonly rootId: string;
  readonly disabled: boolean;
  /** Whose words say what a number is measured in. */
  readonly rulesetId: string;
  /** Branch of the model's labels in the language file. */
  readonly prefix: string;
  /** Values below `system` as they are prepared. */
  readonly prepared: object;
}

/**
 * The inputs of a data model, in sections: one for what lies flat, one for each nested schema. A new field in a model so appears on
 * its sheet by itself. Formatted text and what no input exists for is left out.
 */
export function sectionsOf(model: Model, options: Omit<FormGroupOptions, 'prefix' | 'prepared'>): readonly Section[] {
  const [prefix = ''] = (model.constructor as { LOCALIZATION_PREFIXES?: string[] }).LOCALIZATION_PREFIXES ?? [];
  const { groups, nested } = read(model.schema.fields, '', { ...options, prefix, prepared: model });
  const general = { id: 'general', label: text('CADENCE.App.general'), groups, nested: [] };
  return groups.length > 0 ? [general, ...nested] : nested;
}

function read(
  fields: Record<string, ModelField>,
  base: string,
  frame: FormGroupOptions,
): { groups: string[]; nested: Section[] } {
  const groups: string[] = [];
  const nested: Section[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const path = base ? `${base}.${name}` : name;
    if (frame.skip.has(path)) continue;
    if (field instanceof foundry.data.fields.SchemaField) {
      const inner = read(field.fields, path, frame);
      if (inner.groups.length + inner.nested.length > 0)
        nested.push({ id: path, label: field.label || name, ...inner });
      continue;
    }
    if (field instanceof foundry.data.fields.HTMLField) continue;
    const group = formGroupOf(field, path, frame);
    if (group) groups.push(group);
  }
  return { groups, nested };
}

/** A list of free words or numbers, which is typed with commas; one of given choices has an input of Foundry's. */
function isList(field: ModelField): field is foundry.data.fields.ArrayField<any> {
  if (!(field instanceof foundry.data.fields.ArrayField)) return false;
  return !('choices' in field.element && field.element.choices);
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

function fieldAt(fields: Record<string, ModelField>, [name = '', ...rest]: readonly string[]): ModelField | undefined {
  const field = fields[name];
  if (rest.length === 0 || !(field instanceof foundry.data.fields.SchemaField)) return field;
  return fieldAt(field.fields, rest);
}

/** Label and input of one field; null where Foundry has no input for its kind, such as plain objects. */
export function formGroupOf(
  field: ModelField,
  path: string,
  frame: FormGroupOptions,
  label = field.label,
): string | null {
  const { source, rootId, disabled, rulesetId, prefix, prepared } = frame;
  const value = foundry.utils.getProperty(source, path);
  const hint = hintOf(field, value, foundry.utils.getProperty(prepared, path));
  const name = `system.${path}`;
  if (isList(field)) {
    const { createFormGroup, createTextInput } = foundry.applications.fields;
    const input = createTextInput({ name, value: (value as unknown[] | undefined)?.join(', ') ?? '', disabled });
    const said = { input, label: label || path, hint: field.hint, rootId, ...unitSaid(field, rulesetId) };
    return createFormGroup(said as never).outerHTML;
  }
  const options = fieldChoicesOf(field, path, prefix);
  try {
    const group = field.toFormGroup(
      { rootId, label, localize: true, ...(hint && { hint }), ...unitSaid(field, rulesetId) } as never,
      { name, value, disabled, ...(options && { options }), ...boundsSaid(field) } as never,
    );
    return group.outerHTML;
  } catch {
    return null;
  }
}

/** What a number is measured in, which Foundry writes beside its label. API: FormGroupConfig#units */
function unitSaid(field: ModelField, rulesetId: string): { readonly units?: string } {
  const declared = declarationOf(field);
  const unit = declared && unitOf(declared);
  return unit ? { units: localize(rulesetId, { key: `Unit.${unit}` }) } : {};
}

/** Of a number its bounds, where somebody points at its input. Its `min`, `max` and `step` its field gives. API: FormInputConfig#dataset */
function boundsSaid(field: ModelField): { readonly dataset?: { readonly tooltip: string } } {
  const declared = declarationOf(field);
  if (declared?.is.kind !== 'number') return {};
  return { dataset: { tooltip: invalidValueText(reasonOf(declared, undefined), { name: labelOf(field) }) } };
}

/** What a field says of itself, and where active effects make another number of what is entered, that. */
function hintOf({ hint }: ModelField, entered: unknown, now: unknown): string {
  if (typeof now !== 'number' || now === entered) return '';
  return [game.i18n.localize(hint), text('CADENCE.App.Effect.now', { value: now })].filter(Boolean).join(' ');
}

/** The choices of a field by the words of the language file: `<prefix>.FIELDS.<path>.choices.<id>`. */
export function fieldChoicesOf(
  field: ModelField,
  path: string,
  prefix: string,
): { value: string; label: string }[] | null {
  const { getProperty } = foundry.utils;
  const given = getProperty(field, 'choices') ?? getProperty(field, 'element.choices');
  const ids = Array.isArray(given) ? given : typeof given === 'object' && given ? Object.keys(given) : null;
  if (!ids) return null;
  return ids.map(String).map((id) => {
    const key = `${prefix}.FIELDS.${path}.choices.${id}`;
    return { value: id, label: game.i18n.has(key) ? text(key) : id };
  });
}

/** Says at an input why what stands in it is not taken; an empty text takes that back. */
export function markInvalid(input: HTMLInputElement, why: string): void {
  input.setCustomValidity(why);
  input.title = why;
  if (why) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** Why what was typed as a number is none that the input takes; an empty text where it is one. @param name what the input is called */
export function invalidNumberText(input: HTMLInputElement, name: string): string {
  input.setCustomValidity('');
  const { badInput, rangeOverflow, rangeUnderflow, stepMismatch } = input.validity;
  if (!badInput && !rangeOverflow && !rangeUnderflow && !stepMismatch) return '';
  const { min, max, step } = input;
  const kind = step === 'any' ? 'number' : 'whole';
  const bounds = max ? 'Between' : min ? 'Least' : '';
  return text(`CADENCE.Notice.unfit.${kind}${bounds}`, { name, min, max });
}

/**
 * Leaves out of a form's data what cannot be stored, and says so, so that the rest is stored all the same. What was typed stays where it
 * is. Foundry would bring a number between its bounds without a word, and refuse the whole form for anything else.
 * @param data the form's, by the inputs' names
 */
export function removeInvalid(
  document: Actor.Implementation | Item.Implementation,
  form: Element,
  data: Record<string, unknown>,
): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    const { name } = input;
    // What a kind of document adds to all others is its system's to describe.
    const [head, ...below] = name.split('.');
    const field =
      head === 'system' ? modelOf(document).schema.getField(below.join('.')) : document.schema.getField(name);
    if (!field || !(name in data) || input.type === 'checkbox') continue;
    const said = input.validity.customError ? input.validationMessage : '';
    const why = invalidInputText(input, field, data[name]);
    markInvalid(input, why);
    if (!why) continue;
    delete data[name];
    if (why !== said) notify('warn', why);
  }
}

/**
 * Why what stands in a field's input cannot be stored; an empty text where it can. Of a ruleset's field in the words its rules have for it.
 * @param value what the form makes of it
 */
export function invalidInputText(input: HTMLInputElement, field: ModelField, value: unknown): string {
  const name = input.getAttribute('aria-label') ?? (labelOf(field) || (field.name ?? ''));
  const declared = declarationOf(field);
  if (!declared)
    return (input.type === 'number' && invalidNumberText(input, name)) || whyRefused(input, field, value, name);
  input.setCustomValidity('');
  const { badInput, stepMismatch } = input.validity;
  const entered = typeof value === 'string' ? value.trim() : value;
  const reason = badInput || stepMismatch ? reasonOf(declared, undefined) : unfitReason(declared, entered);
  return reason ? invalidValueText(reason, { name, ...(field.hint && { hint: field.hint }) }) : '';
}

function whyRefused(input: HTMLInputElement, field: ModelField, value: unknown, name: string): string {
  const isMissing = value === null && !field.nullable;
  if (!isMissing && !field.validate(field.clean(value))) return '';
  const reason = input.value.trim() === '' ? { id: 'blank' } : { id: 'text', data: { typed: input.value } };
  return invalidValueText(reason, { name, ...(field.hint && { hint: field.hint }) });
}

/** Takes over into inputs drawn anew what was typed into those before and could not be stored. */
export function carryOverInvalid(next: HTMLElement, prior: HTMLElement): void {
  for (const old of prior.querySelectorAll<HTMLInputElement>('input[name][aria-invalid]')) {
    const input = next.querySelector<HTMLInputElement>(`input[name="${CSS.escape(old.name)}"]`);
    if (!input) continue;
    input.value = old.value;
    markInvalid(input, old.validationMessage);
  }
}
