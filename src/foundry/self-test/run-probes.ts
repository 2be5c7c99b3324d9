import { notify } from '../platform/notice';
import { text } from '../platform/text';
import { type Capability, setCapabilities } from '../platform/v14';
import { MEMORY } from './memory';
import { PRESENCE } from './presence';
import type { Probe, ProbePart } from './probe';
import { type SelfTest, testedVersions } from './result';

const PROBES: readonly Probe[] = [...MEMORY, ...PRESENCE];

/** Parts with a fallback, by the ability to switch off. */
const FALLBACKS = new Map<ProbePart, Capability>(
  PROBES.flatMap(({ part, ability }) => (ability ? [[part, ability]] : [])),
);

/** Switches off abilities that failed, and notifies the user of each failed part. */
export function applyFallbacks({ failed }: SelfTest): void {
  for (const part of failed) {
    const ability = FALLBACKS.get(part);
    if (ability) setCapabilities({ [ability]: false });
    notify(ability ? 'warn' : 'error', text(`CADENCE.SelfTest.without.${part}`), { permanent: !ability });
  }
}

/** Runs all probes, without writing. */
export function runProbes(): SelfTest {
  const began = performance.now();
  const failed = new Set<ProbePart>();
  for (const probe of PROBES) if (!failed.has(probe.part) && !works(probe)) failed.add(probe.part);
  return { of: testedVersions(), failed: [...failed], milliseconds: Math.round((performance.now() - began) * 10) / 10 };
}

function works({ part, works: check }: Probe): boolean {
  try {
    if (check()) return true;
    console.warn(`Cadence | self-test: ${part}`);
  } catch (error) {
    console.warn(`Cadence | self-test: ${part}`, error);
  }
  return false;
}
