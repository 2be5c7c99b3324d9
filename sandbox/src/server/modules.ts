import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, moduleAt } from './manifest';
import { Packs } from './packs';
import type { Store } from './store';

/** The core setting that says of each module whether the world has it on. T14: client/applications/sidebar/apps/module-management.d.mts */
const CONFIGURATION = 'core.moduleConfiguration';

/** An installed module: its manifest, the folder it is served from, its compendia. */
export interface Module {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly packs: Packs;
  /** Whether it is on where the world has not been asked: so are those that were named when the server was started. */
  readonly isNamed: boolean;
}

/** The modules a world can have, and those it has on. */
export class Modules {
  private on = new Set<string>();

  private constructor(
    readonly installed: readonly Module[],
    private readonly versions: ReadonlyMap<string, string>,
  ) {}

  /**
   * Reads the packages in a folder, and those named one by one. One that cannot be read is left out with a warning, as Foundry starts
   * without it; one that was named is an error.
   */
  static async load(system: Manifest, folder: string, named: readonly string[]): Promise<Modules> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => !entry.isFile()).map(({ name }) => join(folder, name));
    const read = folders.sort().map((path) =>
      readModule(path, false).catch((error: Error) => {
        console.warn(`Left out: ${error.message}`);
        return null;
      }),
    );
    const modules = await Promise.all([...read, ...named.map((path) => readModule(path, true))]);
    // Of two that have one id the one that was named counts.
    const byId = new Map(
      modules.flatMap((module) => (module && isFor(module, system) ? [[module.manifest.id, module]] : [])),
    );
    const versions = [system, ...[...byId.values()].map(({ manifest }) => manifest)].map(
      ({ id, version }) => [id, version] as const,
    );
    return new Modules([...byId.values()], new Map(versions));
  }

  /** Goes by what the world's setting says now. A module that requires what is off or not there stays off. */
  follow(store: Store): void {
    const stored = [...store.collection('settings').values()].find(({ key, user }) => key === CONFIGURATION && !user);
    const chosen = parse(stored?.value);
    const wanted = this.installed.filter(({ manifest: { id }, isNamed }) => chosen[id] ?? isNamed);
    this.on = new Set(wanted.map(({ manifest }) => manifest.id));
    // Until nothing more falls: what requires something that has fallen falls too.
    for (let before = -1; before !== this.on.size; ) {
      before = this.on.size;
      for (const { manifest } of wanted) if (this.missing(manifest).length > 0) this.on.delete(manifest.id);
    }
  }

  get active(): Module[] {
    return this.installed.filter(({ manifest }) => this.on.has(manifest.id));
  }

  isActive(id: string): boolean {
    return this.on.has(id);
  }

  get(id: string | undefined): Module | undefined {
    return this.installed.find(({ manifest }) => manifest.id === id);
  }

  /** Compendia of the modules that are on. */
  packOf(id: string): Packs | undefined {
    return this.active.find(({ packs }) => packs.has(id))?.packs;
  }

  /** What the client is told of each, on or off. T14: client/packages/module.d.mts */
  describe(): object[] {
    return this.installed.map(({ manifest }) => ({ ...manifest, type: 'module', active: this.isActive(manifest.id) }));
  }

  /** Required packages that are off or not there. T14: common/packages/base-package.d.mts `relationships.requires` */
  private missing({ relationships = {} }: Manifest): string[] {
    return (relationships.requires ?? [])
      .filter(({ type = 'module' }) => type !== 'world')
      .map(({ id }) => id)
      .filter((id) => (this.get(id) ? !this.on.has(id) : !this.versions.has(id)));
  }
}

async function readModule(folder: string, isNamed: boolean): Promise<Module> {
  const manifest = await moduleAt(folder);
  return { manifest, folder, isNamed, packs: await Packs.load(manifest, folder, 'module') };
}

/** One that names the systems it is for is no choice in another. T14: module-management.d.mts `RenderContext.modules` */
function isFor({ manifest: { relationships = {} } }: Module, system: Manifest): boolean {
  const systems = relationships.systems ?? [];
  return systems.length === 0 || systems.some(({ id }) => id === system.id);
}

function parse(value: unknown): Record<string, boolean> {
  try {
    return typeof value === 'string' ? (JSON.parse(value) ?? {}) : {};
  } catch {
    return {};
  }
}
