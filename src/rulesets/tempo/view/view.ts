import type { Condition } from '../../../encounter/condition';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  Gauge,
  ItemFact,
  Message,
  Opportunity,
  TrackerView,
  Viewer,
} from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { adjustTotal, type Breakdown } from '../../../toolkit/combat/breakdown';
import {
  formatSigned,
  labelOfCondition,
  labelOfFigure,
  labelOfGroup,
  labelOfPool,
  message,
} from '../../../toolkit/define/labels';
import { badgesOf, stateBadge } from '../../../toolkit/views/badges';
import type { MakeButton } from '../../../toolkit/views/buttons';
import { type GaugeAppearance, gaugeOf, isQuarterOrLess } from '../../../toolkit/views/gauges';
import { figuresOf, itemFact, type SheetContext } from '../../../toolkit/views/sheet';
import type { ViewRules } from '../../../toolkit/views/views';
import type { Action } from '../action';
import { dropMessages, isAnyDue, isEveryonePlanned, unplannedMessage } from '../clock';
import { alterationOf, CONDITIONS, figureOf, isAble, isOut } from '../conditions';
import { itemsToPutAway, useOf } from '../gear';
import { availableMana } from '../magic/spell';
import { commandFor, isAttackAction, PLAIN_IDS } from '../plan/choice';
import { EXERTS } from '../plan/exert';
import { dueEntries, entriesOf, isPlanned, unspentEntries } from '../plan/plan';
import {
  ALTERABLE_FIGURES,
  ATTRIBUTES,
  DURATIONS,
  type InventoryUse,
  isHeld,
  isHoldable,
  isWeapon,
  type ManaPoolId,
  type PoolId,
  type TempoItem,
  TIERS,
} from '../schema';
import { isOpen, isUnderWay, type TempoEncounter, type TempoFighter } from '../state';
import { armorFigures } from '../stats';
import { SIDE_ACTIONS } from '../turn/side-actions';
import { canKeepWalking, normalMoveLeft } from '../turn/turn';
import { BUTTONS, choiceButtons, controlsOf } from './buttons';
import { CARD, choiceLabel, namesById, plainMessage, untilLabel } from './card';
import { ANSWERS } from './odds';
import { canSeePlan, cardsOf, nextNumber, rowOrder, trackOf } from './tracker';
import { WHEN } from './when';

const GAUGES: Readonly<Partial<Record<PoolId, GaugeAppearance>>> = {
  hp: { shape: 'bar', low: isQuarterOrLess },
  exertion: { shape: 'pips', low: (value, max) => value >= max },
};
const gauge = (fighter: TempoFighter, pool: PoolId): Gauge => gaugeOf(GAUGES, fighter, pool);

/** A gauge without a pool. */
const number = (id: string, value: number, max: number): Gauge => ({
  id,
  shape: 'number',
  label: labelOfPool(id),
  value,
  max,
  low: false,
  pool: id,
});

const slotGauge = (encounter: TempoEncounter, fighter: TempoFighter): Gauge => ({
  ...number(
    'actions',
    unspentEntries(encounter, fighter).filter(({ state }) => state !== 'lost').length,
    fighter.stats.actionsPerRound,
  ),
  shape: 'pips',
  isPublic: true,
});

/** For example `scene2`: duration and tier. */
const committedLabel = (pool: ManaPoolId): Message =>
  message(`Committed.${pool.slice(0, -1)}`, { tier: Number(pool.slice(-1)) });

const MANA_POOLS: readonly ManaPoolId[] = TIERS.flatMap((tier) =>
  DURATIONS.map((duration): ManaPoolId => `${duration}${tier}`),
);

function sheetGauges(encounter: TempoEncounter | null, fighter: TempoFighter): Gauge[] {
  const { stats } = fighter;
  const tiers = TIERS.filter((tier) => stats[`mana${tier}`] > 0);
  const tied = MANA_POOLS.filter(
    (pool) => tiers.some((tier) => pool.endsWith(String(tier))) && fighter.pools[pool].value > 0,
  );
  return [
    ...[gauge(fighter, 'hp'), ...(encounter ? [slotGauge(encounter, fighter)] : [])],
    // The rules set no limit to Momentum, so the stored maximum is hidden.
    ...[gauge(fighter, 'exertion'), { ...gauge(fighter, 'momentum'), max: 0 }],
    ...(encounter?.clock.turn === fighter.id
      ? [number('spaces', normalMoveLeft(fighter), figureOf(fighter, 'speed'))]
      : []),
    ...tiers.map((tier) => number(`mana${tier}`, availableMana(fighter, tier), stats[`mana${tier}`])),
    ...tied.map((pool) => ({ ...gauge(fighter, pool), label: committedLabel(pool) })),
  ];
}

/** Returns the changed figure of a custom condition (T-A56). */
const alterationLabels = ({ data }: Condition): Message[] =>
  typeof data?.figure === 'string'
    ? [message('Note.alters', { amount: formatSigned(Number(data.amount ?? 0)), figure: labelOfFigure(data.figure) })]
    : [];

/** Shows that a plan exists, but not what it is. */
function badges(encounter: TempoEncounter | null, fighter: TempoFighter): Badge[] {
  const isSet =
    encounter?.clock.phase === 'planning' && fighter.stats.actionsPerRound > 0 && isPlanned(encounter, fighter);
  const conditions = badgesOf(CONDITIONS, fighter.conditions, {
    note: ({ roots }) => roots.flatMap((root) => [...alterationLabels(root), untilLabel(root)]),
    label: ({ id, roots: [root] }) =>
      root?.data?.name === undefined ? labelOfCondition(id) : plainMessage(String(root.data.name)),
  });
  return isSet ? [...conditions, stateBadge('planned', 'boon')] : conditions;
}

function headline({ clock: { round, phase, tempo, turn }, fighters }: TempoEncounter): Message {
  if (phase === 'planning' || phase === 'scene-end') return message(`Clock.${phase}`, { round });
  const name = turn === null ? undefined : fighters[turn]?.name;
  return name === undefined
    ? message(`Clock.${phase}`, { round, tempo })
    : message('Clock.turn', { round, tempo, name });
}

function hintOf(encounter: TempoEncounter, { gm }: Viewer): Pick<TrackerView, 'hint'> {
  const { clock, fighters } = encounter;
  if (!gm) return {};
  if (clock.phase === 'planning') return isEveryonePlanned(encounter) ? { hint: message('Clock.all-planned') } : {};
  const acting = clock.turn === null ? undefined : fighters[clock.turn];
  if (acting)
    return clock.acted && canKeepWalking(acting) ? { hint: message('Clock.move-left', { name: acting.name }) } : {};
  if (!isOpen(clock)) return {};
  if (!isAnyDue(encounter)) return { hint: unplannedMessage(encounter) };
  const [hint] = dropMessages(encounter);
  return hint ? { hint } : {};
}

/** T-05: tells a player that an action is due: to act, to move first, or to pass. */
function opportunitiesOf(encounter: TempoEncounter, viewer: Viewer, button: MakeButton): readonly Opportunity[] {
  const { clock, fighters } = encounter;
  if (viewer.gm || clock.turn !== null) return [];
  return viewer.owns.flatMap((by): Opportunity[] => {
    const fighter = fighters[by];
    if (!fighter || !isAble(fighter)) return [];
    return dueEntries(encounter, fighter).map(({ key, choice }) => {
      const { action, item } = choice;
      const label = choiceLabel(choice, namesById(fighter));
      return {
        id: `r${clock.round}/t${clock.tempo}/${by}/${key}`,
        of: by,
        label: message('Call.due', { name: fighter.name, action: label, tempo: clock.tempo }),
        actions: [
          button({ do: action, by, ...(item && { with: item }) }, { id: 'act', label }),
          button(commandFor(by, 'turn', choice), { label: message('Call.turn') }),
          button({ do: 'pass', by, options: { slot: key } }),
        ],
      };
    });
  });
}

function isReady(encounter: TempoEncounter, fighter: TempoFighter): boolean {
  const { clock } = encounter;
  if (isOut(fighter)) return false;
  if (clock.phase === 'planning') return !isPlanned(encounter, fighter);
  return clock.turn === fighter.id || (clock.turn === null && dueEntries(encounter, fighter).length > 0);
}

/** A pending action is part of a hidden plan. */
const mayKnowReady = (encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): boolean =>
  encounter.clock.phase === 'planning' || canSeePlan(encounter, fighter, viewer) || encounter.clock.turn === fighter.id;

function rowActions(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  button: MakeButton,
  { gm }: Viewer,
): ActionButton[] {
  const { clock } = encounter;
  const by = fighter.id;
  if (clock.turn === by) return [button({ do: 'end-turn', by })];
  if (clock.phase === 'planning') {
    const again = button({ do: 'plan-again', by });
    const alike = gm && !fighter.player ? [button({ do: 'npcs-alike', by: GM, at: by })] : [];
    return [again, ...alike].filter(({ whyNot }) => whyNot.length === 0);
  }
  if (isOut(fighter)) return [];
  return dueEntries(encounter, fighter).flatMap(({ key, choice }) => {
    const { action, item } = choice;
    const label = message('Button.turn', { action: choiceLabel(choice, namesById(fighter)) });
    return [
      button({ do: action, by, ...(item && { with: item }) }, { id: 'act', label }),
      button(commandFor(by, 'turn', choice), { label: message('Call.turn') }),
      button({ do: 'pass', by, options: { slot: key } }),
    ];
  });
}

/** Includes changes by conditions. */
const figuresNow = (fighter: TempoFighter): TempoFighter['stats']['figures'] => {
  const figures: TempoFighter['stats']['figures'] = {
    ...fighter.stats.figures,
    ...armorFigures(fighter.stats, fighter.items),
  };
  const passing = ALTERABLE_FIGURES.flatMap((id): [string, Breakdown][] => {
    const usual = figures[id];
    return usual ? [[id, adjustTotal(usual, Math.max(0, usual.value + alterationOf(fighter, id)), 'passing')]] : [];
  });
  return { ...figures, ...Object.fromEntries(passing) };
};

function groupsOf(scene: SheetContext<TempoEncounter>): ActionGroup[] {
  const { fighter, viewer, button } = scene;
  const by = fighter.id;
  const choice = (id: string) => choiceButtons(scene, { do: id, by });
  const choices = (type: TempoItem['type'], id: string) =>
    fighter.items
      .filter((item) => item.type === type)
      .flatMap((item) => choiceButtons(scene, { do: id, by, with: item.id }));
  const buttons = (...ids: string[]) => ids.map((id) => button({ do: id, by }));
  const groups: readonly (readonly [id: string, actions: readonly ActionButton[]])[] = [
    ['plan', planButtons(scene)],
    ['actions', PLAIN_IDS.flatMap(choice)],
    ['own', [...choices('tempoSpell', 'magic'), ...choices('tempoAbility', 'ability')]],
    ['turn', buttons(...SIDE_IDS.turn)],
    ['exert', buttons(...Object.keys(EXERTS))],
    ['reactions', reactionButtons(scene)],
    ['skills', skillButtons(scene)],
    ['recovery', buttons(...SIDE_IDS.recovery)],
    ['ruled', viewer.gm ? [button({ do: 'force-exertion', by: GM, at: by })] : []],
  ];
  return groups.flatMap(([id, actions]) => (actions.length > 0 ? [{ id, label: labelOfGroup(id), actions }] : []));
}

function planButtons({ encounter, fighter, viewer, button }: SheetContext<TempoEncounter>): ActionButton[] {
  if (!encounter || !canSeePlan(encounter, fighter, viewer)) return [];
  if (!isUnderWay(encounter.clock)) return [];
  return entriesOf(encounter, fighter).flatMap(({ key, kind, state, choice, tempo }) => {
    if (state !== 'planned' || kind !== 'slot' || !choice || tempo === null) return [];
    const label = message('Button.slot', { slot: key, action: choiceLabel(choice, namesById(fighter)), tempo });
    const command = commandFor(fighter.id, 'plan', choice, { slot: Number(key), off: true });
    return [button(command, { id: `slot-${key}`, label, hint: message('Button.take-back') })];
  });
}

/** Only for triggers that the rules cannot detect; other Reactions are offered. */
const reactionButtons = ({ fighter, button }: SheetContext<TempoEncounter>): ActionButton[] =>
  fighter.items.flatMap((item) => {
    if (item.type !== 'tempoReaction') return [];
    const label = message('Button.at', { action: plainMessage(item.name), tempo: item.tempo });
    return [button({ do: 'react', by: fighter.id, with: item.id }, { id: `react-${item.id}`, label })];
  });

const skillButtons = (scene: SheetContext<TempoEncounter>): ActionButton[] =>
  ATTRIBUTES.map((attribute) => skillButton(attribute, scene));

function skillButton(attribute: string, { fighter, button }: SheetContext<TempoEncounter>): ActionButton {
  const label = message('Button.skill', { attribute: labelOfFigure(attribute) });
  const id = `skill-${attribute}`;
  return button({ do: 'skill-roll', by: fighter.id, options: { attribute } }, { id, label, icon: `actions/${id}` });
}

const idsOfGroup = (group: Action['group']): string[] =>
  Object.entries(SIDE_ACTIONS).flatMap(([id, row]) => (row.group === group ? [id] : []));
const SIDE_IDS = { turn: idsOfGroup('turn'), recovery: idsOfGroup('recovery') };

const exertsFor = ({ id }: TempoItem, fighter: TempoFighter): string[] =>
  Object.entries<Action>(EXERTS).flatMap(([exert, { itemsFor }]) =>
    itemsFor?.(fighter).some((item) => item.id === id) ? [exert] : [],
  );

function itemButtons(item: TempoItem, scene: SheetContext<TempoEncounter>): ActionButton[] {
  const { fighter, button } = scene;
  const by = fighter.id;
  if (item.type === 'tempoSpell' || item.type === 'tempoAbility') {
    const action = item.type === 'tempoSpell' ? 'magic' : 'ability';
    const exerts = scene.encounter && isOpen(scene.encounter.clock) && fighter.player ? exertsFor(item, fighter) : [];
    const choice = { action, item: item.id };
    return [
      ...choiceButtons(scene, { do: action, by, with: item.id }),
      ...(item.type === 'tempoSpell' && item.active > 0 ? [button({ do: 'end-spell', by, with: item.id })] : []),
      ...exerts.map((id) => button(commandFor(by, id, choice))),
    ];
  }
  const attacks = isWeapon(item)
    ? PLAIN_IDS.filter(isAttackAction).map((id) => button({ do: id, by, with: item.id }))
    : [];
  const use = useOf(item);
  return use ? [useButton(item, use, scene), ...attacks] : attacks;
}

function useButton(
  item: TempoItem,
  use: InventoryUse,
  { fighter, button }: SheetContext<TempoEncounter>,
): ActionButton {
  const away = use === 'draw' ? itemsToPutAway(fighter, item) : [];
  const options = { use, ...(away.length > 0 && { away }) };
  const label = message(`Use.${use}`);
  return button({ do: 'inventory', by: fighter.id, with: item.id, options }, { id: use, label });
}

/** T-51: within a Round items are drawn and put away by Inventory alone. */
function handAction(item: TempoItem, scene: SheetContext<TempoEncounter>): ActionButton | null {
  const { encounter } = scene;
  return encounter && isUnderWay(encounter.clock) && isHoldable(item)
    ? useButton(item, isHeld(item) ? 'stow' : 'draw', scene)
    : null;
}

function factsOf(item: TempoItem): readonly ItemFact[] {
  if (!('dice' in item)) return [];
  const { dice: damage, range } = item;
  if (damage === '') return item.type === 'tempoSpell' ? [itemFact('range', { range })] : [];
  return [itemFact('damage', { damage }), itemFact('range', { range })];
}

/** In the order of the sheet. */
const FIGURES = [
  ...['str', 'for', 'dex', 'awr', 'int', 'ins'],
  ...['defence', 'deflection', 'sturdy', 'speed', 'seek', 'size', 'maxExertion', 'actionsPerRound', 'reactionsPerTurn'],
] as const;

export const VIEWS: ViewRules<TempoEncounter> = {
  badges: (encounter) => (fighter) => badges(encounter, fighter),
  buttons: BUTTONS,
  tracker: {
    isStarted: ({ clock }) => clock.phase !== 'idle',
    headline,
    track: trackOf,
    fighters: rowOrder,
    row: (encounter, viewer) => (fighter) => ({
      // T-96: NPCs do not Exert.
      gauges: [
        ...[gauge(fighter, 'hp'), slotGauge(encounter, fighter)],
        ...(fighter.player ? [gauge(fighter, 'exertion')] : []),
      ],
      cards: isOut(fighter) ? [] : cardsOf(encounter, fighter, viewer),
      ready: isReady(encounter, fighter) && mayKnowReady(encounter, fighter, viewer),
      out: isOut(fighter),
      ...nextNumber(encounter, fighter, viewer),
    }),
    actions: (encounter, button, viewer) => (fighter) => rowActions(encounter, fighter, button, viewer),
    controls: controlsOf,
    extras: (encounter, viewer, button) => ({
      opportunities: opportunitiesOf(encounter, viewer, button),
      ...hintOf(encounter, viewer),
    }),
  },
  sheet: {
    gauges: sheetGauges,
    figures: (_, fighter) => figuresOf(FIGURES, figuresNow(fighter)),
    kinds: { ability: ATTRIBUTES, defense: ['defence', 'deflection', 'sturdy', 'speed', 'seek'] },
    rollOf: (id, scene) => (ATTRIBUTES.some((attribute) => attribute === id) ? skillButton(id, scene) : null),
    mainGauges: ['actions', 'exertion', 'momentum', 'spaces'],
    groups: groupsOf,
    mainItems: ['tempoSpell', 'tempoAbility'],
    isHandling: ({ id }) => id === 'draw' || id === 'stow',
    itemFacts: factsOf,
    itemActions: itemButtons,
    handAction,
  },
  when: WHEN,
  answers: ANSWERS,
  card: CARD,
};
