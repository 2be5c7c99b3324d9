import { frameCard } from '../apps/card';
import type { RenderHTMLOptions } from '../apps/message-frame';
import { frameRequest } from '../apps/request-card';
import { counter, flag, json, jsonOrNull, line, packed } from '../fields';
import { migrateInPlace } from '../migration/change';
import { HOST_CHANGES } from './changes';
import {
  isBook,
  isClock,
  isCommand,
  isEntry,
  isMark,
  isNames,
  isNothing,
  isOpen,
  isReason,
  isReferee,
  isStep,
  isThrown,
  isUntil,
} from './shapes';

const { fields } = foundry.data;
const { TypeDataModel } = foundry.abstract;

/** One model for every ruleset's combat: the clock is JSON of the ruleset's own, the rest belongs to the referee. */
export class CombatModel extends TypeDataModel<ReturnType<typeof combatSchema>, Combat.Implementation> {
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, HOST_CHANGES));
  }

  static override defineSchema() {
    return combatSchema();
  }
}

const combatSchema = () => ({ ...refereed(), books: books() });

/**
 * By combatant, and in each by key, so that a step writes only what changes. Entries are deleted, which v14 does of those that are not
 * required only.
 */
const books = () => {
  const mark = new fields.AnyField({ required: false, validate: isMark });
  return new fields.TypedObjectField(new fields.TypedObjectField(mark, { required: false }), { required: true });
};

/** What the referee keeps with whatever hosts an exchange. */
const refereed = () => ({
  clock: json({ round: 0, phase: 'idle' }, isClock),
  step: counter(0, { min: 0 }),
  cursor: counter(0, { min: 0 }),
  history: new fields.TypedObjectField(packed(isStep, { required: false }), { required: true }),
  open: jsonOrNull(isOpen),
  referee: jsonOrNull(isReferee),
  writing: line(),
  thrown: new fields.TypedObjectField(json({}, isThrown, { required: false }), {
    required: true,
  }),
});

/** Its owner writes it: what the referee counts of it is in `books` of its Combat. */
export class CombatantModel extends TypeDataModel<ReturnType<typeof combatantSchema>, Combatant.Implementation> {
  static override defineSchema() {
    return combatantSchema();
  }
}

const combatantSchema = () => ({
  // Moved to the Combat with 0.3.0; it stays so that older worlds can be read.
  book: json({}, isBook),
  stamp: line(),
  ready: line(),
  // Foundry 14 may refuse to delete an entry that is required.
  orders: new fields.TypedObjectField(new fields.StringField({ required: false, initial: '' }), { required: true }),
});

export class RequestModel extends TypeDataModel<ReturnType<typeof requestSchema>, ChatMessage.Implementation> {
  static override defineSchema() {
    return requestSchema();
  }

  /** Foundry asks the model of a message for its HTML, where it has this method. API: ChatMessage#renderHTML; Draw Steel, data/message/standard.mjs. */
  renderHTML(options: RenderHTMLOptions): Promise<HTMLElement> {
    return frameRequest(this.parent, options);
  }
}

const requestSchema = () => ({
  combat: line(),
  fighter: line(),
  moment: line(),
  command: jsonOrNull(isCommand),
  ask: new fields.StringField({ required: true, nullable: true, initial: null }),
  answers: new fields.ArrayField(new fields.AnyField({ required: true }), { required: true }),
  force: flag(),
  refused: new fields.ArrayField(json({}, isReason), { required: true }),
});

export class CardModel extends TypeDataModel<ReturnType<typeof cardSchema>, ChatMessage.Implementation> {
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, HOST_CHANGES));
  }

  static override defineSchema() {
    return cardSchema();
  }

  /** As {@link RequestModel#renderHTML}. */
  renderHTML(options: RenderHTMLOptions): Promise<HTMLElement> {
    return frameCard(this.parent, options);
  }
}

const cardSchema = () => ({
  combat: line(),
  exchange: counter(),
  version: counter(1),
  // A card that is yet to be written holds nothing.
  command: json({}, (value) => isCommand(value) || isNothing(value)),
  entries: new fields.ArrayField(json({}, isEntry), { required: true }),
  names: json({}, isNames),
  undone: flag(),
  byHand: flag(),
  // Only outside encounters, where the card itself is the host.
  ...refereed(),
});

const conditionSchema = () => ({
  until: jsonOrNull(isUntil),
  by: line(),
  towards: new fields.ArrayField(new fields.StringField({ required: true }), { required: true }),
  data: json({}, isBook),
});

/**
 * The model of the `condition` effect. Foundry 14 wants `changes` in every effect model, from a base class the installed types do not
 * have; it is looked up when the system starts. API: foundry.data.ActiveEffectTypeDataModel.
 */
export function conditionModel(): unknown {
  const { ActiveEffectTypeDataModel } = foundry.data as unknown as { ActiveEffectTypeDataModel: typeof TypeDataModel };
  return class ConditionModel extends (ActiveEffectTypeDataModel as unknown as typeof foundry.abstract.TypeDataModel<
    ReturnType<typeof conditionSchema>,
    ActiveEffect.Implementation
  >) {
    static override defineSchema() {
      return { ...(super.defineSchema() as object), ...conditionSchema() } as ReturnType<typeof conditionSchema>;
    }
  };
}
