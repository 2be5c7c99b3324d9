import { notice } from '../platform/notice';
import { text } from '../platform/text';
import { type Ability, setAbilities } from '../platform/v14';
import { MEMORY } from './memory';
import { PRESENCE } from './presence';
import type { Part, Probe } from './probe';
import { type SelfTest, versions } from './result';

const PROBES: readonly Probe[] = [...MEMORY, ...PRESENCE];

/** Parts by what they can do without, where there is another way. */
const OTHER_WAYS = new Map<Part, Ability>(PROBES.flatMap(({ part, ability }) => (ability ? [[part, ability]] : [])));

/** Takes the other way where something fails and there is one, and says what will not work where there is none. */
export function withoutWhatFails({ failed }: SelfTest): void {
  for (const part of failed) {
    const ability = OTHER_WAYS.get(part);
    if (ability) setAbilities({ [ability]: false });
    notice(ability ? 'warn' : 'error', text(`CADENCE.SelfTest.without.${part}`), { permanent: !ability });
  }
}

/** Tries all of it, now, without writing. */
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
