import type { Tone } from '../../encounter/condition';
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
  type Viewer,
} from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Breakdown } from '../combat/breakdown';
import { labelOfFigure, labelOfTerm, message } from '../define/labels';
import { badgesIn } from './badges';
import { type Buttons, groupOf, type MakeButton } from './buttons';
import type { FighterAppearance, ViewParts } from './view-parts';

export interface SheetContext<E extends Encounter> {
  /** Null outside encounters. */
  readonly encounter: E | null;
  readonly fighter: FighterIn<E>;
  readonly viewer: Viewer;
  readonly button: MakeButton;
}

export interface SheetRules<E extends Encounter> {
  /** Default: all pools. */
  gauges?(encounter: E | null, fighter: FighterIn<E>): readonly Gauge[];
  figures?(encounter: E | null, fighter: FighterIn<E>): readonly Figure[];
  /** Figure ids by section; others come last. */
  readonly kinds?: Readonly<Partial<Record<FigureKind, readonly string[]>>>;
  /** Returns the roll button of a figure. */
  rollOf?(id: string, scene: SheetContext<E>): ActionButton | null;
  /** Ids of the central gauges; default: those of encounter pools. */
  readonly mainGauges?: readonly string[];
  groups(scene: SheetContext<E>): readonly ActionGroup[];
  /** Returns the actions with an item in its current state. */
  itemActions?(item: FighterIn<E>['items'][number], scene: SheetContext<E>): readonly ActionButton[];
  /** Default: an action that needs a target. */
  isAttack?(action: ActionButton): boolean;
  /** Returns true for an action that changes what is in hand; default: as its row says. */
  isHandling?(action: ActionButton): boolean;
  /** Item types whose actions the bar shows beside the attacks, such as spells. */
  readonly mainItems?: readonly string[];
  itemFacts?(item: FighterIn<E>['items'][number], fighter: FighterIn<E>): readonly ItemFact[];
  /** Returns the action that draws or stows an item; null if its hand icon changes the sheet. */
  handAction?(item: FighterIn<E>['items'][number], scene: SheetContext<E>): ActionButton | null;
  body?(fighter: FighterIn<E>): BodyView;
}

export const sheetOf =
  <E extends Encounter>(
    rules: SheetRules<E>,
    { makerFor, makerOutside }: Buttons<E>,
    { commands, gauges, badges }: ViewParts & FighterAppearance<E>,
  ) =>
  (encounter: E | null, fighter: FighterIn<E>, viewer: Viewer): SheetView => {
    const button = encounter ? makerFor(encounter, viewer) : makerOutside(fighter, viewer);
    const scene = { encounter, fighter, viewer, button };
    const { itemFacts, handAction, body, mainItems, isAttack = ({ needs }) => needs === 'target' } = rules;
    const { isHandling = ({ command }) => commands.actionOf(command.do)?.handles === true } = rules;
    const itemActions = byItem(fighter.items, (item) => rules.itemActions?.(item, scene) ?? []);
    return {
      gauges: rules.gauges?.(encounter, fighter) ?? gauges(fighter),
      ...(rules.mainGauges && { mainGauges: rules.mainGauges }),
      figures: (rules.figures?.(encounter, fighter) ?? []).map((figure) => enrichFigure(figure, rules, scene)),
      badges: badgesIn(badges(encounter, viewer)(fighter), encounter, fighter, viewer),
      groups: [...rules.groups(scene), ...manualGroups(scene, commands.knows)],
      itemActions,
      attacks: byItem(fighter.items, (item) =>
        isAtHand(item) ? (lookup(itemActions, item.id) ?? []).filter(isAttack) : [],
      ),
      handling: byItem(fighter.items, (item) => (lookup(itemActions, item.id) ?? []).filter(isHandling)),
      ...(mainItems && { mainItems }),
      ...(itemFacts && { itemFacts: byItem(fighter.items, (item) => itemFacts(item, fighter)) }),
      ...(handAction && { handActions: handActionsOf(fighter.items, (item) => handAction(item, scene)) }),
      ...(body && { body: body(fighter) }),
    };
  };

const handActionsOf = <I extends Item>(
  items: readonly I[],
  actionFor: (item: I) => ActionButton | null,
): Readonly<Record<string, ActionButton>> =>
  Object.fromEntries(
    items.flatMap((item) => {
      const action = actionFor(item);
      return action ? [[item.id, action]] : [];
    }),
  );

function enrichFigure<E extends Encounter>(
  figure: Figure,
  { kinds, rollOf }: SheetRules<E>,
  scene: SheetContext<E>,
): Figure {
  const kind = FIGURE_KINDS.find((each) => kinds?.[each]?.includes(figure.id));
  const roll = rollOf?.(figure.id, scene);
  return { ...figure, ...(kind && { kind }), ...(roll && { roll }) };
}

/** Returns the GM's own buttons in every ruleset: a push, outside a map only if the rules handle it, and a rest if the rules have none. */
function manualGroups<E extends Encounter>(
  { encounter, fighter, viewer, button }: SheetContext<E>,
  knows: ViewParts['commands']['knows'],
): ActionGroup[] {
  if (!viewer.gm) return [];
  const known = (id: string): ActionButton[] => {
    const command = { do: id, by: GM, at: fighter.id };
    return knows(command) ? [button(command)] : [];
  };
  const push = encounter ? known('displace') : [];
  const actions = [
    ...push.filter(({ whyNot }) => !whyNot.some(({ id }) => id === 'off-map')),
    ...known('restore').filter(({ whyNot }) => !whyNot.some(({ id }) => id === 'fight-running')),
  ];
  return actions.length > 0 ? [groupOf('manual', actions)] : [];
}

/** Items that cannot be equipped are always at hand. */
const isAtHand = (item: Item): boolean => !('equipped' in item) || item.equipped === true;

const byItem = <I extends Item, T>(items: readonly I[], of: (item: I) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(items.map((item) => [item.id, of(item)]));

const labelTerms = (terms: Breakdown['terms']): Figure['terms'] =>
  terms.map(({ id, value }) => ({ label: labelOfTerm(id), value }));

/** Returns a figure, with its terms if any. */
export const figureOf = (id: string, of: Breakdown | number, label = labelOfFigure(id)): Figure =>
  typeof of === 'number'
    ? { id, label, value: of, terms: [] }
    : { id, label, value: of.value, terms: labelTerms(of.terms) };

export const figuresOf = <Id extends string>(
  ids: readonly Id[],
  figures: Readonly<Record<Id, Breakdown>>,
): readonly Figure[] => ids.map((id) => figureOf(id, figures[id]));

/** Returns the figures of a weapon for its holder. */
export const weaponFigures = ({ id, name }: Item, attack: Breakdown, damage: Breakdown): readonly Figure[] => [
  { ...figureOf(`attack-${id}`, attack, message('Stat.attackOf', { weapon: name })), of: id },
  { ...figureOf(`damage-${id}`, damage, message('Stat.damageOf', { weapon: name })), of: id },
];

export const itemFact = (
  id: string,
  facts?: Message['facts'],
  { tone = 'neutral', of }: { readonly tone?: Tone; readonly of?: Breakdown } = {},
): ItemFact => ({ id, label: message(`Fact.${id}`, facts), tone, terms: of ? labelTerms(of.terms) : [] });
