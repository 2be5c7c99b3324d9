import { COMPENDIUM_DOCUMENT_TYPES } from '../shared/constants';
import { PACKED_DOCUMENTS } from '../shared/documents';
import { NotInSandbox } from '../shared/not-in-sandbox';
import { isGM } from '../shared/permissions';
import type { ManageCompendiumRequest, PackData } from '../shared/wire';
import type { Environment, StoredPack } from './environment';
import { indexed } from './packs';
import { PACKS, type Store } from './store';

/**
 * Makes a compendium of the world in the transaction. Of what is sent type, label, name, flags and ownership count, the name
 * being made of the label where it is not given. T14: client/documents/collections/compendium-collection.d.mts
 */
export function createPack({ user, tx, system }: Environment, { action, data }: ManageCompendiumRequest): PackData {
  if (action !== 'create') throw new NotInSandbox(`manageCompendium with the action "${action}"`);
  if (!isGM(user)) throw new Error(`User ${user.name} lacks permission to create a compendium`);
  const { type, label, name = slug(label), flags = {}, ownership } = data;
  if (!COMPENDIUM_DOCUMENT_TYPES.includes(type as never)) throw new Error(`"${type}" is no type of a compendium`);
  if (!PACKED_DOCUMENTS.includes(type)) throw new NotInSandbox(`a compendium of ${type} documents`);
  if (!name || name !== slug(name)) throw new Error(`"${name}" cannot be the name of a compendium`);
  const id = `world.${name}`;
  if (tx.peek(PACKS, id)) throw new Error(`The compendium "${id}" already exists`);
  const pack: StoredPack & { _id: string } = {
    ...{ _id: id, id, name, label, type, flags },
    ...{ system: system.id, path: `packs/${name}`, banner: null, packageName: 'world', packageType: 'world' },
    ownership: ownership ?? { PLAYER: 'OBSERVER', ASSISTANT: 'OWNER' },
  };
  tx.put(PACKS, id, pack);
  return { ...pack, index: [], folders: [] };
}

/** The world's compendia, as a client gets them when it joins. */
export const worldPacks = (store: Store): PackData[] =>
  [...store.collection(PACKS).values()].map((pack: StoredPack) => {
    return { ...pack, index: [...store.collection(pack.id).values()].map(indexed), folders: [] };
  });

/** T14: common/primitives/string.d.mts `slugify`, strict. */
const slug = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, '')
    .trim()
    .replace(/[\s_]+/g, '-');
