import { adapterOf } from '../../adapters/registry';
import { documentsOf, hostOf, isTokenFighter } from '../../host/exchange-document';
import { branchOf, reasonText } from '../../platform/text';
import { withdraw } from '../../referee';
import { facesIn } from '../../referee/requests/request-shape';
import { requestSystem } from '../../stored/request';
import { facesOf, facesOfGuests } from '../../views/fight';
import { Parts } from '../../views/parts';
import { render } from '../ui/templates';

/** API: ChatMessage.RenderHTMLOptions. */
export interface RenderHTMLOptions {
  readonly canDelete?: boolean;
  readonly canClose?: boolean;
  readonly [other: string]: unknown;
}

/**
 * Returns a message in Foundry's own frame with our content. A model with a `renderHTML` replaces Foundry's rendering, so the frame's
 * template gets
 * its facts from here. API: CONFIG.ChatMessage.template, ChatMessage.MessageData.
 * @param content HTML of one element
 */
export async function renderMessageFrame(
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
    // Foundry prints the flavor as HTML, and its author may be a player: a button in it would look like one of ours.
    message: { ...message.toObject(false), content, flavor: '' },
    user: game.user,
    author,
    alias,
    speakerActor,
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
  const element = parseElement(html);
  element.classList.add('cadence-message');
  // A replaced template may not output the content.
  if (!element.querySelector('.cadence')) element.append(parseElement(content));
  return element;
}

/** Returns the single element of our HTML. API: foundry.utils.parseHTML. */
export function parseElement(html: string): HTMLElement {
  const { parseHTML } = foundry.utils;
  return parseHTML(html.trim());
}

export async function frameRequest(
  message: ChatMessage.Implementation,
  options: RenderHTMLOptions,
): Promise<HTMLElement> {
  const html = await renderMessageFrame(message, options, await requestHTML(message));
  html.querySelector('[data-action="cadenceWithdraw"]')?.addEventListener('click', () => void withdraw(message));
  html.classList.add('cadence-message--request');
  return html;
}

/** Returns the HTML of a waiting or refused request, with the dice already rolled for it. */
export async function requestHTML(message: ChatMessage.Implementation): Promise<string> {
  const { combat: id, fighter, command, refused } = requestSystem(message);
  const host = hostOf(id);
  const ruleset = adapterOf(host?.type ?? documentsOf(null, fighter).actor?.type)?.ruleset.id ?? '';
  const faces = host ? facesOf(host) : facesOfGuests([fighter, command?.at ?? ''].filter(isTokenFighter));
  const rolled = facesIn(message);
  const isRefused = refused.length > 0;
  return render('chat/message-frame', {
    ruleset,
    action: command ? actionName(ruleset, command.do) : '',
    by: faces?.get(fighter)?.name ?? '',
    at: (command?.at && faces?.get(command.at)?.name) ?? '',
    isRefused,
    reasons: refused.map((reason) => reasonText(ruleset || null, reason)),
    faces: rolled,
    // A user who has rolled cannot withdraw: rolled dice stay.
    canWithdraw: message.isAuthor && !isRefused && rolled.length === 0,
  });
}

/** Returns the ruleset's name for an action, or an empty text for an unknown verb: authors can write anything into a message. */
function actionName(ruleset: string, verb: unknown): string {
  const key = `Action.${verb}.label`;
  const isKnown = ruleset && [branchOf(ruleset), 'CADENCE'].some((branch) => game.i18n.has(`${branch}.${key}`));
  return isKnown ? new Parts(ruleset).localize({ key }) : '';
}
