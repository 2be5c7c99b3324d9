import { isRulesetType } from '../adapters/registry';
import { showCaptions, watchCaptions } from '../canvas/captions';
import { showNumbers, watchNumbers } from '../canvas/numbers';
import { showThreats } from '../canvas/threat';
import { onChange } from '../host/changes';
import { type ExchangeDocument, hostOf } from '../host/exchange-document';
import { idOf } from '../platform/documents';
import { SETTING_HOOK } from '../platform/settings';
import { isClaimOnly } from '../referee/store/claim';
import { SECRET_HOOK } from '../secrets/share';
import { isRequest, requestSystem } from '../stored/request';
import { cardSystem, combatSystem } from '../stored/systems';
import { allPages } from '../views/pages';
import { watchPreviews } from '../views/preview';
import { refreshBar } from './actions/bar';
import { clearLostTargets } from './actions/lost-targets';
import { onDeferralChange, watchCountdowns } from './asks/ask';
import { refreshCard, refreshCards, refreshSealedCards } from './chat/card';
import { refreshPrompt } from './prompt/ask-prompt';
import { CadenceActorSheet } from './sheets/actor-sheet';
import { refreshEffectsPanel } from './sheets/effects-panel';
import { CadenceTracker } from './tracker/tracker';
import { announceTurns } from './tracker/turn-banner';
import { afterFirst, drawBeforeOthers, Redraw } from './ui/redraw';

/**
 * Redraws tracker, sheets, cards and prompt once after any change, the tracker first. Foundry redraws a sheet for its own document only,
 * but its buttons depend on other fighters and on targets. Called once, on `ready`.
 */
function watchFights(): void {
  const trackers = new Redraw(redrawTrackers);
  const others = new Redraw(redrawOthers);
  const redraw = (): void => {
    drawBeforeOthers(trackers.request());
    void others.request();
  };
  onChange(redraw);
  Hooks.on(SECRET_HOOK, refreshSealedCards);
  Hooks.on(SETTING_HOOK, () => refreshCards());
  Hooks.on('updateCombat', (host: ExchangeDocument, changed: object) => {
    if (isRulesetType(host.type) && !isClaimOnly(changed)) refreshOpenCards(host);
  });
  // An answer that waits for other answers is a request until then.
  for (const hook of REQUEST_HOOKS)
    Hooks.on(hook, (message: ChatMessage.Implementation, changed: object) => {
      if (isClaimOnly(changed) || !isRequest(message)) return;
      const host = hostOf(requestSystem(message).combat);
      if (host && requestSystem(message).ask) refreshOpenCards(host);
    });
  onDeferralChange(redraw);
  Hooks.on('controlToken', redraw);
  Hooks.on('userConnected', refreshRequests);
  watchCountdowns();
  watchNumbers();
  watchCaptions();
  redraw();
}

function refreshRequests(): void {
  const log = ui.chat;
  for (const message of (game.messages?.contents ?? []).filter(isRequest)) {
    // `updateMessage` would show a message that must not be listed (core issue 14429).
    if (message.visible) void log.updateMessage(message);
    else log.deleteMessage(idOf(message));
  }
}

const REQUEST_HOOKS = ['createChatMessage', 'updateChatMessage', 'deleteChatMessage'] as const;

async function redrawTrackers(): Promise<void> {
  clearLostTargets();
  const apps = [...foundry.applications.instances.values()];
  await Promise.all(apps.map((app) => app instanceof CadenceTracker && app.follow()));
}

async function redrawOthers(): Promise<void> {
  await afterFirst();
  // A window may have been detached into a page of its own since.
  for (const page of allPages()) watchPreviews(page);
  for (const app of foundry.applications.instances.values()) if (app instanceof CadenceActorSheet) app.follow();
  void refreshBar();
  void refreshEffectsPanel();
  void refreshPrompt();
  showThreats();
  showNumbers();
  showCaptions();
  announceTurns();
}

/** The card of each combat's open ask. The combat's update arrives after its card. */
const openCards = new Map<string, string>();

function refreshOpenCards(host: ExchangeDocument): void {
  const before = openCards.get(host.id ?? '');
  const now = combatSystem(host).open?.card;
  if (now) openCards.set(idOf(host), now);
  else openCards.delete(host.id ?? '');
  for (const id of new Set([before, now])) {
    const message = id && game.messages?.get(id);
    if (message && (message === host || cardSystem(message).combat === host.id)) void refreshCard(message);
  }
}

export const REDRAWING = { ready: watchFights };
