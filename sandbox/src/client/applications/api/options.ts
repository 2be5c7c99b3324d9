type Options = Record<string, any>;

const isPlain = (value: unknown): value is Options =>
  !!value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Merges application options down the class chain: arrays concatenate, objects merge, the rest is replaced.
 * T13: client/applications/api/application.d.mts, `_initializeApplicationOptions`.
 */
export function mergeApplicationOptions(target: Options, source: Options): Options {
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const prior = target[key];
    if (Array.isArray(prior) && Array.isArray(value)) target[key] = [...new Set([...prior, ...value])];
    else if (isPlain(value)) target[key] = mergeApplicationOptions(isPlain(prior) ? { ...prior } : {}, value);
    else target[key] = Array.isArray(value) ? [...value] : value;
  }
  return target;
}
