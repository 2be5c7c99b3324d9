import { SYSTEM_ID } from '../platform/settings';
import { type SelfTest, versions } from './result';

const SETTING = 'selfTest';

/** At `init`: where this browser keeps what came of it. */
export function registerSelfTest(): void {
  game.settings.register(SYSTEM_ID, SETTING, { scope: 'client', config: false, type: Object, default: {} });
}

/**
 * In a game master's window, before it does anything: tries everything Cadence rests on. What has passed is not tried again until Foundry or
 * Cadence is another version, and until then what tries it is not fetched; what has not is tried each time, since a package may have been the cause.
 */
export async function selfTest(): Promise<void> {
  if (!game.user.isGM) return;
  const last = lastSelfTest();
  if (last?.of === versions() && last.failed.length === 0) return;
  const { tried, withoutWhatFails } = await import('./trial');
  const result = tried();
  void game.settings.set(SYSTEM_ID, SETTING, result);
  withoutWhatFails(result);
}

/** What came of it last in this browser; null where it was never tried. */
export function lastSelfTest(): SelfTest | null {
  const last: Partial<SelfTest> = game.settings.get(SYSTEM_ID, SETTING);
  const { of, failed, milliseconds } = last;
  return of && failed && milliseconds !== undefined ? { of, failed, milliseconds } : null;
}
