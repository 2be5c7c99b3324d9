import type { Manifest } from './manifest';
import type { Modules } from './modules';
import type { Operations } from './operations';
import type { Packs } from './packs';
import type { Presence } from './presence';
import type { Sessions } from './sessions';
import type { Stats } from './stats';
import type { Store } from './store';
import type { Subtypes } from './subtypes';

/** T14: client/packages/world.d.mts, as far as the sandbox uses it. */
export interface WorldInfo {
  id: string;
  title: string;
  description: string;
  system: string;
  coreVersion: string;
  systemVersion: string;
  background?: string | null;
  [key: string]: unknown;
}

export interface World {
  info: WorldInfo;
  manifest: Manifest;
  modules: Modules;
  subtypes: Subtypes;
  store: Store;
  packs: Packs;
  operations: Operations;
  sessions: Sessions;
  presence: Presence;
  stats: Stats;
  dist: string;
  port: number;
  paused: boolean;
}
