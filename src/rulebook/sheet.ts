import type { Encounter, FighterIn, Item } from '../encounter/state';
import type {
  ActionButton,
  ActionGroup,
  BodyView,
  Figure,
  Gauge,
  ItemFact,
  Message,
  SheetView,
  Tone,
  Viewer,
} from '../encounter/view';
import { GM } from '../kernel/ask';
import type { Breakdown } from '../mechanics/breakdown';
import { withPeople } from './badges';
import { type Buttons, groupOf, type MakeButton } from './buttons';
import { labelOfFigure, labelOfTerm, message } from './labels';
import type { Looks, Shown } from './shown';

/** For whom a sheet is drawn, and where. */
export interface SheetScene<E extends Encounter> {
  /** Null where the fighter is in none. */
  readonly encounter: E | null;
  readonly fighter: FighterIn<E>;
  readonly viewer: Viewer;
  readonly button: MakeButton;
}

/** What a ruleset shows on a fighter's sheet. */
export interface SheetRules<E extends Encounter> {
  /** All there are, where nothing is said. */
  gauges?(encounter: E | null, fighter: FighterIn<E>): readonly Gauge[];
  figures?(encounter: E | null, fighter: FighterIn<E>): readonly Figure[];
  groups(scene: SheetScene<E>): readonly ActionGroup[];
  /** What may be done with an item, as it is held. */
  itemActions?(item: FighterIn<E>['items'][number], scene: SheetScene<E>): readonly ActionButton[];
  itemFacts?(item: FighterIn<E>['items'][number], fighter: FighterIn<E>): readonly ItemFact[];
  body?(fighter: FighterIn<E>): BodyView;
}

export const sheetOf =
  <E extends Encounter>(
    rules: SheetRules<E>,
    { offered, outside }: Buttons<E>,
    { commands, gauges, badges }: Shown<E> & Looks<E>,
  ) =>
  (encounter: E | null, fighter: FighterIn<E>, viewer: Viewer): SheetView => {
    const button = encounter ? offered(encounter, viewer) : outside(fighter, viewer);
    const scene = { encounter, fighter, viewer, button };
    const { itemFacts, body } = rules;
    return {
      gauges: rules.gauges?.(encounter, fighter) ?? gauges(fighter),
      figures: rules.figures?.(encounter, fighter) ?? [],
      badges: withPeople(badges(encounter, fighter, viewer), encounter, fighter, viewer),
      groups: [...rules.groups(scene), ...byHandOn(scene, commands.knows)],
      itemActions: byItem(fighter.items, (item) => rules.itemActions?.(item, scene) ?? []),
      ...(itemFacts && { itemFacts: byItem(fighter.items, (item) => itemFacts(item, fighter)) }),
      ...(body && { body: body(fighter) }),
    };
  };

/** What the game master does to somebody on the map in every ruleset. */
function byHandOn<E extends Encounter>(
  { encounter, fighter, viewer, button }: SheetScene<E>,
  knows: Shown<E>['commands']['knows'],
): ActionGroup[] {
  const push = { do: 'displace', by: GM, at: fighter.id };
  return encounter && viewer.gm && fighter.place && knows(push) ? [groupOf('by-hand', [button(push)])] : [];
}

const byItem = <I extends Item, T>(items: readonly I[], of: (item: I) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(items.map((item) => [item.id, of(item)]));

const labeled = (terms: Breakdown['terms']): Figure['terms'] =>
  terms.map(({ id, value }) => ({ label: labelOfTerm(id), value }));

/** A number of the sheet, with the terms it is made of where it is made of any. */
export const figureOf = (id: string, of: Breakdown | number, label = labelOfFigure(id)): Figure =>
  typeof of === 'number'
    ? { id, label, value: of, terms: [] }
    : { id, label, value: of.value, terms: labeled(of.terms) };

/** Numbers of the sheet in the order of their ids. */
export const figuresOf = <Id extends string>(
  ids: readonly Id[],
  figures: Readonly<Record<Id, Breakdown>>,
): readonly Figure[] => ids.map((id) => figureOf(id, figures[id]));

/** What a weapon comes to in these hands. */
export const weaponFigures = ({ id, name }: Item, attack: Breakdown, damage: Breakdown): readonly Figure[] => [
  figureOf(`attack-${id}`, attack, message('Stat.attackOf', { weapon: name })),
  figureOf(`damage-${id}`, damage, message('Stat.damageOf', { weapon: name })),
];

/** What is to be known of an item at a glance: a number with its terms, or a state it is in. */
export const itemFact = (
  id: string,
  facts?: Message['facts'],
  { tone = 'neutral', of }: { readonly tone?: Tone; readonly of?: Breakdown } = {},
): ItemFact => ({ id, label: message(`Fact.${id}`, facts), tone, terms: of ? labeled(of.terms) : [] });
