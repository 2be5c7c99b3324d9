import { describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { folderOf, LAYERS, layerOf, ROOMS } from './layers';
import { circles, filesBelow, importsOf, namesOnly, read, withoutComments } from './sources';

const sources = filesBelow('src', /\.ts$/);
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

describe('the layers of src', () => {
  it('cover every file', () => {
    expect(sources.filter((file) => !layerOf(file) && !file.endsWith('.d.ts'))).toEqual([]);
    expect(sources.filter((file) => file.startsWith('src/foundry/') && folderOf(file) < 0)).toEqual([]);
  });

  it('all contain files', () => {
    expect(LAYERS.filter(({ holds }) => !sources.some((file) => holds.test(file))).map(({ name }) => name)).toEqual([]);
  });

  it('import only from their own layer and the layers below', () => {
    const wrong = [...imports.values()].flat().filter(({ from, to }) => {
      const layer = layerOf(from);
      if (!layer) return false;
      return to.startsWith('src/') ? !layer.mayImport(to, from) : !layer.packages.some((name) => name.test(to));
    });
    expect(wrong.map(({ from, line, to }) => `${from}:${line} imports ${to}`)).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('import in %s only from folders before their own', (folder, rooms) => {
    const roomOf = (file: string): number => {
      const [room, ...rest] = file.slice(folder.length + 1).split('/');
      return rest.length > 0 ? rooms.indexOf(room) : rooms.length;
    };
    const inside = sources.filter((file) => file.startsWith(`${folder}/`));
    expect(inside.filter((file) => roomOf(file) < 0)).toEqual([]);
    const back = inside
      .flatMap((file) => defined(imports.get(file), 'imports'))
      .filter(({ from, to, isLazy }) => !isLazy && to.startsWith(`${folder}/`) && roomOf(to) > roomOf(from));
    expect(back.map(({ from, line, to }) => `${from}:${line} imports ${to}`)).toEqual([]);
  });

  it('have no unresolved import', () => {
    const missing = [...imports.values()].flat().filter(({ to }) => to.startsWith('src/') && !sources.includes(to));
    expect(missing.map(({ from, line, to }) => `${from}:${line} imports ${to}`)).toEqual([]);
  });

  it('import nothing of the sandbox', () => {
    const crossing = [...imports.values()].flat().filter(({ to }) => /(^|\/)sandbox(\/|$)/.test(to));
    expect(crossing.map(({ from, line, to }) => `${from}:${line} imports ${to}`)).toEqual([]);
    expect(sources.filter((file) => /sandbox/i.test(namesOnly(read(file))))).toEqual([]);
  });

  it('have no import cycles, including types', () => {
    const next = (file: string) => defined(imports.get(file), 'imports').map(({ to }) => to);
    expect(circles(sources, next)).toEqual([]);
  });

  it('name no ruleset in the adapter to Foundry', () => {
    const named = sources
      .filter((file) => file.startsWith('src/foundry/'))
      .filter((file) => /['"`/](tempo|seconds|slots|clash|energy)(['"`/]|[A-Z])/.test(withoutComments(read(file))));
    expect(named).toEqual([]);
  });

  it('make offers only in the toolkit, which judges them again when they are accepted', () => {
    const offering = sources.filter((file) =>
      /^import \{[^}]*\boffer\b[^}]*\} from '[^']*kernel\/procedure'/m.test(read(file)),
    );
    expect(offering).toEqual(['src/toolkit/turns/reaction.ts']);
    const yielding = sources.filter((file) => /\bkind: 'offer'/.test(withoutComments(read(file))));
    expect(yielding.filter((file) => /^src\/(toolkit|rulesets)\//.test(file))).toEqual([]);
  });

  it('play the row of an action only in the machine, which judges it', () => {
    // A plain command is called with the encounter and the command, a row with its context.
    const calls = /[\w)\]]\.play\((?!encounter, command)/g;
    const playing = sources
      .filter((file) => /^src\/(toolkit|rulesets)\//.test(file))
      .flatMap((file) => [...withoutComments(read(file)).matchAll(calls)].map(() => file));
    expect(playing).toEqual([
      // Its own `play`.
      'src/toolkit/act/command-run.ts',
      'src/toolkit/act/life.ts',
      // Accepted commands that happen together.
      'src/toolkit/turns/reaction.ts',
    ]);
  });

  it('use no clock, no random numbers and no page globals if they are pure', () => {
    const foreign =
      /\b(Math\.random|Date|performance|setTimeout|setInterval|queueMicrotask|console|fetch|process|globalThis|window|document|crypto|game|CONFIG|foundry|canvas|ui)\b(?!\s*[:?])/;
    const wrong = sources
      .filter((file) => layerOf(file)?.isPure)
      .flatMap((file) => {
        const found = foreign.exec(namesOnly(read(file)));
        return found ? [`${file} uses ${found[1]}`] : [];
      });
    expect(wrong).toEqual([]);
  });
});
