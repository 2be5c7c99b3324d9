import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { Server } from 'socket.io';
import { useVariants, type Variants } from '../variants';
import { delayMessages } from './delay';
import { type Demo, readDemo } from './demo';
import { CORE_VERSION } from './environment';
import { SANDBOX, serve } from './http';
import { installSystem } from './install';
import { readManifest } from './manifest';
import { Modules } from './modules';
import { Operations } from './operations';
import { Packs } from './packs';
import { joinData } from './payload';
import { Presence } from './presence';
import { Sessions } from './sessions';
import { listen } from './sockets';
import { StartupError } from './startup-error';
import { sendText } from './static-files';
import { Stats } from './stats';
import { type Database, openLevel, Store } from './store';
import { Subtypes } from './subtypes';
import type { World, WorldInfo } from './world';
import { readInfo, writeInfo } from './world-info';

export interface SandboxOptions {
  /** 0 selects any free port. */
  port: number;
  /** The folder of the built system, with its `system.json`. */
  dist: string;
  /** The address of a manifest. Its package is installed into the data first and replaces the system. */
  install?: string;
  data: string;
  world?: string;
  /** Empties the world and loads the demo again. */
  reset?: boolean;
  /** The listening address; by default only this machine, because the demo world has no passwords. */
  host?: string;
  /** The folder of YAML files for a new world; by default three users only. */
  demo?: string;
  /** The folder of installed modules; by default `modules` beside the worlds. */
  modules?: string;
  /** Folders of further modules, enabled unless the world disables them. */
  module?: readonly string[];
  /** The variants of unproven behavior; see `variants.ts`. */
  variants?: Variants;
  /** Opens the world's database in a folder; by default LevelDB. */
  database?: (folder: string) => Promise<Database>;
}

export interface Sandbox {
  title: string;
  url: string;
  port: number;
  users: { _id: string; name: string; role: number; hasPassword: boolean }[];
  close(): Promise<void>;
  /** Sets by how many milliseconds each message of a socket arrives later, in both directions; 0 at first. */
  delay(milliseconds: number): void;
  stats(): ReturnType<Stats['report']>;
}

/**
 * Starts the substitute for a Foundry server. Checks manifest, packs, demo files, port and world before the first
 * write. Each failure is a `StartupError` of one line.
 */
export async function startServer(options: SandboxOptions): Promise<Sandbox> {
  const open = await worldToOpen(options);
  let answer: RequestListener = (_request, response) => sendText(response, 503, 'Starting');
  const http = createServer((request, response) => answer(request, response));
  const port = await listenOn(http, options.port, options.host ?? '127.0.0.1');
  let world: World;
  try {
    world = await open(port);
  } catch (error) {
    http.close();
    throw error;
  }
  const io = new Server(http, { serveClient: false, maxHttpBufferSize: 1e8 });
  const delay = delayMessages(io);
  listen(io, world);
  answer = (request, response) => {
    serve(world, request, response).catch((error) => sendText(response, 500, String(error.message ?? error)));
  };
  const close = async () => {
    const closed = io.close();
    // A connection that a browser opened ahead counts as busy for a minute or more.
    http.closeAllConnections();
    await closed;
    await closeWorld(world);
  };
  const { users } = joinData(world, null);
  return {
    title: world.manifest.title,
    url: `http://localhost:${port}`,
    port,
    users,
    close,
    delay,
    stats: () => world.stats.report(),
  };
}

/** Opens a world without a port, for other kinds of connections. */
export const openWorld = async (options: Omit<SandboxOptions, 'port' | 'host'>): Promise<World> =>
  (await worldToOpen(options))(0);

export async function closeWorld(world: World): Promise<void> {
  await world.operations.settled();
  await world.store.close();
}

/** Reads all that needs no write. The returned function opens the world. */
async function worldToOpen(options: Omit<SandboxOptions, 'port' | 'host'>): Promise<(port: number) => Promise<World>> {
  const dist = options.install ? await installSystem(options.install, resolve(options.data)) : resolve(options.dist);
  const id = options.world ?? 'demo';
  const folder = join(resolve(options.data), 'worlds', id);
  const manifest = await readManifest(dist);
  const packs = await Packs.load(manifest, dist, 'system');
  const installed = resolve(options.modules ?? join(options.data, 'modules'));
  const named = (options.module ?? []).map((path) => resolve(path));
  const modules = await Modules.load(manifest, installed, named);
  const subtypes = new Subtypes(manifest.documentTypes);
  const system = { id: manifest.id, version: manifest.version };
  const loadDemo = () => readDemo(options.demo ?? join(SANDBOX, 'world'), packs, { subtypes, system, now: Date.now() });
  let demo = options.reset ? await loadDemo() : null;

  return async (port) => {
    useVariants(options.variants);
    const store = await Store.open(await (options.database ?? openLevel)(join(folder, 'data')));
    try {
      if (store.isEmpty) demo ??= await loadDemo();
      const info = demo ? await filled(store, demo) : await readInfo(folder, id);
      if (info.system !== manifest.id) {
        throw new StartupError(
          `The world in ${folder} belongs to the system "${info.system}", not to "${manifest.id}".`,
        );
      }
      modules.follow(store);
      subtypes.declareModules(modules.active.map((module) => module.manifest));
      return {
        info: { ...info, systemVersion: system.version },
        manifest,
        modules,
        subtypes,
        store,
        packs,
        dist,
        port,
        operations: new Operations(store, subtypes, system, packs, modules),
        sessions: new Sessions(),
        presence: new Presence(),
        stats: new Stats(),
        paused: false,
      };
    } catch (error) {
      await store.close();
      throw error;
    }
  };

  async function filled(store: Store, { title, description, background, writes }: Demo): Promise<WorldInfo> {
    await store.clear();
    await store.write(writes);
    const versions = { system: system.id, coreVersion: CORE_VERSION, systemVersion: system.version };
    const info: WorldInfo = { id, title, description, background, ...versions };
    await writeInfo(folder, info);
    return info;
  }
}

function listenOn(server: HttpServer, port: number, host: string): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = `Port ${port} is already in use. Stop what runs there, or choose another with --port or CADENCE_PORT.`;
      const other = `Port ${port} cannot be opened: ${error.message}`;
      failed(new StartupError(error.code === 'EADDRINUSE' ? busy : other));
    });
    server.listen({ port, host }, () => done((server.address() as { port: number }).port));
  });
}
