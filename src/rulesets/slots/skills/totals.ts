import { log } from '../../../encounter/change';
import type { Facts } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { type Procedure, check as put, refreshDice } from '../../../kernel/procedure';
import { type Breakdown, sum } from '../../../toolkit/combat/breakdown';
import { hasEdge } from '../attack/edge';
import { isFlanked } from '../attack/threat';
import { type ConditionId, is, rootsOf } from '../conditions';
import type { FocusGroup, SaveId, SkillId } from '../schema';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, armorOf, SAVE_ABILITY, SKILL_ABILITY, type Strike } from '../stats';

const ASSIST = 4;
const EDGE = 4;
const DEFEND = 3;
const OBSERVE = 2;
const CHARGE = 2;
const PRONE = 4;
const COVERED = 4;

const assistBonus = (fighter: SlotsFighter): number => (is(fighter, 'assisted') ? ASSIST : 0);
/** L-75: +1 on the chosen group. */
const focusBonus = (fighter: SlotsFighter, group: FocusGroup): number =>
  rootsOf(fighter, 'focused').some(({ data }) => data?.group === group) ? 1 : 0;
/** L-31, L-63: the terms that AC and saves share. */
const guardTerms = (fighter: SlotsFighter) => ({
  defend: is(fighter, 'defending') ? DEFEND : 0,
  observe: is(fighter, 'observing') ? OBSERVE : 0,
  focus: focusBonus(fighter, 'defense'),
  assist: assistBonus(fighter),
});

interface Attack {
  readonly attacker: SlotsFighter;
  readonly kind: Strike['kind'];
}

/** The totals that can lose their ability modifier (L-A2). */
type Stripped = 'ac' | 'attack' | 'damage' | SaveId | SkillId;

const STRIPS: readonly (readonly [ConditionId, readonly Stripped[]])[] = [
  ['confused', ['alertness', 'will']],
  ['covered', ['alertness', 'reflex']],
  ['encumbered', ['agility', 'athletics', 'reflex']],
  ['exhausted', ['attack', 'damage', 'fortitude']],
  ['frightened', ['ac', 'will']],
  ['nauseated', ['fortitude']],
  ['restrained', ['ac', 'reflex']],
  ['stunned', ['ac', 'fortitude', 'reflex', 'will']],
];

/** L-162. */
const SURPRISED: readonly Stripped[] = ['ac', 'reflex', 'will'];

/** L-143. */
const FASCINATED: readonly Stripped[] = ['ac', 'fortitude', 'reflex', 'will'];

/** L-123: undetected foes surprise the blind. */
const isSurprisedBy = (fighter: SlotsFighter, other: SlotsFighter | null): boolean =>
  is(fighter, 'surprised') || (other !== null && is(fighter, 'blinded') && !is(other, 'detected', fighter.id));

/** Returns true if a total loses its ability modifier now. @param against the other side of the roll */
function isStripped(fighter: SlotsFighter, what: Stripped, against: SlotsFighter | null = null): boolean {
  if (fighter.conditions.length === 0) return false;
  if (STRIPS.some(([id, stripped]) => stripped.includes(what) && is(fighter, id))) return true;
  if (SURPRISED.includes(what) && isSurprisedBy(fighter, against)) return true;
  return against !== null && FASCINATED.includes(what) && is(fighter, 'fascinated', against.id);
}

/** Returns why a defender's Dexterity does not count (L-162, L-174), or null. */
export const dexDenialOf = (
  encounter: SlotsEncounter,
  defender: SlotsFighter,
  attacker: SlotsFighter | null,
): 'caught' | 'flanked' | null => {
  if (isStripped(defender, 'ac', attacker)) return 'caught';
  return attacker !== null && isFlanked(encounter, defender, attacker) ? 'flanked' : null;
};

/** L-A2: a stripped modifier keeps only its penalty. */
const countedModifier = (modifier: number, stripped: boolean): number => (stripped ? Math.min(modifier, 0) : modifier);

/** Section 7, step 5. Without an attack, the AC of the sheet. */
export function acOf(encounter: SlotsEncounter, defender: SlotsFighter, attack: Attack | null = null): Breakdown {
  const { stats } = defender;
  const attacker = attack?.attacker ?? null;
  const caught = dexDenialOf(encounter, defender, attacker) !== null;
  // L-A54: hiding and an edge do not add up.
  const tactical = is(defender, 'covered') ? COVERED : attacker && hasEdge(encounter, defender, attacker) ? EDGE : 0;
  return sum({
    base: 10,
    dex: countedModifier(abilityOf(defender, 'dex'), caught),
    armor: armorOf(defender.items),
    misc: stats.base.acBonus,
    override: stats.adjusted.ac,
    ...guardTerms(defender),
    tactical,
    charge: is(defender, 'charging') ? -CHARGE : 0,
    prone: attack && is(defender, 'prone') ? (attack.kind === 'melee' ? -PRONE : PRONE) : 0,
  });
}

/**
 * Section 3.2. @param against the source of the save, where it matters @param caught L-174: Surprised against it by
 * position
 */
export function saveOf(
  fighter: SlotsFighter,
  save: SaveId,
  against: SlotsFighter | null = null,
  caught = false,
): Breakdown {
  const ability = SAVE_ABILITY[save];
  const { base, adjusted } = fighter.stats;
  return sum({
    base: base[`${save}Base`],
    [ability]: countedModifier(abilityOf(fighter, ability), caught || isStripped(fighter, save, against)),
    override: adjusted[save],
    ...guardTerms(fighter),
  });
}

/** Section 3.3. */
export function skillOf(fighter: SlotsFighter, skill: SkillId): Breakdown {
  const ability = SKILL_ABILITY[skill];
  const { base, adjusted } = fighter.stats;
  return sum({
    rank: base.ranks[skill],
    [ability]: countedModifier(abilityOf(fighter, ability), isStripped(fighter, skill)),
    override: adjusted[skill],
    covered: skill === 'stealth' && is(fighter, 'covered') ? COVERED : 0,
    focus: focusBonus(fighter, 'skills'),
    assist: assistBonus(fighter),
  });
}

export interface AttackTerms {
  /** 0, −5 or −10 by the slot that paid (L-83, L-93, L-94). */
  readonly slot: number;
  /** The modifier entered by the GM. */
  readonly other: number;
}

/**
 * Section 7, step 4: returns the attack bonus, terms in display order. L-95: the slot's penalty precedes the others.
 */
export function attackOf(
  encounter: SlotsEncounter,
  attacker: SlotsFighter,
  defender: SlotsFighter | null,
  strike: Strike,
  { slot, other }: AttackTerms,
): Breakdown {
  return sum({
    bab: attacker.stats.bab,
    [strike.ability]: countedModifier(abilityOf(attacker, strike.ability), isStripped(attacker, 'attack')),
    slot,
    size: attacker.stats.base.sizeMod,
    weapon: strike.attackBonus,
    charge: is(attacker, 'charging') ? CHARGE : 0,
    focus: focusBonus(attacker, 'attack'),
    assist: assistBonus(attacker),
    tactical: defender && hasEdge(encounter, attacker, defender) ? EDGE : 0,
    other,
  });
}

/** Section 7, step 9: returns the damage bonus, added once even on a critical (L-100, L-101). */
export function damageOf(attacker: SlotsFighter, { kind, thrown, damageBonus }: Strike): Breakdown {
  const strong = kind === 'melee' || thrown;
  return sum({
    str: strong ? countedModifier(abilityOf(attacker, 'str'), isStripped(attacker, 'damage')) : 0,
    weapon: damageBonus,
    charge: is(attacker, 'charging') ? CHARGE : 0,
    focus: focusBonus(attacker, 'attack'),
  });
}

/** L-14, L-16, L-24, L-26, L-A10: returns the initiative bonus. */
export function initiativeOf(fighter: SlotsFighter): Breakdown {
  const { base, adjusted } = fighter.stats;
  return sum({
    dex: abilityOf(fighter, 'dex'),
    misc: base.initiativeBonus,
    override: adjusted.initiative,
    ambush: fighter.state.ambush === 'done' ? 4 : 0,
    assist: assistBonus(fighter),
  });
}

/** L-121, L-26: returns the bonus of a Caster Level check. */
export const casterLevelOf = (fighter: SlotsFighter): Breakdown =>
  sum({ casterLevel: fighter.stats.casterLevel, assist: assistBonus(fighter) });

export interface CheckResult {
  /** The face, before bonuses. */
  readonly natural: number;
  readonly total: number;
}

export const bonusFacts = ({ value, terms }: Breakdown) => ({ bonus: value, terms });

/** Rolls a d20 and adds a bonus. L-163: for the unconscious it counts as a 1. */
export function check(
  fighter: SlotsFighter,
  id: string,
  bonus: Breakdown,
  facts: Facts = {},
  isRolled = !is(fighter, 'unconscious'),
): Procedure<CheckResult> {
  return checkFor(fighter, id, bonus, facts, (checked) => checked, isRolled);
}

/** Like `check`, but returns only what `read` makes of the result, so that equal outcomes merge. */
export function* checkFor<T>(
  fighter: SlotsFighter,
  id: string,
  bonus: Breakdown,
  facts: Facts,
  read: (checked: CheckResult) => T,
  isRolled = !is(fighter, 'unconscious'),
): Procedure<T> {
  const resultOf = (natural: number): T => read({ natural, total: natural + bonus.value });
  if (isRolled) return yield* put(id, d20, fighter.id, { ...facts, ...bonusFacts(bonus) }, resultOf);
  yield* log('counts-as-one', {}, fighter.id);
  return resultOf(1);
}

/** Rolls a skill check. Returns the total; `extra` is the bonus of the action. */
export function* skillCheck(
  fighter: SlotsFighter,
  skill: SkillId,
  against: number | null = null,
  extra = 0,
): Procedure<number> {
  const totalNow = (): Breakdown => {
    const bonus = skillOf(fighter, skill);
    return extra === 0
      ? bonus
      : { value: bonus.value + extra, terms: [...bonus.terms, { id: 'action', value: extra }] };
  };
  return (yield* refreshDice(() => check(fighter, skill, totalNow(), against === null ? {} : { against }))).total;
}

/** Rolls a save. Returns the total. @param by the source of the save @param caught see `saveOf` */
export function* saveRoll(
  fighter: SlotsFighter,
  save: SaveId,
  against: number,
  by: SlotsFighter | null = null,
  caught = false,
): Procedure<number> {
  return (yield* refreshDice(() => check(fighter, save, saveOf(fighter, save, by, caught), { against }))).total;
}

/** L-A3: skill against save; a tie goes to the actor. Returns whether the actor succeeds. */
export function* rollOpposedCheck(
  actor: SlotsFighter,
  skill: SkillId,
  target: SlotsFighter,
  save: SaveId,
  extra = 0,
): Procedure<boolean> {
  const total = yield* skillCheck(actor, skill, null, extra);
  return yield* refreshDice(() =>
    checkFor(target, save, saveOf(target, save, actor), { against: total }, (saved) => total >= saved.total),
  );
}
