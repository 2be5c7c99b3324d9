import { counter, flag, json, jsonOrNull, line, packedField, packedRecordField } from './fields';
import {
  isBoundRolls,
  isClock,
  isCommand,
  isEmptyObject,
  isNames,
  isOpenExchange,
  isReason,
  isRefereeRecord,
  isStateValue,
  isStep,
  isStoredState,
  isUntil,
} from './shapes';

const { fields } = foundry.data;

/** `Combat.system`: the clock is JSON of the ruleset's own, the rest belongs to the referee. */
export const combatSchema = () => ({
  // Only a game master writes a Combat, so its steps are unpacked at once.
  ...refereed(new fields.TypedObjectField(packedField(isStep, { required: false }), { required: true })),
  states: states(),
  bearers: new fields.TypedObjectField(new fields.SchemaField({ of: line(), round: counter() }, { required: false }), {
    required: true,
  }),
});

/**
 * By combatant, and in each by key, so that a step writes only what changes. Entries are deleted, which v14 does of those that are not
 * required only.
 */
const states = () => {
  const mark = new fields.AnyField({ required: false, validate: isStateValue });
  return new fields.TypedObjectField(new fields.TypedObjectField(mark, { required: false }), { required: true });
};

/** What the referee keeps with whatever hosts an exchange. @param history the field of its steps */
const refereed = <History extends foundry.data.fields.DataField.Any>(history: History) => ({
  clock: json({ round: 0, phase: 'idle' }, isClock),
  step: counter(0, { min: 0 }),
  cursor: counter(0, { min: 0 }),
  history,
  open: jsonOrNull(isOpenExchange),
  referee: jsonOrNull(isRefereeRecord),
  writing: line(),
  thrown: new fields.TypedObjectField(json({}, isBoundRolls, { required: false }), {
    required: true,
  }),
});

/** `Combatant.system`: its owner writes it, so what the referee counts of it is in `states` of its Combat. */
export const combatantSchema = () => ({
  stamp: line(),
  ready: line(),
  // Foundry 14 may refuse to delete an entry that is required.
  orders: new fields.TypedObjectField(new fields.StringField({ required: false, initial: '' }), { required: true }),
});

/** `ChatMessage.system` of a player's request. */
export const requestSchema = () => ({
  combat: line(),
  fighter: line(),
  moment: line(),
  command: jsonOrNull(isCommand),
  ask: new fields.StringField({ required: true, nullable: true, initial: null }),
  answers: new fields.ArrayField(new fields.AnyField({ required: true }), { required: true }),
  force: flag(),
  refused: new fields.ArrayField(json({}, isReason), { required: true }),
});

/**
 * `ChatMessage.system` of an exchange's card. Any player may write one, so what is packed stays packed until `CardModel` is asked for it;
 * callers ask only for cards of game masters.
 */
export const cardSchema = () => ({
  combat: line(),
  exchange: counter(),
  version: counter(1),
  // A card that is yet to be written holds nothing.
  command: json({}, (value) => isCommand(value) || isEmptyObject(value)),
  // By their steps, see `partKey`: a step writes only its own, and who takes it back deletes it.
  parts: packedRecordField(),
  names: json({}, isNames),
  undone: flag(),
  byHand: flag(),
  // Only outside encounters, where the card itself is the host.
  ...refereed(packedRecordField()),
});

/** `ActiveEffect.system` of a condition, beside what Foundry keeps in every effect. */
export const conditionSchema = () => ({
  until: jsonOrNull(isUntil),
  by: line(),
  towards: new fields.ArrayField(new fields.StringField({ required: true }), { required: true }),
  data: json({}, isStoredState),
});
