import type { Data, DocumentData } from '../shared/data';
import { ForcedDeletion, ForcedReplacement } from '../shared/operators';
import { isValidId } from '../shared/utils';

type Check = (value: unknown) => string | null;
const isInteger = (value: unknown): value is number => Number.isInteger(value);
const must =
  (text: string, test: (value: unknown) => boolean): Check =>
  (value) =>
    test(value) ? null : `must be ${text}`;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);

const boolean = must('a boolean', (v) => typeof v === 'boolean');
const number = must('a number', (v) => typeof v === 'number' && Number.isFinite(v));
const integer = must('an integer', Number.isInteger);
const natural = must('a non-negative integer', (v) => isInteger(v) && v >= 0);
const string = must('a string', (v) => typeof v === 'string');
const filled = must('a string that is not blank', (v) => typeof v === 'string' && v.trim() !== '');
const id = must('a valid 16-character alphanumeric ID', isValidId);
const list = must('an Array', Array.isArray);
const object = must('an object', (v) => typeof v === 'object' && v !== null && !Array.isArray(v));

/** Foundry has other kinds of pages and results too. */
const text = must('"text", the only kind the sandbox has', (v) => v === 'text');

/** Shapes of regions. T14: common/data/data.d.mts */
const SHAPES = ['rectangle', 'circle', 'ellipse', 'cone', 'line', 'ring', 'emanation', 'polygon', 'token', 'grid'];
const shapes = must(`an Array of shapes, each of them one of ${SHAPES.join(', ')}`, (v) => {
  return Array.isArray(v) && v.every((shape: { type?: string } | null) => SHAPES.includes(shape?.type ?? ''));
});
const segment = must('a length-4 array of integer coordinates', (v) => {
  return Array.isArray(v) && v.length === 4 && v.every(Number.isInteger);
});
const among = (values: readonly number[]): Check =>
  must(`one of ${values.join(', ')}`, (v) => values.includes(v as number));
const senses = among([0, 10, 20, 30, 40]);
const BEHAVIORS = ['modifyMovementCost', 'executeScript'];
const known = must('one of the types the sandbox has', (v) => BEHAVIORS.includes(v as string));

/** Core has no limit; the sandbox iterates over a token's spaces. T14: common/documents/token.d.mts */
const LARGEST_TOKEN = 100;
const spaces = must(`a positive number up to ${LARGEST_TOKEN}, the largest token the sandbox has`, (v) => {
  return typeof v === 'number' && v > 0 && v <= LARGEST_TOKEN;
});
const strings = must('an Array of strings', (v) => Array.isArray(v) && v.every((each) => typeof each === 'string'));
const objects = must('an Array of objects', (v) => Array.isArray(v) && v.every((each) => object(each) === null));

const items = must('an Array of items with Arrays of effects', (v) => {
  return objects(v) === null && (v as Data[]).every(({ effects = [] }) => objects(effects) === null);
});

const COMMON = { _id: id, type: string, system: object, flags: object, _stats: object };

const rolls = must('an Array of serialized rolls', (v) => {
  return Array.isArray(v) && v.every((each) => typeof each === 'string' && isRecord(parsed(each)));
});
const isRecord = (v: unknown): v is Data => typeof v === 'object' && v !== null && !Array.isArray(v);
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
/** T14: common/data/fields.d.mts DocumentOwnershipField */
const ownership = must('a mapping of user IDs and document permission levels', (v) => {
  return isRecord(v) && Object.entries(v).every(([user, level]) => isLevelOf(user, level));
});
const isLevelOf = (user: string, level: unknown): boolean =>
  (user.replace(/^[-=]=/, '') === 'default' || isValidId(user.replace(/^[-=]=/, ''))) &&
  (level instanceof ForcedDeletion || level === null || [-1, 0, 1, 2, 3].includes(level as number));
const color = must('a valid hex color', (v) => typeof v === 'string' && /^#[0-9a-f]{6}$/i.test(v));

const OWNED = { name: filled, sort: integer, folder: orNull(id), ownership };

/**
 * T14: common/documents/{combat,combatant}.d.mts; all fields are known and others are dropped, like Foundry's
 * cleaning.
 */
const COMPLETE: Record<string, Record<string, Check>> = {
  Combat: {
    ...COMMON,
    scene: orNull(id),
    active: boolean,
    round: natural,
    turn: orNull(natural),
    sort: integer,
    combatants: objects,
    groups: objects,
  },
  Combatant: {
    ...COMMON,
    actorId: orNull(id),
    tokenId: orNull(id),
    sceneId: orNull(id),
    name: orNull(string),
    img: orNull(string),
    initiative: orNull(number),
    hidden: boolean,
    defeated: boolean,
    group: orNull(id),
    roundJoined: natural,
  },
};

/** The most error-prone fields of other documents; other values are not checked. */
const PARTIAL: Record<string, Record<string, Check>> = {
  Actor: { ...COMMON, ...OWNED, img: orNull(string), items, effects: objects, prototypeToken: object },
  Item: { ...COMMON, ...OWNED, img: orNull(string), effects: objects },
  ActiveEffect: {
    ...COMMON,
    name: filled,
    img: orNull(string),
    sort: integer,
    disabled: boolean,
    transfer: boolean,
    statuses: strings,
    changes: objects,
    duration: object,
    start: orNull(object),
    description: string,
    origin: orNull(string),
    tint: string,
    showIcon: integer,
  },
  ChatMessage: {
    ...COMMON,
    author: orNull(id),
    content: string,
    flavor: string,
    title: string,
    speaker: object,
    whisper: strings,
    // RollField: JSON of a roll. T14: common/documents/chat-message.d.mts
    rolls,
    blind: boolean,
    emote: boolean,
    sound: orNull(string),
    style: integer,
    timestamp: number,
  },
  Folder: { _id: id, name: filled, type: filled },
  JournalEntry: { _id: id, name: filled, pages: list, ownership },
  JournalEntryPage: { _id: id, name: filled, type: text, title: object, text: object },
  Macro: {
    _id: id,
    name: filled,
    type: string,
    img: orNull(string),
    author: orNull(id),
    scope: string,
    command: string,
    ownership,
    flags: object,
  },
  RollTable: { _id: id, name: filled, results: list, ownership },
  TableResult: { _id: id, type: text, range: list },
  Region: { _id: id, name: filled, shapes, behaviors: list },
  RegionBehavior: { _id: id, type: known, system: object, disabled: boolean },
  AmbientLight: { _id: id, x: integer, y: integer, config: object, hidden: boolean, walls: boolean, levels: list },
  Level: { _id: id, name: filled, elevation: object, background: object, visibility: object },
  Scene: {
    _id: id,
    name: filled,
    levels: list,
    tokens: objects,
    regions: list,
    walls: list,
    lights: list,
    active: boolean,
    environment: object,
  },
  Setting: { _id: id, key: filled, user: orNull(id) },
  Token: {
    _id: id,
    name: string,
    x: number,
    y: number,
    elevation: number,
    width: spaces,
    height: spaces,
    rotation: number,
    disposition: among([-2, -1, 0, 1]),
    hidden: boolean,
    locked: boolean,
    actorId: orNull(id),
    actorLink: boolean,
    delta: orNull(object),
    level: id,
    depth: number,
    texture: object,
    sight: object,
    light: object,
    flags: object,
  },
  Wall: {
    _id: id,
    c: segment,
    light: senses,
    sight: senses,
    sound: senses,
    move: among([0, 20]),
    dir: among([0, 1, 2]),
    door: among([0, 1, 2]),
    ds: among([0, 1, 2]),
    levels: list,
  },
  User: {
    _id: id,
    name: filled,
    password: string,
    avatar: orNull(string),
    character: orNull(id),
    color,
    pronouns: string,
    hotbar: object,
    permissions: object,
    flags: object,
    role: must('a role from 0 to 4', (v) => isInteger(v) && v >= 0 && v <= 4),
  },
};

/** Removes the fields that Foundry's cleaning would drop. */
export function knownFields<D extends DocumentData>(documentName: string, data: D): D {
  const fields = COMPLETE[documentName];
  return fields ? (Object.fromEntries(Object.entries(data).filter(([key]) => key in fields)) as D) : data;
}

/** Throws with the name of every core field with an invalid value. */
export function checkCoreFields(documentName: string, data: DocumentData): void {
  const fields = COMPLETE[documentName] ?? PARTIAL[documentName] ?? {};
  const failures = Object.entries(data).flatMap(([key, sent]) => {
    const check = fields[key];
    if (!check || sent === undefined) return [];
    // ASSUMPTION: refused with an error; Foundry reportedly refuses to delete a required field silently.
    if (sent instanceof ForcedDeletion) return check(null) ? [`${key}: may not be undefined`] : [];
    const failure = check(sent instanceof ForcedReplacement ? sent.value : sent);
    return failure ? [`${key}: ${failure}`] : [];
  });
  if (failures.length) {
    const named = data._id ? `${documentName} [${data._id}]` : documentName;
    throw new Error(`${named} validation errors: ${failures.join('; ')}`);
  }
}
