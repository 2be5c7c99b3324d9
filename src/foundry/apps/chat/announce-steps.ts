import { isRulesetType } from '../../adapters/registry';
import { announceToScreenReader } from '../../views/pages';
import { Redraw } from '../ui/redraw';

/** Cards on which something has happened while this page was open; what was there before is not told again. */
const fresh = new WeakSet<ChatMessage.Implementation>();
/** How many sentences of a card have been told. */
const told = new WeakMap<ChatMessage.Implementation, number>();
const telling = new Redraw<string>((sentences) => announceToScreenReader(sentences.join(' ')));

/** Tells each step to who does not see it happen. Called once, when the table is ready. */
function tellSteps(): void {
  for (const hook of ['createChatMessage', 'updateChatMessage'] as const)
    Hooks.on(hook, (message: ChatMessage.Implementation) => {
      if (isRulesetType(message.type)) fresh.add(message);
    });
}

interface Told {
  readonly title: string;
  readonly by: { readonly name: string } | null;
  readonly at: { readonly name: string } | null;
  readonly sentences: readonly string[];
}

/** What of a card its reader has not heard yet: who does what, then line by line what comes of it. */
export function announceCard(message: ChatMessage.Implementation, { title, by, at, sentences }: Told): void {
  const who = [by?.name, title, at?.name].filter(Boolean).join(', ');
  const all = [`${who}.`, ...sentences];
  const heard = told.get(message) ?? 0;
  told.set(message, all.length);
  if (!fresh.has(message) || all.length <= heard) return;
  for (const sentence of all.slice(heard)) void telling.request(sentence);
}

export const SCREEN_READER = { ready: tellSteps };
