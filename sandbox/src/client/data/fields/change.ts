import type { Data } from '../../../shared/data';
import { isPlainObject } from '../../../shared/types-of';
import { variant } from '../../../variants';
import type { DataModel } from '../../abstract/data-model';
import type { ArrayField } from './array';
import type { DataField } from './base';

/** One change of an active effect. T14: common/data/active-effect.d.mts */
export interface EffectChange {
  key: string;
  type: string;
  value: unknown;
  phase: string;
  priority: number | null;
}

/** Casts a change's delta to the type of the value: effects store any JSON (v14), often a string. */
function castDelta(field: DataField, value: unknown, delta: unknown): unknown {
  if (typeof delta !== 'string' || typeof value === 'string')
    return field.nullable && delta === null ? null : tryCast(field, delta);
  try {
    return tryCast(field, JSON.parse(delta));
  } catch {
    return tryCast(field, isNumeric(field) ? sumOf(delta) : delta);
  }
}

const isNumeric = (field: DataField): boolean => 'integer' in field;

/** T14: common/data/fields.d.mts NumberField `_castChangeDelta`: a string is a formula without dice. */
function sumOf(formula: string): unknown {
  try {
    return new globalThis.foundry.dice.Roll(formula).evaluateSync().total;
  } catch {
    return formula;
  }
}

const tryCast = (field: DataField, delta: unknown): unknown =>
  Array.isArray(delta) || isPlainObject(delta) ? delta : field._cast(delta);

const isCollection = (value: unknown): value is unknown[] | Set<unknown> =>
  Array.isArray(value) || value instanceof Set;
const entriesOf = (value: unknown): unknown[] => (isCollection(value) ? [...value] : [value]);

/** JavaScript's `+`: adds numbers and concatenates strings. */
const sum = (value: unknown, delta: unknown): unknown => (value as number) + (delta as number);
const isMore = (value: unknown, other: unknown): boolean => (value as number) > (other as number);

/** T14: client/documents/active-effect.d.mts; foundry-api.md section 10. */
const CHANGES: Record<string, (value: unknown, delta: unknown) => unknown> = {
  add(value, delta) {
    if (value instanceof Set) return new Set([...value, ...entriesOf(delta)]);
    if (Array.isArray(value)) return [...value, ...entriesOf(delta)];
    if (typeof value === 'boolean') return value || Boolean(delta);
    if (isPlainObject(value)) return { ...value, ...(delta as Data) };
    return value === null || value === undefined ? delta : sum(value, delta);
  },
  subtract(value, delta) {
    const isGone = (entry: unknown) => entriesOf(delta).includes(entry);
    if (value instanceof Set) return new Set([...value].filter((entry) => !isGone(entry)));
    if (Array.isArray(value)) return value.filter((entry) => !isGone(entry));
    if (typeof value === 'boolean') return value && !delta;
    const present = value ?? 0;
    return typeof present === 'number' ? present - Number(delta) : value;
  },
  multiply(value, delta) {
    if (typeof value === 'boolean') return value && Boolean(delta);
    return typeof value === 'number' ? value * Number(delta) : value;
  },
  override: (_value, delta) => delta,
  upgrade: (value, delta) => (value === undefined || isMore(delta, value) ? delta : value),
  downgrade: (value, delta) => (value === undefined || isMore(value, delta) ? delta : value),
};

type ChangeMethod = 'Add' | 'Subtract' | 'Multiply' | 'Override' | 'Upgrade' | 'Downgrade';
const METHODS: Record<string, `_applyChange${ChangeMethod}`> = {
  add: '_applyChangeAdd',
  subtract: '_applyChangeSubtract',
  multiply: '_applyChangeMultiply',
  override: '_applyChangeOverride',
  upgrade: '_applyChangeUpgrade',
  downgrade: '_applyChangeDowngrade',
};

/** The default effect of a change; field classes can override it. */
export const changed = (type: string, value: unknown, delta: unknown): unknown => CHANGES[type]!(value, delta);

/**
 * Casts a change with its field and applies it with the field's method for the type. T14: common/data/fields.d.mts
 * `applyChange` and `_applyChangeAdd` "Returns `value + delta`". Nothing states whether the result is cleaned, so a
 * variant decides.
 */
export function applyChangeToField(field: DataField, value: unknown, model: DataModel, change: EffectChange): unknown {
  const method = METHODS[change.type];
  if (!method) return value;
  const delta = isCollection(value)
    ? castElements((field as Partial<ArrayField>).element, change.value)
    : castDelta(field, value, change.value);
  const next = field[method](value, delta, model, change);
  if (variant('effectValue') === 'raw') return next;
  if (next === undefined || (typeof next === 'number' && Number.isNaN(next))) return value;
  if (isCollection(next) || isPlainObject(next)) return next;
  const cleaned = field.clean(next);
  return field.validate(cleaned) === undefined ? cleaned : value;
}

function castElements(element: DataField | undefined, delta: unknown): unknown[] {
  let list = delta;
  if (typeof delta === 'string' && delta.startsWith('[')) {
    try {
      list = JSON.parse(delta);
    } catch {
      list = delta;
    }
  }
  const entries = Array.isArray(list) ? list : [list];
  return element ? entries.map((entry) => element.clean(entry)) : entries;
}

/** Applies a change to a value without a field, by the value's own type. */
export function applyChangeUntyped(value: unknown, change: EffectChange): unknown {
  const apply = CHANGES[change.type];
  if (!apply) return value;
  let delta = change.value;
  if (typeof delta === 'string' && typeof value !== 'string') {
    try {
      delta = JSON.parse(delta);
    } catch {
      delta = change.value;
    }
  }
  return apply(value, delta);
}
