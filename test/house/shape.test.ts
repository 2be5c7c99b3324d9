import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULESETS } from '../../src/rulesets/index';
import { filesBelow, read } from './sources';

const rulesets = Object.keys(RULESETS);

describe.each(rulesets)('the folder of %s', (ruleset) => {
  it('tells what each of its files holds', () => {
    const page = read(`src/rulesets/${ruleset}/README.md`);
    const rows = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) => names!.match(/(?<=`)[\w-]+(?=`)/g) ?? []);
    const files = filesBelow(`src/rulesets/${ruleset}`, /\.ts$/).map((file) => basename(file, '.ts'));
    expect(files.filter((file) => !rows.includes(file))).toEqual([]);
  });
});
