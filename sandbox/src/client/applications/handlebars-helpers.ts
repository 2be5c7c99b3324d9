import Handlebars from 'handlebars';
import type { DataField } from '../data/fields/base';
import {
  createFormGroup,
  createNumberInput,
  type FormGroupConfig,
  type InputConfig,
  optionsFrom,
  renderOptions,
} from './fields';

/** The named arguments, which Handlebars passes last. */
interface HelperOptions {
  hash: Record<string, unknown>;
}

type Choices = Parameters<typeof optionsFrom>[0];

const isField = (value: unknown): value is DataField =>
  typeof (value as Partial<DataField> | null | undefined)?.toInput === 'function';

const safe = (html: string) => new Handlebars.SafeString(html);
const text = (value: unknown) => String(value ?? '');

/** Drops the options object, which Handlebars passes last. */
const operands = (args: unknown[]) => args.slice(0, -1);

function localize(value: unknown, { hash }: HelperOptions): string {
  const key = text(value);
  return Object.keys(hash).length ? game.i18n.format(key, hash) : game.i18n.localize(key);
}

function numberFormat(value: unknown, { hash }: HelperOptions): string {
  const number = typeof value === 'number' ? value : Number(value);
  const decimals = Number(hash['decimals'] ?? 0);
  const formatted = Number(number.toFixed(decimals)).toLocaleString(game.i18n.lang, {
    minimumFractionDigits: decimals,
    useGrouping: false,
  });
  return hash['sign'] && number >= 0 ? `+${formatted}` : formatted;
}

function selectOptions(choices: Choices, { hash }: HelperOptions) {
  const options = optionsFrom(choices, hash);
  const { selected } = hash;
  const chosen = selected instanceof Set || Array.isArray(selected) ? [...selected] : [selected];
  return safe(renderOptions(options, { ...hash, value: chosen.map(text) }));
}

function split(hash: FormGroupConfig & InputConfig) {
  const { classes, label, hint, rootId, stacked, units, widget, ...input } = hash;
  const group: FormGroupConfig = { label, hint, rootId, stacked, units, widget };
  group.localize = input.localize;
  if (typeof classes === 'string') group.classes = classes.split(' ');
  else if (Array.isArray(classes)) group.classes = classes;
  for (const key of Object.keys(group)) if (group[key] === undefined) delete group[key];
  return { group, input };
}

function formGroup(field: unknown, { hash }: HelperOptions) {
  const { group, input } = split(hash);
  if (isField(field)) return safe(field.toFormGroup(group, input).outerHTML);
  if (field instanceof HTMLElement) return safe(createFormGroup({ ...group, input: field }).outerHTML);
  throw new Error('Non-DataField values provided to formGroup handlebars helper');
}

function formInput(field: unknown, { hash }: HelperOptions) {
  if (isField(field)) return safe(field.toInput(hash).outerHTML);
  throw new Error('Non-DataField values provided to formInput handlebars helper');
}

function numberInput(value: unknown, { hash }: HelperOptions) {
  return safe(createNumberInput({ ...hash, value, classes: hash['class'] as string }).outerHTML);
}

function radioBoxes(name: string, choices: Choices, { hash }: HelperOptions) {
  const boxes = optionsFrom(choices, hash).map(({ value, label }) => {
    const checked = text(hash['checked']) === value ? ' checked' : '';
    const { escapeExpression: clean } = Handlebars;
    return `<label class="checkbox"><input type="radio" name="${clean(name)}" value="${clean(value)}"${checked}> ${clean(label)}</label>`;
  });
  return safe(boxes.join(''));
}

function timeSince(value: unknown): string {
  const seconds = Math.max(0, Math.round((Date.now() - Number(value)) / 1000));
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, unit] = steps.find(([step]) => seconds >= step) ?? steps[3]!;
  return new Intl.RelativeTimeFormat(game.i18n.lang, { style: 'narrow' }).format(-Math.floor(seconds / size), unit);
}

const truthy = (value: unknown) => (Array.isArray(value) ? value.length > 0 : !!value);

/** T13: client/applications/handlebars.d.mts */
export const HELPERS: Record<string, Handlebars.HelperDelegate> = {
  and: (...args: unknown[]) => operands(args).every(truthy),
  or: (...args: unknown[]) => operands(args).some(truthy),
  not: (value: unknown) => !value,
  eq: (a: unknown, b: unknown) => a === b,
  ne: (a: unknown, b: unknown) => a !== b,
  lt: (a: number, b: number) => a < b,
  gt: (a: number, b: number) => a > b,
  lte: (a: number, b: number) => a <= b,
  gte: (a: number, b: number) => a >= b,
  ifThen: (test: unknown, yes: unknown, no: unknown) => (test ? yes : no),
  array: (...args: unknown[]) => operands(args),
  object: ({ hash }) => hash,
  concat: (...args: unknown[]) => safe(operands(args).map(text).map(Handlebars.escapeExpression).join('')),
  checked: (value: unknown) => (value ? 'checked' : ''),
  selected: (value: unknown) => (value ? 'selected' : ''),
  disabled: (value: unknown) => (value ? 'disabled' : ''),
  localize,
  numberFormat,
  numberInput,
  selectOptions,
  formGroup,
  formField: formGroup,
  formInput,
  radioBoxes,
  timeSince,
};
