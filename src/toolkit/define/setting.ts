import type { SettingDefinition } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';

type Definitions = Readonly<Record<string, SettingDefinition>>;

/** Every setting of a table with the type its values have. */
export type ResolvedSettings<D extends Definitions> = {
  readonly [Key in keyof D]: D[Key] extends { readonly choices: readonly (infer Id)[] }
    ? Id
    : D[Key]['initial'] extends boolean
      ? boolean
      : number;
};

const known = new WeakMap<Encounter['settings'], Map<Definitions, ResolvedSettings<Definitions>>>();

/**
 * What the world has settled, and where it has not, what the ledger decides for. It is asked at every step of a reckoning, so it is
 * kept with the settings it was read from: a world that settles otherwise hands in others, and never changes those it has handed in.
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
