import { adapterOf } from '../adapters/registry';
import { showThreats } from '../canvas/threat';
import { type Host, hostOf } from '../host/host';
import { idOf } from '../platform/documents';
import { SETTING_HOOK } from '../platform/settings';
import { isClaimOnly } from '../referee/claim';
import { SECRET_HOOK } from '../secrets/share';
import { isRequest, requestSystem } from '../stored/request';
import { cardSystem, combatSystem } from '../stored/systems';
import { foreseeSpans } from '../views/foresee';
import { pages } from '../views/pages';
import { refreshOptions } from './action-buttons';
import { CadenceActorSheet } from './actor-sheet';
import { onLaidAside, watchCountdowns } from './ask';
import { refreshPrompt } from './ask-prompt';
import { refreshBar } from './bar';
import { refreshCard, refreshSealedCards } from './card';
import { refreshChoice } from './plan-layout';

/** Several documents of one step arrive one after the other; what is on screen is drawn once they are all there. */
const DELAY = 20;

/**
 * Keeps tracker, sheets, cards and prompt in step with the fight. Foundry itself draws a sheet anew for its own document only, but a
 * button on it may turn grey because somebody else has moved or is targeted. Called once, when the table is ready.
 */
export function watchFights(): void {
  const redraw = foundry.utils.debounce(redrawAll, DELAY);
  const hooks: { on(name: string, heard: (document: unknown, changed: object) => void): number } = Hooks;
  for (const hook of HOOKS)
    hooks.on(hook, (_document, changed) => {
      if (!isClaimOnly(changed)) redraw();
    });
  Hooks.on(SECRET_HOOK, refreshSealedCards);
  Hooks.on('targetToken', (user: User.Implementation) => {
    if (user.isSelf) redraw();
  });
  Hooks.on('updateCombat', (host: Host, changed: object) => {
    if (adapterOf(host.type) && !isClaimOnly(changed)) refreshOpenCards(host);
  });
  // An answer that waits for others is a request until all are there.
  for (const hook of REQUEST_HOOKS)
    Hooks.on(hook, (message: ChatMessage.Implementation, changed: object) => {
      if (isClaimOnly(changed)) return;
      if (adapterOf(message.type)) redraw();
      if (!isRequest(message)) return;
      redraw();
      const host = hostOf(requestSystem(message).combat);
      if (host && requestSystem(message).ask) refreshOpenCards(host);
    });
  onLaidAside(redraw);
  for (const hook of BAR_HOOKS) Hooks.on(hook, () => redraw());
  Hooks.on('userConnected', refreshRequests);
  watchCountdowns();
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

const HOOKS = [
  SECRET_HOOK,
  'createCombat',
  'updateCombat',
  'deleteCombat',
  'createCombatant',
  'updateCombatant',
  'deleteCombatant',
  'updateActor',
  'createToken',
  'updateToken',
  'deleteToken',
  // Ground that is hard to walk on.
  'createRegion',
  'updateRegion',
  'deleteRegion',
  'createRegionBehavior',
  'updateRegionBehavior',
  'deleteRegionBehavior',
  // What stands in the way, and how bright it is: doors are walls, and the darkness is the scene's.
  'createWall',
  'updateWall',
  'deleteWall',
  'createAmbientLight',
  'updateAmbientLight',
  'deleteAmbientLight',
  'updateScene',
  'createItem',
  'updateItem',
  'deleteItem',
  'createActiveEffect',
  'updateActiveEffect',
  'deleteActiveEffect',
  // How long effects still last.
  'updateWorldTime',
  'userConnected',
];

/** Whose actions the bar shows, and by which settings things are drawn. */
const BAR_HOOKS = ['controlToken', 'canvasReady', 'updateUser', SETTING_HOOK] as const;

const REQUEST_HOOKS = ['createChatMessage', 'updateChatMessage', 'deleteChatMessage'] as const;

function redrawAll(): void {
  // A window that has been detached since stands in a page of its own.
  for (const page of pages()) foreseeSpans(page);
  void ui.combat?.render();
  for (const app of foundry.applications.instances.values())
    if (app instanceof CadenceActorSheet && app.rendered) void app.render({ parts: app.liveParts() });
  refreshOptions();
  refreshChoice();
  void refreshBar();
  void refreshPrompt();
  showThreats();
}

/** Cards on which an ask has opened or closed; they arrive before the combat that says so. */
const asking = new Map<string, string>();

function refreshOpenCards(host: Host): void {
  const before = asking.get(host.id ?? '');
  const now = combatSystem(host).open?.card;
  if (now) asking.set(idOf(host), now);
  else asking.delete(host.id ?? '');
  for (const id of new Set([before, now])) {
    const message = id && game.messages?.get(id);
    if (message && (message === host || cardSystem(message).combat === host.id)) void refreshCard(message);
  }
}
