import { lookup } from '../../../kernel/lookup';
import { reasonOf, whyUnfit as unfitReason, unitOf } from '../../../toolkit/define/schema';
import { declarationOf, invalidValueText, labelOf, type ModelField } from '../../platform/field-label';
import { fieldAt } from '../../platform/field-path';
import { notify } from '../../platform/notice';
import { localize, text } from '../../platform/text';
import { type Model, modelOf } from '../../stored/model';

interface Section {
  readonly id: string;
  readonly label: string;
  readonly groups: readonly string[];
  readonly nested: readonly Section[];
}

export interface FormGroupOptions {
  /** Raw values below `system`. */
  readonly source: object;
  readonly skip: ReadonlySet<string>;
  readonly rootId: string;
  readonly disabled: boolean;
  readonly rulesetId: string;
  readonly prefix: string;
  readonly prepared: object;
}

/**
 * Returns the inputs of a data model in sections: one for flat fields, one for each nested schema. Formatted text and fields without an
 * input are omitted.
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

/** A list of free texts or numbers, typed with commas. A list of choices has an input of Foundry's own. */
function isList(field: ModelField): field is foundry.data.fields.ArrayField<any> {
  if (!(field instanceof foundry.data.fields.ArrayField)) return false;
  return !('choices' in field.element && field.element.choices);
}

/** Splits the text of list inputs in `data`, which is keyed by the inputs' names. */
export function readLists({ schema }: Model, data: Record<string, unknown>): void {
  for (const [name, typed] of Object.entries(data)) {
    const field = name.startsWith('system.') && fieldAt(schema, name.slice('system.'.length));
    if (!field || !isList(field) || typeof typed !== 'string') continue;
    const parts = typed
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const isNumbers = field.element instanceof foundry.data.fields.NumberField;
    // Text that is no number stays, so that validation refuses it.
    data[name] = isNumbers ? parts.map((part) => (Number.isNaN(Number(part)) ? part : Number(part))) : parts;
  }
}

/** Returns label and input of a field; null if Foundry has no input for it, such as for plain objects. */
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
    const config = { input, label: label || path, hint: field.hint, rootId, ...unitOption(field, rulesetId) };
    return createFormGroup(config as never).outerHTML;
  }
  const options = fieldChoicesOf(field, path, prefix);
  try {
    const group = field.toFormGroup(
      { rootId, label, localize: true, ...(hint && { hint }), ...unitOption(field, rulesetId) } as never,
      { name, value, disabled, ...(options && { options }), ...boundsOption(field) } as never,
    );
    return group.outerHTML;
  } catch {
    return null;
  }
}

/** The unit, which Foundry shows beside the label. API: FormGroupConfig#units */
function unitOption(field: ModelField, rulesetId: string): { readonly units?: string } {
  const declared = declarationOf(field);
  const unit = declared && unitOf(declared);
  return unit ? { units: localize(rulesetId, { key: `Unit.${unit}` }) } : {};
}

/** The bounds as a tooltip; the field itself sets `min`, `max` and `step`. API: FormInputConfig#dataset */
function boundsOption(field: ModelField): { readonly dataset?: { readonly tooltip: string } } {
  const declared = declarationOf(field);
  if (declared?.is.kind !== 'number') return {};
  return { dataset: { tooltip: invalidValueText(reasonOf(declared, undefined), { name: labelOf(field) }) } };
}

function hintOf({ hint }: ModelField, entered: unknown, now: unknown): string {
  if (typeof now !== 'number' || now === entered) return '';
  return [game.i18n.localize(hint), text('CADENCE.App.Effect.now', { value: now })].filter(Boolean).join(' ');
}

/** Returns the choices with labels from `<prefix>.FIELDS.<path>.choices.<id>`; null for a field without choices. */
export function fieldChoicesOf(
  field: ModelField,
  path: string,
  prefix: string,
): { value: string; label: string }[] | null {
  const { getProperty } = foundry.utils;
  const choices = getProperty(field, 'choices') ?? getProperty(field, 'element.choices');
  const ids = Array.isArray(choices) ? choices : typeof choices === 'object' && choices ? Object.keys(choices) : null;
  if (!ids) return null;
  return ids.map(String).map((id) => {
    const key = `${prefix}.FIELDS.${path}.choices.${id}`;
    return { value: id, label: game.i18n.has(key) ? text(key) : id };
  });
}

/** Shows at an input why its value is invalid; an empty text clears that. */
export function markInvalid(input: HTMLInputElement, why: string): void {
  input.setCustomValidity(why);
  input.title = why;
  if (why) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** Returns why a typed number is invalid, or an empty text. */
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
 * Removes invalid values from a form's data and notifies the user, so that the rest is stored. The input keeps its text.
 * Foundry would clamp numbers silently and refuse the whole form for other errors.
 * @param data the form's data by input name
 */
export function removeInvalid(
  document: Actor.Implementation | Item.Implementation,
  form: Element,
  data: Record<string, unknown>,
): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    const { name } = input;
    const [head, ...below] = name.split('.');
    const field =
      head === 'system'
        ? fieldAt(modelOf(document).schema, below.join('.'))
        : fieldAt<ModelField>(document.schema as never, name);
    if (!field || !(name in data) || input.type === 'checkbox') continue;
    const previous = input.validity.customError ? input.validationMessage : '';
    const why = invalidInputText(input, field, lookup(data, name));
    markInvalid(input, why);
    if (!why) continue;
    delete data[name];
    if (why !== previous) notify('warn', why);
  }
}

/**
 * Returns why an input's value cannot be stored, or an empty text. Fields of a ruleset use their own messages.
 * @param value the value from the form
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

export function carryOverInvalid(next: HTMLElement, prior: HTMLElement): void {
  for (const old of prior.querySelectorAll<HTMLInputElement>('input[name][aria-invalid]')) {
    const input = next.querySelector<HTMLInputElement>(`input[name="${CSS.escape(old.name)}"]`);
    if (!input) continue;
    input.value = old.value;
    markInvalid(input, old.validationMessage);
  }
}
