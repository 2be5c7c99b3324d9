import type { Entry } from '../../kernel/transcript';
import { migrateInPlace } from '../../toolkit/define/stored-change';
import { frameCard } from '../apps/chat/card';
import { frameRequest, type RenderHTMLOptions } from '../apps/chat/message-frame';
import { isCardOfGM } from '../host/exchange-document';
import { storedChangesOf } from '../stored/changes';
import { unpackRecord } from '../stored/fields';
import { cardSchema, combatantSchema, combatSchema, conditionSchema, requestSchema } from '../stored/schemas';
import { isEntries, isStep } from '../stored/shapes';

const { TypeDataModel } = foundry.abstract;

/** One model for every ruleset's combat: the clock is JSON of the ruleset's own, the rest belongs to the referee. */
export class CombatModel extends TypeDataModel<ReturnType<typeof combatSchema>, Combat.Implementation> {
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, storedChangesOf('Combat')));
  }

  static override defineSchema() {
    return combatSchema();
  }
}

/** Its owner writes it: what the referee counts of it is in `states` of its Combat. */
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
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, storedChangesOf('ChatMessage')));
  }

  static override defineSchema() {
    return cardSchema();
  }

  /** `history` is unpacked when it is first read: Foundry initializes every message of the world, forged ones too. */
  protected override _initialize(options?: never): void {
    // An accessor of an earlier initialization; Foundry assigns to the property.
    Reflect.deleteProperty(this, 'history');
    super._initialize(options);
    let steps: Readonly<Record<string, unknown>> | undefined;
    Object.defineProperty(this, 'history', {
      configurable: true,
      enumerable: true,
      set: () => undefined,
      get: () => {
        steps ??= this.#unpacked('history', isStep).values;
        return steps;
      },
    });
  }

  /** Everything told on it, in order, without what cannot be read. */
  get entries(): readonly Entry[] {
    // Keys that are whole numbers stand in their order.
    return Object.values(this.#unpacked('parts', isEntries).values).flatMap((entries) => entries as Entry[]);
  }

  /** The paths of its packed texts that cannot be read; none of a card that no game master wrote, which nothing unpacks. */
  get unreadable(): string[] {
    if (!this.parent || !isCardOfGM(this.parent)) return [];
    return [
      ...this.#unpacked('parts', isEntries).unreadable.map((key) => `parts.${key}`),
      ...this.#unpacked('history', isStep).unreadable.map((key) => `history.${key}`),
    ];
  }

  #unpacked(field: 'parts' | 'history', fits: (value: unknown) => boolean) {
    const source: Readonly<Record<string, unknown>> = this._source;
    return unpackRecord((source[field] ?? {}) as Readonly<Record<string, unknown>>, fits);
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
