import type { Ruleset } from '../../encounter/ruleset';
import { fallbackOf } from '../../encounter/standing';
import { askedBy } from '../../kernel/answer';
import type { Host } from '../host/host';
import { countdown } from '../platform/settings';
import type { OpenAsk } from '../stored/systems';
import { playersOf } from './people';

const SECOND = 1000;

/**
 * The parts with the moment their time is up, where the world wants a countdown: for questions to players who are there, and that come
 * to something by themselves. The game master is never hurried.
 */
export function timed(host: Host, { standing }: Ruleset, parts: readonly OpenAsk[]): OpenAsk[] {
  const time = countdown() * SECOND;
  const now = game.time.serverTime;
  return parts.map((part) => {
    const isTimed = time > 0 && !part.given && playersOf(host, askedBy(part.ask)).length > 0;
    return isTimed && fallbackOf(standing, part.ask) !== null ? { ...part, until: now + time, time } : part;
  });
}

/** Whether the part's time is up by the server's clock. */
export const isDue = ({ until, given }: OpenAsk): boolean =>
  until !== undefined && given === undefined && until <= game.time.serverTime;
