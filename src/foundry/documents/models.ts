import type { Entry } from '../../kernel/transcript';
import { migrateInPlace, type StoredChange } from '../../toolkit/define/stored-change';
import { frameCard } from '../apps/chat/card';
import { frameRequest, type RenderHTMLOptions } from '../apps/chat/message-frame';
import { isCardOfGM } from '../host/exchange-document';
import { unpackCached } from '../platform/packed';
import { STORED_CHANGES } from '../stored/changes';
import { cardSchema, combatantSchema, combatSchema, conditionSchema, requestSchema } from '../stored/schemas';
import { isEntries, isStep } from '../stored/shapes';

const { TypeDataModel } = foundry.abstract;

const storedChangesOf = (document: StoredChange['document']): readonly StoredChange[] =>
  STORED_CHANGES.filter((change) => change.document === document);

/** The model of every ruleset's combat. The clock is the ruleset's JSON, the rest belongs to the referee. */
export class CombatModel extends TypeDataModel<ReturnType<typeof combatSchema>, Combat.Implementation> {
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, storedChangesOf('Combat')));
  }

  static override defineSchema() {
    return combatSchema();
  }
}

/** Its owner can write it, so the referee's numbers are in `states` of its Combat. */
export class CombatantModel extends TypeDataModel<ReturnType<typeof combatantSchema>, Combatant.Implementation> {
  static override defineSchema() {
    return combatantSchema();
  }
}

export class RequestModel extends TypeDataModel<ReturnType<typeof requestSchema>, ChatMessage.Implementation> {
  static override defineSchema() {
    return requestSchema();
  }

  /** API: ChatMessage#renderHTML calls it if it exists; Draw Steel, data/message/standard.mjs. */
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

  /** Unpacks `history` on first access: Foundry initializes every message of the world, including forged ones. */
  protected override _initialize(options?: never): void {
    // Removes the accessor of an earlier initialization, because Foundry assigns to the property.
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

  get entries(): readonly Entry[] {
    // Integer keys are iterated in ascending order.
    return Object.values(this.#unpacked('parts', isEntries).values).flatMap((entries) => entries as Entry[]);
  }

  /** Paths of packed texts that cannot be read; empty for a card that no GM wrote, which is never unpacked. */
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

interface Unpacked {
  readonly values: Readonly<Record<string, unknown>>;
  readonly unreadable: readonly string[];
}

function unpackRecord(texts: Readonly<Record<string, unknown>>, fits: (value: unknown) => boolean): Unpacked {
  const readable: [string, unknown][] = [];
  const unreadable: string[] = [];
  for (const [key, text] of Object.entries(texts)) {
    const value = attempt(() => unpackCached(String(text)));
    if (value !== undefined && fits(value)) readable.push([key, value]);
    else unreadable.push(key);
  }
  return { values: Object.fromEntries(readable), unreadable };
}

function attempt(make: () => unknown): unknown {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/**
 * Returns the model of the `condition` effect. Foundry 14 needs `changes` in every effect model, from a base class that the installed types
 * lack
 * and that exists only at run time. API: foundry.data.ActiveEffectTypeDataModel.
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
