import { say } from '../../encounter/change';
import { impossible } from '../../encounter/legality';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { type Act, CHARACTER, needing } from './act';
import { blowOf, flagItem, strike, whyNotHurl } from './attack/attack';
import { heal } from './attack/harm';
import { saidIn } from './options';
import { isConsumable, isHeld, isHoldable, isWeapon, type TempoItem } from './schema';
import type { TempoFighter } from './stats';

const USES = ['load', 'draw', 'consume'] as const;
export type Use = (typeof USES)[number];

/** What Inventory would do with an item as it is now; null where nothing. */
export function useOf(item: TempoItem | undefined): Use | null {
  if (isConsumable(item)) return 'consume';
  if (isWeapon(item) && item.equipped) return item.reload ? 'load' : null;
  return isHoldable(item) ? 'draw' : null;
}

interface Handling {
  readonly use: Use;
  readonly item: TempoItem;
  /** What is put away first. */
  readonly away: readonly string[];
}

type Handled = Pick<Act, 'fighter' | 'command'>;

function handlingOf({ fighter, command }: Handled): Handling | null {
  const item = fighter.items.find(({ id }) => id === command.with);
  const use = command.options?.use ?? useOf(item);
  if (!item || !(USES as readonly unknown[]).includes(use)) return null;
  return { item, use: use as Use, away: saidIn(command).away ?? [] };
}

/** T-A28: hands that are taken once these are put away. */
export const handsUsed = ({ items }: TempoFighter, away: readonly string[] = []): number =>
  items.filter(isHeld).reduce((sum, { id, hands }) => (away.includes(id) ? sum : sum + hands), 0);

/** As little as must be put away to draw an item, first what was taken in hand first. */
export function awayFor(fighter: TempoFighter, item: TempoItem): string[] {
  const away: string[] = [];
  if (!isHoldable(item)) return away;
  for (const { id } of fighter.items.filter(isHeld)) {
    if (handsUsed(fighter, away) + item.hands <= fighter.stats.hands) break;
    away.push(id);
  }
  return away;
}

const handling = needing<Act & { readonly handling: Handling }>({
  find(act) {
    const handling = handlingOf(act);
    return handling && { handling, ...act };
  },
  missing({ command: { options } }) {
    const isUse = options?.use === undefined || USES.some((use) => use === options.use);
    return [impossible(isUse ? 'no-item' : 'one-option')];
  },
});

/** T-49 to T-53: exactly one of its options, by what is to be done with the item. */
export const inventory = handling({
  icon: 'actions/inventory',
  needs: 'nothing',
  whyNot: (act) => WHY_NOT[act.handling.use](act, act.handling),
  // T-53: a Strike out of the pack is an Attack too.
  alsoCounts(act) {
    const item = handlingOf(act)?.item;
    return isConsumable(item) && item.dice !== '' ? ['attack'] : [];
  },
  play: (act) => PLAY[act.handling.use](act, act.handling),
});

const WHY_NOT: Readonly<Record<Use, (act: Act, handling: Handling) => readonly Reason[]>> = {
  load(_, { item }) {
    if (!isWeapon(item) || !item.reload) return [impossible('nothing-to-load')];
    return [...(item.equipped ? [] : [{ id: 'not-held' }]), ...(item.loaded ? [{ id: 'already-loaded' }] : [])];
  },
  draw({ fighter }, { item, away }) {
    if (!isHoldable(item)) return [impossible('cannot-hold')];
    const held = away.every((id) => isHeld(fighter.items.find((each) => each.id === id)));
    const fits = handsUsed(fighter, away) + item.hands <= fighter.stats.hands;
    return [
      ...(item.equipped ? [{ id: 'in-hand' }] : []),
      ...(held ? [] : [impossible('not-in-hand')]),
      ...(fits ? [] : [{ id: 'no-free-hand' }]),
    ];
  },
  consume(act, { item }) {
    if (!isConsumable(item)) return [impossible('no-consumable')];
    return [
      ...(item.quantity > 0 ? [] : [{ id: 'used-up' }]),
      ...(item.dice === '' ? [] : whyNotHurl(act, item.range)),
    ];
  },
};

const PLAY: Readonly<Record<Use, (act: Act, handling: Handling) => Procedure<void>>> = {
  *load({ fighter }, { item }) {
    yield* flagItem(fighter.id, item.id, 'loaded', true);
  },
  *draw({ fighter }, { item, away }) {
    for (const id of away) yield* flagItem(fighter.id, id, 'equipped', false);
    yield* flagItem(fighter.id, item.id, 'equipped', true);
  },
  *consume(act, { item }) {
    if (!isConsumable(item)) return;
    const { fighter } = act;
    yield* flagItem(fighter.id, item.id, 'quantity', item.quantity - 1);
    yield* say('consumes', { item: item.name }, fighter.id);
    if (item.healing > 0) yield* heal(fighter, item.healing);
    const aimed = item.dice === '' ? null : CHARACTER.find(act);
    if (aimed) yield* strike(blowOf(aimed, item.dice, fighter.stats.dex, fighter.stats.str));
  },
};
