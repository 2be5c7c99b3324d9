import { type Exchange, effectsOf } from '../../../encounter/exchange';
import { hasLeftScene } from '../../../encounter/history';
import { hasLeftIn } from '../../../encounter/play';
import type { Fighter, FighterId } from '../../../encounter/state';
import { lookup } from '../../../kernel/lookup';
import type { ExchangeDocument } from '../../host/exchange-document';
import { visibleFightOf } from '../../host/store';
import { combatSystem } from '../../stored/systems';
import { entriesOf } from './record';

interface Noted {
  readonly exchange: number | null;
  readonly fighters: Map<FighterId, Fighter>;
}

/** The fighters of an open exchange, as this window has seen them. */
const noted = new WeakMap<ExchangeDocument, Noted>();

/**
 * Notes the fighters while an exchange is open. Who has left the encounter stays noted to its end, and who was brought to
 * another scene stays noted on the old one until a step has said so.
 */
export function noteFighters(host: ExchangeDocument, isNewStep: boolean): void {
  const { open } = combatSystem(host);
  if (!game.user.isGM || !open) return void noted.delete(host);
  const last = noted.get(host);
  const fighters = last?.exchange === open.exchange ? last.fighters : new Map<FighterId, Fighter>();
  for (const fighter of Object.values(visibleFightOf(host)?.unmasked.fighters ?? {})) {
    const before = fighters.get(fighter.id)?.place ?? null;
    if (isNewStep || !hasLeftScene(fighter.place, before)) fighters.set(fighter.id, fighter);
  }
  noted.set(host, { exchange: open.exchange, fighters });
}

/** Forgets who is gone, such as players who have removed themselves: the GM decides what that means for the exchange. */
export function forgetLeavers(host: ExchangeDocument): void {
  const { open } = combatSystem(host);
  const { fighters } = noted.get(host) ?? {};
  if (!open || !fighters) return;
  const present = visibleFightOf(host)?.unmasked.fighters ?? {};
  const departed = fightersBefore(host, entriesOf(combatSystem(host), open.exchange));
  for (const id of fighters.keys()) if (!lookup(present, id) && !departed.has(id)) fighters.delete(id);
}

/**
 * Returns the fighters as they were at the open question, see `Departures`.
 * @param again an exchange that an undo or a redo has opened again: only those who left in it
 */
export function fightersBefore(host: ExchangeDocument, again?: Exchange): ReadonlyMap<FighterId, Fighter> {
  const all = noted.get(host)?.fighters ?? new Map<FighterId, Fighter>();
  if (!again) return all;
  const effects = effectsOf(again.entries);
  return new Map([...all].filter(([id]) => hasLeftIn(effects, id)));
}
