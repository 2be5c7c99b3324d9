import type { Json } from '../kernel/json';
import type { Item } from './state';
import type { Message } from './view';

/**
 * How a character of some rules is built, step by step. Every choice is a field of its sheet or an item of its gear, so that nothing has to be
 * remembered beside them. The words of a step stand below `Build.<step>` of the ruleset's branch: `label` and `hint`, `preset.<id>.label`
 * and `preset.<id>.hint`, and for its points `left` and `over`.
 */
export interface Build<Base = any, Gear extends Item = any> {
  /** In the order they are taken; name and portrait come before them, what it comes to after. */
  readonly steps: readonly BuildStep<Base, Gear>[];
  /** Totals that matter while one chooses, in their order, by the ids of the sheet's figures. */
  readonly figures: readonly string[];
}

export interface BuildStep<Base = any, Gear extends Item = any> {
  readonly id: string;
  /** What may be entered, by its path on the sheet. */
  readonly fields?: readonly string[];
  /** Several fields filled in at once, for who does not want to think about each; by their ids. */
  readonly presets?: Readonly<Record<string, Preset>>;
  readonly budget?: Budget<Base>;
  readonly armory?: Armory<Base, Gear>;
}

/** What is entered, by path on the sheet. */
export type Preset = Readonly<Record<string, Json>>;

/** Points that may be spent, each raising one field by one. */
export interface Budget<Base = any> {
  readonly fields: readonly string[];
  points(base: Base): number;
}

/** Kinds of items to choose from. */
export interface Armory<Base = any, Gear extends Item = any> {
  readonly types: readonly string[];
  /** What is worth knowing of one before it is taken, by kind: paths of its fields. What is zero or empty is not told. */
  readonly shownFields?: Readonly<Record<string, readonly string[]>>;
  /** What speaks against giving it to this character; null where nothing does. Nobody is kept from it. */
  warning?(base: Base, item: Gear): Message | null;
}

/** What stands at a path of nested values; undefined where nothing does. */
export const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
      values,
    );

/** How many points there are, and how many of them are still to be spent; fewer than none where too many are. */
export function budgetOf<Base>(
  { fields, points }: Budget<Base>,
  base: Base,
): { readonly all: number; readonly left: number } {
  const all = points(base);
  const spent = fields.reduce((sum, path) => sum + Number(valueAt(base, path)), 0);
  return { all, left: all - spent };
}

/** Whether a character is just as a preset would make it. */
export const isPresetActive = (preset: Preset, base: unknown): boolean =>
  Object.entries(preset).every(([path, value]) => valueAt(base, path) === value);
