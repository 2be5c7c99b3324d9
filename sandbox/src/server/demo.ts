import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { USER_ROLES } from '../shared/constants';
import type { DocumentData, StoredActor, StoredDocument } from '../shared/data';
import { WORLD_COLLECTIONS } from '../shared/documents';
import { isPlainObject, isValidId } from '../shared/utils';
import { DemoFile } from './demo-file';
import { fromPack } from './demo-from-pack';
import { type DemoCombat, type DemoScene, placedCombatants, placedTokens } from './demo-places';
import type { Making } from './environment';
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

type Raw = Map<string, { file: DemoFile; data: StoredDocument }[]>;

const NAMES = Object.fromEntries(Object.entries(WORLD_COLLECTIONS).map(([name, collection]) => [collection, name]));

/** Derives a user's id from the name, if the YAML gives none. */
export function idFromName(name: string): string {
  return createHash('sha256')
    .update(name)
    .digest('base64')
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 16);
}

/**
 * Reads a demo world: `world.yml` (title, description, users, settings) and any number of files with documents by
 * collection. `ownership` and `author` name users, `fromPack` copies a compendium document, tokens get their actor's
 * prototype, combatants their token's actor.
 */
export async function readDemo(folder: string, packs: Packs, environment: Omit<Making, 'user'>): Promise<Demo> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/.test(name)).sort();
  const main = names.find((name) => /^world\.ya?ml$/.test(name));
  if (!main) throw new StartupError(`There is no demo world: ${join(folder, 'world.yml')} is missing.`);
  const world = await DemoFile.read(join(folder, main));
  const files: DemoFile[] = [];
  for (const name of names) if (name !== main) files.push(await DemoFile.read(join(folder, name)));

  const given = world.content['users'] ?? [];
  const users = (Array.isArray(given) ? given : []).map((user) => demoUser(world, user));
  const loader = users.find((user) => user.role === USER_ROLES.GAMEMASTER);
  if (!loader) {
    throw world.wrong('users', 'the world needs a user with the role gamemaster');
  }
  const ids = new Map(users.map((user) => [user.name, user._id]));
  const env: Making = { ...environment, user: loader };
  const raw: Raw = new Map();
  for (const file of files) collect(file, packs, ids, raw);
  const actors = new Map((raw.get('actors') ?? []).map(({ data }) => [data._id, data as StoredActor]));
  for (const { file, data } of raw.get('scenes') ?? []) data['tokens'] = placedTokens(file, data as DemoScene, actors);
  const scenes = new Map((raw.get('scenes') ?? []).map(({ data }) => [data._id, data as DemoScene]));
  for (const { file, data } of raw.get('combats') ?? [])
    data['combatants'] = placedCombatants(file, data as DemoCombat, scenes, actors);

  const writes: Write[] = users.map((user) => made(env, world, 'users', user));
  for (const [key, value] of Object.entries(world.content['settings'] ?? {})) {
    const setting = { _id: idFromName(`setting ${key}`), key, value: JSON.stringify(value), user: null };
    writes.push(made(env, world, 'settings', setting));
  }
  for (const [collection, entries] of raw) {
    for (const { file, data } of entries) writes.push(made(env, file, collection, data));
  }
  refuseTwins(writes);
  const { title = 'Demo', description = '', background = null } = world.content;
  return { title: String(title), description: String(description), background: background as string | null, writes };
}

type DemoUser = DocumentData & { _id: string; name: string; role: number };

function demoUser(file: DemoFile, user: unknown): DemoUser {
  if (!isPlainObject(user)) throw file.wrong('users', 'each user needs a name');
  const { name, role: given, _id, password } = user;
  if (typeof name !== 'string') throw file.wrong('users', 'each user needs a name');
  const role = USER_ROLES[String(given ?? 'player').toUpperCase() as keyof typeof USER_ROLES] ?? given;
  if (typeof role !== 'number') throw file.wrong(given, `"${given}" is not a role`);
  return { ...user, name, _id: String(_id ?? idFromName(name)), role, password: String(password ?? '') };
}

function collect(file: DemoFile, packs: Packs, ids: Map<string, string>, raw: Raw): void {
  for (const [collection, entries] of Object.entries(file.content)) {
    if (!(collection in NAMES)) throw file.wrong(collection, `"${collection}" is not a collection of documents`);
    if (!Array.isArray(entries)) throw file.wrong(collection, `"${collection}" must be a list of documents`);
    const list = entries.map((entry) => {
      const data = fromPack(file, packs, entry);
      if (!isValidId(data._id)) throw file.wrong(data._id ?? collection, `"${data._id}" is not a 16-character id`);
      return { file, data: withUserIds(file, ids, { ...data, _id: data._id }) };
    });
    raw.set(collection, [...(raw.get(collection) ?? []), ...list]);
  }
}

/** Replaces user names with ids. */
function withUserIds(file: DemoFile, ids: Map<string, string>, data: StoredDocument): StoredDocument {
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

function made(env: Making, file: DemoFile, collection: string, data: DocumentData): Write {
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
