import { fallbackAnswer } from '../../encounter/automation';
import type { Answer } from '../../kernel/ask';
import { requireAdapter } from '../adapters/registry';
import { type ExchangeDocument, hostOf } from '../host/exchange-document';
import { idOf } from '../platform/documents';
import { serverNow } from '../platform/server-clock';
import { combatSystem } from '../stored/systems';
import { isDue } from './deadline';
import { checkLease, isReferee } from './lease';
import { isAnswered } from './open-asks';
import { acceptWaiting, enqueueBackground } from './queue';

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Waits for the first time that runs out in this host, and then answers what nobody has. Every game master's client waits, the referee's
 * answers; called whenever something may have changed, so that a reload or another referee goes on with the time that is left.
 */
export function watchTimeouts(host: ExchangeDocument): void {
  const id = idOf(host);
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (!game.user.isGM) return;
  wait(id, endsOf(host));
}

/** When the time of each part that waits is up. */
const endsOf = (host: ExchangeDocument): readonly number[] =>
  (combatSystem(host).open?.asks ?? []).flatMap(({ until, given }) => (given || !until ? [] : [until]));

function wait(id: string, ends: readonly number[]): void {
  if (ends.length === 0) return;
  const left = Math.max(0, Math.min(...ends) - serverNow());
  timers.set(
    id,
    setTimeout(() => void lapse(id), left),
  );
}

async function lapse(id: string): Promise<void> {
  timers.delete(id);
  const host = hostOf(id);
  if (!host) return;
  // An answer that was sent in time is an answer, even where nobody was there to take it.
  await acceptWaiting(host);
  await checkLease(host);
  await enqueueBackground(host, async () => {
    const now = hostOf(id);
    if (now && isReferee(now)) await answerLate(now);
  });
  // The clock has been set right meanwhile, and it is not time yet.
  if (!timers.has(id))
    wait(
      id,
      endsOf(host).filter((end) => end > serverNow()),
    );
}

async function answerLate(host: ExchangeDocument): Promise<void> {
  const { automation } = requireAdapter(host.type).ruleset;
  const late = new Map<string, Answer | 'throw'>();
  for (const part of combatSystem(host).open?.asks ?? []) {
    if (!isDue(part) || isAnswered(host, part)) continue;
    const answer = fallbackAnswer(automation, part.ask);
    if (answer) late.set(part.key, answer);
  }
  if (late.size > 0) await (await import('./lazy')).acceptExpired(host, late);
}
