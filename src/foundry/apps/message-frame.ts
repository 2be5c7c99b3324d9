/** What Foundry hands to whoever renders a message. API: ChatMessage.RenderHTMLOptions. */
export interface RenderHTMLOptions {
  readonly canDelete?: boolean;
  readonly canClose?: boolean;
  readonly [other: string]: unknown;
}

/**
 * A message in Foundry's own frame, with a content of ours. Foundry leaves the whole message to a model with a `renderHTML`, and asks the
 * frame's template for these facts otherwise. API: CONFIG.ChatMessage.template, ChatMessage.MessageData.
 * @param content HTML of one element
 */
export async function framed(
  message: ChatMessage.Implementation,
  options: RenderHTMLOptions,
  content: string,
): Promise<HTMLElement> {
  const STYLES = CONST.CHAT_MESSAGE_STYLES;
  const { whisper, blind, style, author, alias, speakerActor } = message;
  const context = {
    canDelete: game.user.isGM,
    canClose: false,
    ...options,
    message: { ...(message.toObject(false) as object), content },
    user: game.user,
    ...{ author, alias, speakerActor },
    cssClass: [
      style === STYLES.IC && 'ic',
      style === STYLES.EMOTE && 'emote',
      whisper.length > 0 && 'whisper',
      blind && 'blind',
    ]
      .filter(Boolean)
      .join(' '),
    isWhisper: whisper.length,
    whisperTo: whisper.flatMap((id) => game.users?.get(id ?? '')?.name ?? []).join(', '),
    borderColor: style === STYLES.OOC ? author?.color?.css : undefined,
  };
  const { renderTemplate } = foundry.applications.handlebars;
  const html = await renderTemplate(CONFIG.ChatMessage.template, { ...context });
  const element = parse(html);
  element.classList.add('cadence-message');
  // Should the template have no place for it, nothing must be lost.
  if (!element.querySelector('.cadence')) element.append(parse(content));
  return element;
}

/** The one element of some HTML of ours. API: foundry.utils.parseHTML. */
export function parse(html: string): HTMLElement {
  const { parseHTML } = foundry.utils;
  return parseHTML(html.trim());
}
