import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Returns the paths of the files below a folder, from the repository's root, with forward slashes. */
export function filesBelow(folder: string, ending: RegExp = /./): string[] {
  const path = join(ROOT, folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.includes('node_modules/') && !/(^|\/)\.(build|data|shots)\//.test(file))
    .sort();
}

/** The sources of documents in compendia; a name with a leading underscore is that of a folder. */
export const DOCUMENTS = /^(?!_).*\.yml$/;

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
export const readJson = (file: string): any => JSON.parse(read(file));
export const exists = (file: string): boolean => statSync(join(ROOT, file), { throwIfNoEntry: false }) !== undefined;

/** Returns code without its comments, but with the content of strings. */
export function withoutComments(code: string): string {
  return code.replaceAll(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (part) =>
    part.startsWith('/') ? ' ' : part,
  );
}

/** Returns code without comments and plain strings: only the names that it uses. */
export const namesOnly = (code: string): string => withoutComments(code).replaceAll(/'(?:\\.|[^'\\\n])*'/g, "''");

export interface Import {
  readonly from: string;
  /** A file of the repository, or the package's name. */
  readonly to: string;
  readonly line: number;
  readonly typeOnly: boolean;
  /** Loaded when it is needed. */
  readonly isLazy: boolean;
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s+(type\s)?(?:[\w*\s{},$]*?\sfrom\s*)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

/** Returns every import and re-export of a file. Types count: a change of a type affects its importers. */
export function importsOf(file: string): Import[] {
  const code = withoutComments(read(file));
  return [...code.matchAll(IMPORT)].map((match) => {
    const target = match[2] ?? match[3];
    const line = code.slice(0, match.index).split('\n').length;
    return {
      from: file,
      to: resolveImport(file, target),
      line,
      typeOnly: Boolean(match[1]),
      isLazy: match[2] === undefined,
    };
  });
}

function resolveImport(file: string, target: string): string {
  if (!target.startsWith('.')) return target;
  const path = normalize(join(dirname(file), target)).replaceAll('\\', '/');
  return (
    [path, `${path}.ts`, `${path}.mjs`, `${path}/index.ts`].find((each) =>
      statSync(join(ROOT, each), { throwIfNoEntry: false })?.isFile(),
    ) ?? path
  );
}

/** Returns each cycle among files once, as its path. */
export function circles(files: readonly string[], next: (file: string) => readonly string[]): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) {
      const circle = way.slice(start);
      const first = circle.indexOf([...circle].sort()[0]);
      found.add([...circle.slice(first), ...circle.slice(0, first)].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const to of next(file)) if (files.includes(to)) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return [...found];
}
