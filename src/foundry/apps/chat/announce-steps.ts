import { isRulesetType } from '../../adapters/registry';
import { announceToScreenReader } from '../../views/pages';
import { Redraw } from '../ui/redraw';

/** Cards that changed while this page was open. Older content is not announced again. */
const fresh = new WeakSet<ChatMessage.Implementation>();
const announcedCount = new WeakMap<ChatMessage.Implementation, number>();
const announcements = new Redraw<string>((sentences) => announceToScreenReader(sentences.join(' ')));

function watchCards(): void {
  for (const hook of ['createChatMessage', 'updateChatMessage'] as const)
    Hooks.on(hook, (message: ChatMessage.Implementation) => {
      if (isRulesetType(message.type)) fresh.add(message);
    });
}

interface AnnouncedCard {
  readonly title: string;
  readonly by: { readonly name: string } | null;
  readonly at: { readonly name: string } | null;
  readonly sentences: readonly string[];
}

/** Announces the sentences of a card that were not announced before: actor, action and target first, then each result. */
export function announceCard(message: ChatMessage.Implementation, { title, by, at, sentences }: AnnouncedCard): void {
  const who = [by?.name, title, at?.name].filter(Boolean).join(', ');
  const all = [`${who}.`, ...sentences];
  const previousCount = announcedCount.get(message) ?? 0;
  announcedCount.set(message, all.length);
  if (!fresh.has(message) || all.length <= previousCount) return;
  for (const sentence of all.slice(previousCount)) void announcements.request(sentence);
}

export const SCREEN_READER = { ready: watchCards };
