import type { Worth } from '../../encounter/worth';
import { lookup } from '../../kernel/lookup';
import { gap } from '../../toolkit/space/space';
import { heldWeapons, isQuickEnough } from './attack/strikes';
import { isNonAlly, isOut } from './conditions';
import { choiceIn, groupOf, tagOf } from './plan/choice';
import { dueEntries, isComplete, slotsOf } from './plan/plan';
import type { WeaponSpeed } from './schema';
import type { Choice, TempoEncounter, TempoFighter } from './state';
import { whyNotAbility, whyNotTurn } from './turn/turn';

/** What a weapon in hand is worth. */
const ARMED = 0.15;

/** What actions are worth besides their visible result; others are not for opponents. */
const PROMISES: Readonly<Record<string, number>> = {
  turn: 0.05,
  'quick-attack': 0.05,
  'standard-attack': 0.05,
  'slow-attack': 0.05,
  magic: 0.05,
  ability: 0.05,
  'stand-up': 0.1,
  react: 0.02,
  intercept: 0.02,
  'dual-wield': 0.05,
  inventory: 0,
  mark: 0.05,
  guard: 0.05,
  walk: 0,
  move: 0,
};

/** What planned actions are worth, before anything tells for one or the other. */
const PLANS: Readonly<Record<string, number>> = {
  magic: 0.4,
  'standard-attack': 0.35,
  'quick-attack': 0.3,
  'slow-attack': 0.25,
  ability: 0.3,
  mark: 0.15,
  guard: 0.12,
};
/** Attacks are for weapons of this speed or quicker ones. */
const ATTACKS: Readonly<Record<string, WeaponSpeed>> = {
  'quick-attack': 'quick',
  'standard-attack': 'standard',
  'slow-attack': 'slow',
};
/** Fighters whose foes are far away plan to walk first. */
const WALK = 0.5;
const STAY = 0.1;
/** Metres between a fighter and a foe that its Normal Move does not bridge. */
const FAR = 3;

function promiseOfPlan(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): number | null {
  const { action } = choice;
  // Extra and Free actions take no slot.
  if (isComplete(encounter, fighter) || tagOf(fighter, choice) !== 'none') return null;
  if (whyNotAbility(fighter, choice).length > 0) return null;
  const group = groupOf(fighter, choice);
  const isPlanned = slotsOf(encounter, fighter).some((slot) => slot.choice && groupOf(fighter, slot.choice) === group);
  if (isPlanned) return null;
  const speed = lookup(ATTACKS, action);
  if (speed && !heldWeapons(fighter).some((weapon) => isQuickEnough(weapon.speed, speed))) return null;
  if (action !== 'move') return lookup(PLANS, action) ?? null;
  return nearestFoe(encounter, fighter) > FAR ? WALK : STAY;
}

function nearestFoe({ ground, fighters }: TempoEncounter, fighter: TempoFighter): number {
  const { place } = fighter;
  if (!place) return 0;
  const gaps = Object.values(fighters).flatMap((other) =>
    other.place && isNonAlly(fighter, other) && !isOut(other) ? [gap(ground, place, other.place)] : [],
  );
  return Math.min(...gaps);
}

export const WORTH: Worth<TempoEncounter> = {
  isOut: (fighter) => fighter.stats.object || isOut(fighter),
  health: ({ pools: { hp } }) => (hp.max > 0 ? hp.value / hp.max : 0),
  gear: ({ items }) => (items.some((item) => item.type === 'tempoWeapon' && item.equipped) ? ARMED : 0),
  pools: { momentum: 0.01 },
  conditions: { prone: -0.15, marked: -0.1, guarded: 0.08, hidden: 0.1 },
  promise(encounter, command) {
    const { do: id, by, options } = command;
    const fighter = encounter.fighters[by];
    if (id === 'plan' && fighter) return options?.off ? null : promiseOfPlan(encounter, fighter, choiceIn(command));
    return lookup(PROMISES, id) ?? null;
  },
  isAsked: (encounter, fighter) =>
    encounter.clock.turn === fighter.id ||
    !isComplete(encounter, fighter) ||
    (dueEntries(encounter, fighter).length > 0 && whyNotTurn(encounter, fighter).length === 0),
  isAwaited: (encounter, fighter) => encounter.clock.phase === 'planning' && !isComplete(encounter, fighter),
};
