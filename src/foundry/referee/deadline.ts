import { fallbackAnswer } from '../../encounter/automation';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import { responderOf } from '../../kernel/answer';
import { lookup } from '../../kernel/lookup';
import type { ExchangeDocument } from '../host/exchange-document';
import { readServerTime } from '../platform/server-clock';
import { answerSeconds } from '../platform/world-settings';
import type { OpenAsk } from '../stored/systems';
import { playersOf } from './responders';

const SECOND = 1000;

/**
 * Returns the parts with deadlines. A time limit of the rules applies to all; the world's countdown only to asks of connected players with
 * a default answer.
 */
export function withDeadlines(
  host: ExchangeDocument,
  { automation }: Ruleset,
  { settings }: Pick<Encounter, 'settings'>,
  parts: readonly OpenAsk[],
): OpenAsk[] {
  const limits = automation.timeLimits(settings);
  const now = readServerTime();
  return parts.map((part) => {
    const limit = lookup(limits, part.ask.id);
    const isForPlayers = playersOf(host, responderOf(part.ask)).length > 0;
    const time = (limit ?? (isForPlayers ? answerSeconds() : 0)) * SECOND;
    const isTimed = time > 0 && !part.given && fallbackAnswer(automation, part.ask) !== null;
    return isTimed ? { ...part, until: now + time, time } : part;
  });
}

export const isDue = ({ until, given }: OpenAsk): boolean =>
  until !== undefined && given === undefined && until <= readServerTime();
