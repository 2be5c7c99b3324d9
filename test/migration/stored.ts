import { readFileSync } from 'node:fs';
import type { Source } from '../headless/documents';
import { ANN, Party } from '../headless/party';
import type { StoredWorld, Table } from '../headless/table';
import type { UserName } from '../headless/world';

const KINDS = ['users', 'settings', 'actors', 'items', 'scenes', 'combats', 'messages'];

/** A world as it is stored in the middle of an exchange. It names no version of Cadence that has written it. */
export async function storedWorld(ruleset: string): Promise<StoredWorld> {
  const party = await Party.open(ruleset);
  try {
    await party.start();
    await party.untilAsked(party.of(ANN));
    const whole: StoredWorld = party.table.whole();
    const kept = Object.fromEntries(KINDS.map((kind) => [kind, whole[kind] ?? []]));
    return { ...kept, settings: kept['settings'].filter((each) => each.key !== 'cadence.dataVersion') };
  } finally {
    await party.table.close();
  }
}

/**
 * Compendia of a world of clash: locked actors, spells, a scene, notes. Spells have the old shape of {@link SYNTHETIC}.
 */
export const COMPENDIA: StoredWorld = JSON.parse(readFileSync('test/migration/compendia.json', 'utf8'));

/** A world of clash with spells of the old shape: world items, items of an actor, and of two tokens. */
export async function worldWithOldSpells(): Promise<StoredWorld> {
  const world = structuredClone(await storedWorld('clash')) as Record<string, Source[]>;
  const [wall, ring, byKind] = structuredClone(COMPENDIA['world.spellbook']) as Source[];
  const spell = (_id: string, ethereal: boolean): Source => ({ ...ring, _id, system: { ...ring.system, ethereal } });
  world['items'] = [wall, ring, byKind];
  world['actors'][0].items.push(spell('mistThatStays000', false));
  for (const [at, token] of world['scenes'][0].tokens.entries())
    if (!token.actorLink) token.delta?.items.push(spell(`wardOfMist${at}`.padEnd(16, '0'), true));
  return world;
}

export const { version: VERSION } = JSON.parse(readFileSync('system.json', 'utf8'));

export const heardBy = (table: Table, user: UserName) => table.log.filter((line) => line.startsWith(`${user} reads`));

export const settingOf = (table: Table, key: string, none: unknown = ''): any =>
  JSON.parse(table.all('settings').find((setting) => setting.key === key)?.value ?? JSON.stringify(none));

export const versionOf = (table: Table): string => settingOf(table, 'cadence.dataVersion');

/** Every stored `system` of a world, by its path. */
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
