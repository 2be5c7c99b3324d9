import type { Data } from '../../shared/data';
import { escapeHTML } from '../../shared/html';
import type { Choices, DataField } from '../data/fields/base';

export type Option = {
  value: string;
  label: string;
  group?: string;
  disabled?: boolean;
  selected?: boolean;
  rule?: boolean;
  dataset?: Record<string, string>;
};

/** T13: client/applications/forms/fields.d.mts */
export interface InputConfig extends ChoiceConfig {
  name?: string;
  id?: string;
  type?: string;
  value?: unknown;
  required?: boolean;
  disabled?: boolean;
  readonly?: boolean;
  autofocus?: boolean;
  placeholder?: string;
  classes?: string | string[];
  dataset?: Record<string, unknown>;
  aria?: Record<string, unknown>;
  /** Creates the input in place of the field's own. */
  input?: (field: DataField, config: InputConfig) => HTMLElement;
  widget?: Widget;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | 'any' | undefined;
  rows?: number;
  [option: string]: unknown;
}

interface ChoiceConfig {
  options?: Options | undefined;
  choices?: Choices | undefined;
  groups?: string[];
  blank?: string | undefined;
  valueAttr?: string | undefined;
  labelAttr?: string | undefined;
  localize?: boolean | undefined;
  inverted?: boolean;
  sort?: boolean;
}

/** Shapes of choices that Foundry accepts: options, labels, or labels by value. */
type Options = readonly unknown[] | Map<string, unknown> | Record<string, unknown>;

export interface FormGroupConfig {
  label?: string;
  hint?: string;
  units?: string;
  rootId?: string;
  classes?: string[];
  stacked?: boolean;
  hidden?: boolean;
  localize?: boolean | undefined;
  input?: HTMLElement;
  widget?: Widget;
  [option: string]: unknown;
}

type Widget = (field: DataField | HTMLElement, group: FormGroupConfig, input: InputConfig | HTMLElement) => HTMLElement;

const localized = (value: unknown, localize?: boolean): string =>
  localize ? game.i18n.localize(String(value ?? '')) : String(value ?? '');

/** Sets the attributes that every input has. T13: client/applications/forms/fields.d.mts, setInputAttributes */
export function setInputAttributes(input: HTMLElement, config: InputConfig): void {
  const set = (name: string, value: unknown) =>
    value !== undefined && value !== null && input.setAttribute(name, String(value));
  set('name', config.name);
  set('id', config.id);
  for (const flag of ['required', 'disabled', 'readonly', 'autofocus'])
    input.toggleAttribute(flag, config[flag] === true);
  set('placeholder', config.placeholder === undefined ? undefined : localized(config.placeholder, config.localize));
  for (const [key, value] of Object.entries(config.dataset ?? {})) input.dataset[key] = String(value);
  for (const [name, value] of Object.entries(config.aria ?? {})) set(`aria-${name}`, value);
  const classes = Array.isArray(config.classes) ? config.classes : (config.classes ?? '').split(' ');
  input.classList.add(...classes.filter(Boolean));
}

function input(type: string, config: InputConfig): HTMLInputElement {
  const element = document.createElement('input');
  element.setAttribute('type', type);
  setInputAttributes(element, config);
  return element;
}

export function createFormGroup(config: FormGroupConfig): HTMLElement {
  const { classes, hint, label, rootId, stacked, localize, units, widget } = config;
  const group = document.createElement('div');
  group.className = 'form-group';
  if (classes?.length) group.classList.add(...classes);
  if (stacked) group.classList.add('stacked');
  if (config.hidden) group.hidden = true;
  const fields = document.createElement('div');
  fields.className = 'form-fields';
  const field = config.input!;
  if (rootId && !field.id) field.id = [rootId, field.getAttribute('name')].filter(Boolean).join('-');
  if (label) {
    const element = document.createElement('label');
    element.textContent = localized(label, localize);
    if (field.id) element.htmlFor = field.id;
    else field.setAttribute('aria-label', element.textContent);
    if (units) {
      const span = document.createElement('span');
      span.className = 'units';
      span.textContent = `(${game.i18n.localize(units)})`;
      element.append(' ', span);
    }
    group.append(element);
  }
  if (widget) return widget(field, config, group);
  fields.append(field);
  group.append(fields);
  if (hint) {
    const p = document.createElement('p');
    p.className = 'hint';
    p.textContent = localized(hint, localize);
    group.append(p);
  }
  return group;
}

export function createCheckboxInput(config: InputConfig): HTMLInputElement {
  const element = input('checkbox', config);
  element.toggleAttribute('checked', !!config.value);
  return element;
}

export function createNumberInput(config: InputConfig): HTMLElement {
  if (config.options) return createSelectInput({ ...config, dataset: { ...config.dataset, dtype: 'Number' } });
  const element = input(config.type === 'range' ? 'range' : 'number', config);
  for (const key of ['min', 'max']) if (Number.isFinite(config[key])) element.setAttribute(key, String(config[key]));
  element.setAttribute('step', typeof config.step === 'number' ? String(config.step) : 'any');
  if (config.value !== undefined && config.value !== null) element.setAttribute('value', String(config.value));
  return element;
}

export function createTextInput(config: InputConfig): HTMLInputElement {
  const element = input(config.type ?? 'text', config);
  element.setAttribute('value', String(config.value ?? ''));
  return element;
}

export function createTextareaInput(config: InputConfig): HTMLTextAreaElement {
  const element = document.createElement('textarea');
  setInputAttributes(element, config);
  element.textContent = String(config.value ?? '');
  if (config.rows) element.setAttribute('rows', String(config.rows));
  return element;
}

/** Converts choices in any of Foundry's shapes (options, labels, record) to options. */
export function optionsFrom(choices: Options | undefined, config: ChoiceConfig = {}): Option[] {
  const { valueAttr, labelAttr, localize, inverted, sort } = config;
  const list: Option[] = [];
  const add = (value: unknown, label: unknown, extra: object = {}) =>
    list.push({ ...extra, value: String(value), label: localized(label, localize) });
  const entries: [unknown, unknown][] = Array.isArray(choices)
    ? choices.map((choice, index) => [index, choice])
    : choices instanceof Map
      ? [...choices]
      : Object.entries(choices ?? {});
  for (const [key, choice] of entries) {
    if (choice && typeof choice === 'object') {
      const option: Data = { ...choice };
      const value = valueAttr ? option[valueAttr] : (option['value'] ?? key);
      add(value, labelAttr ? option[labelAttr] : (option['label'] ?? option['name'] ?? value), choice);
    } else if (inverted) add(choice, key);
    else add(key, choice);
  }
  if (sort) list.sort((a, b) => a.label.localeCompare(b.label, game.i18n.lang));
  return list;
}

/** Groups options, in the requested order of groups. */
export function prepareSelectOptionGroups(config: InputConfig): { group: string; options: Option[] }[] {
  const { options = [], groups, blank, value, localize, sort } = config;
  const chosen = (value instanceof Set || Array.isArray(value) ? [...value] : [value]).map((one) => String(one ?? ''));
  const map = new Map<string, Option[]>((groups ?? []).map((group) => [group, []]));
  for (const option of optionsFrom(options, config)) {
    const group = option.group ? localized(option.group, localize) : '';
    if (groups && group && !map.has(group)) continue;
    map.set(group, [
      ...(map.get(group) ?? []),
      { ...option, selected: option.selected ?? chosen.includes(option.value) },
    ]);
  }
  if (sort) for (const list of map.values()) list.sort((a, b) => a.label.localeCompare(b.label));
  if (typeof blank === 'string') {
    const first = { value: '', label: localized(blank, localize), selected: chosen.includes('') };
    map.set('', [first, ...(map.get('') ?? [])]);
  }
  return [...map].map(([group, list]) => ({ group, options: list }));
}

export function renderOptions(options: Option[], config: InputConfig): string {
  const groups = prepareSelectOptionGroups({
    ...config,
    options,
    localize: false,
    sort: false,
    valueAttr: undefined,
    labelAttr: undefined,
  });
  const one = ({ value, label, selected, disabled, rule }: Option) =>
    rule
      ? '<hr>'
      : `<option value="${escapeHTML(value)}"${selected ? ' selected' : ''}${disabled ? ' disabled' : ''}>${escapeHTML(label)}</option>`;
  return groups
    .map(({ group, options: list }) => {
      const html = list.map(one).join('');
      return group ? `<optgroup label="${escapeHTML(group)}">${html}</optgroup>` : html;
    })
    .join('');
}

export function createSelectInput(config: InputConfig): HTMLSelectElement {
  const element = document.createElement('select');
  setInputAttributes(element, config);
  const options = optionsFrom(config.options, config);
  element.innerHTML = renderOptions(options, config);
  return element;
}

/** Creates a native multiple select, which replaces Foundry's `<multi-select>`. */
export function createMultiSelectInput(config: InputConfig): HTMLSelectElement {
  const element = createSelectInput(config);
  element.setAttribute('multiple', '');
  return element;
}
