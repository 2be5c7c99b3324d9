import type { SettingDefinition } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';

type Definitions = Readonly<Record<string, SettingDefinition>>;

/** Settings with the types of their values. */
export type ResolvedSettings<D extends Definitions> = {
  readonly [Key in keyof D]: D[Key] extends { readonly choices: readonly (infer Id)[] }
    ? Id
    : D[Key]['initial'] extends boolean
      ? boolean
      : number;
};

const known = new WeakMap<Encounter['settings'], Map<Definitions, ResolvedSettings<Definitions>>>();

/**
 * Returns the world's settings, with the ledger's defaults. Memoized by the settings object because simulations call
 * it at every step; a changed world passes a new object.
 */
export function resolveSettings<const D extends Definitions>(
  definitions: D,
  given: Encounter['settings'],
): ResolvedSettings<D> {
  let tables = known.get(given);
  if (!tables) {
    tables = new Map();
    known.set(given, tables);
  }
  let values = tables.get(definitions);
  if (!values) {
    const entries = Object.entries(definitions).map(([key, { initial }]) => [key, given[key] ?? initial]);
    values = Object.fromEntries(entries) as ResolvedSettings<Definitions>;
    tables.set(definitions, values);
  }
  return values as ResolvedSettings<D>;
}
