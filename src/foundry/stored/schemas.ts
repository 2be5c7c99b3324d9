import { MOST_LETTERS } from '../../toolkit/define/schema';
import { pack, unpackCached } from '../platform/packed';
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
  isReserve,
  isSecrecy,
  isStateValue,
  isStep,
  isStoredState,
  isUntil,
} from './shapes';
import { isWithin } from './validators';

const { fields } = foundry.data;

const counter = (initial = 0, { min }: { min?: number } = {}) =>
  new fields.NumberField({
    required: true,
    nullable: false,
    integer: true,
    initial,
    ...(min !== undefined && { min }),
  });

const flag = (initial = false) => new fields.BooleanField({ required: true, initial });

/** Returns the options of a field that fits accepts. An explicit `true` would end the validation. D: core's type declarations at 14.366, DataField#validate. */
export const validateBy = (fits: (value: any) => boolean) => ({
  // The installed types declare no undefined.
  validate: ((value: unknown) => (fits(value) ? undefined : false)) as (value: unknown) => boolean,
});

/**
 * Limits in letters and entries. Foundry has none, and the owner of a document stores what they like. A value beyond its limit is dropped,
 * like one of another shape.
 */
const MOST_JSON = 1_000_000;
const MOST_ENTRIES = 1000;

/** Returns the options of a text field with a limit. */
const limitedText = (most: number) => validateBy((text: string | null) => (text?.length ?? 0) <= most);

const line = (initial = '', most = MOST_LETTERS) =>
  new fields.StringField({ required: true, blank: true, initial, ...limitedText(most) });

const lineOrNull = () =>
  new fields.StringField({ required: true, nullable: true, initial: null, ...limitedText(MOST_LETTERS) });

/** An entry of a list or record has no initial value, and Foundry 14 may refuse to delete one that is required. */
const entryLine = () => new fields.StringField({ required: false, ...limitedText(MOST_LETTERS) });

/** Returns a field for any JSON, also for operators of updates. */
const anyJson = (fits: (value: unknown) => boolean = () => true, { required = true } = {}) =>
  new fields.AnyField({ required, ...validateBy((value) => isWithin(value, MOST_JSON) && fits(value)) });

/** Returns a field for values by id. */
const record = <Element extends foundry.data.fields.DataField.Any>(
  element: Element,
  { most = MOST_ENTRIES, required = true } = {},
) =>
  new fields.TypedObjectField(element, {
    required,
    ...validateBy((entries: object) => Object.keys(entries).length <= most),
  } as never);

const list = <Element extends foundry.data.fields.DataField.Any>(element: Element) =>
  new fields.ArrayField(element, { required: true, max: MOST_ENTRIES });

/**
 * Returns a field for JSON of our own code.
 * @param fits checks the shape that our code relies on; other values are rejected and reported
 */
const json = (initial: Record<string, unknown> = {}, fits?: (value: unknown) => boolean, { required = true } = {}) =>
  new fields.ObjectField({
    required,
    // An entry of a record has no initial value: an invalid one would make the whole record fall back (C13: TypedObjectField).
    ...(required && { initial: () => ({ ...initial }) }),
    ...limitedJson(fits),
  });
const limitedJson = (fits: (value: unknown) => boolean = () => true) =>
  validateBy((value) => isWithin(value, MOST_JSON) && fits(value));

const jsonOrNull = (fits?: (value: unknown) => boolean) =>
  new fields.ObjectField({ required: true, nullable: true, initial: null, ...limitedJson(fits) });

type PackedOptions = { required: boolean; blank: false; initial: undefined; validate: (text: unknown) => boolean };

class PackedField extends fields.StringField<PackedOptions> {
  override initialize(text: string): never {
    return unpackCached(text) as never;
  }

  override toObject(value: never): never {
    return pack(value) as never;
  }
}

/** Returns a field for JSON stored as compressed text. It is unpacked in memory; updates contain the result of `pack`. */
function packedField(fits: (value: unknown) => boolean, { required = true } = {}) {
  // An unreadable entry of a record is dropped: see `json`.
  const isReadable = (text: unknown) => fits(unpackCached(String(text)));
  return new PackedField({ required, blank: false, initial: undefined, ...validateBy(isReadable) });
}

/** Limits of packed texts in a message, which any player may write. */
const MOST_TEXTS = 500;
const MOST_CHARACTERS = 262_144;

/**
 * Returns a field for packed texts that stay packed on load; validation only counts them. `unpackRecord` unpacks them for trusted
 * documents.
 */
const packedRecordField = () =>
  new fields.TypedObjectField(
    new fields.StringField({ required: false, blank: false, ...limitedText(MOST_CHARACTERS) }),
    {
      required: true,
      ...validateBy(isWithinLimits),
    } as never,
  );

function isWithinLimits(texts: unknown): boolean {
  const all = Object.values(texts as object);
  const characters = all.reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
  return all.length <= MOST_TEXTS && characters <= MOST_CHARACTERS;
}

/** The longest claim on a step, packed, in letters; a GM's window wrote it. See `referee/store/claim.ts`. */
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
  reserve: jsonOrNull(isReserve),
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
