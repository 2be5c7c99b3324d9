import { RESERVE_TRIGGERS } from '../../encounter/reserve';
import { PRIVATE_MODES } from '../platform/message-mode';
import {
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
  withAbsence,
} from './validators';

/** Members of a reserve, and fighters that its trigger counts. */
const MOST_RESERVES = 1000;

/** Owners may write anything into their documents; values of another shape are dropped, so that later code need not check. */

const isFacts = recordOf(withAbsence((value) => isJson(value)));
const isPlace = objectWith({
  x: isNumber,
  y: isNumber,
  width: isNumber,
  height: isNumber,
  elevation: isNumber,
  level: withAbsence(isString),
  scene: withAbsence(isString),
});

export const isCommand: Validator = objectWith({
  do: isString,
  by: isString,
  at: withAbsence(isString),
  with: withAbsence(isString),
  path: withAbsence(listOf(isPlace)),
  options: withAbsence(isFacts),
});

export const isReason: Validator = objectWith({ id: isString, data: withAbsence(isFacts) });
const isDice = objectWith({ count: isCount, sides: isCount });
const isOption = objectWith({ id: isString, whyNot: listOf(isReason) });
const isCandidate = objectWith({
  by: isString,
  commands: listOf(isCommand),
  alsoAllowed: withAbsence(listOf(isString)),
});

const inputAsk = (more: Readonly<Record<string, Validator>>): Validator =>
  objectWith({ id: isString, by: isString, facts: withAbsence(isFacts), ...more });

const INPUT_ASK: Readonly<Record<string, Validator>> = {
  dice: inputAsk({ dice: isDice }),
  choice: inputAsk({ options: listOf(isOption) }),
  amount: inputAsk({ min: isNumber, max: isNumber }),
  text: inputAsk({ maxLength: isNumber }),
  place: inputAsk({ places: listOf(isRecord) }),
  offer: objectWith({ id: isString, candidates: listOf(isCandidate), wait: isString, facts: withAbsence(isFacts) }),
};
const kindOf = (value: unknown): string => (isRecord(value) && isString(value['kind']) ? String(value['kind']) : '');
const fitOf = (kinds: Readonly<Record<string, Validator>>, kind: string): Validator =>
  (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? (() => false);
const isOfKind =
  (kinds: Readonly<Record<string, Validator>>): Validator =>
  (value) =>
    fitOf(kinds, kindOf(value))(value);
const isSingle: Validator = isOfKind(INPUT_ASK);
const isInputAsk: Validator = anyOf(
  isSingle,
  (value) => kindOf(value) === 'all' && objectWith({ id: isString, asks: listOf(isSingle) })(value),
);

const isOutcome: Validator = (value) => {
  if (!isRecord(value)) return false;
  const { facts, ...own } = value;
  return isString(own['result']) && isFacts(own) && (facts === undefined || isFacts(facts));
};

/** Unlike what documents store, a sentence never has null. */
const ifGiven = (fits: Validator): Validator => anyOf((value) => value === undefined, fits);
const TRAITS: Readonly<Record<string, Validator>> = {
  tone: ifGiven((tone) => tone === 'harm' || tone === 'boon' || tone === 'neutral'),
  strong: ifGiven((strong) => typeof strong === 'boolean'),
  covers: ifGiven(
    objectWith({
      of: ifGiven(isString),
      points: ifGiven(recordOf(isNumber)),
      gains: ifGiven(listOf(isString)),
      loses: ifGiven(listOf(isString)),
      moves: ifGiven((moves) => moves === true),
      lines: ifGiven(listOf(isString)),
    }),
  ),
};

const isReserveHere = objectWith({
  trigger: objectWith({ when: (when) => RESERVE_TRIGGERS.some((known) => known === when), round: isCount }),
  first: listOf(isString, MOST_RESERVES),
  members: listOf(objectWith({ fighter: isString, scene: isString, token: isString, actor: isString }), MOST_RESERVES),
});
export const isReserve: Validator = withAbsence(isReserveHere);

/** Effects by kind. Changes need the same properties, except that conditions are removed by key. */
const EFFECT: Readonly<Record<string, Validator>> = {
  pool: objectWith({ of: isString, pool: isString, by: isNumber }),
  'condition-added': objectWith({ of: isString, condition: objectWith({ id: isString }) }),
  'condition-removed': objectWith({ of: isString, condition: objectWith({ id: isString }) }),
  state: objectWith({ of: isString, key: isString, to: withAbsence((value) => isJson(value)) }),
  item: objectWith({ of: isString, item: isString, key: isString, to: withAbsence((value) => isJson(value)) }),
  'item-transferred': objectWith({ of: isString, item: isString, to: isString, count: withAbsence(isNumber) }),
  move: objectWith({ of: isString, to: withAbsence(isPlace), by: withAbsence(listOf(isPlace)) }),
  clock: objectWith({ to: isRecord }),
  departure: objectWith({ of: isString }),
  arrival: objectWith({ reserve: isReserveHere }),
  log: objectWith({ id: isString, of: withAbsence(isString), facts: isFacts, ...TRAITS }),
  outcome: objectWith({ of: withAbsence(isString), outcome: isOutcome, ...TRAITS }),
};
const CHANGE: Readonly<Record<string, Validator>> = {
  ...EFFECT,
  'condition-removed': objectWith({ of: isString, key: isString }),
};

const ENTRY: Readonly<Record<string, Validator>> = {
  apply: objectWith({ ask: objectWith({ change: isOfKind(CHANGE) }), answer: withAbsence(isOfKind(EFFECT)) }),
  section: objectWith({ ask: objectWith({ command: withAbsence(isCommand) }) }),
  interrupt: objectWith({ ask: objectWith({ command: isCommand }) }),
};

export const isEntry: Validator = (value) => {
  if (!isRecord(value)) return false;
  const kind = kindOf(value['ask']);
  if (Object.hasOwn(ENTRY, kind)) return fitOf(ENTRY, kind)(value);
  return isInputAsk(value['ask']) && Array.isArray(value['answer']);
};

export const isEntries: Validator = listOf(isEntry);

export const isEmptyObject: Validator = (value) => isRecord(value) && Object.keys(value).length === 0;
export const isClock: Validator = objectWith({ round: isCount, phase: isString });

const isOpenAsk = objectWith({
  key: isString,
  ask: isInputAsk,
  given: withAbsence(Array.isArray),
  withheld: withAbsence(listOf(isCount)),
  until: withAbsence(isNumber),
  time: withAbsence(isNumber),
  left: withAbsence(isNumber),
});
const hasIdentity = objectWith({ id: isString, name: isString, type: isString });
const isItem: Validator = (value) => hasIdentity(value) && isFacts(value);
export const isOpenExchange: Validator = withAbsence(
  objectWith({
    exchange: isCount,
    card: isString,
    asks: listOf(isOpenAsk),
    fault: withAbsence(isReason),
    items: withAbsence(recordOf(listOf(isItem))),
  }),
);

export const isSecrecy: Validator = withAbsence(
  objectWith({
    mode: (mode) => PRIVATE_MODES.some((known) => known === mode),
    by: isString,
    isShared: (value) => typeof value === 'boolean',
  }),
);

export const isStep: Validator = objectWith({
  exchange: isCount,
  card: isString,
  command: isCommand,
  version: isCount,
  entries: isEntries,
  user: isString,
  at: withAbsence(isNumber),
  secrecy: isSecrecy,
});

export const isRefereeRecord: Validator = withAbsence(objectWith({ user: isString, client: isString }));
export const isBeginning: Validator = withAbsence(objectWith({ worldTime: isNumber, serverTime: isNumber }));
export const isBoundRolls: Validator = recordOf(objectWith({ moment: isString, faces: listOf(isCount) }));
export const isNames: Validator = recordOf(isString);
export const isStoredState: Validator = isFacts;
/** Accepts a stored value or an operator of an update. */
export const isStateValue: Validator = anyOf((value) => isJson(value), isOperator);
export const isUntil: Validator = withAbsence(
  objectWith({ at: isString, n: withAbsence(isNumber), of: withAbsence(isString) }),
);
