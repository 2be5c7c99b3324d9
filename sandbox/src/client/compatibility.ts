import { COMPATIBILITY_MODES } from '../shared/constants';
import { CONFIG } from './config';

interface WarningOptions {
  mode?: number;
  since?: number | string;
  until?: number | string;
  details?: string;
  stack?: boolean;
  once?: boolean;
}

const logged = new Set<string>();

/** Reports the use of a deprecated member. T14: common/utils/logging.d.mts */
export function logCompatibilityWarning(
  message: string,
  { mode = CONFIG.compatibility.mode, since, until, details, once = false }: WarningOptions = {},
): void {
  const { SILENT, WARNING, ERROR, FAILURE } = COMPATIBILITY_MODES;
  const lines = [
    message,
    since && `Deprecated since Version ${since}`,
    until && `Backwards-compatible support will be removed in Version ${until}`,
    details,
  ].filter(Boolean);
  const error = new Error(lines.join('\n'));
  if (mode === FAILURE) throw error;
  const { includePatterns, excludePatterns } = CONFIG.compatibility;
  const text = `${error.message}\n${error.stack}`;
  if (mode === SILENT || (includePatterns.length > 0 && !includePatterns.some((pattern) => pattern.test(text)))) return;
  if (excludePatterns.some((pattern) => pattern.test(text)) || (once && logged.has(message))) return;
  logged.add(message);
  if (mode === ERROR) console.error(error);
  else if (mode === WARNING) console.warn(error);
}
