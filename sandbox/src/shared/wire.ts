import type { Variants } from '../variants';
import type { StoredDocument, StoredMessage, StoredUser } from './data';

/**
 * Messages of the socket. API facts: foundryvtt wiki development/api/sockets.md; T14: common/abstract/socket.d.mts;
 * the shape of a v14 batch is our assumption (I#14356 names a handler `modifyDocumentBatch`).
 */
export type DocumentAction = 'create' | 'update' | 'delete' | 'get';

export interface DocumentOperation {
  data?: unknown[];
  updates?: unknown[];
  ids?: string[];
  deleteAll?: boolean;
  parentUuid?: string | null;
  pack?: string | null;
  keepId?: boolean;
  keepEmbeddedIds?: boolean;
  diff?: boolean;
  recursive?: boolean;
  render?: boolean;
  noHook?: boolean;
  broadcast?: boolean;
  modifiedTime?: number;
  worldTime?: { delta: number };
  /** For action `get`. */
  query?: Record<string, unknown>;
  index?: boolean;
  /** Paths of further fields of an index. */
  indexFields?: string[];
  /** Custom options reach every client's hooks. */
  [key: string]: unknown;
}

export interface DocumentOperationRequest {
  type: string;
  action: DocumentAction;
  operation: DocumentOperation;
}

export interface WireError {
  name: string;
  message: string;
}

/** `result` holds sources (create), the applied differences with `_id` and `_stats` (update), ids (delete). */
export interface DocumentOperationResponse extends DocumentOperationRequest {
  userId: string;
  broadcast: boolean;
  result: unknown[];
  error?: WireError;
}

export interface BatchRequest {
  operations: DocumentOperationRequest[];
}

/** With `error`, `results` is empty; `variants.ts` decides what was written anyway. */
export interface BatchResponse {
  userId: string;
  results: DocumentOperationResponse[];
  error?: WireError;
}

export interface SessionMessage {
  userId: string | null;
  sessionId: string | null;
}

export interface UserActivity {
  /** Whether the user has a connected socket. */
  active?: boolean;
  cursor?: { x: number; y: number } | null;
  targets?: string[];
  sceneId?: string | null;
  ping?: { scene: string | null };
  [key: string]: unknown;
}

/** From the sender to the server; `userId` is the addressee. */
export interface QueryRequest {
  queryId: string;
  queryName: string;
  userId: string;
  data: unknown;
  timeout?: number;
}

/** From the server to the addressee's sockets, which ack a `QueryAnswer`. */
export interface QueryDelivery {
  queryId: string;
  queryName: string;
  data: unknown;
  timeout?: number;
  /** The sender, set by the server. */
  userId: string;
}

export type QueryAnswer = { data: unknown; error?: undefined } | { data?: undefined; error: WireError };

export interface JoinData {
  users: { _id: string; name: string; role: number; color: string; active: boolean; hasPassword: boolean }[];
  activeUsers: string[];
  world: { id: string; title: string; description: string };
  userId: string | null;
}

export type IndexEntry = Pick<StoredDocument, '_id' | 'name' | 'img' | 'type' | 'folder' | 'sort'>;

export interface PackData {
  /** `<package>.<name>`, or `world.<name>` for the world's own */
  id: string;
  name: string;
  label: string;
  type: string;
  path: string;
  system?: string;
  packageName: string;
  packageType: 'system' | 'module' | 'world';
  ownership: Record<string, string>;
  banner?: string | null;
  flags: Record<string, unknown>;
  index: IndexEntry[];
  folders: StoredDocument[];
}

/**
 * T14: client/documents/collections/compendium-collection.d.mts; the sandbox does not migrate. A deletion sends the
 * name.
 */
export type ManageCompendiumRequest = { action: 'create'; data: NewPack } | { action: 'delete'; data: string };
export type NewPack = Pick<PackData, 'type' | 'label'> & Partial<Pick<PackData, 'name' | 'flags' | 'ownership'>>;

export interface ManageCompendiumResponse {
  userId: string;
  request: ManageCompendiumRequest;
  /** The new compendium, or the id of the deleted one. */
  result?: PackData | string;
  error?: WireError;
}

/** T14: client/game.d.mts */
export interface WorldPayload {
  userId: string;
  release: { generation: number; build: number; version: string; channel: string };
  world: unknown;
  system: unknown;
  modules: unknown[];
  packs: PackData[];
  demoMode: boolean;
  /** Only in the sandbox: see `variants.ts`. */
  variants: Variants;
  paused: boolean;
  addresses: { local: string; remote: string | null };
  files: unknown;
  options: { language: string; port: number; routePrefix: string | null };
  packageWarnings: Record<string, unknown>;
  activeUsers: string[];
  model: Record<string, Record<string, unknown>>;
  documentTypes: Record<string, string[]>;
  template: null;
  coreUpdate: { hasUpdate: boolean };
  systemUpdate: { hasUpdate: boolean };
  messages?: StoredMessage[];
  users?: StoredUser[];
  /** World collections: `actors`, `combats`, `folders`, `items`, `messages`, `scenes`, `settings`, `users`, … */
  [collection: string]: unknown;
}

/** T14: client/applications/apps/file-picker.d.mts; the sandbox can only browse. */
export interface BrowseFilesRequest {
  target?: string;
  extensions?: string[];
}

export interface BrowseFilesResponse {
  target: string;
  dirs: string[];
  files: string[];
  extensions: string[];
  gridSize: number | null;
  private: boolean;
  privateDirs: string[];
}

/** Events from client to server, with the type of their acknowledgement. */
export interface ClientEvents {
  getJoinData: (ack: (data: JoinData) => void) => void;
  world: (ack: (payload: WorldPayload) => void) => void;
  modifyDocument: (request: DocumentOperationRequest, ack: (response: DocumentOperationResponse) => void) => void;
  modifyDocumentBatch: (request: BatchRequest, ack: (response: BatchResponse) => void) => void;
  manageCompendium: (request: ManageCompendiumRequest, ack: (response: ManageCompendiumResponse) => void) => void;
  manageFiles: (
    request: BrowseFilesRequest & { action: 'browseFiles' },
    ack: (response: BrowseFilesResponse | { error: WireError }) => void,
  ) => void;
  userActivity: (activity: UserActivity) => void;
  userQuery: (request: QueryRequest, ack: (answer: QueryAnswer) => void) => void;
  pause: (paused: boolean, ack: (paused: boolean) => void) => void;
  /** Asks all other clients to reload. */
  reload: () => void;
  time: (ack: (serverTime: number) => void) => void;
}

/** Events from server to client. */
export interface ServerEvents {
  session: (message: SessionMessage) => void;
  modifyDocument: (response: DocumentOperationResponse) => void;
  modifyDocumentBatch: (response: BatchResponse) => void;
  manageCompendium: (response: ManageCompendiumResponse) => void;
  userActivity: (userId: string, activity: UserActivity) => void;
  userQuery: (delivery: QueryDelivery, ack: (answer: QueryAnswer) => void) => void;
  pause: (paused: boolean, meta: { userId: string; broadcast: boolean }) => void;
}
