import type { Command } from '../../../encounter/command';
import { HEX_SHAPES, type Place } from '../../../encounter/state';
import type { Answer, Reason } from '../../../kernel/ask';
import { hostOf } from '../../host/exchange-document';
import { type PrivateMode, parsePrivateMode } from '../../platform/message-mode';
import { requestSystem } from '../../stored/request';
import { combatSystem, type RequestSystem } from '../../stored/systems';
import { isRecord, listOf, objectWith, type Validator, withAbsence } from '../../stored/validators';

/** Any client may send anything. Requests are parsed here first, and only their shape is trusted. */

/** The longest path with all its places, times 1.5. */
const MOST_CHARACTERS = 30_000;
const MOST_PLACES = 200;
const MOST_ANSWERS = 60;
const MOST_FACES = 200;
const MOST_LETTERS = 2000;
const MOST_OPTIONS = 24;
const MOST_VALUES = 60;
/** Larger than any number of a rule, and than the metres of a map. */
const MOST = 100_000;

interface ParsedRequest {
  readonly mode: PrivateMode | null;
  readonly command: Command | null;
  readonly ask: string | null;
  readonly answers: readonly Answer[];
}

/** Returns the parsed request, or a reason if it is malformed. */
export function readRequest({
  combat,
  fighter,
  moment,
  command,
  ask,
  answers,
  mode,
}: RequestSystem): ParsedRequest | Reason {
  const length = lengthOf({ combat, fighter, moment, command, ask, answers });
  if (length === null || length > MOST_CHARACTERS) return { id: 'too-long', data: { most: MOST_CHARACTERS } };
  const read = command === null ? null : readCommand(command);
  const parsedAnswers = readAnswers(answers);
  const privateMode = parsePrivateMode(mode);
  if (privateMode === undefined) return { id: 'malformed' };
  if (!parsedAnswers || (command !== null && !read) || (read === null && typeof ask !== 'string'))
    return { id: 'malformed' };
  // The queue and bound dice count the request for the named fighter.
  return read && read.by !== fighter
    ? { id: 'malformed' }
    : { command: read, ask, answers: parsedAnswers, mode: privateMode };
}

function lengthOf(value: unknown): number | null {
  try {
    return JSON.stringify(value).length;
  } catch {
    return null;
  }
}

export function readCommand(value: unknown): Command | null {
  const plain = asJson(value);
  if (!isCommand(plain)) return null;
  const { do: action, by, at, with: item, path, options } = plain as Command;
  return {
    do: action,
    by,
    ...(at != null && { at }),
    ...(item != null && { with: item }),
    ...(path != null && { path: path.map(placeOf) }),
    ...(options != null && { options }),
  };
}

/** Whether answers fit the ask is checked by the kernel. */
export function readAnswers(value: unknown): Answer[] | null {
  const plain = asJson(value);
  return isAnswers(plain) ? (plain as Answer[]) : null;
}

/** Returns a copy as plain JSON: an update operator in a message looks like its value. T14: ForcedReplacement.create */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_LETTERS;
/** Rejects names of `Object.prototype`, which a lookup in a record would find. */
const isName = (value: string): boolean => !(value in Object.prototype);
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 64 && isName(value);
/** Rejects keys that an update would obey. C13: `-=` deletes and `==` replaces; T14: common/data/operators.d.mts */
const isKey = (key: string): boolean => isId(key) && !['-=', '=='].includes(key.slice(0, 2)) && key !== OPERATOR_KEY;
const OPERATOR_KEY = '__$OPERATOR$__';
const isNumber = (value: unknown): boolean => Number.isFinite(value) && Math.abs(value as number) <= MOST;

const isPlace = objectWith({
  x: isNumber,
  y: isNumber,
  width: isNumber,
  height: isNumber,
  elevation: isNumber,
  facing: isNumber,
  level: withAbsence(isId),
  depth: withAbsence(isNumber),
  shape: withAbsence((value) => HEX_SHAPES.some((shape) => shape === value)),
});
/** Drops additional properties. */
const placeOf = ({ x, y, width, height, elevation, facing, level, depth, shape }: Place): Place => ({
  x,
  y,
  width,
  height,
  elevation,
  facing,
  ...(level !== undefined && { level }),
  ...(depth !== undefined && { depth }),
  ...(shape !== undefined && { shape }),
});

/** @param depth of nested lists and records */
function isOption(value: unknown, depth = 3): boolean {
  if (typeof value === 'boolean' || isNumber(value) || (isText(value) && isName(value))) return true;
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  const values = Object.entries(value);
  const isOwn = Array.isArray(value) || values.every(([key]) => isKey(key));
  return isOwn && values.length <= MOST_VALUES && values.every(([, each]) => isOption(each, depth - 1));
}
const isOptions = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const options = Object.entries(value);
  return options.length <= MOST_OPTIONS && options.every(([key, option]) => isKey(key) && isOption(option));
};
/** @param depth of nested answers */
const isAnswer = (depth: number): Validator =>
  listOf((item) => {
    if (Array.isArray(item)) return depth > 0 && isAnswer(depth - 1)(item);
    return typeof item === 'number' || isText(item) || isPlace(item);
  }, MOST_FACES);
const isAnswers = listOf(isAnswer(2), MOST_ANSWERS);
const isCommand = objectWith({
  do: isId,
  by: isId,
  at: withAbsence(isId),
  with: withAbsence(isId),
  path: withAbsence(listOf(isPlace, MOST_PLACES)),
  options: withAbsence(isOptions),
});

/** Returns the faces of the dice in a request. An answer to a choice or an offer is no die; what follows it, is. */
export function facesIn(message: ChatMessage.Implementation): readonly number[] {
  const { combat, ask, answers, refused } = requestSystem(message);
  const read = readAnswers(answers) ?? [];
  const host = hostOf(combat);
  const asked = host && combatSystem(host).open?.asks.find(({ key }) => key === ask);
  // While it waits, dice stay even if it is not known what was asked.
  const isRolled = ask === null || (asked ? asked.ask.kind === 'dice' : refused.length === 0);
  return (isRolled ? read : read.slice(1)).flat(2).filter((face) => typeof face === 'number');
}
