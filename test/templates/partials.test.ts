import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PARTIALS, templatePath } from '../../src/foundry/apps/ui/templates';

/** What stands among the parts and is a whole of its own. */
const WHOLE = ['confirm', 'fields', 'limited'];

it('names every part, so that it is there before a view is drawn', () => {
  const files = readdirSync(new URL('../../templates/ui/', import.meta.url)).map((file) => file.replace('.hbs', ''));
  const parts = files.filter((name) => !WHOLE.includes(name));
  expect([...PARTIALS].sort()).toEqual(parts.map((part) => templatePath(`ui/${part}`)).sort());
});
