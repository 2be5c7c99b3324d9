import type { Json } from '../kernel/json';
import type { Item } from './state';
import type { Message } from './view';

/**
 * The guided build of a character. Every choice is a sheet field or an item, so nothing else is stored.
 * Texts are below `Build.<step>` of the ruleset: `label`, `hint`, `preset.<id>.label`, `preset.<id>.hint`; for points
 * `left` and `over`.
 */
export interface Build<Base = any, Gear extends Item = any> {
  /** Name and portrait come before these steps, the summary after. */
  readonly steps: readonly BuildStep<Base, Gear>[];
  /** Ids of the sheet's figures that are shown meanwhile, in order. */
  readonly figures: readonly string[];
}

export interface BuildStep<Base = any, Gear extends Item = any> {
  readonly id: string;
  readonly fields?: readonly string[];
  /** By id. A preset fills several fields at once. */
  readonly presets?: Readonly<Record<string, Preset>>;
  /** Ready gear, by preset. It comes with the preset and leaves with it. */
  readonly kits?: Readonly<Record<string, Kit>>;
  readonly budget?: Budget<Base>;
  readonly armory?: Armory<Base, Gear>;
}

export type Preset = Readonly<Record<string, Json>>;

export type Kit = readonly KitItem[];

/** An item of a compendium. */
export interface KitItem {
  readonly id: string;
  /** The name in the source; the window shows that of the compendium, which may be translated. */
  readonly name: string;
  /** Fields that differ from the compendium's. */
  readonly values: Readonly<Record<string, Json>>;
}

/** Points to spend; each raises one field by 1. */
interface Budget<Base = any> {
  readonly fields: readonly string[];
  points(base: Base): number;
}

export interface Armory<Base = any, Gear extends Item = any> {
  readonly types: readonly string[];
  /** Paths of the fields shown before the choice, by item type. Zero and empty values are omitted. */
  readonly shownFields?: Readonly<Record<string, readonly string[]>>;
  /** Returns a warning against this item, or null. It never prevents the choice. */
  warning?(base: Base, item: Gear): Message | null;
}

/** Returns the value at a path of nested objects, or undefined. */
export const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
      values,
    );

/** Returns all points and those left; negative if too many are spent. */
export function budgetOf<Base>(
  { fields, points }: Budget<Base>,
  base: Base,
): { readonly all: number; readonly left: number } {
  const all = points(base);
  const spent = fields.reduce((sum, path) => sum + Number(valueAt(base, path)), 0);
  return { all, left: all - spent };
}

/** Returns true if the character has exactly the values of the preset. */
export const isPresetActive = (preset: Preset, base: unknown): boolean =>
  Object.entries(preset).every(([path, value]) => valueAt(base, path) === value);
