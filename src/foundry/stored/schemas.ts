import { counter, flag, json, jsonOrNull, line, packedField, packedRecordField, validateBy } from './fields';
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

/** Schema of `Combat.system`: the clock is the ruleset's JSON, all else belongs to the referee. */
export const combatSchema = () => ({
  // Only GMs write a Combat, so its steps are unpacked at once.
  ...hostFields(new fields.TypedObjectField(packedField(isStep, { required: false }), { required: true })),
  states: states(),
  bearers: new fields.TypedObjectField(new fields.SchemaField({ of: line(), round: counter() }, { required: false }), {
    required: true,
  }),
});

/** By combatant and key, so that a step writes only changes. v14 deletes only entries that are not required. */
const states = () => {
  const value = new fields.AnyField({ required: false, ...validateBy(isStateValue) });
  return new fields.TypedObjectField(new fields.TypedObjectField(value, { required: false }), { required: true });
};

/**
 * The referee's fields of every host.
 * @param history the field of its steps
 */
const hostFields = <History extends foundry.data.fields.DataField.Any>(history: History) => ({
  clock: json({ round: 0, phase: 'idle' }, isClock),
  step: counter(0, { min: 0 }),
  cursor: counter(0, { min: 0 }),
  history,
  open: jsonOrNull(isOpenExchange),
  referee: jsonOrNull(isRefereeRecord),
  writing: line(),
  boundDice: new fields.TypedObjectField(json({}, isBoundRolls, { required: false }), {
    required: true,
  }),
});

/** Schema of `Combatant.system`. Its owner writes it, so the referee's data is in `states` of the Combat. */
export const combatantSchema = () => ({
  stamp: line(),
  ready: line(),
  // Foundry 14 may refuse to delete an entry that is required.
  orders: new fields.TypedObjectField(new fields.StringField({ required: false, initial: '' }), { required: true }),
});

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
 * Schema of `ChatMessage.system` of a card. Any player may write one, so packed texts stay packed; callers of `CardModel` unpack only cards
 * of GMs.
 */
export const cardSchema = () => ({
  combat: line(),
  exchange: counter(),
  version: counter(1),
  // Empty on a draft card.
  command: json({}, (value) => isCommand(value) || isEmptyObject(value)),
  // By step, see `partKey`: a step writes only its own part, and undoing it deletes that part.
  parts: packedRecordField(),
  names: json({}, isNames),
  undone: flag(),
  resolvedManually: flag(),
  // Used only outside encounters, where the card is the host.
  ...hostFields(packedRecordField()),
});

export const conditionSchema = () => ({
  until: jsonOrNull(isUntil),
  by: line(),
  towards: new fields.ArrayField(new fields.StringField({ required: true }), { required: true }),
  data: json({}, isStoredState),
});
