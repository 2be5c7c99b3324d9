import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
type Words = { [key: string]: Words | string };
const words: Words = JSON.parse(readFileSync(join(root, 'public/lang/en.json'), 'utf8'));
const filesIn = (folder: string, end: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => join(root, folder, name));

describe('the translations of the sandbox', () => {
  it('have every key that the interface uses', () => {
    const missing = new Set<string>();
    for (const file of [...filesIn('src/client/applications', /\.ts$/), ...filesIn('public/templates', /\.hbs$/)]) {
      for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(/['"]([A-Z]{2,}(?:\.[A-Za-z]+)+)['"]/g)) {
        const found = key
          .split('.')
          .reduce<Words | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), words);
        if (typeof found !== 'string') missing.add(key);
      }
    }
    expect([...missing]).toEqual([]);
  });
});
