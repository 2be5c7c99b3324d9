import type { ExchangeDocument } from '../host/exchange-document';
import { readStorage, writeStorage } from '../platform/storage';

/**
 * Salts of the claims made in this browser, by the tab that claims, encounter and step. Every client can read a claim before its step is
 * written, and would find a small number by its plain sum. Kept in the browser for a reload in the middle of a step.
 */
const KEPT = 8;

const storageKey = (): string => `cadence.claims.${game.world.id}`;
const keyOf = (host: ExchangeDocument, step: number, client: string): string => `${client}.${host.id}.${step}`;

export function storeSalt(host: ExchangeDocument, step: number, client: string, salt: string): void {
  const salts = stored().filter(([key]) => key !== keyOf(host, step, client));
  const kept = [...salts, [keyOf(host, step, client), salt]].slice(-KEPT);
  // A full storage costs only the exact comparison after a reload, see `Salt` in `trace.ts`.
  writeStorage('localStorage', storageKey(), JSON.stringify(kept));
}

/** @returns null where another browser made the claim */
export const saltOf = (host: ExchangeDocument, step: number, client: string): string | null =>
  stored().find(([key]) => key === keyOf(host, step, client))?.[1] ?? null;

function stored(): (readonly [key: string, salt: string])[] {
  try {
    const entries: unknown = JSON.parse(readStorage('localStorage', storageKey()) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string');
