import type { Entry } from '../../kernel/transcript';
import type { Former } from '../../rulebook/former';
import { migrateInPlace } from '../../rulebook/stored-change';
import { frameCard } from '../apps/card';
import { frameRequest, type RenderHTMLOptions } from '../apps/message-frame';
import { unpackedOf } from '../platform/packed';
import { CARD_CHANGES, HOST_CHANGES, stateChange } from '../stored/changes';
import { cardSchema, combatantSchema, combatSchema, conditionSchema, requestSchema } from '../stored/schemas';
import type { CardSystem } from '../stored/systems';

const { TypeDataModel } = foundry.abstract;

/** One model for every ruleset's combat: the clock is JSON of the ruleset's own, the rest belongs to the referee. */
export class CombatModel extends TypeDataModel<ReturnType<typeof combatSchema>, Combat.Implementation> {
  /** How earlier versions wrote what its ruleset keeps. */
  static former: Former = {};

  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, [...HOST_CHANGES, stateChange(this.former)]));
  }

  static override defineSchema() {
    return combatSchema(this.former);
  }
}

/** Its owner writes it: what the referee counts of it is in `books` of its Combat. */
export class CombatantModel extends TypeDataModel<ReturnType<typeof combatantSchema>, Combatant.Implementation> {
  static override defineSchema() {
    return combatantSchema();
  }
}

export class RequestModel extends TypeDataModel<ReturnType<typeof requestSchema>, ChatMessage.Implementation> {
  static override defineSchema() {
    return requestSchema();
  }

  /** Foundry asks the model of a message for its HTML, where it has this method. API: ChatMessage#renderHTML; Draw Steel, data/message/standard.mjs. */
  renderHTML(options: RenderHTMLOptions): Promise<HTMLElement> {
    return frameRequest(this.parent, options);
  }
}

export class CardModel extends TypeDataModel<ReturnType<typeof cardSchema>, ChatMessage.Implementation> {
  /** How earlier versions wrote what its ruleset keeps. */
  static former: Former = {};

  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, [...CARD_CHANGES, stateChange(this.former)]));
  }

  static override defineSchema() {
    return cardSchema(this.former);
  }

  /** Reads what is told in today's words. */
  static read: (unpacked: unknown) => unknown = (unpacked) => unpacked;

  /** Everything told on it, in order. */
  get entries(): readonly Entry[] {
    const { read } = this.constructor as typeof CardModel;
    // Keys that are whole numbers stand in their order.
    return Object.values(this.parts as CardSystem['parts']).flatMap((text) => read(unpackedOf(text)) as Entry[]);
  }

  /** As {@link RequestModel#renderHTML}. */
  renderHTML(options: RenderHTMLOptions): Promise<HTMLElement> {
    return frameCard(this.parent, options);
  }
}

/**
 * The model of the `condition` effect. Foundry 14 wants `changes` in every effect model, from a base class the installed types do not
 * have; it is looked up when the system starts. API: foundry.data.ActiveEffectTypeDataModel.
 */
export function conditionModel(): unknown {
  const { ActiveEffectTypeDataModel } = foundry.data;
  return class ConditionModel extends ActiveEffectTypeDataModel<
    ReturnType<typeof conditionSchema>,
    ActiveEffect.Implementation
  > {
    static override defineSchema() {
      return { ...super.defineSchema(), ...conditionSchema() } as ReturnType<typeof conditionSchema>;
    }
  };
}
