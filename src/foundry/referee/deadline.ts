import { fallbackAnswer } from '../../encounter/automation';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import { responderOf } from '../../kernel/answer';
import type { ExchangeDocument } from '../host/exchange-document';
import { serverNow } from '../platform/server-clock';
import { answerSeconds } from '../platform/world-settings';
import type { OpenAsk } from '../stored/systems';
import { playersOf } from './responders';

const SECOND = 1000;

/**
 * The parts with the moment their time is up: that of a pause the rules make, for everybody; else, where the world wants a countdown,
 * for questions to players who are there, and that come to something by themselves. But for a pause the game master is never hurried.
 */
export function withDeadlines(
  host: ExchangeDocument,
  { automation }: Ruleset,
  { settings }: Pick<Encounter, 'settings'>,
  parts: readonly OpenAsk[],
): OpenAsk[] {
  const pauses = automation.timeLimits(settings);
  const now = serverNow();
  return parts.map((part) => {
    const pause = pauses[part.ask.id];
    const isForPlayers = playersOf(host, responderOf(part.ask)).length > 0;
    const time = (pause ?? (isForPlayers ? answerSeconds() : 0)) * SECOND;
    const isTimed = time > 0 && !part.given && fallbackAnswer(automation, part.ask) !== null;
    return isTimed ? { ...part, until: now + time, time } : part;
  });
}

/** Whether the part's time is up by the server's clock. */
export const isDue = ({ until, given }: OpenAsk): boolean =>
  until !== undefined && given === undefined && until <= serverNow();
