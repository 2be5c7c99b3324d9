import { SYSTEM_ID } from '../platform/settings';
import { isRecord } from '../stored/validators';
import { type SelfTest, testedVersions } from './result';

const SETTING = 'selfTest';

/** At `init`: where this browser keeps what came of it. */
function registerSelfTest(): void {
  game.settings.register(SYSTEM_ID, SETTING, { scope: 'client', config: false, type: Object, default: {} });
}

/**
 * In a game master's window, before it does anything: tries everything Cadence rests on. What has passed is not tried again until Foundry or
 * Cadence is another version, and until then what tries it is not fetched; what has not is tried each time, since a package may have been the cause.
 */
export async function selfTest(): Promise<void> {
  if (!game.user.isGM) return;
  const last = lastSelfTest();
  if (last?.of === testedVersions() && last.failed.length === 0) return;
  const { runProbes, applyFallbacks } = await import('./run-probes');
  const result = runProbes();
  // Storage of the browser may be full; then everything is tried again at the next start.
  void game.settings.set(SYSTEM_ID, SETTING, result).catch(() => undefined);
  applyFallbacks(result);
}

/** What came of it last in this browser; null where it was never tried. */
export function lastSelfTest(): SelfTest | null {
  const last: unknown = game.settings.get(SYSTEM_ID, SETTING);
  if (!isRecord(last)) return null;
  const { of, failed, milliseconds } = last;
  const isKnown = typeof of === 'string' && Array.isArray(failed) && typeof milliseconds === 'number';
  return isKnown ? ({ of, failed, milliseconds } as SelfTest) : null;
}

export const SELF_TEST = { init: registerSelfTest };
