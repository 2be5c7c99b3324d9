import type { Command } from '../../../encounter/command';
import type { Condition, Tone } from '../../../encounter/condition';
import type { AreaView, Badge, BodyView, Figure, ItemFact, Message, TrackCell, Viewer } from '../../../encounter/view';
import { notation } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import { formatSigned, message } from '../../../toolkit/define/labels';
import { badgesOf, stateBadge } from '../../../toolkit/views/badges';
import { checkButton } from '../../../toolkit/views/check-button';
import { type GaugeAppearance, gaugeOf, isQuarterOrLess } from '../../../toolkit/views/gauges';
import { figureOf, figuresOf, itemFact, weaponFigures } from '../../../toolkit/views/sheet';
import { allInOrder, initiativeNumber, turnCell } from '../../../toolkit/views/tracker';
import type { ViewRules } from '../../../toolkit/views/views';
import { eligibleFighters, hasHadTurn, orderOf } from '../clock';
import { HAND } from '../commands';
import { CONDITIONS, isAble, isInCombat, isTurnOf, mountOf } from '../conditions';
import { areasOf, type FieldArea, isWithinArea } from '../magic/areas';
import { isArea } from '../magic/effect';
import { ACTION_KINDS, type PoolId, ROLLABLE_FIGURES } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';
import { type ClashItem, FIGURES, type Spell, UNARMED } from '../stats';
import { actionsWith, fieldsOf, groupsOf, needsOf, withTargets } from './buttons';
import { CARD, nameOf, noteOf, spellIn } from './card';
import { ANSWERS, ODDS } from './odds';
import { WHEN } from './when';

/** C-25: hides what a hidden action spends. */
const isUnconcealed = ({ state }: ClashFighter): boolean => state.hidden === undefined;
const turnGauge: GaugeAppearance<ClashFighter> = { shape: 'pips', isPublic: isUnconcealed };

const GAUGES: Readonly<Record<PoolId, GaugeAppearance<ClashFighter>>> = {
  hp: { shape: 'bar', low: isQuarterOrLess },
  mp: { shape: 'bar' },
  attack: turnGauge,
  utility: turnGauge,
  movement: turnGauge,
  reaction: turnGauge,
};
const TURN_POOLS: readonly PoolId[] = [...ACTION_KINDS, 'reaction'];

const gauges = (fighter: ClashFighter, hasTurns: boolean) =>
  [...(['hp'] as const), ...(fighter.pools.mp.max > 0 ? (['mp'] as const) : []), ...(hasTurns ? TURN_POOLS : [])].map(
    (pool) => gaugeOf(GAUGES, fighter, pool),
  );

/** Section 9: no conditions of their own. */
const DERIVED_BADGES: readonly { readonly id: string; readonly tone: Tone; is(fighter: ClashFighter): boolean }[] = [
  { id: 'mount-moved', tone: 'neutral', is: ({ state }) => state.moved === true },
  { id: 'overloaded', tone: 'harm', is: ({ stats }) => stats.totalWeight > stats.carryLimit },
  { id: 'walking', tone: 'neutral', is: ({ state }) => state.walking === true },
  { id: 'hidden', tone: 'boon', is: ({ state }) => state.hidden !== undefined },
];

/** C-104, C-109: without fighters hidden from the viewer. */
const fightersWithin = (encounter: ClashEncounter, area: Condition, { hiddenFighters = [] }: Viewer): ClashFighter[] =>
  Object.values(encounter.fighters).filter(
    ({ id, place }) => place && !hiddenFighters.includes(id) && isWithinArea(encounter, area, place),
  );

function notesOf(root: Condition, bearer: string, encounter: ClashEncounter | null, viewer: Viewer): Message[] {
  const inside = encounter && root.id === 'area' ? fightersWithin(encounter, root, viewer) : [];
  const names = inside.map(({ name }) => name).join(', ');
  return [noteOf(root, bearer, viewer), ...(names === '' ? [] : [message('Note.within', { who: names })])];
}

/** Without areas of hidden casters. */
function areaBadges(encounter: ClashEncounter, viewer: Viewer): (fighter: ClashFighter) => Badge[] {
  const areas = areasOf(encounter)
    .filter(({ caster }) => !viewer.hiddenFighters?.includes(caster.id))
    .map(({ caster, area }) => ({ caster, area, inside: fightersWithin(encounter, area, viewer) }));
  return (fighter) =>
    areas
      .filter(({ inside }) => inside.includes(fighter))
      .map(({ caster, area }) => ({
        ...stateBadge('in-area', 'neutral'),
        id: `in-area-${area.key}`,
        label: message('State.in-area.label', { spell: spellIn(area, caster.id, viewer) ?? '' }),
        note: [message('State.in-area.hint', { name: caster.name })],
        icon: 'conditions/area',
      }));
}

function badges(encounter: ClashEncounter | null, viewer: Viewer): (fighter: ClashFighter) => Badge[] {
  const areasAround = encounter && areaBadges(encounter, viewer);
  return (fighter) => [
    ...badgesOf(CONDITIONS, fighter.conditions, {
      note: ({ roots }) => roots.flatMap((root) => notesOf(root, fighter.id, encounter, viewer)),
    }),
    ...(areasAround?.(fighter) ?? []),
    ...DERIVED_BADGES.filter((badge) => badge.is(fighter)).map(({ id, tone }) => stateBadge(id, tone)),
  ];
}

/** C-104, C-109. */
const areaView = ({ caster, area: { key, data } }: FieldArea): AreaView => ({
  id: key,
  name: data?.secret === true ? null : String(data?.name ?? ''),
  by: caster.id,
  x: Number(data?.x),
  y: Number(data?.y),
  elevation: Number(data?.elevation ?? 0),
  ...(data?.sceneLevel && { level: String(data.sceneLevel) }),
  ...(data?.scene && { scene: String(data.scene) }),
  radius: Number(data?.radius ?? 0),
});

function cellOf(encounter: ClashEncounter, fighter: ClashFighter): TrackCell {
  const isActing = isTurnOf(encounter, fighter);
  const label = message('Track.turn', { initiative: fighter.state.initiative ?? '–' });
  // C-07, C-20.
  return turnCell(
    fighter,
    isActing ? 'now' : hasHadTurn(fighter) ? 'past' : 'ahead',
    label,
    isActing ? TURN_POOLS : ['reaction'],
  );
}

/** The area spell whose place is still open; a target or a range of 0 decides it. */
function unplacedArea(encounter: ClashEncounter, { by, at, with: id }: Command): Spell | null {
  const actor = encounter.fighters[by];
  if (!actor?.place || at) return null;
  // C-71: a rider may name a spell of the mount.
  const known = [...actor.items, ...(mountOf(encounter, actor)?.items ?? [])];
  const item = known.find((each) => each.id === id);
  return item?.type === 'clashSpell' && isArea(item) && item.range !== 0 ? item : null;
}

function figures({ stats, items }: ClashFighter): Figure[] {
  const weapons = items.flatMap((item) => {
    const arm = item.type === 'clashWeapon' ? lookup(stats.arms, item.id) : undefined;
    return arm ? weaponFigures(item, arm.figures.attack, arm.figures.damage) : [];
  });
  return [
    ...figuresOf(FIGURES, stats.figures),
    ...weapons,
    figureOf(`attack-${UNARMED}`, stats.arms[UNARMED].figures.attack, message('Stat.unarmed')),
  ];
}

/** Where a spell acts. */
function spellFacts({ range, targets, radius }: Spell): readonly ItemFact[] {
  return [
    range === null ? itemFact('sight') : range === 0 ? itemFact('self') : itemFact('range', { range }),
    ...(targets > 1 ? [itemFact('targets', { targets })] : []),
    ...(radius > 0 ? [itemFact('radius', { radius })] : []),
  ];
}

function factsOf(item: ClashItem, { stats }: ClashFighter): readonly ItemFact[] {
  if (item.type === 'clashSpell') return spellFacts(item);
  const arm = item.type === 'clashWeapon' ? lookup(stats.arms, item.id) : undefined;
  if (!arm) return [];
  const { attackValue, parryValue, dice, damageBonus, figures } = arm;
  const rolled = dice ? notation(dice) : '0';
  const damage = damageBonus === 0 ? rolled : `${rolled} ${formatSigned(damageBonus)}`;
  return [
    itemFact('attack', { attack: attackValue }, { of: figures.attack }),
    itemFact('damage', { damage }, { of: figures.damage }),
    ...(parryValue === null ? [] : [itemFact('parry', { parry: parryValue })]),
  ];
}

/** C-61. */
function body({ stats: { armorValue } }: ClashFighter): BodyView {
  const zone = (id: keyof BodyView['zones']) => ({ label: message(`Zone.${id}`), value: armorValue[id], mark: null });
  return {
    label: message('Body.armor'),
    zones: { head: zone('head'), torso: zone('torso'), arms: zone('arms'), legs: zone('legs') },
  };
}

export const VIEWS: ViewRules<ClashEncounter> = {
  badges,
  buttons: {
    manual: HAND,
    fieldsOf,
    odds: ODDS,
    nameOf: (_, command) => nameOf(command),
    needsOf: (encounter, command) => (unplacedArea(encounter, command) ? 'area' : needsOf(encounter, command)),
    radiusOf: (encounter, command) => unplacedArea(encounter, command)?.radius ?? 0,
    pathOptions: ['moved', 'metres', 'distance'],
    aim: withTargets,
  },
  tracker: {
    isStarted: isInCombat,
    headline: ({ clock: { round } }) => message('Clock.round', { round }),
    track: (encounter) => orderOf(encounter).map((fighter) => cellOf(encounter, fighter)),
    // Ridden mounts come last.
    fighters: (encounter) => allInOrder(orderOf(encounter), Object.values(encounter.fighters)),
    row(encounter) {
      const eligible = new Set(eligibleFighters(encounter));
      return (fighter) => ({
        gauges: gauges(fighter, eligible.has(fighter)),
        ready: isTurnOf(encounter, fighter) && isAble(fighter),
        out: !isAble(fighter),
        ...initiativeNumber(fighter),
      });
    },
    actions: (encounter, button) => (fighter) =>
      isTurnOf(encounter, fighter) ? [button({ do: 'end-turn', by: fighter.id })] : [],
  },
  sheet: {
    gauges: (_, fighter) => gauges(fighter, true),
    figures: (_, fighter) => figures(fighter),
    kinds: {
      ability: ['strMod', 'dexMod', 'conMod', 'perMod', 'intMod', 'wilMod'],
      defense: ['dodge', 'magicDefense', 'speed', 'initiativeMod'],
      skill: ['athletics', 'riding'],
    },
    rollOf: checkButton(Object.fromEntries(ROLLABLE_FIGURES.map((id) => [id, id]))),
    groups: groupsOf,
    mainItems: ['clashSpell', 'clashSkill'],
    itemActions: (item, { fighter, button }) =>
      actionsWith(item, fighter).map((id) => button({ do: id, by: fighter.id, with: item.id })),
    itemFacts: factsOf,
    body,
  },
  when: WHEN,
  answers: ANSWERS,
  card: CARD,
  areas: (encounter) => areasOf(encounter).map(areaView),
};
