import { log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { GearRules } from '../../encounter/ruleset';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { setItem } from '../../toolkit/define/item';
import { CHARACTER, requiring, type TempoContext } from './action';
import { attackInputOf, strike } from './attack/attack';
import { heal } from './attack/harm';
import { whyNotHurl } from './attack/strikes';
import { optionsOf } from './options';
import type { InventoryUse } from './schema';
import { isConsumable, isHeld, isHoldable, isWeapon, type TempoItem } from './schema';
import type { TempoFighter } from './state';

/** Returns what Inventory would do with the item; null if nothing. */
export function useOf(item: TempoItem | null): InventoryUse | null {
  if (isConsumable(item)) return 'consume';
  if (isWeapon(item) && item.equipped && item.reload) return 'load';
  return isHoldable(item) ? (item.equipped ? 'stow' : 'draw') : null;
}

/** T-A28. */
const handsUsed = ({ items }: TempoFighter, away: readonly string[]): number =>
  items.filter(isHeld).reduce((sum, { id, hands }) => (away.includes(id) ? sum : sum + hands), 0);

/** Returns the fewest items to put away, in the order of the sheet. */
export function itemsToPutAway(fighter: TempoFighter, item: TempoItem): string[] {
  const away: string[] = [];
  if (!isHoldable(item)) return away;
  for (const { id } of fighter.items.filter(isHeld)) {
    if (handsUsed(fighter, away) + item.hands <= fighter.stats.hands) break;
    away.push(id);
  }
  return away;
}

/** Named, or the fewest needed if the item was chosen as an option. */
const putAway = (fighter: TempoFighter, item: TempoItem, command: Command): readonly string[] => {
  const { away, item: chosen } = optionsOf(command);
  return away ?? (chosen === item.id ? itemsToPutAway(fighter, item) : []);
};

/** From the button, or from the options. */
const findItem = ({ item, fighter, command }: TempoContext): TempoItem | null =>
  item ?? fighter.items.find(({ id }) => id === optionsOf(command).item) ?? null;

type Handling = TempoContext & { readonly use: InventoryUse; readonly item: TempoItem };

const handling = requiring<Handling>({
  find(act) {
    const item = findItem(act);
    const use = optionsOf(act.command).use ?? useOf(item);
    return item && use && { ...act, use, item };
  },
  whyNot: () => [impossibleReason('no-item')],
});

const healsBy = (item: TempoItem | null): boolean => isConsumable(item) && item.healing > 0;

const isHurled = (item: TempoItem | null): boolean => isConsumable(item) && item.dice !== '';

/** T-49 to T-53: exactly one use of an item. */
export const inventory = handling({
  tempo: 6,
  mayTarget: true,
  promise: 0,
  heals: (act) => healsBy(findItem(act)) && (act.target ?? act.fighter) === act.fighter,
  options: ({ command }) => (command.with === undefined ? ['lent', 'item'] : ['lent']),
  listedItem: 'item',
  itemsFor: ({ items }) => items.filter((item) => useOf(item) !== null),
  // T-52: it is used up at once.
  goesOn: { 'used-up': 'T-52', 'no-item': 'T-52' },
  whyNot: (act) => HANDLING[act.use].whyNot(act),
  // T-53: a thrown consumable counts as an Attack.
  intent: (act) => (isHurled(findItem(act)) ? 'harm' : null),
  needsFor: (act) => (isHurled(findItem(act)) ? 'target' : 'nothing'),
  alsoCounts: (act) => (isHurled(findItem(act)) ? ['attack'] : []),
  play: (act) => HANDLING[act.use].apply(act),
});

interface HandlingRules {
  whyNot(act: Handling): readonly Reason[];
  apply(act: Handling): Procedure<unknown>;
}

const HANDLING: Readonly<Record<InventoryUse, HandlingRules>> = {
  load: {
    whyNot({ item }) {
      if (!isWeapon(item) || !item.reload) return [impossibleReason('nothing-to-load')];
      return [...(item.equipped ? [] : [{ id: 'not-held' }]), ...(item.loaded ? [{ id: 'already-loaded' }] : [])];
    },
    *apply({ fighter, item }) {
      if (isWeapon(item)) yield* setItem(fighter, item, { loaded: true });
    },
  },
  draw: {
    whyNot({ fighter, item, command }) {
      if (!isHoldable(item)) return [impossibleReason('cannot-hold')];
      const away = putAway(fighter, item, command);
      const held = away.every((id) => fighter.items.some((each) => each.id === id && isHeld(each)));
      const fits = handsUsed(fighter, away) + item.hands <= fighter.stats.hands;
      return [
        ...(item.equipped ? [{ id: 'in-hand' }] : []),
        ...(held ? [] : [impossibleReason('not-in-hand')]),
        ...(fits ? [] : [{ id: 'no-free-hand' }]),
      ];
    },
    *apply({ fighter, item, command }) {
      const away = putAway(fighter, item, command);
      for (const each of fighter.items.filter(isHeld))
        if (away.includes(each.id)) yield* setItem(fighter, each, { equipped: false });
      if (isHoldable(item)) yield* setItem(fighter, item, { equipped: true });
    },
  },
  stow: {
    whyNot: ({ item }) => (isHeld(item) ? [] : [impossibleReason('not-in-hand')]),
    apply: ({ fighter, item }) => setItem(fighter, item, { equipped: false }),
  },
  consume: {
    whyNot(act) {
      const { item } = act;
      if (!isConsumable(item)) return [impossibleReason('no-consumable')];
      return [
        ...(item.quantity > 0 ? [] : [{ id: 'used-up' }]),
        ...(item.dice === '' ? [] : whyNotHurl(act, item.range)),
      ];
    },
    *apply(act) {
      const { fighter, item } = act;
      if (!isConsumable(item)) return;
      yield* setItem(fighter, item, { quantity: item.quantity - 1 });
      yield* log('consumes', { item: item.name }, fighter.id);
      yield* heal(fighter, item.healing);
      const aimed = item.dice === '' ? null : CHARACTER.find(act);
      if (aimed) return yield* strike(attackInputOf(aimed, item.dice, fighter.stats.dex, fighter.stats.str));
    },
  },
};

/** The rules have no action for it. */
export const GEAR: GearRules = { types: ['tempoWeapon', 'tempoGear', 'tempoConsumable'] };
