import { readFileSync } from 'node:fs';
import type { StoredWorld, Table } from '../headless/table';
import type { UserName } from '../headless/world';

/** Worlds as earlier versions of Cadence stored them, in the middle of an exchange. */
export const worldOf = (version: string, name: string): StoredWorld =>
  JSON.parse(readFileSync(`test/migration/worlds/${version}/${name}.json`, 'utf8'));

export const { version: VERSION } = JSON.parse(readFileSync('system.json', 'utf8'));

export const heardBy = (table: Table, user: UserName) => table.log.filter((line) => line.startsWith(`${user} reads`));

export const settingOf = (table: Table, key: string, none: unknown = ''): any =>
  JSON.parse(table.all('settings').find((setting) => setting.key === key)?.value ?? JSON.stringify(none));

/** By which version a world says it was last written. */
export const versionOf = (table: Table): string => settingOf(table, 'cadence.dataVersion');

/** Every `system` in a world as it is stored, by where it stands. */
export function systemsIn(world: StoredWorld): Map<string, { type: string; system: Record<string, unknown> }> {
  const found = new Map();
  const look = (value: any, at: string): void => {
    if (value === null || typeof value !== 'object') return;
    if (typeof value._id === 'string' && value.type && value.system) found.set(at, value);
    for (const [key, inner] of Object.entries(value))
      if (key === 'delta') look(inner, `${at} delta`);
      else if (Array.isArray(inner))
        for (const each of inner) look(each, `${at} ${key} ${(each as { _id?: string })?._id}`);
  };
  for (const [collection, sources] of Object.entries(world))
    for (const source of sources) look(source, `${collection} ${source._id}`);
  return found;
}
