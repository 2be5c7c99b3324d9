/** Marks an operator in JSON. T14: common/data/operators.d.mts */
export const OPERATOR_KEY = '__$OPERATOR$__';

/** T14: common/data/operators.d.mts: an instruction in the place of an update's value. */
export abstract class DataFieldOperator {
  abstract toJSON(): Record<string, unknown>;
}

/** Deletes the key it is assigned to. */
export class ForcedDeletion extends DataFieldOperator {
  static create() {
    return new ForcedDeletion();
  }

  toJSON() {
    return { [OPERATOR_KEY]: 'ForcedDeletion' };
  }
}

/** Replaces a value as a whole, where a plain object would be merged. */
export class ForcedReplacement<T = unknown> extends DataFieldOperator {
  readonly value: T;

  constructor(value: T) {
    super();
    this.value = value;
  }

  static create<T>(value: T) {
    return new ForcedReplacement(value);
  }

  toJSON() {
    return { [OPERATOR_KEY]: 'ForcedReplacement', value: this.value };
  }
}

export const _del = new ForcedDeletion();
export const _replace = <T>(value: T) => ForcedReplacement.create(value);

/** Returns plain JSON to send: without undefined values, operators in marked form. */
export function encodeOperators<T>(data: T): T {
  return data === undefined ? data : JSON.parse(JSON.stringify(data));
}

/** Returns a copy with operators in place of their marked form. */
export function decodeOperators<T>(data: T): T;
export function decodeOperators(data: unknown): unknown {
  if (Array.isArray(data)) return data.map((entry) => decodeOperators(entry));
  if (data === null || typeof data !== 'object' || data instanceof DataFieldOperator) return data;
  if (OPERATOR_KEY in data) {
    if (data[OPERATOR_KEY] === 'ForcedDeletion') return _del;
    if (data[OPERATOR_KEY] === 'ForcedReplacement' && 'value' in data)
      return new ForcedReplacement(decodeOperators(data.value));
    throw new Error(`Unknown data operator "${data[OPERATOR_KEY]}"`);
  }
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decodeOperators(value)]));
}

/** v13 string keys, deprecated but supported in v14: `-=key` deletes, `==key` replaces. */
export function operatorOfKey(key: string, value: unknown): [string, unknown] {
  if (key.startsWith('-=')) return [key.slice(2), _del];
  if (key.startsWith('==')) return [key.slice(2), value instanceof DataFieldOperator ? value : _replace(value)];
  return [key, value];
}

/** Returns a copy with string keys (of expanded data) replaced by operators, so that later code handles one form. */
export function normalizeOperators<T>(data: T): T;
export function normalizeOperators(data: unknown): unknown {
  if (Array.isArray(data)) return data.map((entry) => normalizeOperators(entry));
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const [name, meant] = operatorOfKey(key, value);
      return [name, normalizeOperators(meant)];
    }),
  );
}
