import { SYSTEM_ID } from '../../platform/settings';

interface Written {
  readonly pack?: string | null;
  readonly _stats?: { readonly lastModifiedBy?: string | null };
  readonly parent?: Written | null;
  readonly pages?: Iterable<Written>;
}

/** The message of each element that Foundry rendered: markup in a text cannot stand in for it. */
const rendered = new WeakMap<object, ChatMessage.Implementation>();

/**
 * Returns true if the text around a link is certainly this user's message, or in an unchanged compendium of the system. Other documents do
 * not tell who wrote their texts.
 */
export function isOwnText(link: HTMLElement): boolean {
  for (let at = link.parentElement; at; at = at.parentElement) {
    const message = rendered.get(at);
    if (message) return isOwnMessage(message, link);
  }
  const around = [...foundry.applications.instances.values()].find(({ element }) => element?.contains(link));
  const { document } = (around ?? {}) as { document?: Written };
  return document !== undefined && isOfSystem(document);
}

/** A message with flags or rolls was posted for the user, such as a drawn table result, and may contain texts of others. */
function isOwnMessage(message: ChatMessage.Implementation, { dataset }: HTMLElement): boolean {
  const { content, author, flags } = message._source;
  const writers = [author, message._stats.lastModifiedBy ?? author];
  // What Foundry embeds in the message is not in its source.
  const isTyped = content.includes(`@${dataset.cadence}[${dataset.ruleset}.${dataset.reference}]`);
  const isPlain = message.type === 'base' && message.rolls.length === 0 && foundry.utils.isEmpty(flags);
  return isTyped && isPlain && writers.every((user) => user === game.user.id);
}

function isOfSystem(document: Written): boolean {
  if (!document.pack?.startsWith(`${SYSTEM_ID}.`)) return false;
  const all = [document, ...(document.parent ? [document.parent] : []), ...(document.pages ?? [])];
  return all.every(({ _stats }) => !game.users?.has(_stats?.lastModifiedBy ?? ''));
}

export const LINK_SOURCES = {
  init: () => void Hooks.on('renderChatMessageHTML', (message, html) => void rendered.set(html, message)),
};
