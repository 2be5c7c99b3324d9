import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, moduleAt } from './manifest';
import { Packs } from './packs';
import type { Store } from './store';

/**
 * The core setting with the modules that the world enables.
 * T14: client/applications/sidebar/apps/module-management.d.mts
 */
const CONFIGURATION = 'core.moduleConfiguration';

/** An installed module: manifest, folder and compendia. */
export interface Module {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly packs: Packs;
  /** Named at the start of the server, and so enabled unless the world's setting disables it. */
  readonly isNamed: boolean;
}

/** The modules a world can have, and the enabled ones. */
export class Modules {
  private on = new Set<string>();

  private constructor(
    readonly installed: readonly Module[],
    private readonly versions: ReadonlyMap<string, string>,
  ) {}

  /**
   * Reads the packages in a folder, and those named individually. An unreadable one is skipped with a warning, as in
   * Foundry; if it was named, it is an error.
   */
  static async load(system: Manifest, folder: string, named: readonly string[]): Promise<Modules> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => !entry.isFile()).map(({ name }) => join(folder, name));
    const read = folders.sort().map((path) =>
      readModule(path, false).catch((error: Error) => {
        console.warn(`Skipped: ${error.message}`);
        return null;
      }),
    );
    const modules = await Promise.all([...read, ...named.map((path) => readModule(path, true))]);
    // Of two with one id, the named one wins.
    const byId = new Map(
      modules.flatMap((module) => (module && isFor(module, system) ? [[module.manifest.id, module]] : [])),
    );
    const versions = [system, ...[...byId.values()].map(({ manifest }) => manifest)].map(
      ({ id, version }) => [id, version] as const,
    );
    return new Modules([...byId.values()], new Map(versions));
  }

  /** Applies the world's setting. A module whose requirements are disabled or missing stays disabled. */
  follow(store: Store): void {
    const stored = [...store.collection('settings').values()].find(({ key, user }) => key === CONFIGURATION && !user);
    const chosen = parse(stored?.value);
    const wanted = this.installed.filter(({ manifest: { id }, isNamed }) => chosen[id] ?? isNamed);
    this.on = new Set(wanted.map(({ manifest }) => manifest.id));
    // Repeat until stable: disabling one module can disable those that require it.
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

  /** Returns the compendia of the enabled module that has this pack. */
  packOf(id: string): Packs | undefined {
    return this.active.find(({ packs }) => packs.has(id))?.packs;
  }

  /** Returns the data sent to clients, for enabled and disabled modules. T14: client/packages/module.d.mts */
  describe(): object[] {
    return this.installed.map(({ manifest }) => ({ ...manifest, type: 'module', active: this.isActive(manifest.id) }));
  }

  /**
   * Required packages that are disabled or missing. T14: common/packages/base-package.d.mts `relationships.requires`
   */
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

/** A module that names its systems is not offered in others. T14: module-management.d.mts `RenderContext.modules` */
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
