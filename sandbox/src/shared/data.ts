/** Data of any shape: `system` and `flags` of a document, a change of one, what a client sends. Each value is looked at before it is used. */
export type Data = Record<string, unknown>;

/** Levels of `DOCUMENT_OWNERSHIP_LEVELS` by the id of a user, and `default`. */
export type Ownership = Record<string, number>;

/** `_stats` of a document. T14: common/data/fields.d.mts DocumentStatsField */
export interface DocumentStats {
  coreVersion?: string | null;
  systemId?: string | null;
  systemVersion?: string | null;
  createdTime?: number | null;
  modifiedTime?: number | null;
  lastModifiedBy?: string | null;
  compendiumSource?: string | null;
  duplicateSource?: string | null;
  exportSource?: Data | null;
}

/** Data of a document, whole or in part: what many documents have, and whatever else there is. */
export interface DocumentData {
  _id?: string | null;
  name?: string | null;
  type?: string;
  img?: string | null;
  folder?: string | null;
  sort?: number;
  author?: string | null;
  ownership?: Ownership | null;
  system?: Data;
  flags?: Data;
  _stats?: DocumentStats;
  [field: string]: unknown;
}

/** What a collection of the server's store holds. */
export interface Stored {
  _id: string;
  [field: string]: unknown;
}

/** A document as it is stored. */
export interface StoredDocument extends DocumentData {
  _id: string;
}

export interface StoredUser extends StoredDocument {
  name: string;
  role: number;
  color: string;
  character: string | null;
  permissions?: Record<string, boolean>;
  password?: string;
  passwordSalt?: string;
}

export interface StoredSetting extends StoredDocument {
  key: string;
  /** JSON. */
  value: string | null;
  user: string | null;
}

export interface StoredMessage extends StoredDocument {
  author: string | null;
  whisper: string[];
}

/** An embedded document of a delta; with `_tombstone` it says that an inherited one is gone. */
export interface DeltaEntry extends StoredDocument {
  _tombstone?: boolean;
}

/** How the actor of an unlinked token differs from its base actor. T14: common/documents/actor-delta.d.mts */
export interface StoredDelta extends DocumentData {
  items?: DeltaEntry[];
  effects?: DeltaEntry[];
}

export interface StoredToken extends StoredDocument {
  actorId: string | null;
  actorLink: boolean;
  delta?: StoredDelta | null;
}

export interface StoredActor extends StoredDocument {
  items?: StoredDocument[];
  effects?: StoredDocument[];
  prototypeToken?: Data;
}

export interface StoredScene extends StoredDocument {
  tokens: StoredToken[];
  levels: StoredDocument[];
  initialLevel: string | null;
}
