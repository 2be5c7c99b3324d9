import { parseUuid } from '../shared/uuid';
import type { IndexEntry } from '../shared/wire';
import { documentAt } from './abstract/address';
import type { Document } from './abstract/document';
import type { ClientDocument } from './documents/client-document';
import { game } from './game';

type PackedEntry = IndexEntry & { uuid: string; pack: string };

interface LookupOptions {
  /** The base of a relative UUID. */
  relative?: Document;
  strict?: boolean;
}

/** Resolves a UUID, loading from a pack if needed; null if missing. T14: common/utils/helpers.d.mts */
export async function fromUuid(
  uuid: string | null | undefined,
  { relative }: LookupOptions = {},
): Promise<ClientDocument | null> {
  if (!uuid) return null;
  const parsed = parseUuid(uuid, { relative });
  if (!parsed) return null;
  if (parsed.pack) {
    const pack = game['packs'].get(parsed.pack);
    if (!(await pack?.getDocument(parsed.primaryId))) return null;
  }
  return documentAt(parsed.uuid);
}

/** Like `fromUuid`, but synchronous: from a pack it returns the index entry unless the document is loaded. */
export function fromUuidSync(
  uuid: string | null | undefined,
  { relative, strict = true }: LookupOptions = {},
): ClientDocument | PackedEntry | null {
  if (!uuid) return null;
  const parsed = parseUuid(uuid, { relative });
  if (!parsed) return null;
  if (!parsed.pack) return documentAt(parsed.uuid);
  const pack = game['packs'].get(parsed.pack);
  if (!pack) return null;
  if (parsed.embedded.length > 0) {
    if (strict && !pack.get(parsed.primaryId))
      throw new Error(
        `fromUuidSync was invoked on UUID '${uuid}' which references an Embedded Document and cannot be retrieved synchronously.`,
      );
    return documentAt(parsed.uuid);
  }
  const loaded = pack.get(parsed.primaryId);
  if (loaded) return loaded;
  const entry = pack.index.get(parsed.primaryId);
  return entry ? { ...entry, pack: parsed.pack } : null;
}
