import type { Ruleset, Sheet } from '../encounter/ruleset';
import type { Item } from '../encounter/state';
import type { StoredChange } from './migration/change';

/** Where a pool of a ruleset is kept. */
export interface PoolHome {
  readonly document: 'actor' | 'combatant';
  /** Path of the value below `system`. */
  readonly path: string;
}

/** What ties one ruleset to Foundry: where its numbers are kept, and the models of its actors and items. No formula.
 * Combats, combatants and cards have one model for all; their subtype bears the ruleset's id. */
export interface Adapter {
  readonly ruleset: Ruleset;
  readonly pools: Readonly<Record<string, PoolHome>>;
  /** Data models by document name and subtype; the actor's subtype is the ruleset's id. */
  readonly models: Readonly<Record<'Actor' | 'Item', Readonly<Record<string, unknown>>>>;
  /** What earlier versions stored otherwise; the models go by it, and worlds are brought up to date by it. */
  readonly changes?: readonly StoredChange[];
  /** What is entered on an actor's sheet, by the ledger's stat keys. */
  baseOf(actor: Actor.Implementation): Sheet['base'];
  /** An item as the rules see it, or null for what they do not know. */
  itemOf(item: globalThis.Item.Implementation): (Item & Readonly<Record<string, unknown>>) | null;
  /** Path of an item's field below `system`, for an effect that changes it. */
  itemPath(key: string): string;
}
