import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns all files below a path, the path itself for a file, or nothing if it does not exist. */
export async function filesBelow(path) {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path);
  return (await Promise.all(entries.sort().map((entry) => filesBelow(join(path, entry))))).flat();
}

/** Returns the time of the last change below the paths. Folders count: deleting a file changes its folder. */
async function lastChangeOf(paths) {
  let latest = 0;
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    latest = Math.max(latest, found.mtimeMs);
    if (found.isDirectory())
      latest = Math.max(latest, await lastChangeOf((await readdir(path)).map((entry) => join(path, entry))));
  }
  return latest;
}

/** Returns true if the output exists and is newer than its inputs. */
export async function isFresh(inputs, output) {
  const found = await stat(output).catch(() => null);
  return found !== null && found.mtimeMs > (await lastChangeOf(inputs));
}
