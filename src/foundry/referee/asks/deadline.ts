import { fallbackAnswer } from '../../../encounter/automation';
import type { Ruleset } from '../../../encounter/ruleset';
import type { Encounter } from '../../../encounter/state';
import { responderOf } from '../../../kernel/answer';
import { lookup } from '../../../kernel/lookup';
import type { ExchangeDocument } from '../../host/exchange-document';
import { readServerTime } from '../../platform/server-clock';
import { answerSeconds } from '../../platform/world-settings';
import type { OpenAsk } from '../../stored/systems';
import { playersOf } from '../requests/responders';

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
    return isTimed ? startsAt(part, time, now) : part;
  });
}

const startsAt = ({ until: _, left: __, ...part }: OpenAsk, left: number, now: number): OpenAsk => {
  const time = part.time ?? left;
  return game.paused ? { ...part, time, left } : { ...part, time, until: now + left };
};

/** Returns the parts with stopped time limits while the game is paused, else with running ones; null if none changes. */
export function withPause(parts: readonly OpenAsk[], now: number): OpenAsk[] | null {
  const isWrong = ({ until, left }: OpenAsk): boolean => (game.paused ? until : left) !== undefined;
  if (!parts.some(isWrong)) return null;
  return parts.map((part) => {
    const left = part.left ?? (part.until === undefined ? 0 : Math.max(0, part.until - now));
    return isWrong(part) ? startsAt(part, left, now) : part;
  });
}

export const isDue = ({ until, given }: OpenAsk): boolean =>
  until !== undefined && given === undefined && until <= readServerTime();
