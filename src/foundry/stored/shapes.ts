import {
  absentOr,
  either,
  type Fits,
  isCount,
  isJson,
  isNumber,
  isOperator,
  isRecord,
  isWord,
  listOf,
  recordOf,
  shaped,
} from './fits';

/**
 * What the referee stores as JSON, as far as our own code relies on it. Who owns a document may write anything into it; what has not this
 * shape is not read at all, so that nothing behind has to doubt it again.
 */

const isFacts = recordOf(absentOr((value) => isJson(value)));
const isPlace = shaped({ x: isNumber, y: isNumber, width: isNumber, height: isNumber, elevation: isNumber });

/** Who does what, to whom and how. */
export const isCommand: Fits = shaped({
  do: isWord,
  by: isWord,
  at: absentOr(isWord),
  with: absentOr(isWord),
  path: absentOr(listOf(isPlace)),
  options: absentOr(isFacts),
});

/** Why something is not possible. */
export const isReason: Fits = shaped({ id: isWord, data: absentOr(isFacts) });
const isDice = shaped({ count: isCount, sides: isCount });
const isOption = shaped({ id: isWord, whyNot: listOf(isReason) });
const isTaker = shaped({ by: isWord, commands: listOf(isCommand), alsoAllowed: absentOr(listOf(isWord)) });

const question = (more: Readonly<Record<string, Fits>>): Fits =>
  shaped({ id: isWord, by: isWord, facts: absentOr(isFacts), ...more });

const PERSON: Readonly<Record<string, Fits>> = {
  dice: question({ dice: isDice }),
  choice: question({ options: listOf(isOption) }),
  amount: question({ min: isNumber, max: isNumber }),
  text: question({ maxLength: isNumber }),
  place: question({ places: listOf(isRecord) }),
  offer: shaped({ id: isWord, candidates: listOf(isTaker), wait: isWord, facts: absentOr(isFacts) }),
};
const kindOf = (value: unknown): string => (isRecord(value) && isWord(value['kind']) ? String(value['kind']) : '');
/** The shape of a kind; of a kind that is none nothing has it. */
const fitOf = (kinds: Readonly<Record<string, Fits>>, kind: string): Fits =>
  (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? (() => false);
const isOfKind =
  (kinds: Readonly<Record<string, Fits>>): Fits =>
  (value) =>
    fitOf(kinds, kindOf(value))(value);
const isSingle: Fits = isOfKind(PERSON);
const isPerson: Fits = either(
  isSingle,
  (value) => kindOf(value) === 'all' && shaped({ id: isWord, asks: listOf(isSingle) })(value),
);

const isOutcome: Fits = (value) => {
  if (!isRecord(value)) return false;
  const { facts, ...own } = value;
  return isWord(own['result']) && isFacts(own) && (facts === undefined || isFacts(facts));
};

/** What happened. Of a wish no more is needed, except that it takes a condition away by its key. */
const EFFECT: Readonly<Record<string, Fits>> = {
  pool: shaped({ of: isWord, pool: isWord, by: isNumber }),
  'condition-added': shaped({ of: isWord, condition: shaped({ id: isWord }) }),
  'condition-removed': shaped({ of: isWord, condition: shaped({ id: isWord }) }),
  state: shaped({ of: isWord, key: isWord, to: absentOr((value) => isJson(value)) }),
  item: shaped({ of: isWord, item: isWord, key: isWord, to: absentOr((value) => isJson(value)) }),
  'item-transferred': shaped({ of: isWord, item: isWord, to: isWord }),
  move: shaped({ of: isWord, to: absentOr(isPlace), by: absentOr(listOf(isPlace)) }),
  clock: shaped({ to: isRecord }),
  log: shaped({ id: isWord, of: absentOr(isWord), facts: isFacts }),
  outcome: shaped({ of: absentOr(isWord), outcome: isOutcome }),
};
const WISH: Readonly<Record<string, Fits>> = { ...EFFECT, 'condition-removed': shaped({ of: isWord, key: isWord }) };

const ENTRY: Readonly<Record<string, Fits>> = {
  apply: shaped({ ask: shaped({ change: isOfKind(WISH) }), answer: absentOr(isOfKind(EFFECT)) }),
  section: shaped({ ask: shaped({ command: absentOr(isCommand) }) }),
  interrupt: shaped({ ask: shaped({ command: isCommand }) }),
};

/** One ask with its answer. */
export const isEntry: Fits = (value) => {
  if (!isRecord(value)) return false;
  const kind = kindOf(value['ask']);
  if (Object.hasOwn(ENTRY, kind)) return fitOf(ENTRY, kind)(value);
  return isPerson(value['ask']) && Array.isArray(value['answer']);
};

/** An exchange, or a part of it. */
export const isEntries: Fits = listOf(isEntry);

export const isNothing: Fits = (value) => isRecord(value) && Object.keys(value).length === 0;
export const isClock: Fits = shaped({ round: isCount, phase: isWord });

const isOpenAsk = shaped({
  key: isWord,
  ask: isPerson,
  given: absentOr(Array.isArray),
  withheld: absentOr(listOf(isCount)),
  until: absentOr(isNumber),
  time: absentOr(isNumber),
});
/** The exchange that waits, or null. */
export const isOpen: Fits = absentOr(
  shaped({ exchange: isCount, card: isWord, asks: listOf(isOpenAsk), fault: absentOr(isReason) }),
);

/** A step of the history. */
export const isStep: Fits = shaped({
  exchange: isCount,
  card: isWord,
  command: isCommand,
  version: isCount,
  entries: isEntries,
  user: isWord,
});

export const isReferee: Fits = absentOr(shaped({ user: isWord, client: isWord }));
/** Dice that are bound, by the ask they fell for. */
export const isThrown: Fits = recordOf(shaped({ moment: isWord, faces: listOf(isCount) }));
export const isNames: Fits = recordOf(isWord);
/** What is counted of a round, or told of a condition. */
export const isStoredState: Fits = isFacts;
/** One entry of a book. */
export const isMark: Fits = either((value) => isJson(value), isOperator);
export const isUntil: Fits = absentOr(shaped({ at: isWord, n: absentOr(isNumber), of: absentOr(isWord) }));
