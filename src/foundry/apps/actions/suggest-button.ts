import { fightToSuggest } from './bar-context';

/** Opens the list of suggestions, or closes it; it is loaded on first use. Returns false if there is none to open. */
export function openSuggestions(): boolean {
  if (!fightToSuggest()) return false;
  void import('../opponent/suggest-window').then(({ toggleSuggestions }) => toggleSuggestions());
  return true;
}
