import type { StoredChange } from '../../toolkit/define/stored-change';
import { idOf } from '../platform/documents';
import { openedPack, setOpenedPack } from '../platform/hidden-settings';
import type { MigratableDocument } from './outdated';
import type { MigrationTarget } from './target';
import { notifyUnreadable, type ValidatedDocument } from './unreadable';

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

/** Documents to migrate, by type of compendium. Adventures are migrated on import. */
const CONTENTS: Readonly<Record<string, readonly Changed[]>> = {
  ActiveEffect: ['ActiveEffect'],
  Item: ['Item', 'ActiveEffect'],
  Actor: ['Actor', 'Item', 'ActiveEffect'],
  Scene: ['Actor', 'Item', 'ActiveEffect'],
};

const allPacks = () => game.packs as unknown as Iterable<Pack> & { get(id: string): Pack | undefined };

/** Returns the world's own compendia affected by changes. Compendia of packages are updated with their packages. */
export function packTargets(changes: readonly StoredChange[]): MigrationTarget[] {
  const concerned = new Set<Changed>(changes.map(({ document }) => document));
  return [...allPacks()]
    .filter(
      ({ metadata }) =>
        metadata.packageType === 'world' && CONTENTS[metadata.type]?.some((type) => concerned.has(type)),
    )
    .map((pack) => ({ title: pack.title, load: () => load(pack), open: (write) => withUnlocked(pack, write) }));
}

/** Foundry drops a compendium's documents after some minutes, so each is loaded in its turn. */
async function load(pack: Pack): ReturnType<MigrationTarget['load']> {
  const documents = await pack.getDocuments();
  // Invalid documents are left unchanged.
  const valid = documents.filter(({ invalid }) => !invalid);
  const broken = documents.filter(({ invalid }) => invalid).map(idOf);
  const invalidDocumentIds = new Set([...pack.invalidDocumentIds, ...broken]);
  const { title, documentName, index } = pack;
  const nameOf = (id: string) => index.get(id)?.name;
  notifyUnreadable([{ title, documentName, documents: valid, invalidDocumentIds, nameOf }]);
  return pack.metadata.type === 'Scene' ? { documents: [], scenes: valid as never } : { documents: valid, scenes: [] };
}

/**
 * Unlocks a compendium for a write. Its id is stored, because this window may close before it locks it again.
 * ASSUMPTION A8: `configure` locks and unlocks, and while a compendium is open all in it can be written.
 */
async function withUnlocked(pack: Pack, write: () => Promise<void>): Promise<void> {
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

/** Locks the compendium that a closed window left unlocked. */
export async function relockPack(): Promise<void> {
  const id = openedPack();
  if (!id) return;
  await allPacks().get(id)?.configure({ locked: true });
  await setOpenedPack('');
}
