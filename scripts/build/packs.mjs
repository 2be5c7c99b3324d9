import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compilePack } from '@foundryvtt/foundryvtt-cli';
import { packed } from './documents.mjs';

/**
 * Files of LevelDB that are no data: its log has times and thread numbers, so without it a compendium is the same bytes every time. It creates
 * the lock file again when it opens the folder. Source: google/leveldb, util/env_posix.cc, PosixEnv::LockFile (O_CREAT).
 */
const LEFT_OUT = ['LOG', 'LOG.old', 'LOCK'];

/** What the shape of every compendium is made from, beside its own sources. */
const SHAPE = ['system.json', 'scripts/build/documents.mjs', 'scripts/build/packs.mjs'];

async function folders(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** A step for each `packs/<ruleset>/<pack>`; the compendium is called `<ruleset>-<pack>`. */
export async function packSteps() {
  const steps = [];
  for (const ruleset of await folders('packs'))
    for (const pack of await folders(join('packs', ruleset))) {
      const source = join('packs', ruleset, pack);
      const target = join('dist/packs', `${ruleset}-${pack}`);
      steps.push({
        name: `pack ${ruleset}-${pack}`,
        // An adventure is put together from the sources of its neighbors.
        inputs: [pack === 'adventure' ? join('packs', ruleset) : source, ...SHAPE],
        // LevelDB rewrites this file whenever the database is made anew.
        output: join(target, 'CURRENT'),
        run: () => compile(source, target),
      });
    }
  return steps;
}

/** Compiles a folder of documents into a compendium. */
export async function compile(source, target) {
  const system = JSON.parse(await readFile('system.json', 'utf8'));
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await compilePack(source, target, {
    yaml: true,
    transformEntry: (doc, { documentType }) => packed(doc, documentType, system),
  });
  for (const name of LEFT_OUT) await rm(join(target, name), { force: true });
}
