/** Data of unknown shape, such as `system`, `flags` and updates. Narrow a value before use. */
export type Data = Record<string, unknown>;

/** Levels of `DOCUMENT_OWNERSHIP_LEVELS` by user id, with the key `default` for other users. */
export type Ownership = Record<string, number>;

/** T14: common/data/fields.d.mts DocumentStatsField */
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

/** Complete or partial. */
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

export interface Stored {
  _id: string;
  [field: string]: unknown;
}

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
  /** Serialized as JSON. */
  value: string | null;
  user: string | null;
}

export interface StoredMessage extends StoredDocument {
  author: string | null;
  whisper: string[];
}

/** `_tombstone` marks an inherited document as deleted. */
export interface DeltaEntry extends StoredDocument {
  _tombstone?: boolean;
}

/** The differences between an unlinked token's actor and its base actor. T14: common/documents/actor-delta.d.mts */
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
