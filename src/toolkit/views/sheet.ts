import type { Encounter, FighterIn, Item } from '../../encounter/state';
import {
  type ActionButton,
  type ActionGroup,
  type BodyView,
  FIGURE_KINDS,
  type Figure,
  type FigureKind,
  type Gauge,
  type ItemFact,
  type Message,
  type SheetView,
  type Tone,
  type Viewer,
} from '../../encounter/view';
import { GM } from '../../kernel/ask';
import type { Breakdown } from '../combat/breakdown';
import { labelOfFigure, labelOfTerm, message } from '../define/labels';
import { badgesIn } from './badges';
import { type Buttons, groupOf, type MakeButton } from './buttons';
import type { FighterLooks, ViewParts } from './view-parts';

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
  /** What the figures are, by their ids; those that are not named stand below the others. */
  readonly kinds?: Readonly<Partial<Record<FigureKind, readonly string[]>>>;
  /** What is rolled with a figure. */
  rollOf?(id: string, scene: SheetScene<E>): ActionButton | null;
  /** The gauges at the heart of the sheet; those of the encounter, which turns are made of, where nothing is said. */
  readonly mainGauges?: readonly string[];
  groups(scene: SheetScene<E>): readonly ActionGroup[];
  /** What may be done with an item, as it is held. */
  itemActions?(item: FighterIn<E>['items'][number], scene: SheetScene<E>): readonly ActionButton[];
  /** Whether it is an attack with the item; whatever needs a target, where nothing is said. */
  isAttack?(action: ActionButton): boolean;
  itemFacts?(item: FighterIn<E>['items'][number], fighter: FighterIn<E>): readonly ItemFact[];
  body?(fighter: FighterIn<E>): BodyView;
}

export const sheetOf =
  <E extends Encounter>(
    rules: SheetRules<E>,
    { makerFor, makerOutside }: Buttons<E>,
    { commands, gauges, badges }: ViewParts<E> & FighterLooks<E>,
  ) =>
  (encounter: E | null, fighter: FighterIn<E>, viewer: Viewer): SheetView => {
    const button = encounter ? makerFor(encounter, viewer) : makerOutside(fighter, viewer);
    const scene = { encounter, fighter, viewer, button };
    const { itemFacts, body, isAttack = ({ needs }) => needs === 'target' } = rules;
    const itemActions = byItem(fighter.items, (item) => rules.itemActions?.(item, scene) ?? []);
    return {
      gauges: rules.gauges?.(encounter, fighter) ?? gauges(fighter),
      ...(rules.mainGauges && { mainGauges: rules.mainGauges }),
      figures: (rules.figures?.(encounter, fighter) ?? []).map((figure) => enrichFigure(figure, rules, scene)),
      badges: badgesIn(badges(encounter, fighter, viewer), encounter, fighter, viewer),
      groups: [...rules.groups(scene), ...manualGroups(scene, commands.knows)],
      itemActions,
      attacks: byItem(fighter.items, (item) => (isAtHand(item) ? (itemActions[item.id] ?? []).filter(isAttack) : [])),
      ...(itemFacts && { itemFacts: byItem(fighter.items, (item) => itemFacts(item, fighter)) }),
      ...(body && { body: body(fighter) }),
    };
  };

/** A figure with what it is, and what is rolled with it. */
function enrichFigure<E extends Encounter>(
  figure: Figure,
  { kinds, rollOf }: SheetRules<E>,
  scene: SheetScene<E>,
): Figure {
  const kind = FIGURE_KINDS.find((each) => kinds?.[each]?.includes(figure.id));
  const roll = rollOf?.(figure.id, scene);
  return { ...figure, ...(kind && { kind }), ...(roll && { roll }) };
}

/** What the game master does to somebody on the map in every ruleset; without one, where the rules know what follows there. */
function manualGroups<E extends Encounter>(
  { encounter, fighter, viewer, button }: SheetScene<E>,
  knows: ViewParts<E>['commands']['knows'],
): ActionGroup[] {
  const push = { do: 'displace', by: GM, at: fighter.id };
  if (!encounter || !viewer.gm || !knows(push)) return [];
  const pushing = button(push);
  return pushing.whyNot.some(({ id }) => id === 'off-map') ? [] : [groupOf('by-hand', [pushing])];
}

/** What is neither held nor worn, nor could be, is at hand. */
const isAtHand = (item: Item): boolean => !('equipped' in item) || item.equipped === true;

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
  { ...figureOf(`attack-${id}`, attack, message('Stat.attackOf', { weapon: name })), of: id },
  { ...figureOf(`damage-${id}`, damage, message('Stat.damageOf', { weapon: name })), of: id },
];

/** What is to be known of an item at a glance: a number with its terms, or a state it is in. */
export const itemFact = (
  id: string,
  facts?: Message['facts'],
  { tone = 'neutral', of }: { readonly tone?: Tone; readonly of?: Breakdown } = {},
): ItemFact => ({ id, label: message(`Fact.${id}`, facts), tone, terms: of ? labeled(of.terms) : [] });
