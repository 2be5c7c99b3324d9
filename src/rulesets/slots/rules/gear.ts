import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { roll } from '../../../kernel/procedure';
import { shed } from '../../../mechanics/condition';
import { mark } from '../../../mechanics/edit';
import { diceOf } from '../../../mechanics/fields';
import { type Act, type Action, wordOf } from './act';
import { is } from './conditions';
import { isTurnOf } from './cost';
import { heal } from './health';
import { type Gear, isThing, type Thing } from './items';

/** What may be done with a thing within easy grasp (L-70). */
export const VERBS = ['draw', 'stow', 'pick-up'] as const;
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
    return verb === verbFor(item) ? [] : [impossible('already-so')];
  },
  *play(act) {
    const { fighter } = act;
    const item = itemOf(act)!;
    const verb = wordOf(act.command, 'verb', verbFor(item)) as Verb;
    if (verb === 'pick-up') yield* apply({ kind: 'item', of: fighter.id, item: item.id, key: 'dropped', to: false });
    yield* apply({ kind: 'item', of: fighter.id, item: item.id, key: 'equipped', to: verb !== 'stow' });
    yield* say(NAMES[verb], { item: item.name }, fighter.id);
    yield* mark(fighter.id, 'managing', true);
  },
};

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
