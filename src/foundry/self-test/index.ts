import { SYSTEM_ID } from '../platform/settings';
import { isRecord } from '../stored/validators';
import { type SelfTest, testedVersions } from './result';

const SETTING = 'selfTest';

/** Registers the browser's setting for the result. Call at `init`. */
function registerSelfTest(): void {
  game.settings.register(SYSTEM_ID, SETTING, { scope: 'client', config: false, type: Object, default: {} });
}

/**
 * Tests Foundry's features on a GM's client. After success, skips the test until Foundry or Cadence changes version; after a failure,
 * repeats it at each start, because a package may be the cause.
 */
export async function selfTest(): Promise<void> {
  if (!game.user.isGM) return;
  const last = lastSelfTest();
  if (last?.of === testedVersions() && last.failed.length === 0) return;
  const { runProbes, applyFallbacks } = await import('./run-probes');
  const result = runProbes();
  // The browser's storage may be full; then the test runs again at the next start.
  void game.settings.set(SYSTEM_ID, SETTING, result).catch(() => undefined);
  applyFallbacks(result);
}

/** Returns the last result in this browser, or null. */
export function lastSelfTest(): SelfTest | null {
  const last: unknown = game.settings.get(SYSTEM_ID, SETTING);
  if (!isRecord(last)) return null;
  const { of, failed, milliseconds } = last;
  const isKnown = typeof of === 'string' && Array.isArray(failed) && typeof milliseconds === 'number';
  return isKnown ? ({ of, failed, milliseconds } as SelfTest) : null;
}

export const SELF_TEST = { init: registerSelfTest };
