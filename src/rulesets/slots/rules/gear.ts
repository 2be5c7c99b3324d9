import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { roll } from '../../../kernel/procedure';
import { shed } from '../../../mechanics/condition';
import { diceOf } from '../../../mechanics/dice';
import { mark } from '../../../mechanics/edit';
import { type Act, type Action, wordOf } from './act';
import { whyNotReach } from './attack';
import { is, isObject, isOut } from './conditions';
import { isTurnOf } from './cost';
import { heal } from './health';
import { type Gear, isThing, type Thing } from './items';
import { ownReach } from './threat';

/** What may be done with a thing within easy grasp (L-70). */
export const VERBS = ['draw', 'stow', 'pick-up', 'hand'] as const;
export type Verb = (typeof VERBS)[number];

const itemOf = ({ fighter, command }: Act): Thing | undefined =>
  fighter.items.filter(isThing).find(({ id }) => id === command.with);

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

export const manageItems: Action = {
  ...{ slot: 'move', icon: 'actions/manage-items', needs: 'nothing', ofItem: true, whileHeld: true },
  cost: (act) => (isManaging(act) ? [] : [{ pool: act.slot ?? 'move', amount: 1 }]),
  whyNot(act) {
    const item = itemOf(act);
    if (!item || (item.type === 'slotsWeapon' && item.natural)) return [impossible('no-item')];
    const verb = VERBS.find((each) => each === wordOf(act.command, 'verb', verbFor(item)));
    if (!verb) return [impossible('no-verb', { verb: wordOf(act.command, 'verb') })];
    if (verb === 'hand') return whyNotHand(act, item);
    return verb === verbFor(item) ? [] : [impossible('already-so')];
  },
  *play(act) {
    const { fighter, target } = act;
    const item = itemOf(act)!;
    const verb = wordOf(act.command, 'verb', verbFor(item)) as Verb;
    if (verb === 'pick-up') yield* apply({ kind: 'item', of: fighter.id, item: item.id, key: 'dropped', to: false });
    const isHeld = verb === 'draw' || verb === 'pick-up';
    yield* apply({ kind: 'item', of: fighter.id, item: item.id, key: 'equipped', to: isHeld });
    yield* say(NAMES[verb], { item: item.name, ...(verb === 'hand' && { at: target!.name }) }, fighter.id);
    if (verb === 'hand') yield* apply({ kind: 'hand', of: fighter.id, item: item.id, to: target!.id });
    yield* mark(fighter.id, 'managing', true);
  },
};

/** An ally within reach, with hands to take it. */
function whyNotHand({ encounter, fighter, target }: Act, item: Thing): Reason[] {
  if (!target) return [impossible('no-target')];
  if (target === fighter || isObject(target)) return [impossible('no-ally')];
  const reasons: Reason[] = item.dropped ? [{ id: 'already-so' }] : [];
  if (target.side !== fighter.side || isOut(target)) reasons.push({ id: 'no-ally' });
  return [...reasons, ...whyNotReach(encounter, fighter, target, ownReach(fighter))];
}

const CONSUMED: readonly Gear['kind'][] = ['food', 'water', 'potion'];
export const isConsumed = (item: Thing | undefined): item is Gear =>
  item?.type === 'slotsGear' && CONSUMED.includes(item.kind);

/** L-136, L-147, L-157: eating, drinking, a potion. Priced as what the rules do not list (L-07). */
export const consume: Action = {
  ...{ slot: 'standard', icon: 'actions/consume', needs: 'nothing', ofItem: true },
  whyNot(act) {
    const item = itemOf(act);
    if (!isConsumed(item) || item.quantity < 1) return [impossible('no-item')];
    return is(act.fighter, 'nauseated') && item.kind !== 'water' ? [{ id: 'nauseated' }] : [];
  },
  *play(act) {
    const { fighter } = act;
    const { id, name, kind, quantity, healing } = itemOf(act) as Gear;
    yield* apply({ kind: 'item', of: fighter.id, item: id, key: 'quantity', to: quantity - 1 });
    yield* say('consumes', { item: name }, fighter.id);
    if (kind === 'food') yield* shed(fighter, 'starving');
    if (kind === 'water') yield* shed(fighter, 'dehydrated');
    if (healing !== '') yield* heal(fighter, yield* roll('healing', diceOf(healing, id), fighter.id));
  },
};
