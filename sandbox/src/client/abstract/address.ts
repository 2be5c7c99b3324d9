import type { Data, DocumentData } from '../../shared/data';
import type { DocumentOperation } from '../../shared/wire';
import type { WorldCollection } from '../collections/world-collection';
import { documentConfig } from '../config';
import type { Actor } from '../documents/actor';
import type { ClientDocument } from '../documents/client-document';
import type { TokenDocument } from '../documents/token';
import { game } from '../game';
import type { CompendiumCollection } from '../packs';
import type { Document } from './document';
import type { EmbeddedCollection } from './embedded-collection';
import type { Action, OperationRequest } from './operations';

export type DocumentPlace = WorldCollection | CompendiumCollection | EmbeddedCollection;

/** Returns the collection of a document class for the parent or pack of an operation. */
export function collectionOf(
  cls: typeof Document,
  { parent, pack }: { parent?: Document | null; pack?: string | null },
): DocumentPlace {
  if (parent) return parent.getEmbeddedCollection(cls.documentName);
  const collection = pack ? game['packs']?.get(pack) : game['collections'].get(cls.documentName);
  if (!collection)
    throw new Error(`${cls.documentName} has no collection${pack ? ` in pack ${pack}` : ' in this world'}`);
  return collection;
}

export const isToken = (document: Document | null | undefined): document is TokenDocument =>
  document?.documentName === 'Token';
export const isActor = (document: Document | null | undefined): document is Actor => document?.documentName === 'Actor';

/** Returns the token whose synthetic actor is this document or an ancestor of it. */
function tokenAbove(document: Document): TokenDocument | null {
  for (let up: Document | null = document; up; up = up.parent) if (isToken(up)) return up;
  return null;
}

/**
 * Returns a request about a document with a parent. Requests about the actor of an unlinked token address the token's
 * delta. T14: client/documents/actor-delta.d.mts (`ActorDelta` is the Actor's place in the database).
 */
export function deltaAddress(
  cls: typeof Document,
  action: Action,
  parent: Document,
  rest: DocumentOperation & Data,
): OperationRequest {
  if (cls.documentName === 'Actor' && isToken(parent)) {
    const updates = rest.updates?.map((update) => ({ ...(update as DocumentData), _id: parent.delta?.id }));
    const operation = { ...rest, updates, parentUuid: parent.uuid, syntheticActorUpdate: true };
    return { type: 'ActorDelta', action, operation };
  }
  const token = isToken(parent) ? null : tokenAbove(parent);
  const parentUuid = token
    ? parent.uuid.replace(`${token.uuid}.Actor.${token.actor?.id}`, `${token.uuid}.ActorDelta.${token.delta?.id}`)
    : parent.uuid;
  return { type: cls.documentName, action, operation: { ...rest, parentUuid } };
}

/** Returns the live document of a UUID, or null. An `ActorDelta` resolves to its synthetic actor. */
export function documentAt(uuid: string | null | undefined): ClientDocument | null {
  if (!uuid) return null;
  const parts = uuid.split('.');
  let collection: DocumentPlace | undefined;
  if (parts[0] === 'Compendium') {
    const [, scope, name] = parts.splice(0, 3);
    collection = game['packs']?.get(`${scope}.${name}`);
    parts.shift();
  } else collection = game['collections'].get(parts.shift()!);
  let document = collection?.get(parts.shift()!) ?? null;
  while (document && parts.length > 0) {
    const type = parts.shift()!;
    const id = parts.shift()!;
    document = below(document, type, id);
  }
  return document;
}

function below(document: Document, type: string, id: string): ClientDocument | null {
  if (isToken(document) && (type === 'Actor' || type === 'ActorDelta')) return document.actor;
  const field = (document.constructor as typeof Document).metadata.embedded[type];
  if (!field || !documentConfig(type)) return null;
  return document.collections[field]?.get(id) ?? null;
}
