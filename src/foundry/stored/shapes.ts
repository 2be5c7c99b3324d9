import {
  absentOr,
  anyOf,
  isCount,
  isJson,
  isNumber,
  isOperator,
  isRecord,
  isString,
  listOf,
  objectWith,
  recordOf,
  type Validator,
} from './validators';

/**
 * What the referee stores as JSON, as far as our own code relies on it. Who owns a document may write anything into it; what has not this
 * shape is not read at all, so that nothing behind has to doubt it again.
 */

const isFacts = recordOf(absentOr((value) => isJson(value)));
const isPlace = objectWith({ x: isNumber, y: isNumber, width: isNumber, height: isNumber, elevation: isNumber });

/** Who does what, to whom and how. */
export const isCommand: Validator = objectWith({
  do: isString,
  by: isString,
  at: absentOr(isString),
  with: absentOr(isString),
  path: absentOr(listOf(isPlace)),
  options: absentOr(isFacts),
});

/** Why something is not possible. */
export const isReason: Validator = objectWith({ id: isString, data: absentOr(isFacts) });
const isDice = objectWith({ count: isCount, sides: isCount });
const isOption = objectWith({ id: isString, whyNot: listOf(isReason) });
const isTaker = objectWith({ by: isString, commands: listOf(isCommand), alsoAllowed: absentOr(listOf(isString)) });

const question = (more: Readonly<Record<string, Validator>>): Validator =>
  objectWith({ id: isString, by: isString, facts: absentOr(isFacts), ...more });

const PERSON: Readonly<Record<string, Validator>> = {
  dice: question({ dice: isDice }),
  choice: question({ options: listOf(isOption) }),
  amount: question({ min: isNumber, max: isNumber }),
  text: question({ maxLength: isNumber }),
  place: question({ places: listOf(isRecord) }),
  offer: objectWith({ id: isString, candidates: listOf(isTaker), wait: isString, facts: absentOr(isFacts) }),
};
const kindOf = (value: unknown): string => (isRecord(value) && isString(value['kind']) ? String(value['kind']) : '');
/** The shape of a kind; of a kind that is none nothing has it. */
const fitOf = (kinds: Readonly<Record<string, Validator>>, kind: string): Validator =>
  (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? (() => false);
const isOfKind =
  (kinds: Readonly<Record<string, Validator>>): Validator =>
  (value) =>
    fitOf(kinds, kindOf(value))(value);
const isSingle: Validator = isOfKind(PERSON);
const isPerson: Validator = anyOf(
  isSingle,
  (value) => kindOf(value) === 'all' && objectWith({ id: isString, asks: listOf(isSingle) })(value),
);

const isOutcome: Validator = (value) => {
  if (!isRecord(value)) return false;
  const { facts, ...own } = value;
  return isString(own['result']) && isFacts(own) && (facts === undefined || isFacts(facts));
};

/** What happened. Of a wish no more is needed, except that it takes a condition away by its key. */
const EFFECT: Readonly<Record<string, Validator>> = {
  pool: objectWith({ of: isString, pool: isString, by: isNumber }),
  'condition-added': objectWith({ of: isString, condition: objectWith({ id: isString }) }),
  'condition-removed': objectWith({ of: isString, condition: objectWith({ id: isString }) }),
  state: objectWith({ of: isString, key: isString, to: absentOr((value) => isJson(value)) }),
  item: objectWith({ of: isString, item: isString, key: isString, to: absentOr((value) => isJson(value)) }),
  'item-transferred': objectWith({ of: isString, item: isString, to: isString }),
  move: objectWith({ of: isString, to: absentOr(isPlace), by: absentOr(listOf(isPlace)) }),
  clock: objectWith({ to: isRecord }),
  log: objectWith({ id: isString, of: absentOr(isString), facts: isFacts }),
  outcome: objectWith({ of: absentOr(isString), outcome: isOutcome }),
};
const WISH: Readonly<Record<string, Validator>> = {
  ...EFFECT,
  'condition-removed': objectWith({ of: isString, key: isString }),
};

const ENTRY: Readonly<Record<string, Validator>> = {
  apply: objectWith({ ask: objectWith({ change: isOfKind(WISH) }), answer: absentOr(isOfKind(EFFECT)) }),
  section: objectWith({ ask: objectWith({ command: absentOr(isCommand) }) }),
  interrupt: objectWith({ ask: objectWith({ command: isCommand }) }),
};

/** One ask with its answer. */
export const isEntry: Validator = (value) => {
  if (!isRecord(value)) return false;
  const kind = kindOf(value['ask']);
  if (Object.hasOwn(ENTRY, kind)) return fitOf(ENTRY, kind)(value);
  return isPerson(value['ask']) && Array.isArray(value['answer']);
};

/** An exchange, or a part of it. */
export const isEntries: Validator = listOf(isEntry);

export const isEmptyObject: Validator = (value) => isRecord(value) && Object.keys(value).length === 0;
export const isClock: Validator = objectWith({ round: isCount, phase: isString });

const isOpenAsk = objectWith({
  key: isString,
  ask: isPerson,
  given: absentOr(Array.isArray),
  withheld: absentOr(listOf(isCount)),
  until: absentOr(isNumber),
  time: absentOr(isNumber),
});
/** The exchange that waits, or null. */
export const isOpenExchange: Validator = absentOr(
  objectWith({ exchange: isCount, card: isString, asks: listOf(isOpenAsk), fault: absentOr(isReason) }),
);

/** A step of the history. */
export const isStep: Validator = objectWith({
  exchange: isCount,
  card: isString,
  command: isCommand,
  version: isCount,
  entries: isEntries,
  user: isString,
});

export const isRefereeRecord: Validator = absentOr(objectWith({ user: isString, client: isString }));
/** Dice that are bound, by the ask they fell for. */
export const isBoundRolls: Validator = recordOf(objectWith({ moment: isString, faces: listOf(isCount) }));
export const isNames: Validator = recordOf(isString);
/** What is counted of a round, or told of a condition. */
export const isStoredState: Validator = isFacts;
/** One entry of a book. */
export const isStateValue: Validator = anyOf((value) => isJson(value), isOperator);
export const isUntil: Validator = absentOr(objectWith({ at: isString, n: absentOr(isNumber), of: absentOr(isString) }));
