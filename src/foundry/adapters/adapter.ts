import type { FighterInput, Ruleset } from '../../encounter/ruleset';
import type { Fighter, Item } from '../../encounter/state';
import type { RulesetManifest } from '../../toolkit/define/manifest';
import type { Reference } from '../../toolkit/define/reference';
import type { PoolLocation } from '../../toolkit/define/sheet-schema';
import type { StoredChange } from '../../toolkit/define/stored-change';
import type { Models } from './models';

/**
 * What ties one ruleset to Foundry: where its numbers are kept, the models of its actors and items. No formula. Combats, combatants and
 * cards have one model for all; their subtype bears the ruleset's id.
 */
export interface Adapter extends Omit<RulesetManifest, 'schema'> {
  readonly ruleset: Ruleset;
  readonly id: string;
  readonly pools: Readonly<Record<string, PoolLocation>>;
  /** The bars of a new actor's token, by path below `system`: what a table watches first. The first two pools where nothing is said. */
  readonly bars?: readonly string[];
  readonly models: Models;
  /** Names in formulas beside those the actor's model gives, with the path below `system`: see documents/roll-data.ts. */
  readonly shortNames?: Readonly<Record<string, string>>;
  /** Pictures of new actors and items, by subtype; of one that is not there it is Foundry's. */
  readonly artwork?: Readonly<Record<string, string>>;
  /** Where its rules can be read. */
  readonly reference?: Reference;
  /** What earlier versions stored otherwise; the models go by it, and worlds are brought up to date by it. */
  readonly changes?: readonly StoredChange[];
  /**
   * Where the rules keep what they take an empty number of the actor's model for, by the number's path below `system`. What an active
   * effect adds to an empty number is added to that.
   */
  readonly whenEmpty?: Readonly<Record<string, (fighter: Fighter) => number>>;
  /** What is entered on an actor's sheet, by the ledger's stat keys, as active effects have left it. */
  baseOf(actor: Actor.Implementation): FighterInput['base'];
  /** An item as the rules see it, as active effects have left it but for its marks; null for what they do not know. */
  itemOf(item: globalThis.Item.Implementation): (Item & Readonly<Record<string, unknown>>) | null;
  /** Fields of items that steps write, and so are read as they are stored. */
  readonly marks: readonly string[];
}

/** An adapter whose rules may not be loaded yet. */
export type UnloadedAdapter = Omit<Adapter, 'ruleset'>;
