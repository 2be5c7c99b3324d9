import { CONFIG } from '../config';
import { game } from '../game';
import { Hooks } from '../hooks';
import type { ChatMessage } from './chat-message';

export interface RenderOptions {
  canDelete?: boolean;
  canClose?: boolean;
  [option: string]: unknown;
}

/** A system model that renders its own messages. */
interface RenderingModel {
  renderHTML(options: RenderOptions): Promise<HTMLElement>;
}

/** Renders the `li.chat-message` of a message on this client. T14: client/documents/chat-message.d.mts renderHTML */
export async function renderMessage(
  message: ChatMessage,
  { canDelete, canClose = false, ...rest }: RenderOptions = {},
): Promise<HTMLElement> {
  // A model's method of this name renders its messages, and the hook then gets no context. Many systems with a copy of
  // this method document that, such as weirdwizard's documents/chat-message.mjs; Draw Steel's
  // data/message/standard.mjs relies on it.
  const system = message.system as Partial<RenderingModel> | undefined;
  if (typeof system?.renderHTML === 'function') {
    const html = await system.renderHTML({ canDelete: canDelete ?? game['user'].isGM, canClose, ...rest });
    Hooks.callAll('renderChatMessageHTML', message, html);
    return html;
  }
  const { applications } = globalThis.foundry;
  const context = await contextOf(message, { canDelete: canDelete ?? game['user'].isGM, canClose, ...rest });
  const html = await applications.handlebars.renderTemplate(CONFIG['ChatMessage'].template, context);
  const holder = globalThis.document.createElement('template');
  holder.innerHTML = html.trim();
  const element = holder.content.firstElementChild as HTMLElement;
  Hooks.callAll('renderChatMessageHTML', message, element, context);
  return element;
}

async function contextOf(message: ChatMessage, options: RenderOptions): Promise<object> {
  const visible = message.isContentVisible;
  const source = message.toObject(false);
  const { TextEditor } = globalThis.foundry.applications.ux;
  const editor = TextEditor.implementation ?? TextEditor;
  let content = visible
    ? await editor.enrichHTML(message._source.content, { rollData: message.getRollData(), secrets: message.isOwner })
    : '';
  if (message.isRoll) content = await rollContent(message, content, visible);
  return {
    ...options,
    message: {
      ...source,
      content,
      flavor: visible ? message._source.flavor : hiddenFlavor(message),
      timestamp: message.timestamp,
    },
    user: game['user'],
    author: message.author,
    alias: message.alias,
    cssClass: cssOf(message),
    isWhisper: message._source.whisper.length > 0,
    whisperTo: message.whisperedTo.map((user) => user.name).join(', '),
    borderColor: message.style === 1 ? message.author?.color : undefined,
    speakerActor: message.speakerActor,
  };
}

const hiddenFlavor = (message: ChatMessage) =>
  game['i18n'].localize('CHAT.PrivateRollContent', { user: message.author?.name ?? '' });

function cssOf(message: ChatMessage): string {
  const { whisper, blind, style, emote } = message._source;
  return [style === 2 && 'ic', (style === 3 || emote) && 'emote', whisper.length > 0 && 'whisper', blind && 'blind']
    .filter(Boolean)
    .join(' ');
}

/** Returns visible content, unless it is empty or a bare number; else the rendered rolls. */
async function rollContent(message: ChatMessage, content: string, visible: boolean): Promise<string> {
  const own = message._source.content;
  const bare = !own || /^-?\d+(\.\d+)?$/.test(own.trim());
  if (!bare && visible) return content;
  const rolls = await Promise.all(message.rolls.map((roll) => roll.render({ isPrivate: !visible })));
  return rolls.join('');
}
