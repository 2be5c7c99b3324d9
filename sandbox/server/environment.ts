import type { PermissionContext, PermissionUser, Subject } from '../shared/permissions';
import type { Subtypes } from './subtypes';
import type { Transaction } from './transaction';

/** What every operation needs to know beside its own data. */
export interface Environment {
  tx: Transaction;
  user: PermissionUser & { _id: string };
  subtypes: Subtypes;
  system: { id: string; version: string };
  now: number;
}

export const CORE_VERSION = '14.360';

/** Facts about the world that permissions ask for. */
export function permissionContext(tx: Transaction): PermissionContext {
  const roles = tx.all('settings').find((setting) => setting.key === 'core.permissions' && !setting.user);
  return { rolePermissions: parse(roles?.value), actorOf: (subject) => actorOf(tx, subject) };
}

function actorOf(tx: Transaction, { documentName, source, parent }: Subject): any {
  if (documentName === 'ActorDelta') return actorOfToken(tx, parent?.source);
  if (documentName === 'Token') return actorOfToken(tx, source);
  const token = tx.peek('scenes', source.sceneId)?.tokens?.find((entry: any) => entry._id === source.tokenId);
  return token ? actorOfToken(tx, token) : tx.peek('actors', source.actorId);
}

function actorOfToken(tx: Transaction, token: any): any {
  const base = tx.peek('actors', token?.actorId);
  if (!base || token.actorLink) return base;
  return { ownership: { ...base.ownership, ...token.delta?.ownership } };
}

function parse(value: unknown): any {
  try {
    return typeof value === 'string' ? JSON.parse(value) : (value ?? {});
  } catch {
    return {};
  }
}

/** `_stats` as the server writes them. T14: common/data/fields.d.mts DocumentStatsField; CRU packs show the full shape. */
export function stats({ now, user, system }: Environment, before: any = {}, creating = true): any {
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

/** T14: Token and ActorDelta are the documents without `_stats`. */
export const hasStats = (documentName: string) => documentName !== 'Token' && documentName !== 'ActorDelta';
