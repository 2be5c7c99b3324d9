import { variant } from '../variants';
import {
  DOCUMENT_OWNERSHIP_LEVELS as LEVELS,
  USER_ROLES as ROLES,
  USER_PERMISSIONS,
  WALL_DOOR_STATES,
} from './constants';
import type { DocumentData, Ownership } from './data';

/** A document's source, with facts that its source lacks. */
export interface Subject {
  documentName: string;
  source: DocumentData;
  parent?: Subject | null;
}

export interface PermissionContext {
  /** Roles by permission: the world setting `core.permissions`. */
  rolePermissions?: Record<string, number[]>;
  /** Returns the source of the actor of a token, delta or combatant. Without one, only GMs own it. */
  actorOf?: (subject: Subject) => Pick<DocumentData, 'ownership'> | null | undefined;
}

export interface PermissionUser {
  _id?: string | null;
  id?: string | null;
  name: string;
  role: number;
  permissions?: Record<string, boolean>;
}

export type ModifyAction = 'create' | 'update' | 'delete';
type Rule = (user: PermissionUser, subject: Subject, data: DocumentData, context: PermissionContext) => boolean;

const idOf = (user: PermissionUser) => user._id ?? user.id ?? '';
/** From ASSISTANT up. T14: common/documents/user.d.mts */
export const isGM = (user: PermissionUser) => user.role >= ROLES.ASSISTANT;

/** T14: common/documents/user.d.mts `hasPermission` */
export function hasPermission(user: PermissionUser, permission: string, roles: Record<string, number[]> = {}): boolean {
  const known = USER_PERMISSIONS[permission as keyof typeof USER_PERMISSIONS];
  if (!known) return false;
  if (user.role === ROLES.GAMEMASTER && !known.disableGM) return true;
  const own = user.permissions?.[permission];
  if (typeof own === 'boolean') return own;
  return roles[permission] ? roles[permission].includes(user.role) : user.role >= known.defaultRole;
}

/** Returns a user's ownership level. Embedded documents without ownership have their parent's. */
export function userLevel(user: PermissionUser, subject: Subject, context: PermissionContext = {}): number {
  if (isGM(user)) return LEVELS.OWNER;
  const { documentName, source, parent } = subject;
  if (documentName === 'ChatMessage') return source.author === idOf(user) ? LEVELS.OWNER : LEVELS.NONE;
  if (documentName === 'User') return source._id === idOf(user) ? LEVELS.OWNER : LEVELS.NONE;
  if (documentName === 'Setting') return source.user === idOf(user) ? LEVELS.OWNER : LEVELS.NONE;
  if (documentName === 'Token' || documentName === 'Combatant' || documentName === 'ActorDelta') {
    return ownershipIn(context.actorOf?.(subject)?.ownership, user) ?? LEVELS.NONE;
  }
  if (parent?.documentName === 'ActorDelta') return userLevel(user, parent, context);
  const own = parent && documentName !== 'CombatantGroup' ? undefined : ownershipIn(source.ownership, user);
  if (own !== undefined) return own;
  return parent ? userLevel(user, parent, context) : LEVELS.NONE;
}

/**
 * Returns a user's ownership level in a compendium. An unnamed role has the level of the role below.
 * T14: client/documents/collections/compendium-collection.d.mts `getUserLevel`; I#9318, I#9860
 */
export function packLevel(user: PermissionUser, ownership: Record<string, string> = {}): number {
  if (isGM(user)) return LEVELS.OWNER;
  const roles = Object.entries(ROLES).filter(([, role]) => role <= user.role);
  const own = roles.map(([name]) => (LEVELS as Record<string, number>)[ownership[name] ?? '']);
  const levels = own.filter((level) => level !== undefined);
  return levels.length > 0 ? Math.max(...levels) : LEVELS.OBSERVER;
}

function ownershipIn(ownership: Ownership | null | undefined, user: PermissionUser): number | undefined {
  const level = ownership?.[idOf(user)] ?? ownership?.default;
  return level === LEVELS.INHERIT ? undefined : level;
}

const owner: Rule = (user, subject, _data, context) => userLevel(user, subject, context) >= LEVELS.OWNER;
const gm: Rule = (user) => isGM(user);
const can =
  (permission: string): Rule =>
  (user, _subject, _data, context) =>
    hasPermission(user, permission, context.rolePermissions);
const either =
  (...rules: Rule[]): Rule =>
  (...args) =>
    rules.some((rule) => rule(...args));
const onlyKeys = (data: object | null | undefined, keys: string[]) =>
  Object.keys(data ?? {}).every((key) => keys.includes(key.replace(/^[-=]=/, '').split('.')[0]!));

/** T14: common/documents/combat.d.mts; a player may only change round and turn. NIM PR 853, SR5 #1982 */
const clockOnly: Rule = (user, _subject, data) => isGM(user) || onlyKeys(data, ['_id', 'round', 'turn']);
/** T14: common/documents/combatant.d.mts; DS PR 134, cosmere PR 391, I#12386 */
const ownCombatant: Rule = (user, subject, data, context) =>
  isGM(user) ||
  (owner(user, subject, data, context) && onlyKeys(data, ['_id', 'initiative', 'flags', 'defeated', 'system']));

const roleIn = (data: DocumentData | undefined): number => Number(data?.role ?? 0);

/**
 * Players change themselves except their role; users of a higher role cannot be changed.
 * T14: common/documents/user.d.mts
 */
const userUpdate: Rule = (user, { source }, data) => {
  const self = source._id === idOf(user);
  if (!isGM(user)) return self && !['role', 'permissions'].some((key) => key in (data ?? {}));
  return user.role >= roleIn(source) && !(roleIn(data) > user.role);
};
const userAbove: Rule = (user, { source }) => isGM(user) && user.role >= roleIn(source);
const setting: Rule = (user, subject, data, context) =>
  subject.source.user ? owner(user, subject, data, context) : can('SETTINGS_MODIFY')(user, subject, data, context);

/** C13: common/documents/chat-message.mjs `#canUpdate`: a player does not change the author. */
const ownMessage: Rule = (user, subject, data, context) =>
  owner(user, subject, data, context) &&
  (isGM(user) ||
    variant('messageAuthor') === 'changeable' ||
    [undefined, idOf(user)].includes(data?.author as string | undefined));

/** Every signed-in user may create messages as their author. T14: common/documents/chat-message.d.mts */
const asAuthor: Rule = (user, { source }) => isGM(user) || !source.author || source.author === idOf(user);

/** Script macros require their own permission. T14: common/documents/macro.d.mts `#canCreate`, `#canUpdate` */
const macro: Rule = (user, subject, data, context) => {
  const isNew = !subject.source._id || subject.source.author === undefined;
  if (!isNew && !owner(user, subject, data, context) && !isGM(user)) return false;
  return (data?.type ?? subject.source.type) !== 'script' || can('MACRO_SCRIPT')(user, subject, data, context);
};

/**
 * A player may open and close an unlocked door and change nothing else of a wall. T14: common/documents/wall.d.mts;
 * conditions from the author of the module “Solid Doors”, who read 14.368.
 */
const doorOnly: Rule = (user, { source }, data, context) =>
  isGM(user) ||
  (can('WALL_DOORS')(user, { documentName: 'Wall', source }, data, context) &&
    onlyKeys(data, ['_id', 'ds']) &&
    ![source.ds, data?.ds].includes(WALL_DOOR_STATES.LOCKED));

const GM_ONLY = { create: gm, update: gm, delete: gm };
/** Default permissions of the metadata: GM, or the owner. T14: common/abstract/document.d.mts */
const OWNED = { create: gm, update: either(owner, gm), delete: either(owner, gm) };
const WITHIN_PARENT = { create: owner, update: owner, delete: owner };

/** foundry-vtt-types common/documents/*: metadata `permissions` and their custom functions, by document. */
const RULES: Record<string, Record<ModifyAction, Rule>> = {
  ActiveEffect: WITHIN_PARENT,
  Actor: { create: can('ACTOR_CREATE'), update: owner, delete: either(gm, owner) },
  ActorDelta: { create: owner, update: owner, delete: gm },
  ChatMessage: { create: asAuthor, update: ownMessage, delete: owner },
  AmbientLight: GM_ONLY,
  Combat: { create: gm, update: clockOnly, delete: gm },
  Combatant: { create: owner, update: ownCombatant, delete: owner },
  CombatantGroup: { create: gm, update: either(gm, owner), delete: gm },
  Folder: GM_ONLY,
  Item: { create: can('ITEM_CREATE'), update: owner, delete: owner },
  Level: GM_ONLY,
  Macro: { create: macro, update: macro, delete: either(owner, gm) },
  // In Foundry, players with `REGION_CREATE` may have their own regions; here only GMs.
  Region: GM_ONLY,
  RegionBehavior: GM_ONLY,
  Scene: GM_ONLY,
  Setting: { create: setting, update: setting, delete: setting },
  Token: { create: can('TOKEN_CREATE'), update: owner, delete: can('TOKEN_DELETE') },
  Wall: { create: gm, update: doorOnly, delete: gm },
  User: { create: userAbove, update: userUpdate, delete: userAbove },
};

/**
 * Returns true, or the text with which Foundry refuses. For `create`, `subject.source` is the new data; for `update`,
 * `data` is the expanded change.
 */
export function canUserModify(
  user: PermissionUser,
  action: ModifyAction,
  subject: Subject,
  data: DocumentData = {},
  context: PermissionContext = {},
): true | string {
  const rules = RULES[subject.documentName] ?? OWNED;
  const rule = subject.documentName === 'Item' && subject.parent ? WITHIN_PARENT[action] : rules[action];
  return user.role > ROLES.NONE && rule(user, subject, data, context) ? true : refusal(user, action, subject);
}

/** Returns Foundry's text (Foundry-Ex3 #17). */
export function refusal(user: PermissionUser, action: ModifyAction, { documentName, source, parent }: Subject): string {
  const named = (name: string, id?: string | null) => (id ? `${name} [${id}]` : name);
  const place = parent ? ` in parent ${named(parent.documentName, parent.source._id)}` : '';
  return `User ${user.name} lacks permission to ${action} ${named(documentName, source._id)}${place}`;
}
