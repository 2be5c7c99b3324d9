import Handlebars from 'handlebars';
import { createFormGroup, createNumberInput, optionsFrom, renderOptions } from './fields';

const safe = (html: string) => new Handlebars.SafeString(html);
const text = (value: unknown) => String(value ?? '');

/** Every helper's last argument is Handlebars' own. */
const operands = (args: unknown[]) => args.slice(0, -1);

function localize(value: unknown, { hash }: any): string {
  const key = text(value);
  return Object.keys(hash).length ? game.i18n.format(key, hash) : game.i18n.localize(key);
}

function numberFormat(value: any, { hash }: any): string {
  const number = typeof value === 'number' ? value : Number(value);
  const formatted = Number(number.toFixed(hash.decimals ?? 0)).toLocaleString(game.i18n.lang, {
    minimumFractionDigits: hash.decimals ?? 0,
    useGrouping: false,
  });
  return hash.sign && number >= 0 ? `+${formatted}` : formatted;
}

function selectOptions(choices: any, { hash }: any) {
  const options = optionsFrom(choices, hash);
  const chosen = hash.selected instanceof Set || Array.isArray(hash.selected) ? [...hash.selected] : [hash.selected];
  return safe(renderOptions(options, { ...hash, value: chosen.map(text) }));
}

function split(hash: any) {
  const { classes, label, hint, rootId, stacked, units, widget, ...input } = hash;
  const group: any = { label, hint, rootId, stacked, units, widget };
  group.localize = input.localize;
  if (typeof classes === 'string') group.classes = classes.split(' ');
  else if (Array.isArray(classes)) group.classes = classes;
  for (const key of Object.keys(group)) if (group[key] === undefined) delete group[key];
  return { group, input };
}

function formGroup(field: any, { hash }: any) {
  const { group, input } = split(hash);
  if (field?.toFormGroup) return safe(field.toFormGroup(group, input).outerHTML);
  if (field instanceof HTMLElement) return safe(createFormGroup({ ...group, input: field }).outerHTML);
  throw new Error('Non-DataField values provided to formGroup handlebars helper');
}

function formInput(field: any, { hash }: any) {
  if (field?.toInput) return safe(field.toInput(hash).outerHTML);
  throw new Error('Non-DataField values provided to formInput handlebars helper');
}

function numberInput(value: any, { hash }: any) {
  return safe(createNumberInput({ ...hash, value, classes: hash.class }).outerHTML);
}

function radioBoxes(name: string, choices: any, { hash }: any) {
  const boxes = optionsFrom(choices, hash).map(({ value, label }) => {
    const checked = text(hash.checked) === value ? ' checked' : '';
    const { escapeExpression: clean } = Handlebars;
    return `<label class="checkbox"><input type="radio" name="${clean(name)}" value="${clean(value)}"${checked}> ${clean(label)}</label>`;
  });
  return safe(boxes.join(''));
}

function timeSince(value: any): string {
  const seconds = Math.max(0, Math.round((Date.now() - Number(value)) / 1000));
  const steps: [number, Intl.RelativeTimeFormatUnit][] = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, unit] = steps.find(([step]) => seconds >= step) ?? steps[3];
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
  lt: (a: any, b: any) => a < b,
  gt: (a: any, b: any) => a > b,
  lte: (a: any, b: any) => a <= b,
  gte: (a: any, b: any) => a >= b,
  ifThen: (test: unknown, yes: unknown, no: unknown) => (test ? yes : no),
  array: (...args: unknown[]) => operands(args),
  object: ({ hash }: any) => hash,
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
