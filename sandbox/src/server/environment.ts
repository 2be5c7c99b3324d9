import { DOCUMENT_OWNERSHIP_LEVELS as LEVELS } from '../shared/constants';
import type { Data, DocumentData, DocumentStats, StoredToken } from '../shared/data';
import {
  canUserModify,
  type ModifyAction,
  type PermissionContext,
  type PermissionUser,
  packLevel,
  refusal,
  type Subject,
} from '../shared/permissions';
import type { StoredPack } from './store';
import type { Subtypes } from './subtypes';
import type { Transaction } from './transaction';

/** The part of the environment that creating a document needs. */
export type Making = Pick<Environment, 'user' | 'subtypes' | 'system' | 'now'>;

/** The context of an operation. */
export interface Environment {
  tx: Transaction;
  user: PermissionUser & { _id: string };
  subtypes: Subtypes;
  system: { id: string; version: string };
  now: number;
  /** The compendium of an operation; undefined for the world itself. */
  pack?: Pick<StoredPack, 'id' | 'type' | 'packageType' | 'ownership'> | undefined;
}

export const CORE_VERSION = '14.360';

/** Throws Foundry's refusal. Documents in a compendium have the ownership of their pack. */
export function assertMay(env: Environment, action: ModifyAction, subject: Subject, data: DocumentData = {}): void {
  const { pack, user, tx } = env;
  const owns = pack && packLevel(user, pack.ownership) >= LEVELS.OWNER;
  const allowed = pack
    ? owns || refusal(user, action, subject)
    : canUserModify(user, action, subject, data, permissionContext(tx));
  if (allowed !== true) throw new Error(allowed);
}

/** Facts about the world that permissions depend on. */
export function permissionContext(tx: Transaction): PermissionContext {
  return {
    rolePermissions: settingOf(tx, 'core.permissions') as Record<string, number[]>,
    actorOf: (subject) => actorOf(tx, subject),
  };
}

/** Returns a world setting with an object as value; empty if unset. */
export const settingOf = (tx: Transaction, key: string): Data =>
  parse(tx.all('settings').find((setting) => setting.key === key && !setting.user)?.value);

/** A token or combatant, which refers to an actor. */
type Bearer = DocumentData & Partial<Pick<StoredToken, 'actorId' | 'actorLink' | 'delta'>>;

function actorOf(
  tx: Transaction,
  { documentName, source, parent }: Subject,
): Pick<DocumentData, 'ownership'> | undefined {
  if (documentName === 'ActorDelta') return actorOfToken(tx, parent?.source);
  if (documentName === 'Token') return actorOfToken(tx, source);
  const { sceneId, tokenId, actorId } = source as { sceneId?: string; tokenId?: string; actorId?: string };
  const token = tx.peek('scenes', sceneId)?.tokens?.find((entry) => entry._id === tokenId);
  return token ? actorOfToken(tx, token) : tx.peek('actors', actorId);
}

function actorOfToken(tx: Transaction, token: Bearer | undefined): Pick<DocumentData, 'ownership'> | undefined {
  const base = tx.peek('actors', token?.actorId);
  if (!base || token?.actorLink) return base;
  return { ownership: { ...base.ownership, ...token?.delta?.ownership } };
}

function parse(value: unknown): Data {
  try {
    return typeof value === 'string' ? JSON.parse(value) : {};
  } catch {
    return {};
  }
}

/**
 * Returns `_stats` as the server writes them. T14: common/data/fields.d.mts DocumentStatsField; CRU packs show the
 * full shape.
 */
export function stats({ now, user, system }: Making, before: DocumentStats = {}, creating = true): DocumentStats {
  return {
    compendiumSource: null,
    duplicateSource: null,
    exportSource: null,
    ...before,
    coreVersion: CORE_VERSION,
    systemId: system.id,
    systemVersion: system.version,
    createdTime: creating ? now : (before.createdTime ?? now),
    modifiedTime: now,
    lastModifiedBy: user._id,
  };
}

/** T14: client/documents/*.d.mts, the schemas without `_stats`. */
const WITHOUT_STATS = ['Token', 'ActorDelta', 'Level', 'Region', 'Wall', 'AmbientLight'];
export const hasStats = (documentName: string) => !WITHOUT_STATS.includes(documentName);
