import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PARTIALS, templatePath } from '../../src/foundry/apps/templates';

it('every part is loaded for whoever includes it', () => {
  const parts = readdirSync(new URL('../../templates/parts/', import.meta.url)).map((file) => file.replace('.hbs', ''));
  expect([...PARTIALS].sort()).toEqual(parts.map((part) => templatePath(`parts/${part}`)).sort());
});
