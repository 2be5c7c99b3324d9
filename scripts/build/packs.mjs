import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compilePack } from '@foundryvtt/foundryvtt-cli';

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
        inputs: [source],
        // LevelDB rewrites this file whenever the database is made anew.
        output: join(target, 'CURRENT'),
        async run() {
          await rm(target, { recursive: true, force: true });
          await mkdir(target, { recursive: true });
          await compilePack(source, target, { yaml: true });
        },
      });
    }
  return steps;
}
