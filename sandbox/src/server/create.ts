import type { DocumentData, StoredDocument } from '../shared/data';
import { isGM } from '../shared/permissions';
import type { DocumentOperationRequest } from '../shared/wire';
import { containerOf, subjectOf } from './container';
import { assertMay, type Environment } from './environment';
import { publicUser } from './passwords';
import { newSource, received } from './source';

/** Creates documents in the transaction. Returns their sources. */
export function create(env: Environment, { type, operation }: DocumentOperationRequest): unknown[] {
  const container = containerOf(env, type, operation.parentUuid);
  return (operation.data ?? []).map((raw) => {
    const data = stamped(env, type, received(raw));
    const subject = { documentName: type, source: data, parent: subjectOf(container.parent) };
    assertMay(env, 'create', subject, data);
    const source = newSource(env, type, data, operation);
    if (container.get(source._id)) throw new Error(`${type} "${source._id}" already exists!`);
    if (type === 'Setting') checkKey(env, source);
    container.add(source);
    return type === 'User' ? publicUser(source) : source;
  });
}

/** Adds the fields that only the server sets. */
function stamped({ user, now }: Environment, type: string, data: DocumentData): DocumentData {
  if (type === 'ChatMessage') return { ...data, author: data.author ?? user._id, timestamp: now };
  const author = type === 'Macro' && { author: isGM(user) ? (data.author ?? user._id) : user._id };
  const owned = ['Actor', 'Item', 'Macro', 'Scene'].includes(type);
  return owned ? { ...data, ...author, ownership: { default: 0, [user._id]: 3, ...data.ownership } } : data;
}

function checkKey({ tx }: Environment, { _id, key, user }: StoredDocument): void {
  const taken = tx.all('settings').some((other) => other.key === key && other.user === user && other._id !== _id);
  if (taken) throw new Error(`Setting "${key}" already exists!`);
}
