import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hasPermission, type PermissionUser } from '../shared/permissions';
import type { BrowseFilesRequest, BrowseFilesResponse } from '../shared/wire';
import { permissionContext } from './environment';
import { PUBLIC } from './http';
import { Transaction } from './transaction';
import type { World } from './world';

/**
 * Lists a folder of `icons`, `systems/<id>` or `modules/<id>`; uploads are not supported.
 * T14: client/applications/apps/file-picker.d.mts `browse`, `BrowseReturn`
 */
export async function browseFiles(
  world: World,
  user: PermissionUser | undefined,
  { target = '', extensions = [] }: BrowseFilesRequest,
): Promise<BrowseFilesResponse> {
  const { rolePermissions } = permissionContext(new Transaction(world.store));
  if (!user || !hasPermission(user, 'FILES_BROWSE', rolePermissions)) throw new Error('You may not browse files');
  const path = target.split('/').filter(Boolean);
  const found = path.includes('..') ? null : await entriesOf(world, path);
  if (!found) throw new Error(`Directory ${target} does not exist or is not accessible in this storage location`);
  const wanted = (name: string) => extensions.length === 0 || extensions.includes(extname(name).toLowerCase());
  const full = (name: string) => [...path, name].join('/');
  return {
    target: path.join('/'),
    dirs: found.dirs.map(full),
    files: found.files.filter(wanted).map(full),
    extensions,
    gridSize: null,
    private: false,
    privateDirs: [],
  };
}

async function entriesOf(world: World, [first, second, ...rest]: string[]) {
  const modules = world.modules.installed.map(({ manifest }) => manifest.id);
  if (first === undefined) return { dirs: ['icons', 'modules', 'systems'], files: [] };
  if (first === 'icons') return listed(join(PUBLIC, first, ...[second ?? '', ...rest]));
  if (first === 'systems' && second === undefined) return { dirs: [world.manifest.id], files: [] };
  if (first === 'systems' && second === world.manifest.id) return listed(join(world.dist, ...rest));
  if (first === 'modules' && second === undefined) return { dirs: modules, files: [] };
  const module = first === 'modules' ? world.modules.get(second) : undefined;
  return module ? listed(join(module.folder, ...rest)) : null;
}

async function listed(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!entries) return null;
  const names = (isFile: boolean) => entries.filter((entry) => entry.isFile() === isFile).map(({ name }) => name);
  return { dirs: names(false).sort(), files: names(true).sort() };
}
