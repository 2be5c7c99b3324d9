import { recordOutcome } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { type Procedure, check as put, refreshDice } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { dropItem, spendShot, whyNotShots } from '../../../toolkit/define/item';
import { type Action, requiring, type SlotsContext } from '../action';
import { optionsOf } from '../options';
import type { Slot } from '../schema';
import {
  type AttackTerms,
  acOf,
  attackOf,
  bonusFacts,
  type CheckResult,
  check,
  checkFor,
  damageOf,
  dexDenialOf,
  saveRoll,
} from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, isAtHand, type Strike } from '../stats';
import { damageTaken, harm } from './health';
import { rangeOf, type StrikeContext, strikeRequirement, weaponOf, whyNotReach } from './strikes';
import { isFlanked, isWithin, strikesOf } from './threat';

interface AttackInput extends AttackTerms {
  readonly attacker: SlotsFighter;
  readonly defender: SlotsFighter;
  readonly strike: Strike;
}

type AttackResult = 'miss' | 'hit' | 'critical';

/** Section 7, steps 3 to 6: rolls against AC. L-91, L-92: natural 20 and 1. L-129: an attack ends hiding. */
function* rollAttack(encounter: SlotsEncounter, attackInput: AttackInput): Procedure<AttackResult> {
  const { attacker, defender, strike } = attackInput;
  const ac = acOf(encounter, defender, { attacker, kind: strike.kind });
  // Without a Dexterity bonus to lose, the reason is omitted.
  const caught = abilityOf(defender, 'dex') > 0 ? dexDenialOf(encounter, defender, attacker) : null;
  const facts = { against: ac.value, ac: ac.terms, critMin: strike.critMin, ...(caught && { caught }) };
  const bonus = attackOf(encounter, attacker, defender, strike, attackInput);
  const outcome = yield* checkFor(attacker, 'attack', bonus, facts, (rolled) =>
    outcomeOf(rolled, rolled.total >= ac.value, strike),
  );
  yield* reveal(attacker);
  return outcome;
}

/** L-90 to L-92, L-97, L-98. */
function outcomeOf({ natural }: CheckResult, isReached: boolean, { critMin, proficient }: Strike): AttackResult {
  const hits = natural !== 1 && (natural === 20 || isReached);
  if (!hits) return 'miss';
  return natural >= critMin && proficient ? 'critical' : 'hit';
}

export const reveal = (fighter: SlotsFighter): Procedure<void> => removeCondition(fighter, 'covered');

/** Section 7, steps 8 and 9. Returns the damage before resistances. */
export function* rollDamage({ attacker, strike }: AttackInput, outcome: AttackResult): Procedure<number> {
  const bonus = damageOf(attacker, strike);
  const times = outcome === 'critical' ? strike.critMult : 1;
  const totalOf = (rolled: number) => Math.max(0, rolled + bonus.value);
  if (!strike.dice) return totalOf(0);
  const { count, sides } = strike.dice;
  return yield* put('damage', dice(count * times, sides), attacker.id, bonusFacts(bonus), totalOf);
}

/** Returns true if a strike flies at this target; ranged weapons usable in melee do so only out of reach. */
const isFlying = ({ ground }: SlotsEncounter, a: SlotsFighter, b: SlotsFighter, strike: Strike): boolean =>
  !strike.natural &&
  (strike.thrown || strike.kind === 'ranged') &&
  !(strike.strikes && isWithin(ground, a.place, b.place, strike.reach));

/** A thrown weapon drops at its target, hit or miss; a ranged one spends a shot. */
function* spendWeapon(encounter: SlotsEncounter, { attacker, defender, strike }: AttackInput): Procedure<void> {
  const weapon = weaponOf(attacker, strike);
  if (!weapon || !isFlying(encounter, attacker, defender, strike)) return;
  yield* strike.thrown ? dropItem(attacker, weapon, defender.place) : spendShot(attacker, weapon);
}

/** Section 7: plays one attack. Returns its result. */
export function* strikeAt(encounter: SlotsEncounter, given: AttackInput): Procedure<AttackResult> {
  const { attacker, defender } = given;
  const strike = strikeAsUsed(encounter, attacker, defender, given.strike);
  const attackInput = { ...given, strike };
  const outcome = yield* refreshDice(() => rollAttack(encounter, attackInput));
  yield* spendWeapon(encounter, attackInput);
  if (outcome === 'miss') {
    yield* recordOutcome({ result: 'miss', success: false }, attacker.id, { tone: 'harm' });
    return outcome;
  }
  const damage = yield* rollDamage(attackInput, outcome);
  const dealt = damageTaken(defender, damage, strike.damageType, true);
  const critical = outcome === 'critical';
  yield* recordOutcome(
    { result: outcome, success: true, critical, damage: dealt, resisted: damage - dealt, facts: { at: defender.id } },
    attacker.id,
    { tone: dealt === 0 ? 'neutral' : 'boon', covers: { of: defender.id, points: { hp: -dealt } } },
  );
  yield* harm(defender, dealt);
  return outcome;
}

/**
 * L-45, L-A31: the bearer's Reflex opposes the attack roll, or 10 for a loose thing. L-174, L-176: flanking and an edge
 * count against a bearer. Returns the result.
 */
export function* attackThing(
  encounter: SlotsEncounter,
  attackInput: AttackInput,
  isLooseNow: () => boolean,
): Procedure<AttackResult> {
  const { attacker, defender, strike } = attackInput;
  let isLoose = false;
  const rolled = yield* refreshDice(() => {
    isLoose = isLooseNow();
    const bonus = attackOf(encounter, attacker, isLoose ? null : defender, strike, attackInput);
    return check(attacker, 'attack', bonus, { critMin: strike.critMin, ...(isLoose && { against: 10 }) });
  });
  yield* reveal(attacker);
  const against = isLoose
    ? 10
    : yield* saveRoll(defender, 'reflex', rolled.total, attacker, isFlanked(encounter, defender, attacker));
  return outcomeOf(rolled, rolled.total >= against, strike);
}

/** L-83, L-93, L-94: the penalty of an attack by the slot that pays. */
const PENALTIES: Readonly<Record<Slot, number>> = { standard: 0, move: -5, quick: -10, reaction: 0, waited: 0 };
const penaltyOf = (slot: Slot): number => PENALTIES[slot];

/**
 * L-86: returns the strike, changed to a throw if the target is out of reach, and to a melee attack if a ranged weapon
 * that can strike reaches it.
 */
function strikeAsUsed({ ground }: SlotsEncounter, a: SlotsFighter, b: SlotsFighter, strike: Strike): Strike {
  const isInReach = isWithin(ground, a.place, b.place, strike.reach);
  if (strike.kind === 'ranged' && strike.strikes && isInReach)
    return { ...strike, kind: 'melee', ability: strike.meleeAbility };
  const isThrown = strike.kind === 'melee' && strike.thrown && !isInReach;
  return isThrown ? { ...strike, kind: 'ranged', ability: strike.ability === 'str' ? 'dex' : strike.ability } : strike;
}

/** Returns the attack of a command, with the penalty of the slot that pays (L-A8). */
export const attackInputOf = ({ encounter, fighter, target, command, slot, strike }: StrikeContext) => ({
  attacker: fighter,
  defender: target,
  strike: strikeAsUsed(encounter, fighter, target, strike),
  slot: penaltyOf(slot),
  other: optionsOf(command).other ?? 0,
});
function whyNotStrike({ encounter, fighter, target, strike }: StrikeContext): Reason[] {
  const weapon = isFlying(encounter, fighter, target, strike) && !strike.thrown ? weaponOf(fighter, strike) : undefined;
  return [...whyNotReach(encounter, fighter, target, rangeOf(strike)), ...(weapon ? whyNotShots(weapon) : [])];
}

const striking = strikeRequirement();
const attackWith = (slot: Action['slot']) => ({
  slot,
  needs: 'target' as const,
  offensive: true as const,
  options: ['other'] as const,
  itemsFor: strikesOf,
  atItem: isAtHand,
  odds: 'hit',
  // With a better slot it is the attack of that slot.
  promise: ({ command }: SlotsContext) => (optionsOf(command).slot ? null : 0.05),
  chance(act: SlotsContext) {
    const found = striking.find(act);
    return found && strikeAt(act.encounter, attackInputOf(found));
  },
  whyNot: whyNotStrike,
  play: (act: StrikeContext) => strikeAt(act.encounter, attackInputOf(act)),
});
const requiringStrike = requiring(striking);

/** L-83, L-93, L-94, L-96: identical but for the slot and its penalty. */
export const primary = requiringStrike({ ...attackWith('standard'), readiable: true });
export const secondary = requiringStrike(attackWith('move'));
export const tertiary = requiringStrike(attackWith('quick'));
