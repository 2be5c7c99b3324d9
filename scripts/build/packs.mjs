import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compilePack } from '@foundryvtt/foundryvtt-cli';
import { parse } from 'yaml';
import { packed } from './documents.mjs';
import { languagesOfPacks, translatedNames } from './pack-texts.mjs';

/**
 * LevelDB files without data. Its log has times and thread numbers; without it builds are reproducible.
 * It recreates the lock file. Source: google/leveldb, util/env_posix.cc, PosixEnv::LockFile (O_CREAT).
 */
const EXCLUDED = ['LOG', 'LOG.old', 'LOCK'];

/** Inputs of every compendium besides its own sources. */
const SHAPE = ['system.json', 'scripts/build/documents.mjs', 'scripts/build/packs.mjs'];

async function foldersIn(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * Returns a step for each `packs/<ruleset>/<pack>`; the compendium is called `<ruleset>-<pack>`. The ruleset's foes by
 * role, `roles.yaml` beside them if it has any, become JSON that a window fetches.
 */
export async function packSteps() {
  const steps = await nameSteps();
  for (const ruleset of await foldersIn('packs')) {
    const table = join('packs', ruleset, 'roles.yaml');
    const output = join('dist/roles', `${ruleset}.json`);
    if (existsSync(table))
      steps.push({
        name: `pack ${ruleset}-roles`,
        inputs: [table, ...SHAPE],
        output,
        run: () => toJSON(table, output),
      });
    for (const pack of await foldersIn(join('packs', ruleset))) {
      const source = join('packs', ruleset, pack);
      const target = join('dist/packs', `${ruleset}-${pack}`);
      steps.push({
        name: `pack ${ruleset}-${pack}`,
        // An adventure embeds documents of its neighbors.
        inputs: [pack === 'adventure' ? join('packs', ruleset) : source, ...SHAPE],
        // LevelDB rewrites this file whenever it creates the database.
        output: join(target, 'CURRENT'),
        run: () => compile(source, target),
      });
    }
  }
  return steps;
}

/** Returns a step for each language: the names of its compendia in one file, for lists. */
const nameSteps = async () =>
  (await languagesOfPacks()).map((lang) => ({
    name: `pack names ${lang}`,
    inputs: [join('lang/packs', lang), 'scripts/build/pack-texts.mjs'],
    output: join('dist/pack-names', `${lang}.json`),
    run: async () => write(join('dist/pack-names', `${lang}.json`), await translatedNames(lang)),
  }));

const toJSON = async (source, target) => write(target, parse(await readFile(source, 'utf8')));

async function write(target, value) {
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, JSON.stringify(value));
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
  for (const name of EXCLUDED) await rm(join(target, name), { force: true });
}
