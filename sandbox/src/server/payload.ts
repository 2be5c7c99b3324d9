import { TYPED_DOCUMENTS, WORLD_COLLECTIONS } from '../shared/documents';
import type { JoinData, WorldPayload } from '../shared/wire';
import { variantsInUse } from '../variants';
import { messagesFor } from './audience';
import type { Manifest } from './manifest';
import { publicUser } from './passwords';
import type { World } from './world';
import { worldPacks } from './world-packs';

export const RELEASE = { generation: 14, build: 360, version: '14.360', channel: 'stable' };

/** Returns the answer to `world`. T14: client/game.d.mts */
export function worldPayload(world: World, userId: string): WorldPayload {
  const { manifest, info, subtypes, port } = world;
  const documentTypes = Object.fromEntries([...TYPED_DOCUMENTS].map((name) => [name, subtypes.names(name)]));
  const model = Object.fromEntries(
    Object.entries(documentTypes).map(([name, types]) => [name, Object.fromEntries(types.map((type) => [type, {}]))]),
  );
  const collections = Object.values(WORLD_COLLECTIONS).map((name) => [
    name,
    [...world.store.collection(name).values()],
  ]);
  const payload: WorldPayload = {
    ...Object.fromEntries(collections),
    userId,
    release: RELEASE,
    world: info,
    system: { ...manifest, documentTypes: withBase(manifest.documentTypes) },
    modules: world.modules.describe(),
    packs: [
      ...world.packs.list,
      ...world.modules.active.flatMap(({ packs }) => packs.list),
      ...worldPacks(world.store),
    ],
    demoMode: false,
    variants: variantsInUse(),
    paused: world.paused,
    addresses: { local: `http://localhost:${port}`, remote: null },
    files: { storages: ['public', 'data'], s3: null },
    options: { language: 'en', port, routePrefix: null },
    packageWarnings: {},
    activeUsers: world.presence.active,
    model,
    documentTypes,
    template: null,
    coreUpdate: { hasUpdate: false },
    systemUpdate: { hasUpdate: false },
  };
  const { store } = world;
  payload.messages = messagesFor(store.existingUser(userId), [...store.collection('messages').values()]);
  payload.users = [...store.collection('users').values()].map(publicUser);
  return payload;
}

const withBase = (declared: Manifest['documentTypes']): Manifest['documentTypes'] =>
  Object.fromEntries(Object.entries(declared).map(([name, types]) => [name, { base: {}, ...types }]));

/** Returns the data of the join page. */
export function joinData(world: World, userId: string | null): JoinData {
  const users = [...world.store.collection('users').values()];
  return {
    users: users
      .map(({ _id, name, role, color, password }) => {
        return { _id, name, role, color, active: world.presence.isActive(_id), hasPassword: Boolean(password) };
      })
      .sort((a, b) => b.role - a.role || a.name.localeCompare(b.name)),
    activeUsers: world.presence.active,
    world: { id: world.info.id, title: world.info.title, description: world.info.description },
    userId,
  };
}

/** Returns the answer to `GET /api/status`, as in Foundry. */
export function status(world: World) {
  const { info, manifest, presence } = world;
  const { version } = RELEASE;
  const users = presence.active.length;
  return { active: true, version, world: info.id, system: manifest.id, systemVersion: manifest.version, users };
}
