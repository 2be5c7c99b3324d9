import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { packed } from '../../scripts/build/documents.mjs';
import { type PackTexts, setTexts } from '../../src/foundry/documents/pack-texts';

type Source = Record<string, any>;

const read = (file: string): string => readFileSync(file, 'utf8');
const readJson = (file: string) => JSON.parse(read(file));
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);

const manifest = readJson('system.json');
const mappings: PackTexts['mappings'] = readJson('lang/packs/mappings.json');
const english = Object.assign({}, ...filesBelow('docs/languages/packs', '.json').map((file) => readJson(file).entries));
const files = filesBelow('packs', '.yml');

const typeOf = (file: string): string => {
  const [, ruleset, folder] = file.split('/');
  return manifest.packs.find(({ name }: { name: string }) => name === `${ruleset}-${folder}`).type;
};

const documents = files.filter((file) => !file.includes('/_')).map((file) => [file, typeOf(file)] as const);

const sources = new Map<string, Source>(files.map((file) => [file, parse(read(file))]));
const copyOf = (file: string): Source => structuredClone(sources.get(file) ?? {});

/** Returns a document as the compendium holds it: an adventure with the documents that its source names. */
function documentIn(file: string, type: string): Source {
  const source = copyOf(file);
  if (type !== 'Adventure') return source;
  const folder = file.split('/').slice(0, 2).join('/');
  for (const [field, value] of Object.entries(source))
    if (Array.isArray(value))
      source[field] = value.map((inner) => (typeof inner === 'string' ? copyOf(inner.replace('..', folder)) : inner));
  packed(source, type, manifest);
  return source;
}

const BRACKETS = /^⟦[\s\S]*⟧$/;
const marked = (value: unknown): unknown => {
  if (typeof value === 'string') return `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map(marked);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, marked(inner)]));
};

/** Names and texts in a document that a reader sees, with their paths. */
function readable(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string')
    return /\.(?:name|biography|description|caption|content|school|preparation)$|\.actions\.\d+$/.test(path) && value
      ? [[path, value]]
      : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => readable(inner, `${path}.${key}`));
}

beforeAll(() => {
  const getProperty = (source: Source, path: string) => path.split('.').reduce((inner, key) => inner?.[key], source);
  const setProperty = (source: Source, path: string, value: unknown) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    keys.reduce((inner, key) => inner[key], source)[last] = value;
  };
  vi.stubGlobal('foundry', { utils: { getProperty, setProperty } });
});
afterAll(() => vi.unstubAllGlobals());

describe('the texts of compendia', () => {
  it('can all be translated', () => {
    const texts = { mappings, entries: marked(english) as PackTexts['entries'] };
    const left = documents.flatMap(([file, type]) => {
      const document = documentIn(file, type);
      setTexts(document, type, texts);
      // The number of a token stands behind its name.
      const wrong = readable(document).filter(([, text]) => !BRACKETS.test(text.replace(/ \(\d+\)$/, '')));
      return wrong.map(([path, text]) => `${file}${path}: ${text}`);
    });
    expect(left).toEqual([]);
    expect(documents.length).toBeGreaterThan(250);
  });

  it('stay as they are without a translation, and with one that is English', () => {
    const changed = documents.filter(([file, type]) => {
      const before = documentIn(file, type);
      return [{}, english].some((entries) => {
        const copy = structuredClone(before);
        setTexts(copy, type, { mappings, entries });
        return JSON.stringify(copy) !== JSON.stringify(before);
      });
    });
    expect(changed).toEqual([]);
  });

  it('keep what a translation leaves out or gives in another form', () => {
    const document = copyOf('packs/seconds/fighters/bram.yml');
    const item = document.items[0]._id;
    const entry = { name: '', description: ['x'], items: { [item]: { name: { x: 'y' } }, other: { name: 'z' } } };
    const copy = structuredClone(document);
    setTexts(copy, 'Actor', { mappings, entries: { [document._id]: entry as never } });
    expect(copy).toEqual(document);
  });
});
