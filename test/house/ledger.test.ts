import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { filesBelow, read } from './sources';

const ID = /\b[TSLCE]-\d+\b/g;

/** Returns the rule ids in the titles of tests and in the `rules` of scenarios. */
function testedIds(): Set<string> {
  const names = filesBelow('test', /\.test\.ts$/)
    .filter((file) => !file.startsWith('test/house/'))
    // `[E-72, E-73] a hit is …`
    .flatMap((file) =>
      [...read(file).matchAll(/[`'"]\[([TSLCE]-[^\]]*)\]/g)].flatMap(([, ids]) => ids.match(ID) ?? []),
    );
  const scenarios = filesBelow('test/scenarios', /\.ya?ml$/).flatMap((file) => parse(read(file)).rules as string[]);
  return new Set([...names, ...scenarios].filter((id) => /^[TSLCE]-\d+$/.test(id)));
}

/** A rule's page has a line `- **E-72** *automatic* …` for each implemented rule. */
function documentedIds(): Map<string, string> {
  return new Map(
    filesBelow('docs/rules', /\.md$/).flatMap((file) =>
      [...read(file).matchAll(/^- \*\*([TSLCE]-\d+)\*\* (.+)$/gm)].map(([, id, sentence]) => [id, sentence] as const),
    ),
  );
}

const inOrder = (ids: Iterable<string>): string[] =>
  [...ids].sort((a, b) => a[0].localeCompare(b[0]) || Number(a.slice(2)) - Number(b.slice(2)));

describe('docs/rules and the tests', () => {
  const tested = testedIds();
  const documented = documentedIds();

  it('every rule listed as implemented is tested', () => {
    expect(inOrder([...documented.keys()].filter((id) => !tested.has(id)))).toEqual([]);
  });

  it('every tested rule is listed as implemented', () => {
    expect(inOrder([...tested].filter((id) => !documented.has(id)))).toEqual([]);
  });

  it('each rule has one line', () => {
    const lines = filesBelow('docs/rules', /\.md$/).flatMap((file) =>
      [...read(file).matchAll(/^- \*\*([TSLCE]-\d+)\*\*/gm)].map(([, id]) => id),
    );
    expect(lines.filter((id, at) => lines.indexOf(id) !== at)).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('each line tells whether the rule is automatic, asked or told', () => {
    const lines = filesBelow('docs/rules', /\.md$/).map((file) => [file, read(file).match(/^- .*$/gm) ?? []] as const);
    const bare = lines.flatMap(([, all]) =>
      all.filter((line) => !/^- \*\*[TSLCE]-A?\d+\*\* \*(automatic|asked|told)\* \S/.test(line)),
    );
    expect(bare).toEqual([]);
    expect(lines.filter(([, all]) => all.length > 0)).toHaveLength(5);
  });
});
