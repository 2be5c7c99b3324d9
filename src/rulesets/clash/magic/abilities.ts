import { log } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import type { CommandArea } from '../../../encounter/view';
import type { Reason } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import type { Procedure } from '../../../kernel/procedure';
import { whyNoTarget } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { metresBetween } from '../../../toolkit/space/space';
import { type Action, type ClashContext, type Payment, requiring, whyNotContinue } from '../action';
import { attackInputWith, exchange } from '../attack/attack';
import { REACH_TOLERANCE, roundMetres, whyNotRange, whyNotTarget } from '../attack/reach';
import { whyNotStrike } from '../attack/strikes';
import { instancesOf, isAble } from '../conditions';
import { keepSecret, logHiddenAct, reveal } from '../movement/hiding';
import { CONTEST_OPTIONS, MAX_UPCAST_LEVEL, optionsOf } from '../options';
import type { ActionKind } from '../schema';
import type { ClashFighter } from '../state';
import { type AbilityItem, type Arm, armsInHand, type ClashItem, type Skill, type Spell } from '../stats';
import { isWithinRadius } from './areas';
import {
  applyAbility,
  applyConditionAndDrive,
  hasKeyword,
  intentOfEffect,
  isArea,
  isHarmful,
  type Source,
} from './effect';
import { endConcentration, heldCastOf, payMana, whyNotAfford, whyNotCastAt } from './mana';
import { type Cast, cast, chanceInArea, rollModifiersOf } from './spell';

/** Returns null for another type. */
function abilityOf({ item }: ClashContext, type: AbilityItem['type'] | null): AbilityItem | null {
  if (item?.type !== 'clashSpell' && item?.type !== 'clashSkill') return null;
  return type === null || item.type === type ? item : null;
}

/** C-11, C-14, C-18, C-19, C-21, C-22. */
function pricesOf(ability: AbilityItem): readonly Exclude<Payment, 'any' | null>[] {
  const prices: Exclude<Payment, 'any' | null>[] = [];
  if (ability.purpose === 'reactive') prices.push('reaction');
  else if (ability.purpose === 'movement') prices.push('movement');
  else prices.push(ability.purpose === 'offensive' ? 'attack' : 'utility');
  if (ability.type === 'clashSpell' && hasKeyword(ability, 'MOVEMENT')) prices.push('movement');
  return prices;
}

/** C-A51: an attack for any price. */
const isStrike = (ability: AbilityItem): boolean => ability.type === 'clashSkill' && ability.strike;

const isAimed = (ability: AbilityItem): boolean => {
  if (ability.type === 'clashSkill') return ability.strike || ability.effect === 'damage';
  return !isArea(ability) && ability.syntax.type !== 'SURECAST' && ability.syntax.type !== 'SD';
};

/** C-92: a surecast is not aimed, but without a target it would harm its caster. */
const needsTarget = (ability: AbilityItem): boolean =>
  isHarmful(ability) && !(ability.type === 'clashSpell' && (isArea(ability) || ability.syntax.type === 'SD'));

/** An area has no single target. */
const intentOfAbility = (ability: AbilityItem) =>
  ability.type === 'clashSpell' && isArea(ability) ? null : isStrike(ability) ? 'harm' : intentOfEffect(ability);

function intentOfAct(act: ClashContext) {
  const ability = abilityOf(act, null);
  return ability && intentOfAbility(ability);
}

/** C-110. */
const levelOf = ({ command }: ClashContext): number | null => optionsOf(command).level ?? null;

/** Without repeats and without the main target. */
const extraTargetIds = ({ command }: ClashContext): string[] =>
  [...new Set(optionsOf(command).also)].filter((id) => id !== command.at);

const extraTargets = (act: ClashContext): ClashFighter[] =>
  extraTargetIds(act).flatMap((id) => act.encounter.fighters[id] ?? []);

function whyNotExtraTargets(act: ClashContext, { targets, range }: Spell): readonly Reason[] {
  const ids = extraTargetIds(act);
  const others = extraTargets(act);
  return [
    ...(others.length < ids.length ? [impossibleReason('target-gone')] : []),
    ...(ids.length < targets ? [] : [{ id: 'too-many-targets', data: { most: targets } }]),
    ...others.flatMap((other) => whyNotRange(act.encounter, act.fighter, other, range)),
  ];
}

/** C-11: the weapon that a strike names, or the first melee weapon in hand that reaches. */
function strikingArmOf(act: ClashContext): Arm | null {
  const { fighter, command } = act;
  const { weapon } = optionsOf(command);
  if (weapon !== undefined) return lookup(fighter.stats.arms, weapon) ?? null;
  const arms = armsInHand(fighter).filter(({ ranged, shield }) => !ranged && !shield);
  return arms.find((arm) => whyNotStrike(act, fighter, arm, false).length === 0) ?? arms[0] ?? null;
}

function whyNotUse(act: ClashContext, ability: AbilityItem): readonly Reason[] {
  const { encounter, fighter, target, command } = act;
  if (ability.type === 'clashSkill' && ability.strike) {
    const arm = strikingArmOf(act);
    return whyNotStrike(act, fighter, arm, arm?.ranged ?? false);
  }
  const reasons: Reason[] = [];
  if (isAimed(ability)) reasons.push(...whyNotTarget(act));
  else if (!target && (command.at !== undefined || needsTarget(ability))) reasons.push(...whyNoTarget(act));
  if (target) reasons.push(...whyNotRange(encounter, fighter, target, ability.range));
  return ability.type === 'clashSpell' ? [...reasons, ...whyNotCast(act, ability)] : reasons;
}

function whyNotCenter({ encounter, fighter, command }: ClashContext, { range }: Spell): readonly Reason[] {
  const center = command.path?.at(-1);
  if (!center || !fighter.place) return [];
  if (!hasLineOfEffect(encounter.ground, fighter.place, center)) return [{ id: 'wall' }];
  if (range === null) return [];
  const distance = metresBetween(encounter.ground, fighter.place, center);
  return distance > range + REACH_TOLERANCE ? [{ id: 'range', data: { distance: roundMetres(distance), range } }] : [];
}

/** C-87, C-107, C-110, C-A60. */
function whyNotCast(act: ClashContext, spell: Spell): readonly Reason[] {
  const { encounter, fighter } = act;
  const level = levelOf(act) ?? 1;
  return [
    ...(level < 1 || level > MAX_UPCAST_LEVEL ? [impossibleReason('no-number', { value: level })] : []),
    ...whyNotCenter(act, spell),
    ...whyNotExtraTargets(act, spell),
    ...(spell.syntax.type === 'SD' ? [{ id: 'wrong-defence' }] : []),
    ...whyNotCastAt(encounter, fighter, spell, level),
  ];
}

const castOf = (act: ClashContext, spell: Spell, level: number): Cast => {
  const { encounter, runtime, fighter: caster } = act;
  return { encounter, runtime, caster, spell, level, modifiers: rollModifiersOf(act) };
};

/** Plays a paid ability. A hidden one is logged without its name. */
function* useAbility(act: ClashContext, ability: AbilityItem): Procedure<void> {
  const { fighter, target } = act;
  if (ability.hidden) {
    yield* logHiddenAct(fighter, ability);
    yield* keepSecret(fighter, ability);
  } else yield* log('uses', { item: ability.name }, fighter.id);
  if (ability.purpose === 'offensive' || intentOfEffect(ability) === 'harm') yield* reveal(fighter);
  if (ability.type === 'clashSkill') return yield* useSkill(act, ability);
  const requested = levelOf(act);
  const level = yield* payMana(fighter, ability, requested);
  if (level === null) return void (yield* logStop(fighter.id, whyNotAfford(fighter, ability, requested ?? 1)));
  yield* castAtRemaining(act, castOf(act, ability, level), target ? [target, ...extraTargets(act)] : []);
}

/** C-83: goes on against the targets that are left. C-97: a cast that ends upholds nothing. */
function* castAtRemaining(act: ClashContext, spellCast: Cast, targets: readonly ClashFighter[]): Procedure<void> {
  const { runtime, fighter, command } = act;
  const { spell } = spellCast;
  const heldBefore = heldCastOf(fighter, spell);
  const reasonsAt = ([first, ...others]: readonly ClashFighter[]): readonly Reason[] => {
    const options = { ...command.options, also: others.map(({ id }) => id) };
    return whyNotContinue({ ...act, command: first ? { ...command, at: first.id, options } : command });
  };
  yield* runtime.whileLegal<unknown>(
    () => reasonsAt(targets),
    cast(spellCast, targets, command.path ?? []),
    function* (why) {
      const left = targets.filter((target) => reasonsAt([target]).length === 0);
      if (left.length > 0 && left.length < targets.length) return yield* castAtRemaining(act, spellCast, left);
      // An area is concentrated on once its roll has fallen; an earlier cast goes on.
      if (!isArea(spell) && heldCastOf(fighter, spell) !== heldBefore) yield* endConcentration(fighter, spell.id);
      yield* logStop(fighter.id, why);
    },
  );
}

function* useSkill(act: ClashContext, skill: Skill): Procedure<void> {
  const { encounter, fighter, target } = act;
  const arm = strikingArmOf(act);
  const source: Source = {
    encounter,
    user: fighter,
    id: skill.id,
    name: skill.name,
    hidden: skill.hidden,
    effect: skill,
    level: 1,
    held: false,
    from: fighter.place,
  };
  if (skill.strike && target && arm) {
    const attackInput = attackInputWith(act, fighter, target, arm, rollModifiersOf(act));
    const damage = () => {
      const { dice, bonus } = attackInput.damage();
      return { dice, bonus: bonus + skill.damageBonus };
    };
    const { lands, incoming } = yield* exchange({
      ...attackInput,
      bonus: attackInput.bonus + skill.attackBonus,
      damage,
    });
    return lands ? yield* applyConditionAndDrive(source, target, { incoming }) : undefined;
  }
  yield* applyAbility(source, target ?? fighter, {});
}

const withAbility = (type: AbilityItem['type'] | null) =>
  requiring<ClashContext & { readonly ability: AbilityItem }>({
    find(act) {
      const ability = abilityOf(act, type);
      return ability && { ability, ...act };
    },
    whyNot: () => [impossibleReason('no-ability')],
  });

/** C-46, C-50: as a reaction, a Counter is chosen after a parry. */
const isCounter = (ability: AbilityItem): boolean => ability.type === 'clashSkill' && ability.counter;

/** C-A60: MP are paid when the cast is declared, and checked then. */
const PAID = { 'no-mp': 'C-A60' } as const;

const USE = {
  ofItem: true,
  mayTarget: true,
  mostTargets: (act: ClashContext): number => (act.item?.type === 'clashSpell' ? act.item.targets : 1),
  intent: intentOfAct,
  goesOn: PAID,
} as const;

/** Dialogs offer no GM levels for a spell that is not contested, unless it pays an attack. */
function optionsOfAbility({ item }: ClashContext, isAttack: boolean) {
  const isContested = isAttack || (item?.type === 'clashSpell' && item.syntax.type !== 'SURECAST');
  return [
    ...(item?.type === 'clashSkill' && item.strike ? (['weapon'] as const) : []),
    ...(item?.type === 'clashSpell' && item.upcastMax > 1 ? (['level'] as const) : []),
    ...(isContested ? CONTEST_OPTIONS : []),
  ];
}

/** Returns false for a defensive spell, which is chosen as a defense. */
const isUsable = (item: ClashItem): item is AbilityItem =>
  item.type === 'clashSkill' || (item.type === 'clashSpell' && item.syntax.type !== 'SD');

const isPaidBy = (ability: AbilityItem, category: ActionKind | 'reaction'): boolean =>
  pricesOf(ability).includes(category) && !(category === 'reaction' && isCounter(ability));

/** Returns true if an ability would change nothing that the rules know: it has no effect, or its condition is there. */
function isWasted({ fighter, target }: ClashContext, ability: AbilityItem): boolean {
  const { effect, inflicts, push } = ability;
  if (isStrike(ability) || effect !== 'none' || push !== 0) return false;
  if (ability.type === 'clashSpell' && (isArea(ability) || ability.conjures)) return false;
  return inflicts === '' || instancesOf(target ?? fighter, inflicts).length > 0;
}

const promising = (promise: number) => (act: ClashContext) => {
  const ability = abilityOf(act, null);
  return ability && isWasted(act, ability) ? null : promise;
};

/** C-104, C-109: returns the area of a spell, placed where the command says, or around its target or caster. */
function areaOf({ encounter, fighter, target, command, item }: ClashContext): CommandArea<ClashFighter> | null {
  if (item?.type !== 'clashSpell' || !isArea(item)) return null;
  const center = command.path?.at(-1) ?? target?.place ?? fighter.place;
  const heals = item.effect === 'heal';
  const covers = (place: Place): boolean => center !== null && isWithinRadius(encounter, center, item.radius, place);
  const inside = Object.values(encounter.fighters).filter(
    (other) => (heals || isAble(other)) && other.place && covers(other.place),
  );
  return { isHarmful: isHarmful(item), placements: center ? [{ id: '', center, covers, inside }] : [] };
}

const PROMISES = { attack: promising(0.05), utility: promising(0.01), movement: null, reaction: null } as const;

/** Builds a row for one type, paid by one kind of action. */
const abilityAction = (type: AbilityItem['type'], category: ActionKind | 'reaction'): Action =>
  withAbility(type)({
    ...USE,
    category,
    promise: PROMISES[category],
    heals: ({ item }) => item?.type === 'clashSpell' && item.effect === 'heal',
    area: areaOf,
    chance: (act) =>
      act.target && act.item?.type === 'clashSpell'
        ? chanceInArea(castOf(act, act.item, levelOf(act) ?? 1), act.target)
        : null,
    ...(category === 'attack' && { odds: 'works' }),
    ...(category === 'reaction' && { anytime: true, interrupts: true }),
    options: (act) => optionsOfAbility(act, category === 'attack'),
    itemsFor: ({ items }) => items.filter((item) => isUsable(item) && item.type === type && isPaidBy(item, category)),
    // C-A9: no other kind can pay.
    whyNot: (act) => [
      ...(pricesOf(act.ability).includes(category)
        ? []
        : [{ id: category === 'reaction' ? 'not-reactive' : 'no-action' }]),
      ...(category === 'reaction' && isCounter(act.ability) ? [{ id: 'no-parry' }] : []),
      ...whyNotUse(act, act.ability),
    ],
    play: (act) => useAbility(act, act.ability),
  });

/** C-22 to C-24. */
const freeAbility = (freedom: 'action' | 'reaction'): Action =>
  withAbility(null)({
    ...USE,
    category: 'free',
    promise: freedom === 'reaction' ? 0.02 : null,
    ...(freedom === 'action' && { ofMount: true }),
    ...(freedom === 'reaction' && { anytime: true, interrupts: true }),
    options: (act) => optionsOfAbility(act, false),
    itemsFor: ({ items }) =>
      items.filter((item) => isUsable(item) && item.free === freedom && !(freedom === 'reaction' && isCounter(item))),
    whyNot: (act) => [
      ...(act.ability.free === freedom ? [] : [{ id: 'not-free' }]),
      ...(freedom === 'reaction' && isCounter(act.ability) ? [{ id: 'no-parry' }] : []),
      ...whyNotUse(act, act.ability),
    ],
    play: (act) => useAbility(act, act.ability),
  });

export const ABILITIES = {
  'attack-skill': abilityAction('clashSkill', 'attack'),
  'attack-spell': abilityAction('clashSpell', 'attack'),
  'utility-skill': abilityAction('clashSkill', 'utility'),
  'utility-spell': abilityAction('clashSpell', 'utility'),
  'reaction-skill': abilityAction('clashSkill', 'reaction'),
  'reaction-spell': abilityAction('clashSpell', 'reaction'),
  'move-skill': abilityAction('clashSkill', 'movement'),
  'move-spell': abilityAction('clashSpell', 'movement'),
  'free-action': freeAbility('action'),
  'free-reaction': freeAbility('reaction'),
} as const satisfies Readonly<Record<string, Action>>;
