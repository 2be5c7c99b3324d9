import { COMPENDIUM_DOCUMENT_TYPES } from './constants';

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomID(length = 16): string {
  const random = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(random, (n) => ID_CHARACTERS[n % ID_CHARACTERS.length]).join('');
}

/** T14: common/data/validators: 16 characters of the alphabet above. */
export const isValidId = (id: unknown): id is string => typeof id === 'string' && /^[a-zA-Z0-9]{16}$/.test(id);

export interface ParsedUuid {
  uuid: string;
  /** The type of the document itself. */
  type: string;
  id: string;
  documentType: string;
  documentId: string;
  /** The type of the world or pack document that holds it. */
  primaryType: string;
  primaryId: string;
  /** Type and id pairs below the primary document. */
  embedded: string[];
  /** `scope.name` of the pack, or null. */
  pack: string | null;
}

/**
 * Parses a UUID: `Actor.a.Item.i`, `Scene.s.Token.t.Actor.a`, `Compendium.scope.pack.Item.i`; with `relative`, also
 * `.Item.i` (below that UUID). Returns null if it is invalid.
 */
export function parseUuid(
  uuid: string,
  { relative }: { relative?: string | { uuid: string } } = {},
): ParsedUuid | null {
  if (typeof uuid !== 'string') return null;
  if (uuid.startsWith('.') && relative) uuid = `${typeof relative === 'string' ? relative : relative.uuid}${uuid}`;
  let parts = uuid.split('.');
  let pack: string | null = null;
  if (parts[0] === 'Compendium') {
    pack = `${parts[1]}.${parts[2]}`;
    parts = parts.slice(3);
    // An older form omits the type, which only the pack knows.
    if (parts.length === 1 && !COMPENDIUM_DOCUMENT_TYPES.includes(parts[0] as never)) parts.unshift('');
  }
  if (parts.length < 2 || parts.length % 2) return null;
  const [primaryType, primaryId] = parts as [string, string];
  const [type, id] = parts.slice(-2) as [string, string];
  return { uuid, type, id, documentType: type, documentId: id, primaryType, primaryId, embedded: parts.slice(2), pack };
}

export interface UuidParts {
  id: string;
  documentName: string;
  pack?: string | null;
  parentUuid?: string | null;
}

export function buildUuid({ id, documentName, pack, parentUuid }: UuidParts): string {
  if (parentUuid) return `${parentUuid}.${documentName}.${id}`;
  return pack ? `Compendium.${pack}.${documentName}.${id}` : `${documentName}.${id}`;
}
