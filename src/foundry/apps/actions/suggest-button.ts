import { targetOf } from '../../views/pages';
import { fightToSuggest } from './bar-context';

/** Opens the list of suggestions, or closes it; it is loaded on first use. Returns false if there is none to open. */
export function openSuggestions(): boolean {
  if (!fightToSuggest()) return false;
  void import('../opponent/suggest-window').then(({ toggleSuggestions }) => toggleSuggestions());
  return true;
}

/** Loads the list and its worker when the user points at the button. */
export function prepareSuggestions(event: Event): void {
  const fight = targetOf(event)?.closest('[data-action="cadenceSuggest"]') ? fightToSuggest() : null;
  if (fight) void import('../opponent/suggest-window').then(({ prepareWorker }) => prepareWorker(fight.adapter.id));
}
