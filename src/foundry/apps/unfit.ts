import { reasonOf, whyUnfit as unfitReason } from '../../rulebook/schema';
import { declaredOf } from '../platform/declared-field';
import { labelOf, unfitText } from '../platform/field-label';
import { notice } from '../platform/notice';
import { text } from '../platform/text';

type Field = foundry.data.fields.DataField.Any;

interface Model {
  readonly schema: { getField(path: string): Field | undefined };
}
type Checked = Model & { readonly system: Model };

/** What a kind of document adds to all others is its system's to describe. */
const fieldOf = ({ schema, system }: Checked, name: string): Field | undefined =>
  name.startsWith('system.') ? system.schema.getField(name.slice('system.'.length)) : schema.getField(name);

/** Says at an input why what stands in it is not taken; an empty text takes that back. */
export function markUnfit(input: HTMLInputElement, why: string): void {
  input.setCustomValidity(why);
  input.title = why;
  if (why) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

/** Why what was typed as a number is none that the input takes; an empty text where it is one. @param name what the input is called */
export function whyNoNumber(input: HTMLInputElement, name: string): string {
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
export function leaveOutUnfit(
  document: foundry.abstract.Document.Any,
  form: Element,
  data: Record<string, unknown>,
): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    const { name } = input;
    const field = fieldOf(document as unknown as Checked, name);
    if (!field || !(name in data) || input.type === 'checkbox') continue;
    const said = input.validity.customError ? input.validationMessage : '';
    const why = whyUnfit(input, field, data[name]);
    markUnfit(input, why);
    if (!why) continue;
    delete data[name];
    if (why !== said) notice('warn', why);
  }
}

/**
 * Why what stands in a field's input cannot be stored; an empty text where it can. Of a ruleset's field in the words its rules have for it.
 * @param value what the form makes of it
 */
export function whyUnfit(input: HTMLInputElement, field: Field, value: unknown): string {
  const name = input.getAttribute('aria-label') ?? (labelOf(field) || (field.name ?? ''));
  const declared = declaredOf(field);
  if (!declared) return (input.type === 'number' && whyNoNumber(input, name)) || whyRefused(input, field, value, name);
  input.setCustomValidity('');
  const { badInput, stepMismatch } = input.validity;
  const entered = typeof value === 'string' ? value.trim() : value;
  const reason = badInput || stepMismatch ? reasonOf(declared, undefined) : unfitReason(declared, entered);
  return reason ? unfitText(reason, { name, ...(field.hint && { hint: field.hint }) }) : '';
}

function whyRefused(input: HTMLInputElement, field: Field, value: unknown, name: string): string {
  const isMissing = value === null && !field.nullable;
  if (!isMissing && !field.validate(field.clean(value as never) as never)) return '';
  const reason = input.value.trim() === '' ? { id: 'blank' } : { id: 'text', data: { typed: input.value } };
  return unfitText(reason, { name, ...(field.hint && { hint: field.hint }) });
}

/** Takes over into inputs drawn anew what was typed into those before and could not be stored. */
export function keepUnfit(next: HTMLElement, prior: HTMLElement): void {
  for (const old of prior.querySelectorAll<HTMLInputElement>('input[name][aria-invalid]')) {
    const input = next.querySelector<HTMLInputElement>(`input[name="${CSS.escape(old.name)}"]`);
    if (!input) continue;
    input.value = old.value;
    markUnfit(input, old.validationMessage);
  }
}
