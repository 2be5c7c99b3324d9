import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { Server } from 'socket.io';
import { useVariants, type Variants } from '../variants';
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
  /** 0 takes any free one. */
  port: number;
  /** The folder of the built system, with its `system.json`. */
  dist: string;
  /** The address of a manifest: what it names is installed among the data first, and is the system instead. */
  install?: string;
  /** The folder that keeps worlds. */
  data: string;
  /** World id. */
  world?: string;
  /** Empty the world and load the demo again. */
  reset?: boolean;
  /** Where it listens; by default this machine alone, since the demo world has no passwords. */
  host?: string;
  /** The folder of YAML that a new world is filled with; by default three users and nothing else. */
  demo?: string;
  /** The folder of the modules that are installed, each in a folder of its own; by default `modules` beside the worlds. */
  modules?: string;
  /** Folders of further modules, on unless the world has them off. */
  module?: readonly string[];
  /** Which variants of unproven behavior it has; see `variants.ts`. */
  variants?: Variants;
  /** Opens what keeps the world, given its folder; by default LevelDB. */
  database?: (folder: string) => Promise<Database>;
}

export interface Sandbox {
  /** Of the system. */
  title: string;
  url: string;
  port: number;
  users: { _id: string; name: string; role: number; hasPassword: boolean }[];
  close(): Promise<void>;
  stats(): ReturnType<Stats['report']>;
}

/**
 * Starts the stand-in for a Foundry server. Whatever can go wrong is tried before anything is written: manifest, packs,
 * demo files, port, then the world; each failure is a `StartupError` of one line.
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
  listen(io, world);
  answer = (request, response) => {
    serve(world, request, response).catch((error) => sendText(response, 500, String(error.message ?? error)));
  };
  const close = async () => {
    await io.close();
    await closeWorld(world);
  };
  const { users } = joinData(world, null);
  return {
    title: world.manifest.title,
    url: `http://localhost:${port}`,
    port,
    users,
    close,
    stats: () => world.stats.report(),
  };
}

/** A world without a port: for whoever brings connections of another kind. */
export const openWorld = async (options: Omit<SandboxOptions, 'port' | 'host'>): Promise<World> =>
  (await worldToOpen(options))(0);

export async function closeWorld(world: World): Promise<void> {
  await world.operations.settled();
  await world.store.close();
}

/** Reads all that does not write; what it returns opens the world. */
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
