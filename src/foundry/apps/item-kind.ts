import type { Adapter } from '../adapter';
import { allAdapters } from '../registry';

/** The ruleset an item's subtype belongs to; several subtypes share one ruleset. */
export const adapterOfItem = (item: Item.Implementation): Adapter | null =>
  allAdapters().find(({ models }) => (item.type as string) in models.Item) ?? null;
