import {
  anyJson,
  counter,
  entryLine,
  flag,
  json,
  jsonOrNull,
  line,
  lineOrNull,
  list,
  packedField,
  packedRecordField,
  record,
} from './fields';
import {
  isBeginning,
  isBoundRolls,
  isClock,
  isCommand,
  isEmptyObject,
  isNames,
  isOpenExchange,
  isReason,
  isRefereeRecord,
  isSecrecy,
  isStateValue,
  isStep,
  isStoredState,
  isUntil,
} from './shapes';

const { fields } = foundry.data;

/** The longest claim on a step, packed, in letters; a GM's window wrote it. See `referee/claim.ts`. */
export const MOST_CLAIM = 1_000_000;
/** Far more than a fight has: its history would be lost as a whole. */
const MOST_STEPS = 10_000;
const MOST_FIGHTERS = 10_000;

/** Schema of `Combat.system`: the clock is the ruleset's JSON, all else belongs to the referee. */
export const combatSchema = () => ({
  // Only GMs write a Combat, so its steps are unpacked at once.
  ...hostFields(record(packedField(isStep, { required: false }), { most: MOST_STEPS })),
  states: states(),
  bearers: record(new fields.SchemaField({ of: line(), round: counter() }, { required: false }), {
    most: MOST_FIGHTERS,
  }),
  began: jsonOrNull(isBeginning),
});

/** By combatant and key, so that a step writes only changes. v14 deletes only entries that are not required. */
const states = () => {
  const value = anyJson(isStateValue, { required: false });
  return record(record(value, { required: false }), { most: MOST_FIGHTERS });
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
  writing: line('', MOST_CLAIM),
  boundDice: record(json({}, isBoundRolls, { required: false })),
});

/** Schema of `Combatant.system`. Its owner writes it, so the referee's data is in `states` of the Combat. */
export const combatantSchema = () => ({
  stamp: line(),
  ready: line(),
  orders: record(entryLine()),
});

export const requestSchema = () => ({
  combat: line(),
  fighter: line(),
  moment: line(),
  command: jsonOrNull(isCommand),
  ask: lineOrNull(),
  answers: list(anyJson()),
  force: flag(),
  mode: line(),
  refused: list(json({}, isReason)),
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
  disguises: json({}, isNames),
  undone: flag(),
  resolvedManually: flag(),
  secrecy: jsonOrNull(isSecrecy),
  // Used only outside encounters, where the card is the host.
  ...hostFields(packedRecordField()),
});

export const conditionSchema = () => ({
  until: jsonOrNull(isUntil),
  by: line(),
  towards: list(line()),
  data: json({}, isStoredState),
});
