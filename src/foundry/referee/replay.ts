import { type Exchange, fightersIn } from '../../encounter/exchange';
import { type ExchangeRun, resumeExchange } from '../../encounter/play';
import type { Encounter } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { requireAdapter } from '../adapters/registry';
import { fighterOfKey, keyOfFighter } from '../host/exchange-document';
import { unsealEntries } from '../secrets/sealed';
import { cardSystem } from '../stored/systems';

/**
 * Replays an exchange up to its open ask. Returns a fault if a fighter of the exchange is gone or the replay fails. Who
 * was only mentioned, such as asked just now, may leave; a replay that fails then names them.
 * @param card the id of its card, which has the names of missing fighters
 */
export function replayExchange(
  exchange: Exchange,
  card: string,
  encounter: Encounter,
): ExchangeRun | { readonly fault: Reason } {
  const message = game.messages?.get(card);
  const names = message ? cardSystem(message).names : {};
  const missing = missingFighters(exchange, encounter);
  if (missing.length > 0) return faultOf(missing.map((id) => lookup(names, keyOfFighter(id)) ?? id));
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
    const left = namesOfLeft(exchange, encounter, names);
    if (left.length > 0) return faultOf(left);
    return { fault: { id: 'replay-failed', data: { detail: error instanceof Error ? error.message : String(error) } } };
  }
}

const faultOf = (left: readonly string[]) => ({ fault: { id: 'fighter-left', data: { name: left.join(', ') } } });

/** Returns the names of fighters on the card who are gone from the encounter, or from the map that others are on. */
function namesOfLeft(
  { command }: Exchange,
  { fighters }: Encounter,
  names: Readonly<Record<string, string>>,
): readonly string[] {
  const isOnMap = Object.values(fighters).some(({ place }) => place);
  // A card names the item of its command, too.
  return Object.entries(names).flatMap(([key, name]) => {
    const fighter = lookup(fighters, fighterOfKey(key));
    const isThere = key === command.with || (fighter && (fighter.place !== null || !isOnMap));
    return isThere ? [] : [name];
  });
}

const missingFighters = (exchange: Exchange, { fighters }: Encounter): string[] =>
  fightersIn(exchange).filter((id) => !fighters[id]);
