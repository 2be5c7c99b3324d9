import { apply, say } from '../../encounter/change';
import { impossible } from '../../encounter/legality';
import type { Reason } from '../../kernel/ask';
import { roll } from '../../kernel/procedure';
import { lose } from '../../mechanics/condition';
import { diceOf } from '../../mechanics/dice';
import { whyNotAim } from '../../rulebook/actions';
import { setItem } from '../../rulebook/item';
import { type Act, isTurnOf, needing } from './act';
import { whyNotReach } from './attack/attack';
import { heal } from './attack/health';
import { ownReach } from './attack/threat';
import { is, isObject, isOut } from './conditions';
import { mark, saidIn } from './options';
import { type Gear, isBody, isThing, type Thing, type Verb } from './schema';

const thingOf = ({ item }: Act): Thing | null => (item && isThing(item) ? item : null);

/** What is next to be done with it. */
export const verbFor = ({ dropped, equipped }: Thing): Verb => (dropped ? 'pick-up' : equipped ? 'stow' : 'draw');

/** Under which name doing it goes. */
export const NAMES: Readonly<Record<Verb, string>> = {
  draw: 'item-draw',
  stow: 'item-stow',
  'pick-up': 'item-pick-up',
  hand: 'item-hand',
};

/** L-70: one Move slot for any number of things, one after the other; anything else in between ends it. */
export const isManaging = ({ encounter, fighter }: Act): boolean =>
  fighter.book.managing === true && isTurnOf(encounter, fighter);

const managing = needing<Act & { readonly item: Thing; readonly verb: Verb }>({
  find(act) {
    const item = thingOf(act);
    return item && !isBody(item) ? { verb: saidIn(act.command).verb ?? verbFor(item), ...act, item } : null;
  },
  missing: () => [impossible('no-item')],
});

export const manageItems = managing({
  ...{ slot: 'move', ofItem: true, whileHeld: true },
  cost: (act) => (isManaging(act) ? [] : [{ pool: act.slot, amount: 1 }]),
  whyNot(act) {
    const { item, verb } = act;
    if (verb === 'hand') return whyNotHand(act, item);
    return verb === verbFor(item) ? [] : [impossible('already-so')];
  },
  *play({ fighter, target, item, verb }) {
    const taker = verb === 'hand' ? target : null;
    if (verb === 'pick-up') yield* setItem(fighter, item, { dropped: false });
    yield* setItem(fighter, item, { equipped: verb === 'draw' || verb === 'pick-up' });
    yield* say(NAMES[verb], { item: item.name, ...(taker && { at: taker.name }) }, fighter.id);
    if (taker) yield* apply({ kind: 'hand', of: fighter.id, item: item.id, to: taker.id });
    yield* mark(fighter.id, 'managing', true);
  },
});

/** An ally within reach, with hands to take it. */
function whyNotHand(act: Act, item: Thing): readonly Reason[] {
  const { encounter, fighter, target } = act;
  if (!target) return whyNotAim(act);
  if (target === fighter || isObject(target)) return [impossible('no-ally')];
  const reasons: Reason[] = item.dropped ? [{ id: 'already-so' }] : [];
  if (target.side !== fighter.side || isOut(target)) reasons.push({ id: 'no-ally' });
  return [...reasons, ...whyNotReach(encounter, fighter, target, ownReach(fighter))];
}

const CONSUMED: readonly Gear['kind'][] = ['food', 'water', 'potion'];
export const isConsumed = (item: Thing | null | undefined): item is Gear =>
  item?.type === 'slotsGear' && CONSUMED.includes(item.kind);

const consuming = needing<Act & { readonly item: Gear }>({
  find(act) {
    const item = thingOf(act);
    return isConsumed(item) && item.quantity > 0 ? { ...act, item } : null;
  },
  missing: () => [impossible('no-item')],
});

/** L-136, L-147, L-157: eating, drinking, a potion. Priced as what the rules do not list (L-07). */
export const consume = consuming({
  ...{ slot: 'standard', ofItem: true },
  whyNot: ({ fighter, item }) => (is(fighter, 'nauseated') && item.kind !== 'water' ? [{ id: 'nauseated' }] : []),
  *play({ fighter, item }) {
    const { id, name, kind, quantity, healing } = item;
    yield* setItem(fighter, item, { quantity: quantity - 1 });
    yield* say('consumes', { item: name }, fighter.id);
    if (kind === 'food') yield* lose(fighter, 'starving');
    if (kind === 'water') yield* lose(fighter, 'dehydrated');
    if (healing !== '') yield* heal(fighter, yield* roll('healing', diceOf(healing, id), fighter.id));
  },
});
