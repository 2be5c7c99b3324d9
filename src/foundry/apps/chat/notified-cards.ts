import { isRulesetType } from '../../adapters/registry';
import { idOf } from '../../platform/documents';
import { mainPage } from '../../views/pages';

/** Milliseconds. T14: ChatLog.NOTIFY_DURATION */
const SHOWN_FOR = 5000;
/** By card, because an update starts the time again. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Removes a card beside the sidebar some seconds after its last update. Foundry removes the element that it showed first, and an update
 * replaces that, so the card would cover the map for good (core issue 12290).
 */
function watchNotifiedCards(): void {
  Hooks.on('updateChatMessage', (message: ChatMessage.Implementation) => {
    if (!isRulesetType(message.type)) return;
    const id = idOf(message);
    const remove = () => {
      timers.delete(id);
      const shown = mainPage().querySelectorAll(`#chat-notifications [data-message-id="${CSS.escape(id)}"]`);
      for (const element of shown) element.remove();
    };
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(remove, SHOWN_FOR));
  });
}

/** Whether a part of its card can be seen, in the log or beside the sidebar. */
export function isOnScreen(message: ChatMessage.Implementation): boolean {
  const page = mainPage();
  const { clientHeight, clientWidth } = page.documentElement;
  return [...page.querySelectorAll(`[data-message-id="${CSS.escape(idOf(message))}"]`)].some((card) => {
    const { left, right, top, bottom, width, height } = card.getBoundingClientRect();
    const isInside = right > 0 && left < clientWidth && bottom > 0 && top < clientHeight;
    return card.checkVisibility() && width * height > 0 && isInside;
  });
}

/** So many cards of foes in a row are all shown. */
const FEW = 4;

/** Folding is loaded when a log has more of them. API: `renderChatLog` of ApplicationV2; the log is an `ol` of the class `chat-log`. */
function followLogs(): void {
  const hooks: { on(name: string, hook: (app: unknown, element: HTMLElement) => void): unknown } = Hooks;
  hooks.on('renderChatLog', (_app, element) => {
    const log = element.querySelector<HTMLElement>('.chat-log');
    if (!log || log.dataset.cadence) return;
    log.dataset.cadence = 'followed';
    const changes = new MutationObserver(() => {
      if (log.querySelectorAll('.cadence-message--foes').length <= FEW) return;
      changes.disconnect();
      void import('./foes-cards').then(({ foldFoesCards }) => foldFoesCards(log, FEW));
    });
    changes.observe(log, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  });
}

export const NOTIFIED_CARDS = { init: followLogs, ready: watchNotifiedCards };
