import type { UnloadedAdapter } from '../adapters/adapter';
import { allRulesets } from '../adapters/registry';
import { disableForeignEffects, putAwaySource } from '../host/put-away';
import { defaultRuleset } from '../platform/world-settings';

/**
 * Tells the module "Item Piles" how items of Cadence are stored. Prices and currencies: none.
 * API: Item Piles, docs/api.md, `addSystemIntegration`; called in its hook as docs/contributing-to-item-piles.md says.
 */
function registerItems(): void {
  Hooks.once('item-piles-ready', () => game.itempiles?.API.addSystemIntegration(itemPilesData(allRulesets())));
}

/** A pile tells neither giver nor receiver, so effects whose last writer is a player are disabled. */
function fromPile<T extends object>(data: T): T {
  disableForeignEffects(data, null, null);
  return putAwaySource(data);
}

function itemPilesData(rulesets: readonly UnloadedAdapter[]) {
  const types = rulesets.flatMap(({ models }) =>
    Object.entries(models.Item).map(([type, model]) => {
      const { fields } = (model as { readonly schema: { readonly fields: object } }).schema;
      return { type, has: (field: string) => Object.hasOwn(fields, field) };
    }),
  );
  const isThing = ({ has }: (typeof types)[number]): boolean => has('equipped') || has('dropped') || has('quantity');
  const namesOf = (found: typeof types): string[] => found.map(({ type }) => type);
  return {
    VERSION: game.system.version,
    ACTOR_CLASS_TYPE: defaultRuleset(),
    ITEM_QUANTITY_ATTRIBUTE: 'system.quantity',
    ITEM_PRICE_ATTRIBUTE: '',
    // Spells, skills and talents cannot lie in a pile.
    ITEM_FILTERS: [{ path: 'type', filters: namesOf(types.filter((type) => !isThing(type))).join(',') }],
    ITEM_SIMILARITIES: ['name', 'type'],
    UNSTACKABLE_ITEM_TYPES: namesOf(types.filter((type) => isThing(type) && !type.has('quantity'))),
    ITEM_TRANSFORMER: fromPile,
    CURRENCIES: [],
    SECONDARY_CURRENCIES: [],
  };
}

export const ITEM_PILES = { init: registerItems };
