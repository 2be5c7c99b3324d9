import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackData } from '../shared/wire';
import { messageOf, StartupError } from './startup-error';
import type { SubtypeFields } from './subtypes';

type ManifestPack = Pick<PackData, 'name' | 'label' | 'type'> &
  Partial<Pick<PackData, 'path' | 'banner' | 'flags' | 'ownership'>>;

export interface Relation {
  id: string;
  type?: string;
}

/** `system.json` or `module.json`. T14: common/packages/base-package.d.mts, client/packages/system.d.mts */
export interface Manifest {
  id: string;
  title: string;
  version: string;
  esmodules: string[];
  scripts: string[];
  styles: (string | { src: string; layer?: string | null })[];
  languages: { lang: string; name: string; path: string }[];
  packs: ManifestPack[];
  documentTypes: Record<string, Record<string, SubtypeFields>>;
  relationships?: { requires?: Relation[]; systems?: Relation[] };
  socket?: boolean;
  /** The URL of the package archive. */
  download?: string;
  [key: string]: unknown;
}

/** Reads the manifest of the built system. Throws a one-line error if it is invalid. */
export const readManifest = (dist: string): Promise<Manifest> =>
  manifestAt(join(dist, 'system.json'), 'There is no built system', ' Build it first.');

/** T14: client/packages/module.d.mts */
export const moduleAt = (folder: string): Promise<Manifest> =>
  manifestAt(join(folder, 'module.json'), 'There is no module', '');

async function manifestAt(path: string, absent: string, advice: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new StartupError(`${absent}: ${path} is missing.${advice}`);
  }
  let manifest: Partial<Manifest> & Pick<Manifest, 'id' | 'title' | 'version'>;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new StartupError(`The manifest ${path} is not valid JSON: ${messageOf(error)}`);
  }
  for (const field of ['id', 'title', 'version']) {
    if (typeof manifest?.[field] !== 'string')
      throw new StartupError(`The manifest ${path} lacks the text "${field}".`);
  }
  // T14: common/packages/base-package.d.mts: an id "should be lower-case", but `healthEstimate` runs on v14.
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(manifest.id)) {
    throw new StartupError(`The manifest ${path} has the id "${manifest.id}", which cannot be a folder name.`);
  }
  return { esmodules: [], scripts: [], styles: [], languages: [], packs: [], documentTypes: {}, ...manifest };
}
