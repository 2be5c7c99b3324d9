import type { Encounter, FighterIn, Item } from '../../encounter/state';

/** The most items of a fighter that have buttons; heroes carry about ten. Each has up to a dozen, and some rules compare every two items. */
const MOST_ITEMS = 80;

/**
 * Returns the encounter without surplus items of fighters who carry very many, for views: a user can write any number
 * into an actor. Items that a state or a condition names stay. Then types take turns, each with items in hand first, then
 * with those that differ.
 */
export function withFewerItems<E extends Encounter>(encounter: E): E {
  const all = Object.values(encounter.fighters);
  if (all.every(({ items }) => items.length <= MOST_ITEMS)) return encounter;
  const named = new Set<string>();
  for (const { state, conditions } of all) addTexts([state, conditions.map(({ data }) => data)], named);
  const fighters = all.map((fighter) => [fighter.id, carryingLess(fighter, named)]);
  return { ...encounter, fighters: Object.fromEntries(fighters) };
}

/** @param named ids of items that must stay */
function carryingLess<F extends FighterIn<Encounter>>(fighter: F, named: ReadonlySet<string>): F {
  const { items } = fighter;
  if (items.length <= MOST_ITEMS) return fighter;
  const [kinds, types] = [new Counter(), new Counter()];
  const ranked = items
    .map((item) => {
      const { id, name: _, ...kind } = item;
      return { item, isNamed: named.has(id), isInHand: isInHand(item), nth: kinds.count(JSON.stringify(kind)) };
    })
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || Number(b.isInHand) - Number(a.isInHand) || a.nth - b.nth)
    .map((each) => ({ ...each, turn: each.isNamed ? -1 : types.count(each.item.type) }))
    .sort((a, b) => a.turn - b.turn);
  const most = Math.max(MOST_ITEMS, ranked.filter(({ isNamed }) => isNamed).length);
  const kept = new Set(ranked.slice(0, most).map(({ item }) => item));
  return { ...fighter, items: items.filter((item) => kept.has(item)) };
}

const isInHand = (item: Item): boolean => 'equipped' in item && item.equipped === true;

class Counter {
  private readonly counts = new Map<string, number>();

  /** Returns how often a key was counted before. */
  count(key: string): number {
    const before = this.counts.get(key) ?? 0;
    this.counts.set(key, before + 1);
    return before;
  }
}

/** Adds all texts in a value, at any depth. */
function addTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) addTexts(inner, texts);
}
