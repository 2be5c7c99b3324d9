import type { SettingDefinition } from '../encounter/ruleset';
import type { Encounter } from '../encounter/state';

type Definitions = Readonly<Record<string, SettingDefinition>>;

/** Every setting of a table with the type its values have. */
export type Settled<D extends Definitions> = {
  readonly [Key in keyof D]: D[Key] extends { readonly choices: readonly (infer Id)[] }
    ? Id
    : D[Key]['initial'] extends boolean
      ? boolean
      : number;
};

/** What the world has settled, and where it has not, what the ledger decides for. */
export function settled<const D extends Definitions>(definitions: D, given: Encounter['settings']): Settled<D> {
  const values = Object.entries(definitions).map(([key, { initial }]) => [key, given[key] ?? initial]);
  return Object.fromEntries(values) as Settled<D>;
}
