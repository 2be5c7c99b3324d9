import type { Command } from '../../../encounter/command';
import type { ActionButton, ActionGroup, Badge, FighterRow, Figure, TrackCell } from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { badgesOf, markBadge } from '../../../rulebook/badges';
import { encounterAlone, groupOf, type MakeButton } from '../../../rulebook/buttons';
import { aQuarter, type GaugeLook, gaugeOf } from '../../../rulebook/gauges';
import { broughtBy, labelOfCondition, labelOfGroup, message } from '../../../rulebook/labels';
import { figuresOf, type SheetScene, weaponFigures } from '../../../rulebook/sheet';
import type { ViewRules } from '../../../rulebook/views';
import type { Action } from '../act';
import { ACTIONS, type ActionId } from '../actions';
import { IDLE, isOpen } from '../clock';
import { COMMANDS, withSwapWhereNeeded } from '../commands';
import { CONDITIONS, heeded, is, isConditionId, isHelpless, suppressedOf } from '../conditions';
import { has } from '../cost';
import { fieldsOf, restFields, startFields } from '../fields';
import { factsOf } from '../gear/item-facts';
import type { EnergyItem } from '../items';
import { saidIn } from '../options';
import { RESTS } from '../recovery/rest';
import { type EnergyEncounter, type EnergyFighter, FIGURES, statsOf, UNARMED } from '../stats';
import type { PoolId } from '../words';
import { cardView } from './card';
import { noteOf } from './labels';
import { ODDS } from './odds';

const GAUGES: Readonly<Record<PoolId, GaugeLook>> = {
  energy: { shape: 'pips' },
  agility: { shape: 'pips' },
  stamina: { shape: 'number', low: (value) => value <= 1 },
  aura: { shape: 'bar', low: aQuarter },
  surges: { shape: 'number' },
};
const ROW_GAUGES: readonly PoolId[] = ['energy', 'agility', 'stamina', 'aura'];

const gauges = (fighter: EnergyFighter, pools: readonly PoolId[]) =>
  pools.map((pool) => gaugeOf(GAUGES, fighter, pool));

/** E-32, E-152: buttons of the Immediate Interrupts, and the action of each. */
const INTERRUPTS: readonly { readonly action: ActionId; readonly name: string; readonly swift: boolean }[] = [
  { action: 'agile-move', name: 'agile-move', swift: false },
  { action: 'melee-attack', name: 'swift-attack', swift: true },
  { action: 'unarmed-attack', name: 'swift-unarmed', swift: true },
  { action: 'trip', name: 'swift-trip', swift: true },
  { action: 'disarm', name: 'swift-disarm', swift: true },
  { action: 'restrain', name: 'swift-restrain', swift: true },
  { action: 'push', name: 'swift-push', swift: true },
  { action: 'ranged-attack', name: 'swift-shot', swift: true },
];

/** Under which name a command's button goes: what is done swiftly or by Agility has its own. */
function nameOf(command: Command): string {
  const { do: id } = command;
  const { agility, anyway, swift } = saidIn(command);
  if (id === 'shift' && agility) return 'shift-agility';
  if (id === 'end' && anyway) return 'end-anyway';
  if (!swift) return id;
  return INTERRUPTS.find(({ action, swift }) => swift && action === id)?.name ?? id;
}

const isOut = (fighter: EnergyFighter): boolean => is(fighter, 'dead') || is(fighter, 'unconscious');

/** The least any action takes: one Energy, or two Agility for a Shift. */
const isReady = (encounter: EnergyEncounter, fighter: EnergyFighter): boolean =>
  isOpen(encounter) && !isOut(fighter) && (has(fighter, 'energy') >= 1 || has(fighter, 'agility') >= 2);

/** E-13: everybody has spent what they had, or waits for the others. */
function nobodyGoesOn(encounter: EnergyEncounter): boolean {
  const fighters = Object.values(encounter.fighters);
  const isDone = (fighter: EnergyFighter): boolean => !isReady(encounter, fighter) || fighter.book.waiting === true;
  return isOpen(encounter) && fighters.length > 0 && fighters.every(isDone);
}

/** The Rounds around now, and on this one whoever could still do something, before those who cannot. */
function trackOf(encounter: EnergyEncounter): TrackCell[] {
  const { round } = encounter.clock;
  const all = Object.values(encounter.fighters);
  const ready = all.filter((fighter) => isReady(encounter, fighter));
  const spent = all.filter((fighter) => !ready.includes(fighter) && !is(fighter, 'dead')).map(({ id }) => id);
  const cell = (n: number, state: TrackCell['state'], fighters: readonly EnergyFighter[]): TrackCell => ({
    id: `round-${n}`,
    label: message('Track.round', { round: n }),
    state,
    fighters: fighters.map(({ id }) => id),
  });
  const past = round > 1 ? [cell(round - 1, 'past', [])] : [];
  return [...past, { ...cell(round, 'now', ready), spent }, cell(round + 1, 'ahead', [])];
}

/** E-13, E-216: who waits, and who bleeds to death unless somebody helps. */
function lightOf(fighter: EnergyFighter): Pick<FighterRow, 'light'> {
  if (is(fighter, 'bleeding-out') && !is(fighter, 'dead')) return { light: 'danger' };
  return fighter.book.waiting === true ? { light: 'waiting' } : {};
}

/** The daughters of a condition, each named. */
const brings = (id: string) =>
  isConditionId(id)
    ? CONDITIONS[id].implies.map((daughter) => message('Note.brings', { daughter: labelOfCondition(daughter) }))
    : [];

function badges(fighter: EnergyFighter): Badge[] {
  const suppressed = suppressedOf(fighter).filter((id) => fighter.conditions.some((had) => had.id === id));
  return [
    ...badgesOf(CONDITIONS, heeded(fighter), {
      note: ({ id, roots, parents }) => [...roots.map(noteOf), ...parents.map(broughtBy), ...brings(id)],
    }),
    ...suppressed.filter(isConditionId).map(
      // E-237: it is still there, and nobody minds it for now.
      (id): Badge => ({
        ...markBadge('suppressed', 'neutral'),
        ...{ id, icon: `conditions/${CONDITIONS[id].icon}` },
        label: message('Mark.suppressed.label', { condition: labelOfCondition(id) }),
      }),
    ),
    ...(fighter.book.posture === 'kneeling' ? [markBadge('kneeling', 'neutral')] : []),
    ...(fighter.book.waiting === true ? [markBadge('waiting', 'neutral')] : []),
    ...(isHelpless(fighter) ? [markBadge('helpless', 'harm')] : []),
    ...(fighter.book.struckBy !== undefined && !isOut(fighter) ? [markBadge('struck', 'neutral')] : []),
  ];
}

/** The game master's clock. Where somebody is still in danger the end says so, and is offered all the same (E-A42). */
function controlsOf(encounter: EnergyEncounter, button: MakeButton): ActionButton[] {
  const rests = isOpen(encounter) ? [] : Object.keys(RESTS);
  const controls = [...Object.keys(COMMANDS.clock), ...rests].map((id) => button({ do: id, by: GM }));
  const warned = controls.some((control) => control.whyNot.some(({ id }) => id === 'still-in-danger'));
  return warned ? [...controls, button({ do: 'end', by: GM, options: { anyway: true } })] : controls;
}

/** The Energy it takes by the rule, whoever pays a point of it with Stamina. */
const energyOf = ({ command, cost }: ActionButton): number =>
  (cost.find(({ pool }) => pool === 'energy')?.amount ?? 0) + (saidIn(command).swap ? 1 : 0);

/** What the game master prices stands behind everything that has a cost. */
const PRICED = Number.POSITIVE_INFINITY;

function groupsOf({ encounter, fighter, viewer, button }: SheetScene<EnergyEncounter>): ActionGroup[] {
  const by = fighter.id;
  const byCost = new Map<number, ActionButton[]>();
  for (const [id, { ofItem, priced }] of Object.entries<Action>(ACTIONS)) {
    if (id === 'agile-move' || ofItem) continue;
    const ways: Command[] = [{ do: id, by }];
    if (id === 'shift') ways.push({ do: id, by, options: { agility: true } });
    for (const command of ways) {
      const action = button(command);
      const cost = priced ? PRICED : energyOf(action);
      byCost.set(cost, [...(byCost.get(cost) ?? []), action]);
    }
  }
  const priced = [...byCost].sort(([a], [b]) => a - b).map(([cost, actions]) => costGroup(cost, actions));
  const interrupts = INTERRUPTS.map(({ action, swift }) =>
    button({ do: action, by, ...(swift && { options: { swift } }) }),
  );
  const rests = Object.keys(RESTS).map((id) => button({ do: id, by }));
  const isFought = encounter !== null && isOpen(encounter);
  return [
    ...(isFought ? [] : [{ id: 'rest', label: labelOfGroup('rest'), actions: rests }]),
    ...priced,
    groupOf('interrupt', interrupts),
    ...(isFought && viewer.gm ? ignorable(fighter, button) : []),
  ];
}

function costGroup(cost: number, actions: readonly ActionButton[]): ActionGroup {
  if (cost === PRICED) return groupOf('priced', actions);
  if (cost === 0) return groupOf('free', actions);
  return groupOf(`energy-${cost}`, actions, message('Group.energy', { energy: cost }));
}

/** E-237: for the game master, what somebody suffers and could ignore, or heed again. */
function ignorable(fighter: EnergyFighter, button: MakeButton): ActionGroup[] {
  const suffered = [...new Set(fighter.conditions.map(({ id }) => id))]
    .filter(isConditionId)
    .filter((id) => CONDITIONS[id].tone === 'harm');
  if (suffered.length === 0) return [];
  const ignored = suppressedOf(fighter);
  const actions = suffered.map((condition) => {
    const suppress = !ignored.includes(condition);
    const name = suppress ? 'ignore' : 'heed';
    return button(
      { do: 'condition', by: GM, at: fighter.id, options: { condition, suppress } },
      {
        id: `${name}-${condition}`,
        label: message(`Action.${name}.label`, { condition: labelOfCondition(condition) }),
        hint: message(`Action.${name}.hint`),
        icon: `conditions/${CONDITIONS[condition].icon}`,
      },
    );
  });
  return [{ id: 'ignore', label: labelOfGroup('ignore'), actions }];
}

/** What may be done with an item, as it is held. */
function actionsWith(item: EnergyItem): ActionId[] {
  if (item.type === 'energyArmor') return [];
  const handling: ActionId = item.dropped ? 'pick-up-item' : item.equipped ? 'stow-item' : 'equip-item';
  if (item.type === 'energyGear' && item.usesMax > 0) return ['use-item', handling];
  if (item.type !== 'energyWeapon') return [handling];
  return [
    ...(item.ranged ? [] : (['melee-attack', 'single-strike', 'trip', 'disarm'] as const)),
    'ranged-attack',
    ...(item.loadCost > 0 ? (['load'] as const) : []),
    handling,
  ];
}

function figures(fighter: EnergyFighter): Figure[] {
  const stats = statsOf(fighter);
  const strikes = fighter.items.flatMap((item) => {
    const strike = item.id === UNARMED ? undefined : stats.strikes[item.id];
    return strike ? weaponFigures(item, strike.figures.attack, strike.figures.damage) : [];
  });
  return [...strikes, ...figuresOf(FIGURES, stats.figures)];
}

export const VIEWS: ViewRules<EnergyEncounter> = {
  buttons: {
    alone: (fighter) => encounterAlone('energy', IDLE, fighter),
    commands: COMMANDS,
    fieldsOf(encounter, command, viewer) {
      const action = COMMANDS.actionOf(command.do);
      const fighter = encounter.fighters[command.by];
      if (action && fighter) return fieldsOf(action, fighter, command, viewer);
      return command.do === 'start' ? startFields(encounter) : restFields(command, viewer);
    },
    odds: ODDS,
    nameOf: (_, command) => nameOf(command),
    look: (_, command) => (nameOf(command) === 'swift-attack' ? { icon: 'actions/swift-attack' } : {}),
    ways: ['metres'],
    affordable: withSwapWhereNeeded,
  },
  tracker: {
    isStarted: ({ clock }) => clock.phase !== 'idle',
    headline: ({ clock: { round } }) => message('Clock.round', { round }),
    track: trackOf,
    fighters: ({ fighters }) => Object.values(fighters),
    row: (encounter, fighter) => ({
      gauges: gauges(fighter, ROW_GAUGES),
      ready: isReady(encounter, fighter),
      out: isOut(fighter),
      ...lightOf(fighter),
    }),
    badges: (_, fighter) => badges(fighter),
    actions: (encounter, fighter, button) =>
      isReady(encounter, fighter) ? [button({ do: 'wait', by: fighter.id })] : [],
    controls: controlsOf,
    more: (encounter) => (nobodyGoesOn(encounter) ? { hint: message('Clock.all-wait') } : {}),
  },
  sheet: {
    gauges: (_, fighter) => gauges(fighter, [...ROW_GAUGES, 'surges']),
    figures: (_, fighter) => figures(fighter),
    badges: (_, fighter) => badges(fighter),
    groups: groupsOf,
    itemActions: (item, { fighter, button }) =>
      actionsWith(item).map((id) => button({ do: id, by: fighter.id, with: item.id })),
    itemFacts: (item, fighter) => factsOf(fighter, item),
  },
  card: cardView,
};
