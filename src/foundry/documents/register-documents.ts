import type { UnloadedAdapter } from '../adapters/adapter';
import { trackableAttributesOf } from '../host/token-defaults';
import { CadenceActor } from './actor';
import { CadenceCombat, CadenceCombatant } from './combat';
import { CadenceEffect } from './effect';
import { CadenceItem } from './item';
import { CadenceMessage } from './message';
import { CardModel, CombatantModel, CombatModel, conditionModel, RequestModel } from './models';
import { CadenceToken } from './token';

/** The installed types declare one class and one model for each document type. */
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
    tracked.trackableAttributes = { ...tracked.trackableAttributes, [id]: trackableAttributesOf(ruleset) };
  }
  ChatMessage.dataModels.request = RequestModel;
  ActiveEffect.dataModels.condition = conditionModel();
}

export const DOCUMENTS = { init: registerDocuments };
