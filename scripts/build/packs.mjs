import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compilePack } from '@foundryvtt/foundryvtt-cli';
import { packed } from './documents.mjs';

/** LevelDB's own diary: times and thread numbers, which nobody reads. Without it a compendium is the same bytes every time. */
const DIARY = ['LOG', 'LOG.old'];

/** What the shape of every compendium is made from, beside its own sources. */
const SHAPE = ['system.json', 'scripts/build/documents.mjs'];

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
        async run() {
          const system = JSON.parse(await readFile('system.json', 'utf8'));
          await rm(target, { recursive: true, force: true });
          await mkdir(target, { recursive: true });
          await compilePack(source, target, {
            yaml: true,
            transformEntry: (doc, { documentType }) => packed(doc, documentType, system),
          });
          for (const name of DIARY) await rm(join(target, name), { force: true });
        },
      });
    }
  return steps;
}
