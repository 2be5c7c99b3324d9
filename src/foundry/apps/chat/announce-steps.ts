import { isRulesetType } from '../../adapters/registry';
import { announceToScreenReader } from '../../views/pages';
import { Redraw } from '../ui/redraw';

interface Announced {
  /** It changed while this page was open. Older content is not announced again. */
  readonly isFresh: boolean;
  /** How many of its sentences are. */
  readonly count: number;
}

/** What was announced of each card. */
const announced = new WeakMap<ChatMessage.Implementation, Announced>();
const announcedOf = (message: ChatMessage.Implementation): Announced =>
  announced.get(message) ?? { isFresh: false, count: 0 };
const announcements = new Redraw<string>((sentences) => announceToScreenReader(sentences.join(' ')));

function watchCards(): void {
  for (const hook of ['createChatMessage', 'updateChatMessage'] as const)
    Hooks.on(hook, (message: ChatMessage.Implementation) => {
      if (isRulesetType(message.type)) announced.set(message, { ...announcedOf(message), isFresh: true });
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
  const { isFresh, count } = announcedOf(message);
  announced.set(message, { isFresh, count: all.length });
  if (!isFresh || all.length <= count) return;
  for (const sentence of all.slice(count)) void announcements.request(sentence);
}

export const SCREEN_READER = { ready: watchCards };
