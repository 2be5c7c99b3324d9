import type { UnloadedAdapter } from './adapters/adapter';
import { tellBeyond } from './adapters/beyond';
import { registerStatuses } from './adapters/conditions';
import { declare, rulesHere, tellRefused } from './adapters/registry';
import {
  CadenceActorSheet,
  CadenceItemSheet,
  CadenceTracker,
  extendCardMenu,
  PARTIALS,
  registerSettingsMenus,
  watchFights,
  watchThings,
} from './apps';
import { listenToKeys, registerKeyboard } from './apps/actions/keyboard';
import { registerEnrichers, takeHotbarDrops } from './apps/actions/named-action';
import { showDiceOurselves } from './apps/chat/dice-so-nice';
import { tellSteps } from './apps/chat/tell-steps';
import { askAtPalette } from './apps/gm-tools/status-palette';
import { watchRuleTooltips } from './apps/onboarding/rule-tooltips';
import { registerWelcome, welcome } from './apps/onboarding/welcome';
import { registerKeys } from './apps/tracker/encounter-controls';
import { openMany } from './apps/tracker/tracker';
import { watchAreas } from './canvas/area-regions';
import { addControls } from './canvas/controls';
import { watchFloor } from './canvas/floor-tokens';
import { CadenceRuler } from './canvas/ruler';
import { watchThreats } from './canvas/threat';
import { CadenceTokenObject, watchTurnMarkers } from './canvas/turn-marker';
import { watchClock } from './clock/watch';
import { CadenceActor } from './documents/actor';
import { CadenceCombat, CadenceCombatant } from './documents/combat';
import { CadenceEffect } from './documents/effect';
import { CadenceItem } from './documents/item';
import { CadenceMessage } from './documents/message';
import { CardModel, CombatantModel, CombatModel, conditionModel, RequestModel } from './documents/models';
import { fetchStored, watchRules } from './documents/rules';
import { CadenceToken } from './documents/token';
import { watchChanges } from './host/changes';
import { trackedOf } from './host/token-defaults';
import { bringUpToDate } from './migration/due';
import { registerUnreadable } from './migration/unreadable-menu';
import { whenIdle } from './platform/idle';
import { registerSettings } from './platform/register-settings';
import { SETTING_HOOK, SYSTEM_ID } from './platform/settings';
import { listenForRequests } from './referee/requests';
import { STEP_HOOK } from './referee/step-hook';
import { watchTable } from './referee/watch';
import { listenForSecrets, SECRET_HOOK, watchSecrets } from './secrets/share';
import { registerSelfTest, selfTest } from './self-test';
import { registerReport } from './self-test/report-window';

/** Hands Cadence to Foundry: once, at `init`, with the rulesets the table may play by. */
export function register(rulesets: readonly UnloadedAdapter[]): void {
  for (const ruleset of rulesets) declare(ruleset);
  registerSettings(rulesets);
  registerSettingsMenus(rulesets);
  registerSelfTest();
  registerReport();
  registerUnreadable();
  registerWelcome();
  registerKeys();
  registerKeyboard();
  addControls(openMany);
  extendCardMenu();
  registerEnrichers();
  watchChanges([SETTING_HOOK, SECRET_HOOK, STEP_HOOK]);
  listenForSecrets();
  listenForRequests();
  registerDocuments(rulesets);
  registerStatuses(rulesets);
  registerSheets(rulesets);
  const ui: { combat: unknown } = CONFIG.ui;
  ui.combat = CadenceTracker;
  const token: { rulerClass: unknown; objectClass: unknown } = CONFIG.Token;
  token.rulerClass = CadenceRuler;
  token.objectClass = CadenceTokenObject;
  void foundry.applications.handlebars.loadTemplates(PARTIALS);
  watchRules();
  fetchStored();
}

/** Begins to watch the fights, once everything is there. */
export async function start(): Promise<void> {
  await Promise.all([rulesHere(), selfTest()]);
  watchClock();
  tellRefused();
  tellBeyond();
  showDiceOurselves();
  takeHotbarDrops();
  askAtPalette();
  watchRuleTooltips();
  listenToKeys();
  watchFights();
  tellSteps();
  watchTable();
  watchSecrets();
  watchAreas();
  watchFloor();
  watchThings();
  watchThreats();
  watchTurnMarkers();
  welcome();
  void bringUpToDate();
  void fetchAhead();
}

/** What is fetched before somebody asks for it, so that no click waits for it; what few people open is not among it. */
const AHEAD: readonly (() => Promise<unknown>)[] = [
  async () => game.user.isGM && import('./referee/lazy'),
  async () => game.user.isGM && (await import('./migration/unreadable')).tellUnreadable(),
  async () => (await import('./apps/onboarding/tours')).registerTours(),
  () => import('./apps/actions/options-window'),
  () => import('./apps/actions/choose-target'),
];

/** One after the other, each when the browser has nothing else to do. What cannot be fetched now is fetched when it is needed. */
async function fetchAhead(): Promise<void> {
  for (const fetch of AHEAD) {
    await new Promise<void>(whenIdle);
    await fetch().catch((error: unknown) => console.warn('Cadence | a piece could not be fetched ahead', error));
  }
}

/** Where Foundry keeps the class of a document and the models of its subtypes; the installed types know one of each. */
interface Registered {
  documentClass: unknown;
  readonly dataModels: Record<string, unknown>;
}

function registerDocuments(rulesets: readonly UnloadedAdapter[]): void {
  const types: Record<'Actor' | 'Item' | 'Combat' | 'Combatant' | 'ChatMessage' | 'ActiveEffect', Registered> = CONFIG;
  const { Actor, Item, Combat, Combatant, ChatMessage, ActiveEffect } = types;
  Actor.documentClass = CadenceActor;
  Item.documentClass = CadenceItem;
  Combat.documentClass = CadenceCombat;
  Combatant.documentClass = CadenceCombatant;
  ChatMessage.documentClass = CadenceMessage;
  ActiveEffect.documentClass = CadenceEffect;
  const token: Pick<Registered, 'documentClass'> = CONFIG.Token;
  token.documentClass = CadenceToken;
  const tracked: { trackableAttributes?: object } = CONFIG.Actor;
  for (const ruleset of rulesets) {
    const { id, models } = ruleset;
    Object.assign(Actor.dataModels, models.Actor);
    Object.assign(Item.dataModels, models.Item);
    Combat.dataModels[id] = CombatModel;
    Combatant.dataModels[id] = CombatantModel;
    ChatMessage.dataModels[id] = CardModel;
    tracked.trackableAttributes = { ...tracked.trackableAttributes, [id]: trackedOf(ruleset) };
  }
  ChatMessage.dataModels.request = RequestModel;
  ActiveEffect.dataModels.condition = conditionModel();
}

function registerSheets(rulesets: readonly UnloadedAdapter[]): void {
  const sheets: { registerSheet(document: unknown, scope: string, sheet: unknown, options: object): void } =
    foundry.applications.apps.DocumentSheetConfig;
  sheets.registerSheet(Actor, SYSTEM_ID, CadenceActorSheet, {
    types: rulesets.map(({ id }) => id),
    makeDefault: true,
    label: 'CADENCE.Sheet.actor',
  });
  sheets.registerSheet(Item, SYSTEM_ID, CadenceItemSheet, {
    types: rulesets.flatMap(({ models }) => Object.keys(models.Item)),
    makeDefault: true,
    label: 'CADENCE.Sheet.item',
  });
}
