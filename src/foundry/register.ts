import type { Adapter } from './adapter';
import { tellRefused } from './adapters/packages';
import { addAdapter } from './adapters/registry';
import { registerStatuses } from './adapters/statuses';
import {
  CadenceActorSheet,
  CadenceItemSheet,
  CadenceTracker,
  extendCardMenu,
  PARTIALS,
  registerSettingsMenus,
  watchFights,
} from './apps';
import { showDiceOurselves } from './apps/dice-so-nice';
import { registerEnrichers } from './apps/enrichers';
import { takeHotbarDrops } from './apps/hotbar';
import { registerKeys } from './apps/keys';
import { addControls } from './canvas/controls';
import { CadenceRuler } from './canvas/ruler';
import { watchThreats } from './canvas/threat';
import { CadenceTokenObject, watchTurnMarkers } from './canvas/turn-marker';
import { watchClock } from './clock/watch';
import { CadenceActor } from './documents/actor';
import { CadenceCombat, CadenceCombatant } from './documents/combat';
import { CadenceItem } from './documents/item';
import { CadenceMessage } from './documents/message';
import { CardModel, CombatantModel, CombatModel, conditionModel, RequestModel } from './documents/models';
import { CadenceToken } from './documents/token';
import { trackedOf } from './documents/tracked';
import { tellUnreadable } from './migration/unreadable';
import { bringUpToDate } from './migration/world';
import { registerSettings, SYSTEM_ID } from './platform/settings';
import { listenForRequests } from './referee/requests';
import { watchTable } from './referee/watch';
import { listenForSecrets, watchSecrets } from './secrets/share';
import { registerSelfTest, selfTest } from './self-test';
import { registerReport } from './self-test/window';

/** Hands Cadence to Foundry: once, at `init`, with the rulesets the table may play by. */
export function register(adapters: readonly Adapter[]): void {
  for (const adapter of adapters) addAdapter(adapter);
  const rulesets = adapters.map(({ ruleset }) => ruleset);
  registerSettings(rulesets);
  registerSettingsMenus(rulesets);
  registerSelfTest();
  registerReport();
  registerKeys();
  addControls();
  extendCardMenu();
  registerEnrichers();
  listenForSecrets();
  listenForRequests();
  registerDocuments(adapters);
  registerStatuses(adapters.map(({ ruleset }) => ruleset));
  registerSheets(adapters);
  // The installed types want Foundry's own tracker class here; ours extends it.
  CONFIG.ui.combat = CadenceTracker as never;
  CONFIG.Token.rulerClass = CadenceRuler as never;
  CONFIG.Token.objectClass = CadenceTokenObject as never;
  void foundry.applications.handlebars.loadTemplates(PARTIALS as never);
}

/** Begins to watch the fights, once everything is there. */
export function start(): void {
  selfTest();
  watchClock();
  tellRefused();
  tellUnreadable();
  showDiceOurselves();
  takeHotbarDrops();
  watchFights();
  watchTable();
  watchSecrets();
  watchThreats();
  watchTurnMarkers();
  void bringUpToDate();
}

function registerDocuments(adapters: readonly Adapter[]): void {
  CONFIG.Actor.documentClass = CadenceActor as never;
  CONFIG.Item.documentClass = CadenceItem as never;
  CONFIG.Combat.documentClass = CadenceCombat as never;
  CONFIG.Combatant.documentClass = CadenceCombatant as never;
  CONFIG.ChatMessage.documentClass = CadenceMessage as never;
  CONFIG.Token.documentClass = CadenceToken as never;
  const { Actor, Item, Combat, Combatant, ChatMessage, ActiveEffect } = CONFIG as unknown as Record<
    string,
    { dataModels: Record<string, unknown>; trackableAttributes?: Record<string, unknown> }
  >;
  for (const adapter of adapters) {
    const { ruleset, models } = adapter;
    Object.assign(Actor!.dataModels, models.Actor);
    Object.assign(Item!.dataModels, models.Item);
    Combat!.dataModels[ruleset.id] = CombatModel;
    Combatant!.dataModels[ruleset.id] = CombatantModel;
    ChatMessage!.dataModels[ruleset.id] = CardModel;
    Actor!.trackableAttributes = { ...Actor!.trackableAttributes, [ruleset.id]: trackedOf(adapter) };
  }
  ChatMessage!.dataModels.request = RequestModel;
  ActiveEffect!.dataModels.condition = conditionModel();
}

function registerSheets(adapters: readonly Adapter[]): void {
  const { DocumentSheetConfig } = foundry.applications.apps;
  DocumentSheetConfig.registerSheet(Actor, SYSTEM_ID, CadenceActorSheet as never, {
    types: adapters.map(({ ruleset }) => ruleset.id) as never,
    makeDefault: true,
    label: 'CADENCE.Sheet.actor',
  });
  DocumentSheetConfig.registerSheet(Item, SYSTEM_ID, CadenceItemSheet as never, {
    types: adapters.flatMap(({ models }) => Object.keys(models.Item)) as never,
    makeDefault: true,
    label: 'CADENCE.Sheet.item',
  });
}
