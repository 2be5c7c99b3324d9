import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { USER_ROLES } from '../shared/constants';
import { WORLD_COLLECTIONS } from '../shared/documents';
import { isValidId } from '../shared/utils';
import { DemoFile } from './demo-file';
import { fromPack } from './demo-from-pack';
import { placedCombatants, placedTokens } from './demo-places';
import type { Environment } from './environment';
import type { Packs } from './packs';
import { newSource } from './source';
import { messageOf, StartupError } from './startup-error';
import type { Write } from './store';

export interface Demo {
  title: string;
  description: string;
  background: string | null;
  writes: Write[];
}

const NAMES = Object.fromEntries(Object.entries(WORLD_COLLECTIONS).map(([name, collection]) => [collection, name]));

/** The id of a user whose YAML gives none: always the same for the same name. */
export function idFromName(name: string): string {
  return createHash('sha256')
    .update(name)
    .digest('base64')
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 16);
}

/**
 * Reads a demo world: `world.yml` (title, description, users, settings) and any number of files with documents by
 * collection. In them `ownership` and `author` name users, `fromPack` copies a compendium document, tokens take their
 * prototype from their actor, combatants their actor from their token.
 */
export async function readDemo(
  folder: string,
  packs: Packs,
  environment: Omit<Environment, 'tx' | 'user'>,
): Promise<Demo> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/.test(name)).sort();
  const main = names.find((name) => /^world\.ya?ml$/.test(name));
  if (!main) throw new StartupError(`There is no demo world: ${join(folder, 'world.yml')} is missing.`);
  const world = await DemoFile.read(join(folder, main));
  const files: DemoFile[] = [];
  for (const name of names) if (name !== main) files.push(await DemoFile.read(join(folder, name)));

  const users = (world.content['users'] ?? []).map((user: any) => demoUser(world, user));
  if (!users.some((user: any) => user.role === USER_ROLES.GAMEMASTER)) {
    throw world.wrong('users', 'the world needs a user with the role gamemaster');
  }
  const ids = new Map<string, string>(users.map((user: any) => [user.name, user._id]));
  const loader: any = users.find((user: any) => user.role === USER_ROLES.GAMEMASTER);
  const env = { ...environment, user: loader } as Environment;
  const raw = new Map<string, { file: DemoFile; data: any }[]>();
  for (const file of files) collect(file, packs, ids, raw);
  const actors = new Map((raw.get('actors') ?? []).map(({ data }) => [data._id, data]));
  for (const { file, data } of raw.get('scenes') ?? []) data.tokens = placedTokens(file, data, actors);
  const scenes = new Map((raw.get('scenes') ?? []).map(({ data }) => [data._id, data]));
  for (const { file, data } of raw.get('combats') ?? []) data.combatants = placedCombatants(file, data, scenes, actors);

  const writes: Write[] = users.map((user: any) => made(env, world, 'users', user));
  for (const [key, value] of Object.entries(world.content['settings'] ?? {})) {
    const setting = { _id: idFromName(`setting ${key}`), key, value: JSON.stringify(value), user: null };
    writes.push(made(env, world, 'settings', setting));
  }
  for (const [collection, entries] of raw) {
    for (const { file, data } of entries) writes.push(made(env, file, collection, data));
  }
  refuseTwins(writes);
  const { title = 'Demo', description = '', background = null } = world.content;
  return { title, description, background, writes };
}

function demoUser(file: DemoFile, user: any): any {
  if (typeof user?.name !== 'string') throw file.wrong('users', 'each user needs a name');
  const role = USER_ROLES[String(user.role ?? 'player').toUpperCase() as keyof typeof USER_ROLES] ?? user.role;
  if (typeof role !== 'number') throw file.wrong(user.role, `"${user.role}" is not a role`);
  return { ...user, _id: user._id ?? idFromName(user.name), role, password: String(user.password ?? '') };
}

function collect(file: DemoFile, packs: Packs, ids: Map<string, string>, raw: Map<string, any[]>): void {
  for (const [collection, entries] of Object.entries(file.content)) {
    if (!(collection in NAMES)) throw file.wrong(collection, `"${collection}" is not a collection of documents`);
    if (!Array.isArray(entries)) throw file.wrong(collection, `"${collection}" must be a list of documents`);
    const list = entries.map((entry) => {
      const data = fromPack(file, packs, entry);
      if (!isValidId(data._id)) throw file.wrong(data._id ?? collection, `"${data._id}" is not a 16-character id`);
      return { file, data: withUserIds(file, ids, data) };
    });
    raw.set(collection, [...(raw.get(collection) ?? []), ...list]);
  }
}

/** People write names where documents hold ids. */
function withUserIds(file: DemoFile, ids: Map<string, string>, data: any): any {
  const known = new Set(ids.values());
  const idOf = (name: string) => {
    if (name === 'default' || known.has(name)) return name;
    const id = ids.get(name);
    if (!id) throw file.wrong(name, `there is no user "${name}"`);
    return id;
  };
  const result = { ...data };
  if (data.ownership) {
    result.ownership = Object.fromEntries(Object.entries(data.ownership).map(([name, level]) => [idOf(name), level]));
  }
  if (data.author) result.author = idOf(data.author);
  return result;
}

function made(env: Environment, file: DemoFile, collection: string, data: any): Write {
  try {
    const source = newSource(env, NAMES[collection]!, data, { keepId: true });
    return { collection, id: source._id, source };
  } catch (error) {
    throw file.wrong(data._id, messageOf(error));
  }
}

function refuseTwins(writes: Write[]): void {
  const seen = new Set<string>();
  for (const { collection, id } of writes) {
    if (seen.has(`${collection} ${id}`))
      throw new StartupError(`The demo world has two ${collection} with the id ${id}.`);
    seen.add(`${collection} ${id}`);
  }
}
