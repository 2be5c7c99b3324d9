import { COMPENDIUM_DOCUMENT_TYPES } from '../shared/constants';
import { PACKED_DOCUMENTS } from '../shared/documents';
import { NotInSandbox } from '../shared/not-in-sandbox';
import { isGM } from '../shared/permissions';
import type { ManageCompendiumRequest, NewPack, PackData } from '../shared/wire';
import type { Environment } from './environment';
import { indexed } from './packs';
import { PACKS, type Store, type StoredPack } from './store';

/** Creates or deletes a compendium; GMs only. @returns the new one, or the id of the deleted one */
export function managePack(env: Environment, { action, data }: ManageCompendiumRequest): PackData | string {
  if (action !== 'create' && action !== 'delete')
    throw new NotInSandbox(`manageCompendium with the action "${action}"`);
  if (!isGM(env.user)) throw new Error(`User ${env.user.name} lacks permission to ${action} a compendium`);
  return action === 'create' ? createPack(env, data) : deletePack(env, data);
}

/**
 * Creates a compendium of the world in the transaction from type, label, name, flags and ownership; the default name
 * is derived from the label. T14: client/documents/collections/compendium-collection.d.mts
 */
function createPack({ tx, system }: Environment, data: NewPack): PackData {
  const { type, label, name = slug(label), flags = {}, ownership } = data;
  if (!COMPENDIUM_DOCUMENT_TYPES.includes(type as never)) throw new Error(`"${type}" is not a type of compendium`);
  if (!PACKED_DOCUMENTS.includes(type)) throw new NotInSandbox(`a compendium of ${type} documents`);
  if (!name || name !== slug(name)) throw new Error(`"${name}" cannot be the name of a compendium`);
  const id = `world.${name}`;
  if (tx.peek(PACKS, id)) throw new Error(`The compendium "${id}" already exists`);
  const pack: StoredPack = {
    _id: id,
    id,
    name,
    label,
    type,
    flags,
    system: system.id,
    path: `packs/${name}`,
    banner: null,
    packageName: 'world',
    packageType: 'world',
    ownership: ownership ?? { PLAYER: 'OBSERVER', ASSISTANT: 'OWNER' },
  };
  tx.put(PACKS, id, pack);
  return { ...pack, index: [], folders: [] };
}

function deletePack({ tx }: Environment, name: string): string {
  const id = `world.${name}`;
  if (!tx.peek(PACKS, id)) throw new Error(`Compendium "${id}" does not exist!`);
  for (const { _id } of tx.all(id)) tx.delete(id, _id);
  tx.delete(PACKS, id);
  return id;
}

/** Returns the world's compendia for the payload of a joining client. */
export const worldPacks = (store: Store): PackData[] =>
  [...store.collection(PACKS).values()].map((pack) => {
    return { ...pack, index: [...store.collection(pack.id).values()].map((source) => indexed(source)), folders: [] };
  });

/** T14: common/primitives/string.d.mts `slugify`, strict. */
const slug = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, '')
    .trim()
    .replace(/[\s_]+/g, '-');
