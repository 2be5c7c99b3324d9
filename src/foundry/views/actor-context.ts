import { ASKING } from '../../encounter/automation';
import type { Command } from '../../encounter/command';
import type { Fighter } from '../../encounter/state';
import type { ActionButton, Figure, SheetView, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { isCard } from '../host/exchange-document';
import { shiftOf } from '../host/maxima';
import { viewerOf } from '../host/reader';
import { fighterOfActor } from '../host/store';
import { isOfType } from '../platform/documents';
import { branchOf, text } from '../platform/text';
import { orderOf, roundOf, whyNotSend } from '../referee';
import { modelOf } from '../stored/model';
import { allBadges } from './badges';
import { bodyContext } from './faceoff';
import {
  facesOf,
  facesOfGuests,
  fightOfActor,
  fightOutside,
  type LoadedEncounter,
  type LoadedFighter,
  targetNamesIn,
  trackerView,
} from './fight';
import { Parts } from './parts';

/** Returns the sheet's context of an actor, with the state of its fight if it is in one; null without a fighter. */
export function actorContext(actor: Actor.Implementation, adapter: Adapter) {
  const fight = fightOfActor(actor) ?? fightOutside(actor);
  const isIn = fight !== null && !isCard(fight.host);
  const encounter = fight?.encounter ?? null;
  const fighter = fight ? fight.fighter : fighterOfActor(adapter, actor);
  if (!fighter) return null;
  const viewer = fight?.viewer ?? viewerOf(null);
  const view = adapter.ruleset.views.sheet(encounter, fighter, viewer);
  const plain = new Parts(adapter.ruleset.id).withGauges(view.gauges);
  const parts = fight ? plain.withNames(targetNamesIn(fight.host)) : plain;
  const faces = isIn ? facesOf(fight.host) : facesOfGuests(viewer.targets);
  const unsent = fight && actor.isOwner ? whyNotSend(fight.host, fight.id) : null;
  const gauges = gaugesOf(view, parts, adapter, actor, viewer, isIn);
  const figures = view.figures.map((figure) => parts.figure(figure, effectBonus(figure, actor, fighter), unsent));
  const kinds = kindsOf(view, parts, adapter, actor, unsent);
  const row = isIn ? trackerView(fight).rows.find(({ id }) => id === fight.id) : undefined;
  const face = isIn ? faces.get(fight.id) : undefined;
  const isMain = (id: string, pool: string): boolean =>
    view.mainGauges?.includes(id) ?? lookup(adapter.pools, pool)?.document === 'combat';
  return {
    combat: fight?.host ?? null,
    fight,
    withoutOdds: commandsWithoutOdds(view),
    branch: branchOf(adapter.ruleset.id),
    ruleset: adapter.ruleset.id,
    gauges: gauges.filter(({ id, pool }) => !isMain(id, pool)),
    /** The gauges a turn consumes, with lane, cards and body. */
    heart: {
      gauges: gauges.filter(({ id, pool }) => isMain(id, pool)),
      lane: row?.lane ? parts.lane(row.lane, row.id) : null,
      cards: face
        ? (row?.cards ?? []).map((card) => parts.card(card, face, trackerView(fight as LoadedEncounter).track))
        : [],
      body: view.body ? bodyContext(parts, view.body) : null,
    },
    badges: allBadges(parts, view.badges, actor, adapter.ruleset.conditions).map((badge) => ({
      ...badge,
      removable: viewer.gm && !badge.implied && badge.id in adapter.ruleset.conditions,
    })),
    groups: view.groups.map((group) => parts.group(group, unsent)),
    orders: isIn && actor.isOwner ? ordersContext(fight, adapter, parts) : [],
    ...figuresByKind(figures),
    /** Some rulesets rename them. */
    abilitiesLabel: parts.localize({ key: 'App.Sheet.abilities' }),
    attacks: attacksOf(view, kinds),
    targets: viewer.targets.flatMap((id) => faces.get(id)?.name ?? []),
    kinds,
    handling: new Set(
      Object.values(view.handling ?? {}).flatMap((all) => all.map(({ command }) => JSON.stringify(command))),
    ),
    mainItems: view.mainItems ?? [],
    /** The buttons of the tracker's row: what is due now. */
    due: (row?.actions ?? []).map((action) => parts.action(action, unsent)),
    endTurn: isIn ? endTurnOf(fight, parts, unsent) : null,
    handActions: view.handActions ?? {},
    hasItems: kinds.some(({ items }) => items.length > 0),
    conditions: Object.keys(adapter.ruleset.conditions)
      .map((id) => ({ id, label: parts.localize({ key: `Condition.${id}.label` }) }))
      .sort((a, b) => a.label.localeCompare(b.label, game.i18n.lang)),
  };
}

type ShownFigure = ReturnType<Parts['figure']>;

function figuresByKind(figures: readonly ShownFigure[]) {
  const own = figures.filter(({ of }) => of === '');
  const ofKind = (kind: string) => own.filter((figure) => figure.kind === kind);
  return {
    abilities: ofKind('ability'),
    defenses: ofKind('defense'),
    skills: ofKind('skill'),
    numbers: ofKind('number'),
  };
}

/** Returns the button that ends the fighter's turn, also while that is impossible. */
function endTurnOf(
  { adapter: { ruleset }, encounter, id, viewer }: LoadedFighter,
  parts: Parts,
  unsent: Reason | null,
) {
  const { endTurn } = ruleset.timing;
  return endTurn ? parts.action(ruleset.views.action(encounter, { do: endTurn, by: id }, viewer), unsent) : null;
}

const attacksOf = ({ attacks }: SheetView, kinds: ReturnType<typeof kindsOf>) =>
  kinds.flatMap(({ items }) =>
    items.flatMap((item) => {
      const ids = (lookup(attacks, item.id ?? '') ?? []).map(({ id }) => id);
      const actions = item.actions.filter(({ id }) => ids.includes(id));
      return actions.length > 0 ? [{ ...item, actions }] : [];
    }),
  );

/** The bonus of effects on a pool's maximum, whose figure has an id such as `auraMax`. */
function effectBonus({ id, value }: Figure, actor: Actor.Implementation, { pools }: Fighter): number {
  const pool = id.replace(/Max$/, '');
  return pool !== id && lookup(pools, pool) ? shiftOf(actor, pool, value) : 0;
}

export type ActorContext = NonNullable<ReturnType<typeof actorContext>>;

function commandsWithoutOdds({ groups, itemActions }: SheetView): readonly Command[] {
  const needsOdds = ({ needs, odds, whyNot, command }: ActionButton): boolean =>
    needs === 'target' && command.at !== undefined && whyNot.length === 0 && !odds;
  const buttons = [...groups.flatMap(({ actions }) => actions), ...Object.values(itemActions).flat()];
  return buttons.filter(needsOdds).map(({ command }) => command);
}

/** A gauge on the actor is editable by its owner, one in the combat by the GM in a fight. */
function gaugesOf(
  { gauges }: SheetView,
  parts: Parts,
  { pools }: Adapter,
  actor: Actor.Implementation,
  viewer: Viewer,
  inFight: boolean,
) {
  return gauges.map((gauge) => {
    const home = lookup(pools, gauge.pool);
    const editable = home?.document === 'actor' ? actor.isOwner : home !== undefined && viewer.gm && inFight;
    return { ...parts.gauge(gauge), editable, lasts: home?.document === 'actor' };
  });
}

function kindsOf(
  { itemActions, itemFacts = {} }: SheetView,
  parts: Parts,
  adapter: Adapter,
  actor: Actor.Implementation,
  unsent: Reason | null,
) {
  return Object.keys(adapter.models.Item).map((type) => ({
    type,
    label: parts.localize({ key: `Kind.${type}` }),
    items: actor.items.contents
      .filter((item) => isOfType(item, type))
      .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
      .map((item) => ({
        id: item.id,
        name: item.name,
        img: item.img,
        ...equippedOf(item),
        facts: (lookup(itemFacts, item.id ?? '') ?? []).map((fact) => parts.fact(fact)),
        quantity: quantityOf(item),
        actions: (lookup(itemActions, item.id ?? '') ?? []).map((action) => parts.action(action, unsent)),
      })),
  }));
}

function quantityOf(item: Item.Implementation): string | null {
  const { quantity } = modelOf(item);
  return typeof quantity === 'number' && quantity !== 1 ? text('CADENCE.App.Gear.quantity', { quantity }) : null;
}

function equippedOf(item: Item.Implementation): { canEquip: boolean; equipped: boolean } {
  const { equipped } = modelOf(item);
  return { canEquip: typeof equipped === 'boolean', equipped: equipped === true };
}

/** The orders of a fighter: when it is asked at all, and those of its ruleset. */
function ordersContext({ host, id }: LoadedEncounter & { readonly id: string }, { ruleset }: Adapter, parts: Parts) {
  const rowOf = (order: string, label: string, choices: readonly { readonly id: string; readonly label: string }[]) => {
    const selected = orderOf(host, id, order) ?? '';
    return {
      id: order,
      label,
      choices: choices.map((choice) => ({
        choice: choice.id,
        label: choice.label,
        aria: text('CADENCE.App.Order.named', { name: label, choice: choice.label }),
        on: selected === choice.id,
      })),
    };
  };
  const { orders } = ruleset.automation;
  const round = roundOf(host, id);
  const ofRuleset = orders.map((order) =>
    rowOf(
      order.id,
      parts.localize(order.label),
      order.choices.map((choice) => ({ id: choice.id, label: parts.localize(choice.label) })),
    ),
  );
  if (round === null || orders.length === 0) return ofRuleset;
  const asking = rowOf(ASKING.id, text('CADENCE.App.Order.asking'), [
    { id: ASKING.always, label: text('CADENCE.App.Order.always') },
    { id: '', label: text('CADENCE.App.Order.matters') },
    { id: round, label: text('CADENCE.App.Ask.skipRound') },
    { id: ASKING.never, label: text('CADENCE.App.Order.never') },
  ]);
  return [asking, ...ofRuleset];
}
