import type { Data } from '../../../shared/data';

/** Is it a live model or document, as opposed to its data? */
export const isModel = (value: unknown): value is { toObject(source?: boolean): Data } =>
  typeof (value as { toObject?: unknown } | null | undefined)?.toObject === 'function';
