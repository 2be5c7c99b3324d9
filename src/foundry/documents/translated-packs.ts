import { lookup } from '../../kernel/lookup';
import { SYSTEM_ID } from '../platform/settings';
import type { PackTexts, setTexts } from './pack-texts';

/** Below the system's folder; the module Babele reads the same files. */
const FOLDER = 'lang/packs';

/** By compendium, such as `cadence.tempo-gear`: its names, so that lists need no texts of documents. */
type Names = Readonly<
  Record<
    string,
    {
      readonly label: string;
      readonly folders?: Readonly<Record<string, string>>;
      /** By document id. */
      readonly names: Readonly<Record<string, string>>;
    }
  >
>;

interface Request {
  readonly pack?: string | null;
  readonly index?: boolean;
}

interface Found {
  readonly _id?: string;
  name?: string;
  toObject?(): object;
}

/** T14: client/data/client-backend.d.mts */
interface Backend {
  _getDocuments(documentClass: DocumentClass, request: Request, user?: unknown): Promise<Found[]>;
}

interface DocumentClass {
  readonly documentName: string;
  fromSource(source: object, context: object): Found;
}

interface Pack {
  readonly collection: string;
  readonly metadata: { label: string };
  readonly index: Iterable<{ readonly _id: string; name?: string }>;
  readonly folders: Iterable<{ readonly name: string; updateSource(changes: object): unknown }>;
  initializeTree?(): void;
}

/**
 * With Babele, the module translates the compendia: 2.9 reads `mappings.json` and the folder of the language below
 * that of the system. Without it, Cadence does, in the same place: where Foundry reads documents of a compendium.
 * API: Babele, `babele.init` and `setSystemTranslationsDir`; it wraps `CONFIG.DatabaseBackend._getDocuments`.
 */
function translateReads(): void {
  if (isLeftToBabele()) {
    Hooks.once('babele.init', (babele) => babele.setSystemTranslationsDir(FOLDER));
    return;
  }
  const backend = CONFIG.DatabaseBackend as unknown as Backend | undefined;
  const read = backend?._getDocuments;
  if (!backend || !read) return;
  backend._getDocuments = async (documentClass, request, user) => {
    const found = await read.call(backend, documentClass, request, user);
    try {
      return await translated(found, documentClass, request);
    } catch (error) {
      console.warn(`Cadence | the compendium ${request.pack} stays English`, error);
      return found;
    }
  };
}

const isLeftToBabele = (): boolean => game.modules.get('babele')?.active === true;

async function translated(found: Found[], documentClass: DocumentClass, { pack, index }: Request): Promise<Found[]> {
  if (!pack?.startsWith(`${SYSTEM_ID}.`) || found.length === 0) return found;
  const names = await loadNames();
  if (index) {
    for (const entry of found) entry.name = lookup(lookup(names, pack)?.names ?? {}, entry._id ?? '') ?? entry.name;
    return found;
  }
  const sources = found.map((document) => document.toObject?.() ?? document);
  const files = filesFor(sources, pack, names);
  if (files.length === 0) return found;
  const [texts, { setTexts }] = await Promise.all([loadTexts(files), import('./pack-texts')]);
  return sources.map((source) => {
    setTexts(source as Parameters<typeof setTexts>[0], documentClass.documentName, texts);
    return documentClass.fromSource(source, { pack });
  });
}

/** Returns the translated compendia with the texts of documents: their own, and those of what an adventure contains. */
function filesFor(sources: readonly object[], pack: string, names: Names): string[] {
  const inside = new Set(sources.flatMap((source) => Object.values(source).flatMap(idsIn)));
  return Object.entries(names).flatMap(([name, { names: ids }]) =>
    name === pack || Object.keys(ids).some((id) => inside.has(id)) ? [name] : [],
  );
}

async function loadTexts(files: readonly string[]): Promise<PackTexts> {
  const [mappings, ...texts] = await Promise.all([
    load<PackTexts['mappings']>(`${FOLDER}/mappings.json`),
    ...files.map((name) => load<{ entries: PackTexts['entries'] }>(`${FOLDER}/${game.i18n.lang}/${name}.json`)),
  ]);
  return { mappings, entries: Object.assign({}, ...texts.map(({ entries }) => entries)) };
}

const idsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value.map((inner) => inner?._id) : []);

/** English, and languages of other packages, have no file. */
const loadNames = async (): Promise<Names> => {
  const { lang } = game.i18n;
  const own = [...game.system.languages].some((language) => language.lang === lang);
  return own && lang !== 'en' ? load<Names>(`pack-names/${lang}.json`) : {};
};

/** By file, for all compendia. */
const loaded = new Map<string, Promise<unknown>>();

/** Fetches a file once; one that failed is fetched again. */
function load<T>(file: string): Promise<T> {
  const known = loaded.get(file) ?? fetchFile(`systems/${SYSTEM_ID}/${file}`);
  loaded.set(file, known);
  known.catch(() => loaded.delete(file));
  return known as Promise<T>;
}

async function fetchFile(path: string): Promise<unknown> {
  const response = await fetch(foundry.utils.getRoute(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** Foundry sends labels, folders and indices with the world. */
async function translateLists(): Promise<void> {
  const names = await loadNames();
  if (Object.keys(names).length === 0) return;
  for (const pack of game.packs as unknown as Iterable<Pack>) {
    const own = lookup(names, pack.collection);
    if (!own) continue;
    if (!Object.isFrozen(pack.metadata)) pack.metadata.label = own.label;
    for (const folder of pack.folders)
      folder.updateSource({ name: lookup(own.folders ?? {}, folder.name) ?? folder.name });
    for (const entry of pack.index) entry.name = lookup(own.names, entry._id) ?? entry.name;
    pack.initializeTree?.();
  }
  ui.compendium?.render();
}

function startTranslation(): void {
  if (isLeftToBabele()) return;
  translateLists().catch((error: unknown) => console.warn('Cadence | the names of compendia stay English', error));
}

export const TRANSLATED_PACKS = { init: translateReads, ready: startTranslation };
