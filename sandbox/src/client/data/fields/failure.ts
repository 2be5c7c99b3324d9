/** Why a value, or a tree of values, is invalid. T14: common/data/validation-failure.d.mts */
export class DataModelValidationFailure {
  message: string;
  invalidValue: unknown;
  fallback: unknown;
  dropped: boolean;
  unresolved: boolean;
  fields: Record<string, DataModelValidationFailure> = {};
  elements: { id: string | number; name?: string; failure: DataModelValidationFailure }[] = [];

  constructor({
    message = '',
    invalidValue = undefined,
    fallback = undefined,
    unresolved = true,
    dropped = false,
  }: Partial<
    Pick<DataModelValidationFailure, 'message' | 'invalidValue' | 'fallback' | 'unresolved' | 'dropped'>
  > = {}) {
    this.message = message;
    this.invalidValue = invalidValue;
    this.fallback = fallback;
    this.unresolved = unresolved;
    this.dropped = dropped;
  }

  isEmpty() {
    return Object.keys(this.fields).length === 0 && this.elements.length === 0 && !this.message;
  }

  /** Returns a line per failing leaf: `system.hp.value: must be an integer`. */
  lines(prefix = ''): string[] {
    const at = (key: string | number) => (prefix ? `${prefix}.${key}` : String(key));
    const own = this.message ? [`${prefix || 'joint validation'}: ${this.message}`] : [];
    return [
      ...own,
      ...Object.entries(this.fields).flatMap(([key, failure]) => failure.lines(at(key))),
      ...this.elements.flatMap(({ id, failure }) => failure.lines(at(id))),
    ];
  }

  asError() {
    return new DataModelValidationError(this);
  }

  toString() {
    return this.lines().join('\n');
  }
}

export class DataModelValidationError extends Error {
  failure: DataModelValidationFailure | null;

  constructor(failure: DataModelValidationFailure | string) {
    super(typeof failure === 'string' ? failure : failure.toString());
    this.name = 'DataModelValidationError';
    this.failure = typeof failure === 'string' ? null : failure;
  }

  getFailure(fieldPath?: string) {
    if (!fieldPath) return this.failure;
    return fieldPath
      .split('.')
      .reduce<DataModelValidationFailure | null | undefined>((failure, key) => failure?.fields[key], this.failure);
  }
}
