import { isCard, isRunning } from '../../host/exchange-document';
import { fightOfActor, type LoadedFighter } from '../../views/fight';
import { actorOfBar, canSuggest, isElsewhere } from './bar-context';

/** Returns the fight with the fighter of the action bar, if this user may ask what it should do. */
export function fightToSuggest(): LoadedFighter | null {
  const actor = actorOfBar();
  const fight = actor?.isOwner && !isElsewhere(actor) ? fightOfActor(actor) : null;
  return fight && !isCard(fight.host) && isRunning(fight.host) && canSuggest(fight) ? fight : null;
}

/** Opens the list of suggestions, or closes it; it is loaded on first use. Returns false if there is none to open. */
export function openSuggestions(): boolean {
  if (!fightToSuggest()) return false;
  void import('../opponent/suggest-window').then(({ toggleSuggestions }) => toggleSuggestions());
  return true;
}
