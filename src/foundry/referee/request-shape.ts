import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Answer, Reason } from '../../kernel/ask';
import { requestSystem } from '../stored/request';
import type { RequestSystem } from '../stored/systems';
import { absentOr, isRecord, listOf, objectWith, type Validator } from '../stored/validators';

/** Anybody may send anything. What comes over the wire is read here first, and nothing in it is trusted beyond its shape. */

/** What the longest way with all its places takes, and half as much again. */
const MOST_CHARACTERS = 30_000;
const MOST_PLACES = 200;
const MOST_ANSWERS = 60;
const MOST_FACES = 200;
const MOST_LETTERS = 2000;
const MOST_OPTIONS = 24;
const MOST_VALUES = 60;
/** No rule counts so far; metres of a map neither. */
const MOST = 100_000;

/** A request as far as it can be read. */
export interface ParsedRequest {
  readonly command: Command | null;
  readonly ask: string | null;
  readonly answers: readonly Answer[];
}

/** Reads what a request says; a reason where it says nothing that could be judged. */
export function readRequest({ combat, fighter, moment, command, ask, answers }: RequestSystem): ParsedRequest | Reason {
  const length = lengthOf({ combat, fighter, moment, command, ask, answers });
  if (length === null || length > MOST_CHARACTERS) return { id: 'too-long', data: { most: MOST_CHARACTERS } };
  const read = command === null ? null : readCommand(command);
  const given = readAnswers(answers);
  if (!given || (command !== null && !read) || (read === null && typeof ask !== 'string')) return { id: 'malformed' };
  // Who is said to act is whom the request counts for, in the queue and for dice that have fallen.
  return read && read.by !== fighter ? { id: 'malformed' } : { command: read, ask, answers: given };
}

/** How many characters it is written in; null for what is too deep to be written. */
function lengthOf(value: unknown): number | null {
  try {
    return JSON.stringify(value).length;
  } catch {
    return null;
  }
}

/** Reads a command; null where it is none. */
export function readCommand(value: unknown): Command | null {
  if (!isCommand(value)) return null;
  const { do: verb, by, at, with: item, path, options } = value as Command;
  return {
    do: verb,
    by,
    ...(at != null && { at }),
    ...(item != null && { with: item }),
    ...(path != null && { path: path.map(placeOf) }),
    ...(options != null && { options }),
  };
}

/** Reads answers; null where they are none. Whether they fit what is asked is the kernel's to say. */
export function readAnswers(value: unknown): Answer[] | null {
  return isAnswers(value) ? (value as Answer[]) : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_LETTERS;
/** A name that every object has is nobody's: looked up in a table, it would be found. */
const isName = (value: string): boolean => !(value in Object.prototype);
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 64 && isName(value);
const isNumber = (value: unknown): boolean => Number.isFinite(value) && Math.abs(value as number) <= MOST;

const isPlace = objectWith({
  x: isNumber,
  y: isNumber,
  width: isNumber,
  height: isNumber,
  elevation: isNumber,
  facing: isNumber,
});
/** Without whatever else was sent along. */
const placeOf = ({ x, y, width, height, elevation, facing }: Place): Place => ({
  x,
  y,
  width,
  height,
  elevation,
  facing,
});

/** @param depth how far lists and named values may stand in each other */
function isOption(value: unknown, depth = 3): boolean {
  if (typeof value === 'boolean' || isNumber(value) || (isText(value) && isName(value))) return true;
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  const values = Object.entries(value);
  const isOwn = Array.isArray(value) || values.every(([key]) => isId(key));
  return isOwn && values.length <= MOST_VALUES && values.every(([, each]) => isOption(each, depth - 1));
}
const isOptions = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const options = Object.entries(value);
  return options.length <= MOST_OPTIONS && options.every(([key, option]) => isId(key) && isOption(option));
};
/** @param depth how far answers may stand in answers */
const isAnswer = (depth: number): Validator =>
  listOf((item) => {
    if (Array.isArray(item)) return depth > 0 && isAnswer(depth - 1)(item);
    return typeof item === 'number' || isText(item) || isPlace(item);
  }, MOST_FACES);
const isAnswers = listOf(isAnswer(2), MOST_ANSWERS);
const isCommand = objectWith({
  do: isId,
  by: isId,
  at: absentOr(isId),
  with: absentOr(isId),
  path: absentOr(listOf(isPlace, MOST_PLACES)),
  options: absentOr(isOptions),
});

/** Whether a request has dice in it that have fallen. */
export const hasFaces = (message: ChatMessage.Implementation): boolean =>
  (readAnswers(requestSystem(message).answers) ?? []).some((answer) => typeof answer[0] === 'number');
