import { describe, expect, it } from 'vitest';
import { filesBelow, read, readJson, withoutComments } from './sources';

const GLOSSARY = read('docs/glossary.md');
const EXPORT = /^export (?:abstract |async )?(interface|type|class|function\*?|const) (\w+)(.*)$/gm;

interface Exported {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
}

const EXPORTED: readonly Exported[] = filesBelow('src', /\.ts$/).flatMap((file) =>
  [...withoutComments(read(file)).matchAll(EXPORT)].map(([, kind, name, rest]) => ({
    file,
    // A constant that holds a function is named like one.
    kind: kind === 'const' && /=>|=\s*$|= <|= \(/.test(rest) && !/^[A-Z_\d]+$/.test(name) ? 'function' : kind,
    name,
  })),
);
const TYPES = EXPORTED.filter(({ kind }) => ['interface', 'type', 'class'].includes(kind));
const FUNCTIONS = EXPORTED.filter(({ kind }) => kind.startsWith('function'));

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(ss|x|sh|ch)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

const wordsOf = (name: string): string[] =>
  [...name.matchAll(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g)].map(([word]) => singular(word.toLowerCase()));

/** Returns the first cells of the tables below the given headings. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| (?!-|Term |Verb )([^|]+) \|/gm)].map(([, cell]) => cell);
}

const [TERM_SECTIONS, NAMING] = GLOSSARY.split('## Names that each ruleset defines for itself');
const TERMS = firstCells(TERM_SECTIONS).flatMap((cell) => cell.split(',').map((term) => term.trim()));
const TERM_WORDS = new Set(
  TERMS.flatMap((term) => (term.match(/[A-Za-z]+/g) ?? []).map((word) => singular(word.toLowerCase()))),
);
const VERBS = new Set(
  firstCells(NAMING).flatMap((cell) => (cell.match(/[A-Za-z]+/g) ?? []).map((word) => word.toLowerCase())),
);
/** Names that the page quotes. */
const QUOTED = new Set([...GLOSSARY.matchAll(/`(\w+)`/g)].map(([, name]) => name));
/** Names that several rulesets define. */
const OWN = new Set([...NAMING.split('## How names are built')[0].matchAll(/`(\w+)`/g)].map(([, name]) => name));
const KINDS = new Set([...NAMING.matchAll(/\*(\w+)\*/g)].map(([, word]) => word));

describe('the glossary', () => {
  it('has the last word of each exported type', () => {
    const isKnown = (name: string): boolean => {
      const last = wordsOf(name).at(-1) ?? '';
      return TERM_WORDS.has(last) || KINDS.has(last) || /(?:Of|In)$/.test(name) || QUOTED.has(name);
    };
    expect(TYPES.filter(({ name }) => !isKnown(name)).map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  it('has a term or a verb of each exported function', () => {
    const actions = new Set(
      Object.values<any>(readJson('lang/en.json').CADENCE).flatMap((texts) =>
        Object.keys(texts.Action ?? {}).flatMap((id) => id.split('-').map(singular)),
      ),
    );
    const isKnown = (name: string): boolean => {
      const words = wordsOf(name);
      return (
        QUOTED.has(name) ||
        VERBS.has(words[0]) ||
        words.some((word) => TERM_WORDS.has(word) || actions.has(word)) ||
        /(?:Of|In|At|For|By|With|Outside|Since|Along|Among|Between|Without|Around|Towards|From)$/.test(name)
      );
    };
    expect(FUNCTIONS.filter(({ name }) => !isKnown(name)).map(({ file, name }) => `${file} ${name}`)).toEqual([]);
  });

  it('has no term that neither a name nor a text uses', () => {
    const used = new Set([
      ...EXPORTED.flatMap(({ name, file }) => [...wordsOf(name), ...file.split(/[/.-]/).map(singular)]),
      ...(read('lang/en.json').match(/[A-Za-z]+/g) ?? []).map((word) => singular(word.toLowerCase())),
    ]);
    const isUsed = (term: string): boolean =>
      (term.match(/[A-Za-z]+/g) ?? []).some((word) => used.has(singular(word.toLowerCase())));
    expect(TERMS.filter((term) => !isUsed(term))).toEqual([]);
  });
});

describe('the name of an exported type', () => {
  const places = new Map<string, string[]>();
  for (const { name, file } of TYPES) places.set(name, [...(places.get(name) ?? []), file]);
  const rulesetOf = (file: string): string | undefined => /^src\/rulesets\/(\w+)\//.exec(file)?.[1];

  it('means one thing, except where each ruleset has its own', () => {
    const twice = [...places].filter(([name, files]) => {
      const rulesets = files.map(rulesetOf);
      const isOwn = OWN.has(name) && !rulesets.includes(undefined) && new Set(rulesets).size === files.length;
      return files.length > 1 && !isOwn;
    });
    expect(twice).toEqual([]);
  });
});
