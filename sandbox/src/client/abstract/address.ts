import { CONFIG } from '../config';
import { game } from '../game';

/** Where documents of a class live, given the parent or pack of an operation. */
export function collectionOf(cls: any, { parent, pack }: any): any {
  if (parent) return parent.getEmbeddedCollection(cls.documentName);
  const collection = pack ? game['packs']?.get(pack) : game['collections'].get(cls.documentName);
  if (!collection)
    throw new Error(`${cls.documentName} has no collection${pack ? ` in pack ${pack}` : ' in this world'}`);
  return collection;
}

/** The token above a synthetic actor, however deep below it we stand. */
function tokenAbove(document: any): any {
  for (let up = document; up; up = up.parent) if (up.documentName === 'Token') return up;
  return null;
}

/**
 * A request about a document with a parent. What concerns the actor of an unlinked token is stored in the token's delta,
 * and named so on the wire. T14: client/documents/actor-delta.d.mts (`ActorDelta` is the Actor's place in the database).
 */
export function deltaAddress(cls: any, action: string, parent: any, rest: any): any {
  if (cls.documentName === 'Actor' && parent.documentName === 'Token') {
    const updates = rest.updates?.map((update: any) => ({ ...update, _id: parent.delta.id }));
    const operation = { ...rest, updates, parentUuid: parent.uuid, syntheticActorUpdate: true };
    return { type: 'ActorDelta', action, operation };
  }
  const token = parent.documentName === 'Token' ? null : tokenAbove(parent);
  const parentUuid = token
    ? parent.uuid.replace(`${token.uuid}.Actor.${token.actor.id}`, `${token.uuid}.ActorDelta.${token.delta.id}`)
    : parent.uuid;
  return { type: cls.documentName, action, operation: { ...rest, parentUuid } };
}

/** The live document a UUID means; `ActorDelta` leads to the synthetic actor. Null when this client does not have it. */
export function documentAt(uuid: string | null | undefined): any {
  if (!uuid) return null;
  const parts = uuid.split('.');
  let collection: any;
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

function below(document: any, type: string, id: string): any {
  if (document.documentName === 'Token' && (type === 'Actor' || type === 'ActorDelta')) return document.actor;
  const field = document.constructor.metadata.embedded[type];
  if (!field || !CONFIG[type]) return null;
  return document.collections[field]?.get(id) ?? null;
}
