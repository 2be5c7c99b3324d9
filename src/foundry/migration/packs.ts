import type { StoredChange } from '../../toolkit/define/stored-change';
import { idOf } from '../platform/documents';
import { openedPack, setOpenedPack } from '../platform/hidden-settings';
import type { MigratableDocument } from './outdated';
import type { MigrationTarget } from './target';
import { notifyUnreadable, type ValidatedDocument } from './unreadable';

/** A compendium, as far as it matters here. */
interface Pack {
  readonly collection: string;
  readonly title: string;
  readonly locked: boolean;
  readonly metadata: { readonly packageType: string; readonly type: string };
  readonly index: { get(id: string): { readonly name?: string } | undefined };
  readonly documentName: string;
  readonly invalidDocumentIds: ReadonlySet<string>;
  getDocuments(): Promise<readonly (MigratableDocument & ValidatedDocument & { readonly invalid: boolean })[]>;
  configure(changes: { locked: boolean }): Promise<unknown>;
}

type Changed = StoredChange['document'];

/** What of ours a compendium of a type holds. An adventure's documents are brought up to date when they come into the world. */
const HELD: Readonly<Record<string, readonly Changed[]>> = {
  ActiveEffect: ['ActiveEffect'],
  Item: ['Item', 'ActiveEffect'],
  Actor: ['Actor', 'Item', 'ActiveEffect'],
  Scene: ['Actor', 'Item', 'ActiveEffect'],
};

const allPacks = () => game.packs as unknown as Iterable<Pack> & { get(id: string): Pack | undefined };

/** The world's own compendia in which changes concern anything; those of packages come with their packages. */
export function packTargets(changes: readonly StoredChange[]): MigrationTarget[] {
  const concerned = new Set<Changed>(changes.map(({ document }) => document));
  return [...allPacks()]
    .filter(
      ({ metadata }) => metadata.packageType === 'world' && HELD[metadata.type]?.some((held) => concerned.has(held)),
    )
    .map((pack) => ({ title: pack.title, load: () => load(pack), open: (write) => whileOpen(pack, write) }));
}

/** Documents of a compendium go from memory after some minutes: each is loaded only when its turn has come. */
async function load(pack: Pack): ReturnType<MigrationTarget['load']> {
  const documents = await pack.getDocuments();
  // What cannot be read as a whole stays as it is.
  const whole = documents.filter(({ invalid }) => !invalid);
  const broken = documents.filter(({ invalid }) => invalid).map(idOf);
  const invalidDocumentIds = new Set([...pack.invalidDocumentIds, ...broken]);
  const { title, documentName, index } = pack;
  const nameOf = (id: string) => index.get(id)?.name;
  notifyUnreadable([{ title, documentName, documents: whole, invalidDocumentIds, nameOf }]);
  return pack.metadata.type === 'Scene' ? { documents: [], scenes: whole as never } : { documents: whole, scenes: [] };
}

/**
 * The world remembers what is open for this alone, in case this window does not live to lock it again.
 * ASSUMPTION A8: `configure` locks and unlocks, and while a compendium is open all in it can be written.
 */
async function whileOpen(pack: Pack, write: () => Promise<void>): Promise<void> {
  if (!pack.locked) return write();
  await setOpenedPack(pack.collection);
  await pack.configure({ locked: false });
  try {
    await write();
  } finally {
    await pack.configure({ locked: true });
    await setOpenedPack('');
  }
}

/** Locks what a window had opened that was closed or cut off before it had locked it again. */
export async function relockPack(): Promise<void> {
  const id = openedPack();
  if (!id) return;
  await allPacks().get(id)?.configure({ locked: true });
  await setOpenedPack('');
}
