import type { FighterInput, Ruleset } from '../../encounter/ruleset';
import type { Fighter, Item } from '../../encounter/state';
import type { RulesetManifest } from '../../toolkit/define/manifest';
import type { Reference } from '../../toolkit/define/reference';
import type { BrowserFilter, DamageDice, PoolLocation } from '../../toolkit/define/sheet-schema';
import type { StoredChange } from '../../toolkit/define/stored-change';
import type { Health } from './health';
import type { Models } from './models';

/**
 * Binds a ruleset to Foundry: paths of its numbers, models of its actors and items.
 * Combats, combatants and cards share one model; their subtype is the ruleset's id.
 */
export interface Adapter extends Omit<RulesetManifest, 'schema'> {
  readonly ruleset: Ruleset;
  readonly id: string;
  readonly pools: Readonly<Record<string, PoolLocation>>;
  /** Token bars of a new actor, as paths below `system`. Default: the first two pools. */
  readonly bars?: readonly string[];
  /** What other packages read as hit points; null if no pool of the actor is. */
  readonly health: Health | null;
  readonly models: Models;
  /** Additional names in formulas with their paths below `system`; see documents/roll-data.ts. */
  readonly shortNames?: Readonly<Record<string, string>>;
  /** Default images by subtype; missing ones are Foundry's. */
  readonly artwork?: Readonly<Record<string, string>>;
  readonly reference?: Reference;
  readonly damage?: DamageDice;
  /** Filters of the compendium browser. */
  readonly filters?: readonly BrowserFilter[];
  /** The file with foes by role and rank, as Foundry serves it. */
  readonly roles?: string;
  /** Changes of the stored format, applied by the models and by migrations. */
  readonly changes?: readonly StoredChange[];
  /** Defaults of empty numbers by path below `system`. Active effects on an empty number apply to its default. */
  readonly whenEmpty?: Readonly<Record<string, (fighter: Fighter) => number>>;
  /** Returns the sheet's values by the ledger's stat keys, after active effects. */
  baseOf(actor: Actor.Implementation): FighterInput['base'];
  /** Returns an item for the rules, after active effects except on `writtenItemFields`; null for an unknown type. */
  itemOf(item: globalThis.Item.Implementation): (Item & Readonly<Record<string, unknown>>) | null;
  /** Item fields that steps write; they are read from the source. */
  readonly writtenItemFields: readonly string[];
}

export type UnloadedAdapter = Omit<Adapter, 'ruleset'>;
