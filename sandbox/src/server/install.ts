import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { unzipSync } from 'fflate';
import { type Manifest, readManifest } from './manifest';
import { messageOf, StartupError } from './startup-error';

/**
 * Installs a system from the address of its manifest, as Foundry's setup does: downloads the archive and unpacks it
 * into `systems/<id>` of the user data. foundryvtt.com/article/package-installation;
 * T14: common/packages/base-package.d.mts `manifest`, `download`
 * @returns its folder
 */
export async function installSystem(address: string, data: string): Promise<string> {
  const manifest = await manifestFrom(address);
  if (!manifest.download) throw new StartupError(`The manifest ${address} has no "download".`);
  const files = unpacked(await fetched(manifest.download), manifest.download);
  const target = join(data, 'systems', manifest.id);
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(fresh, name);
    if (!path.startsWith(fresh + sep))
      throw new StartupError(`${manifest.download} contains "${name}", which is outside of its folder.`);
    if (name.endsWith('/')) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  const { id, version } = await readManifest(fresh);
  if (id !== manifest.id || version !== manifest.version)
    throw new StartupError(`${manifest.download} contains ${id} ${version}, not ${manifest.id} ${manifest.version}.`);
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
  return target;
}

async function manifestFrom(address: string): Promise<Manifest> {
  const text = new TextDecoder().decode(await fetched(address));
  try {
    const manifest = JSON.parse(text);
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(manifest.id)) throw new Error(`"${manifest.id}" is not a valid id`);
    return manifest;
  } catch (error) {
    throw new StartupError(`${address} is not a manifest: ${messageOf(error)}`);
  }
}

async function fetched(address: string): Promise<Uint8Array> {
  const response = await fetch(address).catch((error) => {
    throw new StartupError(`${address} cannot be reached: ${error.cause?.message ?? messageOf(error)}`);
  });
  if (!response.ok) throw new StartupError(`${address} answered with status ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A zip holds the package's files, or one folder with them. */
function unpacked(zip: Uint8Array, address: string): Record<string, Uint8Array> {
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(zip);
  } catch (error) {
    throw new StartupError(`${address} is not a zip file: ${messageOf(error)}`);
  }
  if ('system.json' in files) return files;
  const [inner] = Object.keys(files).filter((name) => /^[^/]+\/system\.json$/.test(name));
  if (!inner) throw new StartupError(`${address} contains no system.json.`);
  const folder = inner.slice(0, -'system.json'.length);
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name.replace(folder, ''), bytes]));
}
