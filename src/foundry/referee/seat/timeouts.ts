import { fallbackAnswer } from '../../../encounter/automation';
import type { Answer } from '../../../kernel/ask';
import { requireAdapter } from '../../adapters/registry';
import { type ExchangeDocument, hostOf } from '../../host/exchange-document';
import { idOf } from '../../platform/documents';
import { readServerTime } from '../../platform/server-clock';
import { combatSystem, type OpenAsk } from '../../stored/systems';
import { isDue, withPause } from '../asks/deadline';
import { isAnswered } from '../asks/open-asks';
import { checkLease, isReferee } from '../store/lease';
import { acceptWaiting, enqueueBackground } from './queue';

/** By encounter; they run in the window of the referee. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Waits for the first deadline of this host, then answers for the others. Every GM's client waits, only the referee answers. Called after
 * every change.
 */
export function watchTimeouts(host: ExchangeDocument): void {
  const id = idOf(host);
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (!game.user.isGM) return;
  const now = readServerTime();
  if (withPause(asksOf(host), now)) void settlePause(host, now);
  startTimer(id, deadlinesOf(host));
}

async function settlePause(host: ExchangeDocument, at: number): Promise<void> {
  await checkLease(host);
  await enqueueBackground(host, async ({ storePause }) => {
    if (isReferee(host)) await storePause(host, at);
  });
}

const asksOf = (host: ExchangeDocument): readonly OpenAsk[] => combatSystem(host).open?.asks ?? [];

const deadlinesOf = (host: ExchangeDocument): readonly number[] =>
  asksOf(host).flatMap(({ until, given }) => (given || !until ? [] : [until]));

function startTimer(id: string, deadlines: readonly number[]): void {
  if (deadlines.length === 0 || game.paused) return;
  const left = Math.max(0, Math.min(...deadlines) - readServerTime());
  timers.set(
    id,
    setTimeout(() => void handleTimeout(id), left),
  );
}

async function handleTimeout(id: string): Promise<void> {
  timers.delete(id);
  const host = hostOf(id);
  if (!host || game.paused) return;
  // A request that was sent in time counts, even if no referee was there to accept it.
  await acceptWaiting(host);
  await checkLease(host);
  await enqueueBackground(host, async ({ acceptExpired }) => {
    const now = hostOf(id);
    const late = now && isReferee(now) ? expiredAnswers(now) : new Map<string, Answer | 'throw'>();
    if (now && late.size > 0) await acceptExpired(now, late);
  });
  // The clock was corrected meanwhile, and the time is not up yet.
  if (!timers.has(id))
    startTimer(
      id,
      deadlinesOf(host).filter((deadline) => deadline > readServerTime()),
    );
}

/** Returns the answers for those who have not answered in time, by key. */
function expiredAnswers(host: ExchangeDocument): Map<string, Answer | 'throw'> {
  const late = new Map<string, Answer | 'throw'>();
  if (game.paused) return late;
  const { automation } = requireAdapter(host.type).ruleset;
  for (const part of asksOf(host)) {
    if (!isDue(part) || isAnswered(host, part)) continue;
    const answer = fallbackAnswer(automation, part.ask);
    if (answer) late.set(part.key, answer);
  }
  return late;
}
