import { notice } from '../platform/notice';
import { SYSTEM_ID } from '../platform/settings';
import { text } from '../platform/text';
import { type Ability, setAbilities } from '../platform/v14';
import { MEMORY } from './memory';
import { PRESENCE } from './presence';
import type { Part, Probe } from './probe';

/** What came of trying everything, and for what it was tried. */
export interface SelfTest {
  /** Foundry's version and ours. */
  readonly of: string;
  readonly failed: readonly Part[];
  readonly milliseconds: number;
}

const SETTING = 'selfTest';
const PROBES: readonly Probe[] = [...MEMORY, ...PRESENCE];

/** At `init`: where this browser keeps what came of it. */
export function registerSelfTest(): void {
  game.settings.register(SYSTEM_ID, SETTING, { scope: 'client', config: false, type: Object, default: {} });
}

/** Parts by what they can do without, where there is another way. */
const OTHER_WAYS = new Map<Part, Ability>(PROBES.flatMap(({ part, ability }) => (ability ? [[part, ability]] : [])));

const versions = (): string => `${game.release.version} ${game.system.version}`;

/**
 * In a game master's window, before it does anything: tries everything Cadence rests on without writing, takes the other way where there is one,
 * and says what will not work where there is none. What has passed is not tried again until Foundry or Cadence is another version; what
 * has not is tried each time, since a package may have been the cause.
 */
export function selfTest(): void {
  if (!game.user.isGM) return;
  const last = lastSelfTest();
  if (last?.of === versions() && last.failed.length === 0) return;
  const result = tried();
  void game.settings.set(SYSTEM_ID, SETTING, result);
  for (const part of result.failed) {
    const ability = OTHER_WAYS.get(part);
    if (ability) setAbilities({ [ability]: false });
    notice(ability ? 'warn' : 'error', text(`CADENCE.SelfTest.without.${part}`), { permanent: !ability });
  }
}

/** What came of it last in this browser; null where it was never tried. */
export function lastSelfTest(): SelfTest | null {
  const last: Partial<SelfTest> = game.settings.get(SYSTEM_ID, SETTING);
  const { of, failed, milliseconds } = last;
  return of && failed && milliseconds !== undefined ? { of, failed, milliseconds } : null;
}

/** Tries all of it, now. */
export function tried(): SelfTest {
  const began = performance.now();
  const failed = new Set<Part>();
  for (const probe of PROBES) if (!failed.has(probe.part) && !works(probe)) failed.add(probe.part);
  return { of: versions(), failed: [...failed], milliseconds: Math.round((performance.now() - began) * 10) / 10 };
}

function works({ part, works: isSo }: Probe): boolean {
  try {
    if (isSo()) return true;
    console.warn(`Cadence | self-test: ${part}`);
  } catch (error) {
    console.warn(`Cadence | self-test: ${part}`, error);
  }
  return false;
}
