import type { Command } from '../../../encounter/command';
import { activeConditions } from '../../../encounter/condition';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  FighterRow,
  Figure,
  Gauge,
  SheetView,
  TrackCell,
  TrackerView,
  Viewer,
  Words,
} from '../../../encounter/view';
import { GM, type Reason } from '../../../kernel/ask';
import type { Breakdown } from '../../../mechanics/breakdown';
import type { Action, Category } from './act';
import { ACTIONS, type ActionId } from './actions';
import { isOpen } from './clock';
import { CLOCK, priceOf, whyNot, withSwapWhereNeeded } from './commands';
import { CONDITIONS, type ConditionId, is, isHelpless } from './conditions';
import { has, pricesOf } from './cost';
import type { EnergyItem } from './items';
import { oddsOf } from './odds';
import { type EnergyEncounter, type EnergyFighter, FIGURES, UNARMED } from './stats';
import { isSwift } from './strikes';
import { conditionLabel, noteOf, words } from './wording';
import type { PoolId } from './words';

const SHAPES: Readonly<Record<PoolId, Gauge['shape']>> = {
  energy: 'pips',
  agility: 'pips',
  stamina: 'number',
  aura: 'bar',
  surges: 'number',
};
/** Seen at once: the last Stamina, and an Aura of a quarter or less. */
const LOW: Readonly<Partial<Record<PoolId, (value: number, max: number) => boolean>>> = {
  stamina: (value) => value <= 1,
  aura: (value, max) => value * 4 <= max,
};
const ROW_GAUGES: readonly PoolId[] = ['energy', 'agility', 'stamina', 'aura'];

/** What may be done when one likes stands by what it is; what may also cut in stands by itself. */
const GROUPS: readonly { readonly id: Category; readonly label: string }[] = [
  { id: 'attack', label: 'Group.attack' },
  { id: 'move', label: 'Group.move' },
  { id: 'other', label: 'Group.other' },
];

/** E-32, E-152: buttons of the Immediate Interrupts, and the verb of each. */
const INTERRUPTS: readonly { readonly verb: ActionId; readonly id: string; readonly swift: boolean }[] = [
  { verb: 'agile-move', id: 'agile-move', swift: false },
  { verb: 'melee-attack', id: 'swift-attack', swift: true },
  { verb: 'trip', id: 'swift-trip', swift: true },
  { verb: 'ranged-attack', id: 'swift-shot', swift: true },
];

export function trackerView(encounter: EnergyEncounter, viewer: Viewer): TrackerView {
  const { round, phase } = encounter.clock;
  const started = phase !== 'idle';
  return {
    clock: started ? words('Clock.round', { round }) : words('Clock.idle'),
    started,
    track: started ? trackOf(encounter, round) : [],
    rows: Object.values(encounter.fighters).map((fighter) => rowOf(encounter, fighter, viewer)),
    controls: viewer.gm ? controlsOf(encounter) : [],
  };
}

/** The Rounds around now, and on this one whoever could still do something. */
function trackOf(encounter: EnergyEncounter, round: number): TrackCell[] {
  const ready = Object.values(encounter.fighters).filter((fighter) => isReady(encounter, fighter));
  const cell = (n: number, state: TrackCell['state'], fighters: readonly EnergyFighter[]): TrackCell => ({
    id: `round-${n}`,
    label: words('Track.round', { round: n }),
    state,
    fighters: fighters.map(({ id }) => id),
  });
  const past = round > 1 ? [cell(round - 1, 'past', [])] : [];
  return [...past, cell(round, 'now', ready), cell(round + 1, 'ahead', [])];
}

const isOut = (fighter: EnergyFighter): boolean => is(fighter, 'dead') || is(fighter, 'unconscious');

/** The least any action takes: one Energy, or two Agility for a Shift. */
const isReady = (encounter: EnergyEncounter, fighter: EnergyFighter): boolean =>
  isOpen(encounter) && !isOut(fighter) && (has(fighter, 'energy') >= 1 || has(fighter, 'agility') >= 2);

function rowOf(encounter: EnergyEncounter, fighter: EnergyFighter, { gm, owns }: Viewer): FighterRow {
  const ready = isReady(encounter, fighter);
  const mayWait = ready && (gm || owns.includes(fighter.id));
  return {
    id: fighter.id,
    gauges: ROW_GAUGES.map((pool) => gaugeOf(fighter, pool)),
    badges: badgesOf(fighter),
    actions: mayWait ? [buttonOf(encounter, fighter, 'wait', { do: 'wait', by: fighter.id })] : [],
    ready,
    out: isOut(fighter),
  };
}

function gaugeOf(fighter: EnergyFighter, pool: PoolId): Gauge {
  const { value, max } = fighter.pools[pool]!;
  const low = LOW[pool]?.(value, max) ?? false;
  return { id: pool, shape: SHAPES[pool], label: words(`Pool.${pool}`), value, max, low, pool };
}

const fromParent = (parent: string): Words => words('Note.from', { parent: conditionLabel(parent) });

function badgesOf(fighter: EnergyFighter): Badge[] {
  const conditions = activeConditions(CONDITIONS, fighter.conditions).map(({ id, roots, parents }): Badge => {
    const { tone, icon } = CONDITIONS[id as ConditionId];
    return {
      id,
      label: conditionLabel(id),
      tone,
      icon: `conditions/${icon}`,
      note: [words(`Condition.${id}.hint`), ...roots.map(noteOf), ...parents.map(fromParent)],
      implied: roots.length === 0,
    };
  });
  const marks: [boolean, string, Badge['tone']][] = [
    [fighter.book.posture === 'kneeling', 'kneeling', 'neutral'],
    [fighter.book.waiting === true, 'waiting', 'neutral'],
    [isHelpless(fighter), 'helpless', 'harm'],
  ];
  return [
    ...conditions,
    ...marks.flatMap(([there, id, tone]): Badge[] =>
      there
        ? [
            {
              id,
              label: words(`Mark.${id}.label`),
              tone,
              icon: `conditions/${id}`,
              note: [words(`Mark.${id}.hint`)],
              implied: false,
            },
          ]
        : [],
    ),
  ];
}

/** The game master's clock. Where somebody is still in danger the end says so, and is offered all the same (E-A42). */
function controlsOf(encounter: EnergyEncounter): ActionButton[] {
  const control = (id: string, command: Command): ActionButton => ({
    id,
    label: words(`Action.${id}.label`),
    hint: words(`Action.${id}.hint`),
    icon: `actions/${command.do}`,
    command,
    cost: [],
    whyNot: whyNot(encounter, command),
    needs: 'nothing',
  });
  const controls = Object.keys(CLOCK).map((id) => control(id, { do: id, by: GM }));
  const warned = controls.some((button) => button.whyNot.some(({ id }) => id === 'still-in-danger'));
  return warned ? [...controls, control('end-anyway', { do: 'end', by: GM, options: { anyway: true } })] : controls;
}

/** @param encounter null where the fighter is in none */
export function sheetView(encounter: EnergyEncounter | null, fighter: EnergyFighter, viewer: Viewer): SheetView {
  const at = viewer.targets.find((id) => id !== fighter.id && encounter?.fighters[id] !== undefined);
  const button = (id: string, command: Command, shown: { label?: string; item?: string } = {}): ActionButton => {
    const aimed = buttonOf(encounter, fighter, id, at === undefined ? command : { ...command, at }, shown);
    // What cannot be pressed has no odds, and they are not free.
    const odds = encounter && aimed.whyNot.length === 0 ? oddsOf(encounter, viewer, aimed.command) : [];
    return odds.length > 0 ? { ...aimed, odds } : aimed;
  };
  const by = fighter.id;

  const groups = GROUPS.map(({ id: category, label }): ActionGroup => {
    const rows = Object.entries<Action>(ACTIONS).filter(
      ([id, action]) => action.category === category && id !== 'agile-move' && !action.ofItem,
    );
    const actions = rows.flatMap(([id, action]) => {
      const command: Command = { do: id, by };
      const first = action.needs === 'target' ? button(id, command) : buttonOf(encounter, fighter, id, command);
      return id === 'shift'
        ? [
            first,
            buttonOf(encounter, fighter, id, { ...command, options: { agility: true } }, { label: 'shift-agility' }),
          ]
        : [first];
    });
    return { id: category, label: words(label), actions };
  });

  const interrupts: ActionGroup = {
    id: 'interrupt',
    label: words('Group.interrupt'),
    actions: INTERRUPTS.map(({ id, verb, swift }) =>
      swift
        ? button(verb, { do: verb, by, options: { swift } }, { label: id })
        : buttonOf(encounter, fighter, verb, { do: verb, by }),
    ),
  };

  const itemActions = Object.fromEntries(
    fighter.items.map((item) => [
      item.id,
      verbsOf(item).map((verb) => {
        const command: Command = { do: verb, by, with: item.id };
        // What is thrown for want of anything better is not worth reckoning odds at every step.
        if (verb !== 'ranged-attack' || isMissile(item)) return button(verb, command);
        return buttonOf(encounter, fighter, verb, at === undefined ? command : { ...command, at });
      }),
    ]),
  );

  return {
    gauges: [...ROW_GAUGES, 'surges' as const].map((pool) => gaugeOf(fighter, pool)),
    figures: figuresOf(fighter),
    badges: badgesOf(fighter),
    groups: [...groups, interrupts],
    itemActions,
  };
}

const isMissile = (item: EnergyItem): boolean => item.type === 'energyWeapon' && (item.ranged || item.thrown);

/** What may be done with an item, as it is held. */
function verbsOf(item: EnergyItem): ActionId[] {
  if (item.type === 'energyArmor') return [];
  const handling: ActionId = item.dropped ? 'pick-up-item' : item.equipped ? 'stow-item' : 'equip-item';
  if (item.type !== 'energyWeapon') return [handling];
  return [
    ...(item.ranged ? [] : (['melee-attack', 'single-strike', 'trip', 'disarm'] as const)),
    'ranged-attack',
    ...(item.loadCost > 0 ? (['load'] as const) : []),
    handling,
  ];
}

function buttonOf(
  encounter: EnergyEncounter | null,
  fighter: EnergyFighter,
  id: string,
  wanted: Command,
  { label = id }: { label?: string } = {},
): ActionButton {
  const action = (ACTIONS as Readonly<Record<string, Action>>)[id]!;
  const command = encounter ? withSwapWhereNeeded(encounter, wanted) : wanted;
  return {
    id: label,
    label: words(`Action.${label}.label`),
    hint: words(`Action.${label}.hint`),
    icon: isSwift(command) ? 'actions/swift-attack' : action.icon,
    command,
    cost: encounter
      ? priceOf(encounter, command)
      : pricesOf(action.cost({ encounter: NOWHERE, fighter, command, target: null, onMetre: null })),
    whyNot: encounter ? reasonsFor(action, whyNot(encounter, command)) : [{ id: 'no-encounter' }],
    needs: action.needs,
  };
}

/** Costs do not look at the encounter; a fighter in none still has prices. */
const NOWHERE: EnergyEncounter = {
  ruleset: 'energy',
  clock: { round: 0, phase: 'idle' },
  fighters: {},
  ground: { grid: 'gridless', cell: 1 },
  settings: {},
};

/** The way is drawn after the click; that there is none yet stands against nothing. */
const reasonsFor = ({ needs }: Action, reasons: readonly Reason[]): readonly Reason[] =>
  needs === 'path' ? reasons.filter(({ id }) => id !== 'no-path') : reasons;

function figuresOf({ stats, items }: EnergyFighter): Figure[] {
  const figure = (id: string, label: Figure['label'], { value, terms }: Breakdown): Figure => ({
    id,
    label,
    value,
    terms: terms.map((term) => ({ label: words(`Term.${term.id}`), value: term.value })),
  });
  const strikes = items.flatMap(({ id, name }) => {
    const strike = id === UNARMED ? undefined : stats.strikes[id];
    if (!strike) return [];
    return [
      figure(`attack-${id}`, words('Stat.attackOf', { weapon: name }), strike.figures.attack),
      figure(`damage-${id}`, words('Stat.damageOf', { weapon: name }), strike.figures.damage),
    ];
  });
  return [...strikes, ...FIGURES.map((id) => figure(id, words(`Stat.${id}`), stats.figures[id]))];
}
