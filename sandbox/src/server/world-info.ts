import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, StartupError } from './startup-error';
import type { WorldInfo } from './world';

const fileIn = (folder: string) => join(folder, 'world.json');

export async function readInfo(folder: string, id: string): Promise<WorldInfo> {
  try {
    return { ...JSON.parse(await readFile(fileIn(folder), 'utf8')), id };
  } catch (error) {
    throw new StartupError(
      `The world's ${fileIn(folder)} cannot be read (${messageOf(error)}). Start again with --reset.`,
    );
  }
}

/** Writes a temporary file and renames it, so that a crash leaves the old or the new file intact. */
export async function writeInfo(folder: string, info: WorldInfo): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${fileIn(folder)}.new`, `${JSON.stringify(info, null, 2)}\n`);
  await rename(`${fileIn(folder)}.new`, fileIn(folder));
}
