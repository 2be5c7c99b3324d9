import type { Command } from '../../../encounter/command';
import { activeConditions } from '../../../encounter/condition';
import type {
  ActionButton,
  ActionGroup,
  Badge,
  Call,
  FighterRow,
  Figure,
  Gauge,
  SheetView,
  TrackerView,
  Viewer,
  Words,
} from '../../../encounter/view';
import { GM } from '../../../kernel/ask';
import { labelOfCondition as conditionLabel, message as words } from '../../../rulebook/labels';
import { actionView, buttonOf, choiceButton, controlOf, controlsOf } from './button';
import { cardsOf } from './cards';
import { anybodyDue, leftOf } from './clock';
import { CONDITIONS, type ConditionId, isAble, isOut } from './conditions';
import { EXERTS } from './exert';
import { awayFor, useOf } from './gear';
import type { TempoItem } from './items';
import { choiceLabel, namedCondition, noteOf } from './labels';
import { available } from './mana';
import { dueNow, entriesOf, isOpen } from './plan';
import { isPlanned } from './planning';
import { FIGURES, type TempoEncounter, type TempoFighter } from './stats';
import { mayKnow, trackOf } from './track';
import { normalMoveLeft } from './turn';
import { ACTION_IDS, ATTRIBUTES, COMMITTED, type Committed, type PoolId, TIERS } from './words';

export { actionView };

export function trackerView(encounter: TempoEncounter, viewer: Viewer): TrackerView {
  const { phase } = encounter.clock;
  const started = phase !== 'idle';
  const fighters = Object.values(encounter.fighters).filter(({ stats }) => !stats.object);
  return {
    clock: headline(encounter),
    started,
    track: started ? trackOf(encounter, viewer) : [],
    rows: fighters.map((fighter) => rowOf(encounter, fighter, viewer)),
    calls: callsOf(encounter, viewer),
    ...hintOf(encounter, viewer),
    controls: viewer.gm ? controlsOf(encounter, viewer) : [],
  };
}

function headline({ clock: { round, phase, tempo, turn }, fighters }: TempoEncounter): Words {
  if (phase === 'idle') return words('Clock.idle');
  if (phase === 'planning' || phase === 'scene-end') return words(`Clock.${phase}`, { round });
  const name = turn === null ? undefined : fighters[turn]?.name;
  return name === undefined ? words(`Clock.${phase}`, { round, tempo }) : words('Clock.turn', { round, tempo, name });
}

/** What the game master waits for: plans, or nobody. */
function hintOf(encounter: TempoEncounter, { gm }: Viewer): Pick<TrackerView, 'hint'> {
  const { clock, fighters } = encounter;
  if (!gm) return {};
  if (clock.phase === 'planning') {
    const all = Object.values(fighters).filter(isAble);
    return all.length > 0 && all.every((fighter) => isPlanned(encounter, fighter))
      ? { hint: words('Clock.all-planned') }
      : {};
  }
  return isOpen(clock) && clock.turn === null && !anybodyDue(encounter) ? { hint: words('Clock.nobody-due') } : {};
}

/** T-05: a player is told when the number of an action has come: to act, to begin with the movement, or to let it pass. */
function callsOf(encounter: TempoEncounter, viewer: Viewer): Call[] {
  const { clock, fighters } = encounter;
  if (viewer.gm || clock.turn !== null) return [];
  return viewer.owns.flatMap((by): Call[] => {
    const fighter = fighters[by];
    if (!fighter || !isAble(fighter)) return [];
    return dueNow(encounter, fighter).map(({ key, choice }) => {
      const { action, item } = choice!;
      const means = item !== null && { with: item };
      const button = (wanted: Command, said = {}) => buttonOf(encounter, fighter, wanted, viewer, said);
      const label = choiceLabel(choice!, namesOf(fighter));
      return {
        id: `r${clock.round}/t${clock.tempo}/${by}/${key}`,
        of: by,
        label: words('Call.due', { name: fighter.name, action: label, tempo: clock.tempo }),
        actions: [
          button({ do: action, by, ...means }, { id: 'act', label }),
          button({ do: 'turn', by, ...means, options: { action } }, { label: words('Call.turn') }),
          button({ do: 'pass', by, options: { slot: key } }),
        ],
      };
    });
  });
}

/** Whether something waits for the fighter: a plan to be made, an action due now, or the rest of a turn. */
function isReady(encounter: TempoEncounter, fighter: TempoFighter): boolean {
  const { clock } = encounter;
  if (isOut(fighter)) return false;
  if (clock.phase === 'planning') return !isPlanned(encounter, fighter);
  return clock.turn === fighter.id || (clock.turn === null && dueNow(encounter, fighter).length > 0);
}

function rowOf(encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): FighterRow {
  const ready = isReady(encounter, fighter);
  // That somebody is about to act is part of a plan nobody else knows.
  const shown =
    encounter.clock.phase === 'planning' || mayKnow(encounter, fighter, viewer) || encounter.clock.turn === fighter.id;
  const mine = viewer.gm || viewer.owns.includes(fighter.id);
  return {
    id: fighter.id,
    // T-96: NPCs do not Exert.
    gauges: [
      gaugeOf(fighter, 'hp'),
      slotGauge(encounter, fighter),
      ...(fighter.player ? [gaugeOf(fighter, 'exertion')] : []),
    ],
    badges: badgesOf(encounter, fighter),
    cards: isOut(fighter) ? [] : cardsOf(encounter, fighter, viewer),
    actions: mine ? rowActions(encounter, fighter, viewer) : [],
    ready: ready && shown,
    out: isOut(fighter),
  };
}

/** What is due now, the end of a turn, and for an NPC the plan of a round ago. */
function rowActions(encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): ActionButton[] {
  const { clock } = encounter;
  const by = fighter.id;
  if (clock.turn === by) return [buttonOf(encounter, fighter, { do: 'end-turn', by }, viewer)];
  if (clock.phase === 'planning') {
    const again = buttonOf(encounter, fighter, { do: 'plan-again', by }, viewer);
    const alike = controlOf(encounter, { do: 'npcs-alike', by: GM, at: by }, viewer);
    const isGms = viewer.gm && !fighter.player;
    return [again, ...(isGms ? [alike] : [])].filter(({ whyNot }) => whyNot.length === 0);
  }
  return dueNow(encounter, fighter).flatMap(({ key, choice }) => {
    const { action, item } = choice!;
    const command: Command = { do: 'turn', by, ...(item !== null && { with: item }), options: { action } };
    const label = words('Button.turn', { action: choiceLabel(choice!, namesOf(fighter)) });
    const pass: Command = { do: 'pass', by, options: { slot: key } };
    return [buttonOf(encounter, fighter, command, viewer, { label }), buttonOf(encounter, fighter, pass, viewer)];
  });
}

const namesOf = ({ items }: TempoFighter): Record<string, string> =>
  Object.fromEntries(items.map(({ id, name }) => [id, name]));

const SHAPES: Readonly<Partial<Record<PoolId, Gauge['shape']>>> = { hp: 'bar', exertion: 'pips' };
const LOW: Readonly<Partial<Record<PoolId, (value: number, max: number) => boolean>>> = {
  hp: (value, max) => value * 4 <= max,
  exertion: (value, max) => value >= max,
};

function gaugeOf(fighter: TempoFighter, pool: PoolId): Gauge {
  const { value, max } = fighter.pools[pool]!;
  const shape = SHAPES[pool] ?? 'number';
  return { id: pool, shape, label: words(`Pool.${pool}`), value, max, low: LOW[pool]?.(value, max) ?? false, pool };
}

/** Slots and additions that are still to be used. */
function slotGauge(encounter: TempoEncounter, fighter: TempoFighter): Gauge {
  const { actionsPerRound } = fighter.stats;
  const value = leftOf(encounter, fighter);
  return {
    id: 'actions',
    shape: 'pips',
    label: words('Pool.actions'),
    value,
    max: actionsPerRound,
    low: false,
    pool: 'actions',
    open: true,
  };
}

const number = (id: string, value: number, max: number): Gauge => ({
  ...{ id, shape: 'number', label: words(`Pool.${id}`), value, max, low: false, pool: id },
});

/** Conditions, and that somebody has planned, though not what. */
function badgesOf(encounter: TempoEncounter, fighter: TempoFighter): Badge[] {
  const names = Object.fromEntries(Object.values(encounter.fighters).map(({ id, name }) => [id, name]));
  const badges = conditionBadges(fighter, names);
  const isSet =
    encounter.clock.phase === 'planning' && fighter.stats.actionsPerRound > 0 && isPlanned(encounter, fighter);
  const planned: Badge = {
    ...{ id: 'planned', label: words('Mark.planned.label'), tone: 'boon', icon: 'conditions/planned' },
    ...{ note: [words('Mark.planned.hint')], implied: false },
  };
  return isSet ? [...badges, planned] : badges;
}

function conditionBadges(fighter: TempoFighter, names: Readonly<Record<string, string>>): Badge[] {
  return activeConditions(CONDITIONS, fighter.conditions).map(({ id, roots }): Badge => {
    const { tone, icon } = CONDITIONS[id as ConditionId];
    const own = roots[0]?.data?.name;
    return {
      ...{ id, tone, icon: `conditions/${icon}`, implied: false },
      label: own === undefined ? conditionLabel(id) : namedCondition(String(own), false),
      note: [words(`Condition.${id}.hint`), ...roots.flatMap((root) => noteOf(root, names))],
    };
  });
}

/** @param encounter null where the fighter is in none */
export function sheetView(encounter: TempoEncounter | null, fighter: TempoFighter, viewer: Viewer): SheetView {
  const by = fighter.id;
  const button = (command: Command) => buttonOf(encounter, fighter, command, viewer);
  const choice = (command: Command) => choiceButton(encounter, fighter, command, viewer);
  const plain = ACTION_IDS.filter((id) => id !== 'magic' && id !== 'ability').map((id) => choice({ do: id, by }));
  const of = (type: TempoItem['type'], verb: string) =>
    fighter.items.filter((item) => item.type === type).map(({ id }) => choice({ do: verb, by, with: id }));

  const groups: ActionGroup[] = [
    ...(encounter && mayKnow(encounter, fighter, viewer) ? planGroup(encounter, fighter, viewer) : []),
    { id: 'actions', label: words('Group.actions'), actions: plain },
    { id: 'own', label: words('Group.own'), actions: [...of('tempoSpell', 'magic'), ...of('tempoAbility', 'ability')] },
    {
      id: 'turn',
      label: words('Group.turn'),
      actions: ['walk', 'stand-up', 'reveal', 'end-turn'].map((id) => button({ do: id, by })),
    },
    { id: 'exert', label: words('Group.exert'), actions: Object.keys(EXERTS).map((id) => button({ do: id, by })) },
    { id: 'reactions', label: words('Group.reactions'), actions: reactionButtons(encounter, fighter, viewer) },
    { id: 'skills', label: words('Group.skills'), actions: skillButtons(encounter, fighter, viewer) },
    {
      id: 'recovery',
      label: words('Group.recovery'),
      actions: ['reclaim', 'shallow-rest', 'deep-rest'].map((id) => button({ do: id, by })),
    },
  ];

  return {
    gauges: gaugesOf(encounter, fighter),
    figures: figuresOf(fighter),
    badges: encounter ? badgesOf(encounter, fighter) : conditionBadges(fighter, {}),
    groups: groups.filter(({ actions }) => actions.length > 0),
    itemActions: Object.fromEntries(
      fighter.items.map((item) => [item.id, itemButtons(encounter, fighter, item, viewer)]),
    ),
  };
}

/** What is planned: each can be taken back. */
function planGroup(encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): ActionGroup[] {
  const names = namesOf(fighter);
  const planned = entriesOf(encounter, fighter).filter(({ kind, state }) => state === 'planned' && kind === 'slot');
  const actions = planned.map(({ key, choice, tempo }) => {
    const { action, item } = choice!;
    const options = { action, slot: Number(key), off: true };
    const command: Command = { do: 'plan', by: fighter.id, ...(item !== null && { with: item }), options };
    const label = words('Button.slot', { slot: key, action: choiceLabel(choice!, names), tempo: tempo! });
    return buttonOf(encounter, fighter, command, viewer, { id: `slot-${key}`, label, hint: words('Button.take-back') });
  });
  const isPlanning = encounter.clock.phase === 'planning' || isOpen(encounter.clock);
  return isPlanning && actions.length > 0 ? [{ id: 'plan', label: words('Group.plan'), actions }] : [];
}

/** What is offered when its trigger comes; only what people alone can see is pressed. */
const reactionButtons = (encounter: TempoEncounter | null, fighter: TempoFighter, viewer: Viewer): ActionButton[] =>
  fighter.items.flatMap((item) => {
    if (item.type !== 'tempoReaction') return [];
    const label = words('Button.at', { action: words('Note.plain', { text: item.name }), tempo: item.tempo });
    const command: Command = { do: 'react', by: fighter.id, with: item.id };
    return [buttonOf(encounter, fighter, command, viewer, { id: `react-${item.id}`, label })];
  });

const skillButtons = (encounter: TempoEncounter | null, fighter: TempoFighter, viewer: Viewer): ActionButton[] =>
  ATTRIBUTES.map((attribute) => {
    const label = words('Button.skill', { attribute: words(`Stat.${attribute}`) });
    const command: Command = { do: 'skill-roll', by: fighter.id, options: { attribute } };
    return buttonOf(encounter, fighter, command, viewer, { id: `skill-${attribute}`, label });
  });

/** What Inventory would do with the item, and the choice it stands for. */
function itemButtons(
  encounter: TempoEncounter | null,
  fighter: TempoFighter,
  item: TempoItem,
  viewer: Viewer,
): ActionButton[] {
  const by = fighter.id;
  if (item.type === 'tempoSpell') return [choiceButton(encounter, fighter, { do: 'magic', by, with: item.id }, viewer)];
  if (item.type === 'tempoAbility')
    return [choiceButton(encounter, fighter, { do: 'ability', by, with: item.id }, viewer)];
  const use = useOf(item);
  if (!use) return [];
  const away = use === 'draw' ? awayFor(fighter, item).join(' ') : '';
  const command: Command = { do: 'inventory', by, with: item.id, options: { use, ...(away !== '' && { away }) } };
  return [buttonOf(encounter, fighter, command, viewer, { id: use, label: words(`Use.${use}`) })];
}

/** Such as `scene2`: for how long, and of which tier. */
const committedLabel = (pool: Committed): Words =>
  words(`Committed.${pool.slice(0, -1)}`, { tier: Number(pool.slice(-1)) });

function gaugesOf(encounter: TempoEncounter | null, fighter: TempoFighter): Gauge[] {
  const tiers = TIERS.filter((tier) => fighter.stats[`mana${tier}`] > 0);
  const free = tiers.map((tier) => number(`mana${tier}`, available(fighter, tier), fighter.stats[`mana${tier}`]));
  const tied = COMMITTED.filter(
    (pool) => tiers.some((tier) => pool.endsWith(String(tier))) && fighter.pools[pool]!.value > 0,
  );
  const turn =
    encounter?.clock.turn === fighter.id ? [number('spaces', normalMoveLeft(fighter), fighter.stats.speed)] : [];
  return [
    gaugeOf(fighter, 'hp'),
    gaugeOf(fighter, 'exertion'),
    gaugeOf(fighter, 'momentum'),
    ...(encounter ? [slotGauge(encounter, fighter)] : []),
    ...turn,
    ...free,
    ...tied.map((pool) => ({ ...gaugeOf(fighter, pool), label: committedLabel(pool) })),
  ];
}

const figuresOf = ({ stats }: TempoFighter): Figure[] =>
  FIGURES.map((id) => {
    const { value, terms } = stats.figures[id]!;
    const labeled = terms.map((term) => ({ label: words(`Term.${term.id}`), value: term.value }));
    return { id, label: words(`Stat.${id}`), value, terms: labeled };
  });
