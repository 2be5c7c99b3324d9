import { notify } from '../platform/notice';
import { text } from '../platform/text';
import { type Capability, setCapabilities } from '../platform/v14';
import { MEMORY } from './memory';
import { PRESENCE } from './presence';
import type { Probe, ProbePart } from './probe';
import { type SelfTest, testedVersions } from './result';

const PROBES: readonly Probe[] = [...MEMORY, ...PRESENCE];

/** Parts by what they can do without, where there is another way. */
const OTHER_WAYS = new Map<ProbePart, Capability>(
  PROBES.flatMap(({ part, ability }) => (ability ? [[part, ability]] : [])),
);

/** Takes the other way where something fails and there is one, and says what will not work where there is none. */
export function applyFallbacks({ failed }: SelfTest): void {
  for (const part of failed) {
    const ability = OTHER_WAYS.get(part);
    if (ability) setCapabilities({ [ability]: false });
    notify(ability ? 'warn' : 'error', text(`CADENCE.SelfTest.without.${part}`), { permanent: !ability });
  }
}

/** Tries all of it, now, without writing. */
export function runProbes(): SelfTest {
  const began = performance.now();
  const failed = new Set<ProbePart>();
  for (const probe of PROBES) if (!failed.has(probe.part) && !works(probe)) failed.add(probe.part);
  return { of: testedVersions(), failed: [...failed], milliseconds: Math.round((performance.now() - began) * 10) / 10 };
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
