import { isRulesetType } from '../adapters/registry';
import { showCaptions, watchCaptions } from '../canvas/captions';
import { showNumbers, watchNumbers } from '../canvas/numbers';
import { showThreats } from '../canvas/threat';
import { onChange } from '../host/changes';
import { type ExchangeDocument, hostOf } from '../host/exchange-document';
import { idOf } from '../platform/documents';
import { isClaimOnly } from '../referee/claim';
import { SECRET_HOOK } from '../secrets/share';
import { isRequest, requestSystem } from '../stored/request';
import { cardSystem, combatSystem } from '../stored/systems';
import { allPages } from '../views/pages';
import { watchPreviews } from '../views/preview';
import { refreshBar } from './actions/bar';
import { refreshChoice } from './actions/plan-layout';
import { refreshCard, refreshSealedCards } from './chat/card';
import { onDeferralChange, watchCountdowns } from './prompt/ask';
import { refreshPrompt } from './prompt/ask-prompt';
import { CadenceActorSheet } from './sheets/actor-sheet';
import { CadenceTracker } from './tracker/tracker';
import { announceTurns } from './tracker/turn-banner';
import { Redraw } from './ui/redraw';

/**
 * Keeps tracker, sheets, cards and prompt in step with the fight: whatever has changed, each of them compares what it would show with what it
 * shows, once, in the frame after the change. Foundry itself draws a sheet anew for its own document only, but a button on it may turn grey
 * because somebody else has moved or is targeted. Called once, when the table is ready.
 */
export function watchFights(): void {
  const drawing = new Redraw(redrawAll);
  const redraw = (): void => void drawing.request();
  onChange(redraw);
  Hooks.on(SECRET_HOOK, refreshSealedCards);
  Hooks.on('updateCombat', (host: ExchangeDocument, changed: object) => {
    if (isRulesetType(host.type) && !isClaimOnly(changed)) refreshOpenCards(host);
  });
  // An answer that waits for others is a request until all are there.
  for (const hook of REQUEST_HOOKS)
    Hooks.on(hook, (message: ChatMessage.Implementation, changed: object) => {
      if (isClaimOnly(changed) || !isRequest(message)) return;
      const host = hostOf(requestSystem(message).combat);
      if (host && requestSystem(message).ask) refreshOpenCards(host);
    });
  onDeferralChange(redraw);
  // Whose actions the bar shows.
  Hooks.on('controlToken', redraw);
  Hooks.on('userConnected', refreshRequests);
  watchCountdowns();
  watchNumbers();
  watchCaptions();
  redraw();
}

/** Whether a request is listed depends on there being a referee. */
function refreshRequests(): void {
  const log = ui.chat;
  for (const message of (game.messages?.contents ?? []).filter(isRequest)) {
    // The log would show one that is not to be listed (core issue 14429).
    if (message.visible) void log.updateMessage(message);
    else log.deleteMessage(idOf(message));
  }
}

const REQUEST_HOOKS = ['createChatMessage', 'updateChatMessage', 'deleteChatMessage'] as const;

function redrawAll(): void {
  // A window that has been detached since stands in a page of its own.
  for (const page of allPages()) watchPreviews(page);
  for (const app of foundry.applications.instances.values())
    if (app instanceof CadenceActorSheet || app instanceof CadenceTracker) app.follow();
  refreshChoice();
  void refreshBar();
  void refreshPrompt();
  showThreats();
  showNumbers();
  showCaptions();
  announceTurns();
}

/** Cards on which an ask has opened or closed; they arrive before the combat that says so. */
const asking = new Map<string, string>();

function refreshOpenCards(host: ExchangeDocument): void {
  const before = asking.get(host.id ?? '');
  const now = combatSystem(host).open?.card;
  if (now) asking.set(idOf(host), now);
  else asking.delete(host.id ?? '');
  for (const id of new Set([before, now])) {
    const message = id && game.messages?.get(id);
    if (message && (message === host || cardSystem(message).combat === host.id)) void refreshCard(message);
  }
}

export const REDRAWING = { ready: watchFights };
