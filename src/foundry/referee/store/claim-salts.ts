import type { ExchangeDocument } from '../../host/exchange-document';
import { readStorage, writeStorage } from '../../platform/storage';

/**
 * Salts of the claims made in this browser. Every client can read a claim before its step is written, and could guess a small number from
 * an unsalted hash. Stored to survive a reload.
 */
const MOST_SALTS = 8;

const storageKey = (): string => `cadence.claims.${game.world.id}`;
const keyOf = (host: ExchangeDocument, step: number, client: string): string => `${client}.${host.id}.${step}`;

export function storeSalt(host: ExchangeDocument, step: number, client: string, salt: string): void {
  const salts = readSalts().filter(([key]) => key !== keyOf(host, step, client));
  const newest = [...salts, [keyOf(host, step, client), salt]].slice(-MOST_SALTS);
  // Without storage, only the exact comparison after a reload is lost, see `Salt` in `trace.ts`.
  writeStorage('localStorage', storageKey(), JSON.stringify(newest));
}

/** Returns the salt, or null if another browser made the claim. */
export const saltOf = (host: ExchangeDocument, step: number, client: string): string | null =>
  readSalts().find(([key]) => key === keyOf(host, step, client))?.[1] ?? null;

function readSalts(): (readonly [key: string, salt: string])[] {
  try {
    const entries: unknown = JSON.parse(readStorage('localStorage', storageKey()) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string');
