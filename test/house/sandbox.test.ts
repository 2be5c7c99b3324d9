import { describe, expect, it } from 'vitest';
import { circles, filesBelow, importsOf, readJson } from './sources';

const CODE = /\.(ts|mjs|mts)$/;
const { name, exports, dependencies } = readJson('sandbox/package.json');
const entries = Object.keys(exports).map((entry) => entry.replace('.', name));
const imports = filesBelow('sandbox', CODE).flatMap(importsOf);
const isOwn = (to: string): boolean => to === name || to.startsWith(`${name}/`);
const shown = (found: typeof imports): string[] => found.map(({ from, line, to }) => `${from}:${line} imports ${to}`);

describe('the sandbox as a package', () => {
  it('is imported through its entries only', () => {
    const outside = ['src', 'test', 'bench', 'scripts']
      .flatMap((folder) => filesBelow(folder, CODE))
      .flatMap(importsOf);
    const found = outside.filter(({ to }) => isOwn(to) || to.startsWith('sandbox/'));
    expect(new Set(found.map(({ to }) => to))).toContain(name);
    expect(shown(found.filter(({ to }) => !entries.includes(to)))).toEqual([]);
  });

  it('imports nothing of Cadence', () => {
    const isFile = (to: string) => /^(\.\.\/)*(src|test|bench|scripts|demo)\//.test(to);
    expect(shown(imports.filter(({ to }) => isFile(to)))).toEqual([]);
  });

  it('has floors: shared, then server and client, which do not know each other', () => {
    const floors = ['shared', 'server', 'client'].map((floor) => `sandbox/src/${floor}/`);
    const crossing = imports.filter(({ from, to }) => {
      const floor = floors.findIndex((each) => from.startsWith(each));
      return floor >= 0 && floors.some((each, at) => at > 0 && at !== floor && to.startsWith(each));
    });
    expect(shown(crossing)).toEqual([]);
  });

  // Types may: a document knows its sheet, and a sheet its document, as in Foundry.
  it('has no circle of files that load each other', () => {
    const loaded = (file: string): string[] => importsOf(file).flatMap(({ to, typeOnly }) => (typeOnly ? [] : [to]));
    expect(circles(filesBelow('sandbox/src', CODE), loaded)).toEqual([]);
  });

  it('lists the packages that its sources import', () => {
    const sources = imports.filter(({ from }) => !from.startsWith('sandbox/test/'));
    const packages = sources.filter(({ to }) => !to.startsWith('sandbox/') && !to.startsWith('node:'));
    expect(shown(packages.filter(({ to }) => !(to in dependencies)))).toEqual([]);
  });
});
