import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';

/** Where translators find the English texts of the compendia, in the format of Babele. */
const ENGLISH = 'docs/languages/packs';
/** Entries without a translation by compendium, or `all` where it has no file yet. */
const missingFile = (lang) => `docs/languages/${lang}.missing.json`;
/** By document name: where its texts are, as Babele wants to know it. */
export const MAPPINGS = 'lang/packs/mappings.json';

const readJSON = async (file) => JSON.parse(await readFile(file, 'utf8'));
const write = async (file, value) => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
};

const at = (value, path) => path.split('.').reduce((inner, key) => inner?.[key], value);
const isText = (value) => (Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '');

/** Returns the English texts of the manifest's compendia by the file's name without `.json`. */
export async function englishTexts() {
  const { packs } = await readJSON('system.json');
  const mappings = await readJSON(MAPPINGS);
  const texts = {};
  // The armory comes first: others repeat its texts.
  for (const { name, label, type } of [...packs].sort((a, b) => rank(a) - rank(b))) {
    const [ruleset, folder] = name.split('-');
    const entries = {};
    const folders = {};
    for (const file of (await readdir(join('packs', ruleset, folder))).sort()) {
      const document = parse(await readFile(join('packs', ruleset, folder, file), 'utf8'));
      if (document._key.startsWith('!folders!')) folders[document.name] = document.name;
      else entries[document._id] = textsOf(document, type, mappings);
    }
    texts[`cadence.${name}`] = { label, ...(Object.keys(folders).length > 0 && { folders }), entries };
  }
  return texts;
}

const rank = ({ type }) => ['Item', 'Actor'].indexOf(type) + (['Item', 'Actor'].includes(type) ? 0 : 3);

/** Returns the texts of a document. An adventure takes those of its contents from their own compendia. */
function textsOf(document, type, mappings) {
  const texts = {};
  for (const [field, given] of Object.entries(mappings[type])) {
    const { path, converter, documentType } = typeof given === 'string' ? { path: given } : given;
    const value = at(document, path);
    if (converter === 'nameCollection') texts[field] = Object.fromEntries(value.map(({ name }) => [name, name]));
    else if (documentType && type !== 'Adventure' && value?.length > 0) {
      const inner = value.map((one) => [one._id, textsOf(one, documentType, mappings)]);
      const filled = inner.filter(([, one]) => Object.keys(one).length > 0);
      if (filled.length > 0) texts[field] = Object.fromEntries(filled);
    } else if (!documentType && converter !== 'name' && isText(value)) texts[field] = value;
  }
  return texts;
}

/** Returns the languages of the windows, without English. */
export async function languagesOfPacks() {
  const { languages } = await readJSON('system.json');
  return languages.map(({ lang }) => lang).filter((lang) => lang !== 'en');
}

/** Returns the files of a language by their names without `.json`. */
export async function translatedTexts(lang) {
  const folder = join('lang/packs', lang);
  const files = existsSync(folder) ? (await readdir(folder)).filter((file) => file.endsWith('.json')) : [];
  const pairs = files.sort().map(async (file) => [basename(file, '.json'), await readJSON(join(folder, file))]);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Returns the names in a language's files, which lists show: labels, folders, and of each document its name. */
export async function translatedNames(lang) {
  const files = Object.entries(await translatedTexts(lang)).map(([file, { label, folders, entries = {} }]) => {
    const named = Object.entries(entries).filter(([, { name }]) => name);
    return [file, { label, folders, names: Object.fromEntries(named.map(([id, { name }]) => [id, name])) }];
  });
  return Object.fromEntries(files);
}

/** Returns the texts with their paths, such as `entries/<id>/name`. A list is one text, a line each. */
export function lines(texts, path = []) {
  return Object.entries(texts ?? {}).flatMap(([key, value]) =>
    Array.isArray(value) || typeof value === 'string'
      ? [[[...path, key].join('/'), Array.isArray(value) ? value.join('\n') : value]]
      : lines(value, [...path, key]),
  );
}

/** Tags that give a text its shape: they keep their order. */
const BLOCKS = /<\/?(?:p|ul|ol|li|table|caption|thead|tbody|tr|th|td|h\d|blockquote|hr|br|section|div)\b[^>]*>/g;
/** Other tags, links and rolls, each with the beginning of its label: a sentence may have them in any order. */
const INLINE = /<[^>]*>|(?:@|&)\w+\[[^\]]*\]\{?|\[\[[^\]]*\]\]\{?/g;

const shapeOf = (text) => (text.match(BLOCKS) ?? []).join('');
const inlineOf = (text) => (text.replaceAll(BLOCKS, '').match(INLINE) ?? []).sort().join(' ');

/** Returns what is wrong with the translation of a file, a line each, and the paths that have no translation. */
export function compare(english, translated) {
  const wanted = new Map(lines(english));
  const given = new Map(lines(translated));
  const faults = [];
  for (const [path, text] of given) {
    const source = wanted.get(path);
    if (source === undefined) faults.push(`${path} is not in English`);
    else if (text.trim() === '') faults.push(`${path} is empty`);
    else if (source.split('\n').length !== text.split('\n').length) faults.push(`${path} has other lines`);
    else if (shapeOf(source) !== shapeOf(text)) faults.push(`${path} has other paragraphs than ${shapeOf(source)}`);
    else if (inlineOf(source) !== inlineOf(text))
      faults.push(`${path} has other tags or links than ${inlineOf(source)}`);
    else if (/["']/.test(text.replaceAll(/<[^>]*>/g, ''))) faults.push(`${path} has straight quotation marks`);
  }
  return { faults, missing: [...wanted.keys()].filter((path) => !given.has(path)) };
}

/**
 * Writes the English texts for translators, fills in texts that the same ruleset has translated elsewhere, and lists
 * what is left.
 * @returns a line for each fault
 */
export async function writeTexts() {
  const english = await englishTexts();
  for (const [name, texts] of Object.entries(english)) await write(join(ENGLISH, `${name}.json`), texts);
  const faults = [];
  for (const lang of await languagesOfPacks()) {
    const translated = await translatedTexts(lang);
    for (const [name, texts] of Object.entries(english)) {
      if (!translated[name]) continue;
      translated[name] = inOrder(texts, translated[name], memoryOf(name, english, translated));
      await write(join('lang/packs', lang, `${name}.json`), translated[name]);
    }
    for (const fault of await faultsIn(lang, english, translated)) faults.push(`${lang}: ${fault}`);
    await write(missingFile(lang), missingIn(english, translated));
  }
  return faults;
}

/** Returns a line for each fault in the files of a language. */
export async function faultsIn(lang, english, translated) {
  const faults = Object.entries(translated).flatMap(([name, texts]) =>
    compare(english[name] ?? { entries: {} }, texts).faults.map((fault) => `${name}: ${fault}`),
  );
  return [...faults, ...(await otherLabels(lang, english, translated)), ...otherNames(english, translated)];
}

/** Quick references name actions, conditions and settings as the windows do. */
async function otherLabels(lang, english, translated) {
  const labels = new Map();
  const windows = new Map(lines(await readJSON(`lang/${lang}.json`)));
  for (const [key, text] of lines(await readJSON('lang/en.json')))
    labels.set(text, [...(labels.get(text) ?? []), windows.get(key)?.replaceAll('\u00AD', '')]);
  return pairs(english, translated).flatMap(({ name, path, source, text }) => {
    const theirs = headersIn(text);
    return headersIn(source).flatMap((header, index) => {
      const known = labels.get(header);
      const wanted = [...new Set(known)].join(' or ');
      return !known || known.includes(theirs[index]) ? [] : [`${name}: ${path}: ${header} is ${wanted}`];
    });
  });
}

const headersIn = (html) => [...html.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, text]) => text);

/** Items and schools of a ruleset that are one in English have one name. */
function otherNames(english, translated) {
  const known = new Map();
  return pairs(english, translated).flatMap(({ name, path, source, text }) => {
    const isItem = /-gear$/.test(name) || path.includes('/items/');
    if (!isItem || !/\/(?:name|school)$/.test(path)) return [];
    const term = `${name.split('-')[0]} ${path.split('/').at(-1)} ${source}`;
    const other = known.get(term) ?? text;
    known.set(term, other);
    return other === text ? [] : [`${name}: ${path} is ${text}, and elsewhere ${other}`];
  });
}

/** Returns each translated text with its English one. */
const pairs = (english, translated) =>
  Object.entries(translated).flatMap(([name, texts]) => {
    const sources = new Map(lines(english[name]));
    return lines(texts).map(([path, text]) => ({ name, path, text, source: sources.get(path) ?? '' }));
  });

/** Returns the entries without a complete translation by compendium, or `all` where it has no file yet. */
export function missingIn(english, translated) {
  const left = Object.entries(english).map(([name, texts]) => {
    if (!translated[name]) return [name, 'all'];
    return [name, [...new Set(compare(texts, translated[name]).missing.map(entryOf))]];
  });
  return Object.fromEntries(left.filter(([, entries]) => entries.length > 0));
}

/** Returns the entry of a path such as `entries/<id>/items/<id>/name`, or the field outside of entries. */
const entryOf = (path) => path.split('/')[path.startsWith('entries/') ? 1 : 0];

/** Returns the translations of a ruleset by their English texts. */
function memoryOf(name, english, translated) {
  const [prefix] = name.split('-');
  const memory = new Map();
  for (const [other, texts] of Object.entries(english)) {
    if (!other.startsWith(`${prefix}-`)) continue;
    const given = new Map(lines(translated[other]));
    for (const [path, text] of lines(texts))
      if (given.has(path) && !memory.has(text)) memory.set(text, given.get(path));
  }
  return memory;
}

/** Returns a translation in the order of the English file. What is no longer there stays, to be reported. */
function inOrder(english, translated, memory) {
  const result = {};
  for (const [key, value] of Object.entries(english)) {
    const given = translated?.[key];
    if (typeof value === 'string' || Array.isArray(value)) {
      const known = given ?? memory.get(Array.isArray(value) ? value.join('\n') : value);
      if (known !== undefined)
        result[key] = Array.isArray(value) && typeof known === 'string' ? known.split('\n') : known;
    } else {
      const inner = inOrder(value, given, memory);
      if (Object.keys(inner).length > 0) result[key] = inner;
    }
  }
  for (const [key, value] of Object.entries(translated ?? {})) if (!(key in english)) result[key] = value;
  return result;
}
