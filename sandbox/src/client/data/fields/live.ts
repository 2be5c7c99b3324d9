import type { Data } from '../../../shared/data';

/** True for a live model or document, false for its data. */
export const isModel = (value: unknown): value is { toObject(source?: boolean): Data } =>
  typeof (value as { toObject?: unknown } | null | undefined)?.toObject === 'function';
