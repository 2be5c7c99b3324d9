import { type Exchange, fightersIn } from '../../encounter/exchange';
import { type ExchangeRun, resumeExchange } from '../../encounter/play';
import type { Encounter } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { requireAdapter } from '../adapters/registry';
import { keyOfFighter } from '../host/exchange-document';
import { unsealEntries } from '../secrets/sealed';
import { cardSystem } from '../stored/systems';

/**
 * Replays an exchange up to its open ask. Returns a fault if a fighter is gone or the replay fails.
 * @param card the id of its card, which has the names of missing fighters
 */
export function replayExchange(
  exchange: Exchange,
  card: string,
  encounter: Encounter,
): ExchangeRun | { readonly fault: Reason } {
  const missing = missingFighters(exchange, encounter);
  if (missing.length > 0) {
    const message = game.messages?.get(card);
    const names = message ? cardSystem(message).names : {};
    const name = missing.map((id) => lookup(names, keyOfFighter(id)) ?? id).join(', ');
    return { fault: { id: 'fighter-left', data: { name } } };
  }
  try {
    const { ruleset } = requireAdapter(encounter.ruleset);
    return resumeExchange(
      ruleset,
      encounter,
      { ...exchange, entries: unsealEntries(exchange.entries) },
      foundry.utils.randomID,
    );
  } catch (error) {
    console.warn('Cadence | an exchange cannot be replayed', error);
    return { fault: { id: 'replay-failed', data: { detail: error instanceof Error ? error.message : String(error) } } };
  }
}

const missingFighters = (exchange: Exchange, { fighters }: Encounter): string[] =>
  fightersIn(exchange).filter((id) => !fighters[id]);
