import { isPlainObject } from '../../../shared/types-of';
import { variant } from '../../../variants';

/** Delta of a change as the type of the value it meets: effects store any JSON (v14), often a string. */
function castDelta(field: any, value: any, delta: any): any {
  if (typeof delta !== 'string' || typeof value === 'string')
    return field.nullable && delta === null ? null : tryCast(field, delta);
  try {
    return tryCast(field, JSON.parse(delta));
  } catch {
    return tryCast(field, isNumeric(field) ? sumOf(delta) : delta);
  }
}

const isNumeric = (field: any): boolean => 'integer' in field;

/** T14: common/data/fields.d.mts NumberField `_castChangeDelta`: a string is a formula without dice. */
function sumOf(formula: string): unknown {
  try {
    return new (globalThis as any).foundry.dice.Roll(formula).evaluateSync().total;
  } catch {
    return formula;
  }
}

const tryCast = (field: any, delta: any) => (Array.isArray(delta) || isPlainObject(delta) ? delta : field._cast(delta));

const COLLECTIONS = (value: any) => Array.isArray(value) || value instanceof Set;

/** What each type of change does to a value. T14: client/documents/active-effect.d.mts; foundry-api.md section 10. */
const CHANGES: Record<string, (value: any, delta: any) => any> = {
  add(value, delta) {
    if (value instanceof Set) return new Set([...value, ...(COLLECTIONS(delta) ? delta : [delta])]);
    if (Array.isArray(value)) return [...value, ...(COLLECTIONS(delta) ? delta : [delta])];
    if (typeof value === 'boolean') return value || Boolean(delta);
    if (isPlainObject(value)) return { ...value, ...delta };
    return value === null || value === undefined ? delta : value + delta;
  },
  subtract(value, delta) {
    const gone = (entry: any) => (COLLECTIONS(delta) ? [...delta].includes(entry) : entry === delta);
    if (value instanceof Set) return new Set([...value].filter((entry) => !gone(entry)));
    if (Array.isArray(value)) return value.filter((entry) => !gone(entry));
    if (typeof value === 'boolean') return value && !delta;
    return typeof (value ?? 0) === 'number' ? (value ?? 0) - delta : value;
  },
  multiply(value, delta) {
    if (typeof value === 'boolean') return value && Boolean(delta);
    return typeof value === 'number' ? value * delta : value;
  },
  override: (_value, delta) => delta,
  upgrade: (value, delta) => (value === undefined || delta > value ? delta : value),
  downgrade: (value, delta) => (value === undefined || delta < value ? delta : value),
};

const METHODS: Record<string, string> = {
  add: '_applyChangeAdd',
  subtract: '_applyChangeSubtract',
  multiply: '_applyChangeMultiply',
  override: '_applyChangeOverride',
  upgrade: '_applyChangeUpgrade',
  downgrade: '_applyChangeDowngrade',
};

/** What a field does with a change, unless it is of a class that does it otherwise. */
export const changed = (type: string, value: any, delta: any): any => CHANGES[type]!(value, delta);

/**
 * Applies a change to a value that belongs to a field: cast by it, and done by its own method for the type.
 * T14: common/data/fields.d.mts `applyChange` and `_applyChangeAdd` "Returns `value + delta`": nothing there cleans what comes of it, nor
 * does any remark say that nothing does, so that is a switch.
 */
export function applyChangeToField(field: any, value: any, model: any, change: any): any {
  const method = METHODS[change.type];
  if (!method) return value;
  const element = COLLECTIONS(value) ? field.element : null;
  const delta = COLLECTIONS(value) ? castElements(element, change.value) : castDelta(field, value, change.value);
  const next = field[method](value, delta, model, change);
  if (variant('effectValue') === 'raw') return next;
  if (next === undefined || (typeof next === 'number' && Number.isNaN(next))) return value;
  if (COLLECTIONS(next) || isPlainObject(next)) return next;
  const cleaned = field.clean(next);
  return field.validate(cleaned) === undefined ? cleaned : value;
}

function castElements(element: any, delta: any): any {
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

/** Applies a change to a value no field describes, by the value's own type. */
export function applyChangeUntyped(value: any, change: any): any {
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
