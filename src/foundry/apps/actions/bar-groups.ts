import type { Command } from '../../../encounter/command';
import { GM } from '../../../kernel/ask';
import { plainText, text } from '../../platform/text';
import { modelOf } from '../../stored/model';
import type { ActorContext } from '../../views/actor-context';
import { glyphOf } from './glyph';

type SeenAction = ActorContext['groups'][number]['actions'][number];
type SeenItem = ActorContext['kinds'][number]['items'][number];

/** More is read on the sheet. */
const LONGEST_DESCRIPTION = 400;

export interface BarAction extends SeenAction {
  /** The second icon, in the corner. */
  readonly mark: string;
}

export interface BarGroup<Action = BarAction> {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly Action[];
}

/** Returns the groups of the bar: what is due, favorites, attacks, spells by cost, the ruleset's groups, uses of items, and what is in hand. */
export function barGroups(
  actor: Actor.Implementation,
  seen: ActorContext,
  favorites: readonly string[],
): readonly BarGroup[] {
  const items = new Map(seen.kinds.flatMap(({ items, type }) => items.map((item) => [item.id, { item, type }])));
  const itemOf = ({ item }: SeenAction) => (item === null ? undefined : items.get(item));
  const isMainItem = (type: string): boolean => seen.mainItems.includes(type);
  const attackIds = new Set(seen.attacks.flatMap(({ actions }) => actions.map(({ id }) => id)));
  const attacks = new Set(seen.attacks.flatMap(({ actions }) => actions));

  const plain = seen.groups.flatMap((group) => group.actions.map((action) => ({ action, group: group.id })));
  const listed = new Set(plain.map(({ action }) => action.command));
  const due = seen.due.filter(({ command }) => !listed.has(command));
  const others = itemActions(seen, listed);

  const groupFor = (action: SeenAction, own: string): string => {
    if (favorites.includes(action.id)) return FAVORITES;
    const type = itemOf(action)?.type;
    if (type !== undefined && isMainItem(type)) return `${ITEM}${type}`;
    if (seen.handling.has(action.command)) return HANDS;
    return own === ITEMS ? (attacks.has(action) ? ATTACKS : ITEMS) : attackIds.has(action.id) ? ATTACKS : own;
  };
  const all = [
    ...due.map((action) => ({ action: { ...action, id: `due ${action.id}` }, group: DUE })),
    ...plain.map(({ action, group }) => ({ action, group: groupFor(action, group) })),
    ...others.map((action) => {
      const named = nameItemAction(action, itemOf(action)?.item, isMainItem(itemOf(action)?.type ?? ''));
      const group = groupFor(action, ITEMS);
      return { action: named, group: favorites.includes(named.id) ? FAVORITES : group };
    }),
  ].filter(({ action }) => !isRuling(action) && action.command !== seen.endTurn?.command);

  const actionsIn = (id: string): readonly BarAction[] => {
    const actions = all.flatMap(({ action, group }) => (group === id ? [action] : []));
    if (id === FAVORITES) actions.sort((a, b) => favorites.indexOf(a.id) - favorites.indexOf(b.id));
    else if (id.startsWith(ITEM)) actions.sort((a, b) => costOf(a) - costOf(b));
    return actions.map((action) => withItem(actor, action, itemOf(action)?.item));
  };
  const headings = [
    { id: DUE, label: text('CADENCE.App.Bar.due') },
    { id: FAVORITES, label: text('CADENCE.App.Bar.favorites') },
    { id: ATTACKS, label: text('CADENCE.App.Bar.attacks') },
    ...seen.kinds.flatMap(({ type, label }) => (isMainItem(type) ? [{ id: `${ITEM}${type}`, label }] : [])),
    ...seen.groups.map(({ id, label }) => ({ id, label })),
    { id: ITEMS, label: text('CADENCE.App.Bar.items') },
    { id: HANDS, label: text('CADENCE.App.Bar.hands') },
  ];
  return headings
    .map((heading) => ({ ...heading, actions: actionsIn(heading.id) }))
    .filter(({ actions }) => actions.length > 0);
}

export const DUE = 'due';
export const FAVORITES = 'favorites';
const ATTACKS = 'attacks';
const ITEM = 'item-';
const ITEMS = 'items';
const HANDS = 'hands';

/** Returns what only a GM decides, for the menu: the ruleset's groups and the buttons of the tracker. */
export function rulingGroups(actor: Actor.Implementation, { groups, due }: ActorContext): readonly BarGroup[] {
  const all = [...groups, { id: DUE, label: text('CADENCE.App.Bar.due'), actions: due }];
  return all.flatMap((group) => {
    const actions = group.actions.filter(isRuling).map((action) => withItem(actor, action));
    return actions.length > 0 ? [{ ...group, actions }] : [];
  });
}

/** Whether a group holds attacks or spells. */
export const isMain = (group: string): boolean => group === ATTACKS || group.startsWith(ITEM);

const costOf = ({ cost }: SeenAction): number => cost.reduce((sum, { amount }) => sum + amount, 0);

const commandOf = ({ command }: SeenAction): Command => JSON.parse(command);

const isRuling = (action: SeenAction): boolean => commandOf(action).by === GM;

/** Returns the actions of items that the groups lack, without attacks with what is not in hand. */
function itemActions({ groups, kinds, handling }: ActorContext, listed: ReadonlySet<string>): readonly SeenAction[] {
  const usual = new Set(
    groups.flatMap(({ actions }) => actions.filter(({ item }) => item === null).map(({ id }) => id)),
  );
  const offered = kinds.flatMap(({ items }) =>
    items.flatMap((item) =>
      item.actions.filter((action) => {
        const isInHand = !item.canEquip || item.equipped;
        // An item in hand cannot be drawn again.
        if (handling.has(action.command)) return !(item.canEquip && item.equipped && action.barred);
        return isInHand || action.needs !== 'target';
      }),
    ),
  );
  // The only weapon in hand is the one that the plain button uses.
  const isUsual = (action: SeenAction): boolean =>
    usual.has(action.id) && offered.filter(({ id }) => id === action.id).length === 1;
  return offered.filter((action) => !listed.has(action.command) && !isUsual(action));
}

/** A spell is named by itself; with other items the action comes first. */
function nameItemAction(action: SeenAction, item: SeenItem | undefined, isMain: boolean): SeenAction {
  if (!item?.name) return action;
  const { name } = item;
  const id = `${action.id} ${item.id}`;
  if (action.label.includes(name)) return { ...action, id };
  const isFirst = isMain && item.actions[0]?.command === action.command;
  const label = isFirst
    ? name
    : text(
        'CADENCE.App.Bar.withItem',
        isMain ? { first: name, second: action.label } : { first: action.label, second: name },
      );
  return { ...action, id, label, aria: `${name} · ${action.aria}` };
}

function withItem(actor: Actor.Implementation, action: SeenAction, item?: SeenItem): BarAction {
  const glyph = glyphOf(action, (id) => imageOf(actor, id));
  if (!item || item.canEquip) return { ...action, ...glyph };
  const { aim, cost, odds, hint, shared, reasons } = action;
  const facts = item.facts.map(({ label }) => label).join(' · ');
  const description = descriptionOf(actor, item.id);
  const lines = [
    [aim, ...cost.map(({ aria }) => aria), odds].filter(Boolean).join(' · '),
    facts,
    description || hint,
    shared,
    ...reasons,
  ];
  return { ...action, ...glyph, tooltip: lines.filter(Boolean).join('\n') };
}

function descriptionOf(actor: Actor.Implementation, id: string | null): string {
  const item = actor.items.get(id ?? '');
  const description = item && modelOf(item).description;
  const plain = typeof description === 'string' ? plainText(description) : '';
  return plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION).trimEnd()} …` : plain;
}

function imageOf(actor: Actor.Implementation, id: string): string | null {
  const image = actor.items.get(id)?.img;
  return image && image !== foundry.documents.BaseItem.DEFAULT_ICON ? image : null;
}
