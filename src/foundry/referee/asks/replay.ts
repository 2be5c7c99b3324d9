import { type Exchange, fightersIn } from '../../../encounter/exchange';
import { type ExchangeRun, resumeExchange } from '../../../encounter/play';
import { areTogether } from '../../../encounter/scenes';
import type { Encounter, Fighter, FighterId } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { requireAdapter } from '../../adapters/registry';
import { fighterOfKey, keyOfFighter } from '../../host/exchange-document';
import { unsealEntries } from '../../secrets/sealed';
import { cardSystem } from '../../stored/systems';

/**
 * Replays an exchange up to its open ask. Returns a fault if the replay fails, or if a fighter of the exchange is gone that
 * was not noted. Of those who were only mentioned, such as asked just now, a way that waited for them goes on. A replay
 * that fails then names them.
 * @param card the id of its card, which has the names of missing fighters
 * @param before the fighters as they were at its open ask
 */
export function replayExchange(
  exchange: Exchange,
  card: string,
  encounter: Encounter,
  before: ReadonlyMap<FighterId, Fighter>,
): ExchangeRun | { readonly fault: Reason } {
  const message = game.messages?.get(card);
  const names = message ? cardSystem(message).names : {};
  const missing = missingFighters(exchange, encounter).filter((id) => !before.has(id));
  if (missing.length > 0) return faultOf(missing.map((id) => lookup(names, keyOfFighter(id)) ?? id));
  // Whose combatant is gone is brought back for the replay; whose token is gone is not.
  const isBack = (id: FighterId): boolean => before.has(id) && !lookup(encounter.fighters, id);
  const left = leftOf(exchange, encounter, names).filter(([key]) => !isBack(fighterOfKey(key)));
  try {
    const { ruleset } = requireAdapter(encounter.ruleset);
    return resumeExchange(
      ruleset,
      encounter,
      { ...exchange, entries: unsealEntries(exchange.entries) },
      foundry.utils.randomID,
      { left: left.map(([key]) => fighterOfKey(key)), before },
    );
  } catch (error) {
    console.warn('Cadence | an exchange cannot be replayed', error);
    if (left.length > 0) return faultOf(left.map(([, name]) => name));
    const elsewhere = elsewhereIn(exchange, encounter);
    if (elsewhere.length > 0) return { fault: { id: 'fighter-elsewhere', data: { name: elsewhere.join(', ') } } };
    return { fault: { id: 'replay-failed', data: { detail: error instanceof Error ? error.message : String(error) } } };
  }
}

const faultOf = (left: readonly string[]) => ({ fault: { id: 'fighter-left', data: { name: left.join(', ') } } });

/** Returns the keys and names of those on the card who are gone from the encounter, or from the map that others are on. */
function leftOf(
  { command }: Exchange,
  { fighters }: Encounter,
  names: Readonly<Record<string, string>>,
): readonly (readonly [key: string, name: string])[] {
  const isOnMap = Object.values(fighters).some(({ place }) => place);
  return Object.entries(names).filter(([key]) => {
    const fighter = lookup(fighters, fighterOfKey(key));
    // A card names the item of its command, too.
    return key !== command.with && !(fighter && (fighter.place !== null || !isOnMap));
  });
}

/** Returns the names of those who are not on the scene of the acting fighter, since one of them was teleported. */
function elsewhereIn(exchange: Exchange, { fighters, ground }: Encounter): readonly string[] {
  const place = lookup(fighters, exchange.command.by)?.place ?? null;
  return fightersIn(exchange).flatMap((id) => {
    const fighter = lookup(fighters, id);
    return fighter && !areTogether(ground, place, fighter.place) ? [fighter.name] : [];
  });
}

const missingFighters = (exchange: Exchange, { fighters }: Encounter): string[] =>
  fightersIn(exchange).filter((id) => !fighters[id]);
