import type { Data } from '../../../shared/data';

const BUTTONS = new Set(['submit', 'button', 'reset', 'image', 'file']);

const CASTS: Record<string, (value: unknown) => unknown> = {
  Number: (value) => (value === '' || value === null ? null : Number(value)),
  Boolean: (value) => value === true || value === 'true',
  JSON: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
  String,
};

interface FormDataOptions {
  dtypes?: Record<string, string>;
  disabled?: boolean;
  readonly?: boolean;
}

type Field = HTMLInputElement & { _getValue?: () => unknown };

function dtypeOf(field: Field): string | undefined {
  if (field.dataset.dtype) return field.dataset.dtype;
  if (field.type === 'number' || field.type === 'range') return 'Number';
  return undefined;
}

function cast(value: unknown, dtype?: string): unknown {
  if (!dtype) return value;
  if (Array.isArray(value)) return value.map((one) => cast(one, dtype));
  const make = CASTS[dtype];
  return make ? make(value) : value;
}

function valueIn(field: Field, siblings: Field[]): unknown {
  if (field.type === 'radio') return siblings.find((radio) => radio.checked)?.value ?? null;
  if (field.type === 'checkbox') {
    const explicit = field.hasAttribute('value');
    if (siblings.length > 1) return siblings.filter((box) => box.checked).map((box) => box.value);
    return explicit && field.dataset.dtype !== 'Boolean' ? (field.checked ? field.value : null) : field.checked;
  }
  if (field instanceof HTMLSelectElement && field.multiple) {
    return [...(field as HTMLSelectElement).selectedOptions].map((option) => option.value);
  }
  return field.value;
}

/** Form values with their types and dotted keys. T13: client/applications/ux/form-data-extended.d.mts */
export class FormDataExtended extends FormData {
  dtypes: Record<string, string> = {};
  editors: Record<string, unknown> = {};
  #object: Data = {};

  constructor(form: HTMLFormElement, options: FormDataOptions = {}) {
    super();
    Object.assign(this.dtypes, options.dtypes);
    this.process(form, options);
  }

  get object(): Data {
    return this.#object;
  }

  process(form: HTMLFormElement, { disabled = false, readonly = true }: FormDataOptions = {}): void {
    const groups = new Map<string, Field[]>();
    for (const field of form.elements as Iterable<Field>) {
      const name = field.name || field.getAttribute('name');
      if (!name || BUTTONS.has(field.type) || field.tagName === 'FIELDSET' || field.tagName === 'OBJECT') continue;
      if (!disabled && (field.disabled || field.closest('fieldset[disabled]'))) continue;
      if (!readonly && field.readOnly) continue;
      groups.set(name, [...(groups.get(name) ?? []), field]);
    }
    for (const [name, fields] of groups) {
      const field = fields[0]!;
      const dtype = dtypeOf(field);
      if (dtype) this.dtypes[name] = dtype;
      const toggles = field.type === 'checkbox' || field.type === 'radio';
      const value = fields.length > 1 && !toggles ? fields.map((one) => valueIn(one, [one])) : valueIn(field, fields);
      this.set(name, value);
    }
    for (const editable of form.querySelectorAll<HTMLElement>('[data-edit]')) {
      if (editable.tagName === 'IMG') this.set(editable.dataset.edit!, editable.getAttribute('src'));
    }
  }

  override set(name: string, value: unknown): void {
    this.#object[name] = cast(value, this.dtypes[name]);
    super.set(name, JSON.stringify(this.#object[name] ?? null));
  }

  override append(name: string, value: unknown): void {
    const prior = this.#object[name];
    if (prior === undefined) {
      this.set(name, value);
      return;
    }
    this.#object[name] = [...(Array.isArray(prior) ? prior : [prior]), cast(value, this.dtypes[name])];
    super.set(name, JSON.stringify(this.#object[name]));
  }
}
