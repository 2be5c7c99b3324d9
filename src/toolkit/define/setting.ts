import type { SettingDefinition } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import { lookup } from '../../kernel/lookup';

type Definitions = Readonly<Record<string, SettingDefinition>>;

/** Settings with the types of their values. */
export type ResolvedSettings<D extends Definitions> = {
  readonly [Key in keyof D]: D[Key] extends { readonly choices: readonly (infer Id)[] }
    ? Id
    : D[Key]['initial'] extends boolean
      ? boolean
      : number;
};

const cache = new WeakMap<Encounter['settings'], Map<Definitions, ResolvedSettings<Definitions>>>();

/**
 * Returns the world's settings, with the ledger's defaults. Memoized by the settings object because simulations call
 * it at every step; a changed world passes a new object.
 */
export function resolveSettings<const D extends Definitions>(
  definitions: D,
  settings: Encounter['settings'],
): ResolvedSettings<D> {
  let tables = cache.get(settings);
  if (!tables) {
    tables = new Map();
    cache.set(settings, tables);
  }
  let values = tables.get(definitions);
  if (!values) {
    const entries = Object.entries(definitions).map(([key, { initial }]) => [key, lookup(settings, key) ?? initial]);
    values = Object.fromEntries(entries) as ResolvedSettings<Definitions>;
    tables.set(definitions, values);
  }
  return values as ResolvedSettings<D>;
}
