import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file below a path, or the path itself if it is a file; nothing where it does not exist. */
export async function filesBelow(path) {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path);
  return (await Promise.all(entries.sort().map((entry) => filesBelow(join(path, entry))))).flat();
}

/** The time of the last change below the paths. Folders count too: a file that was deleted changes its folder. */
async function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    latest = Math.max(latest, found.mtimeMs);
    if (found.isDirectory())
      latest = Math.max(latest, await newest((await readdir(path)).map((entry) => join(path, entry))));
  }
  return latest;
}

/** Whether the output is there and younger than everything it is made from. */
export async function isFresh(inputs, output) {
  const made = await stat(output).catch(() => null);
  return made !== null && made.mtimeMs > (await newest(inputs));
}
