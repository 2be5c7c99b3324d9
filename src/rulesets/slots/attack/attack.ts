import { recordOutcome } from '../../../encounter/change';
import { dice } from '../../../kernel/dice';
import { type Procedure, check as put } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { dropItem, spendShot } from '../../../toolkit/define/item';
import { type Action, penaltyOf } from '../action';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { PHYSICAL, type Thing } from '../schema';
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
import { abilityOf, type Strike } from '../stats';
import { damageTaken, harm, reduceDamage } from './health';
import { isFlying, requiringStrike, type StrikeContext, strikeAsUsed, weaponOf, whyNotStrike } from './strikes';

/** One attack and all it needs to know. */
export interface Blow extends AttackTerms {
  readonly attacker: SlotsFighter;
  readonly defender: SlotsFighter;
  readonly strike: Strike;
}

type AttackResult = 'miss' | 'hit' | 'critical';

/** Section 7, steps 3 to 6: the attack roll against AC. L-91, L-92: the natural 20 and 1. L-129: it ends hiding. */
function* attack(encounter: SlotsEncounter, blow: Blow): Procedure<AttackResult> {
  const { attacker, defender, strike } = blow;
  const ac = acOf(encounter, defender, { attacker, kind: strike.kind });
  // Who has no Dexterity to lose is not told to be caught.
  const caught = abilityOf(defender, 'dex') > 0 ? dexDenialOf(encounter, defender, attacker) : null;
  const facts = { against: ac.value, ac: ac.terms, critMin: strike.critMin, ...(caught && { caught }) };
  const bonus = attackOf(encounter, attacker, defender, strike, blow);
  const outcome = yield* checkFor(attacker, 'attack', bonus, facts, (rolled) =>
    outcomeOf(rolled, rolled.total >= ac.value, strike),
  );
  yield* reveal(attacker);
  return outcome;
}

/** L-90 to L-92, L-97, L-98. */
function outcomeOf({ natural }: CheckResult, reaches: boolean, { critMin, proficient }: Strike): AttackResult {
  const hits = natural !== 1 && (natural === 20 || reaches);
  if (!hits) return 'miss';
  return natural >= critMin && proficient ? 'critical' : 'hit';
}

/** Who attacks or casts hides no longer; who had found it forgets that. */
export function* reveal(fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'covered')) return;
  yield* removeCondition(fighter, 'covered');
  yield* removeCondition(fighter, 'detected');
}

/** Section 7, steps 8 and 9. Comes to the damage before anything resists it. */
export function* rollDamage({ attacker, strike }: Blow, outcome: AttackResult): Procedure<number> {
  const bonus = damageOf(attacker, strike);
  const times = outcome === 'critical' ? strike.critMult : 1;
  const comesTo = (thrown: number) => Math.max(0, thrown + bonus.value);
  if (!strike.dice) return comesTo(0);
  const { count, sides } = strike.dice;
  return yield* put('damage', dice(count * times, sides), attacker.id, bonusFacts(bonus), comesTo);
}

/** What is thrown leaves the hand, and comes down where its target is, hit or miss; what shoots has a shot less. */
function* hurl(encounter: SlotsEncounter, { attacker, defender, strike }: Blow): Procedure<void> {
  const weapon = weaponOf(attacker, strike);
  if (!weapon || !isFlying(encounter, attacker, defender, strike)) return;
  yield* strike.thrown ? dropItem(attacker, weapon, defender.place) : spendShot(attacker, weapon);
}

/** Section 7, whole: comes to whether it hit. */
export function* strikeAt(encounter: SlotsEncounter, blow: Blow): Procedure<AttackResult> {
  const { attacker, defender, strike } = blow;
  yield* hurl(encounter, blow);
  const outcome = yield* attack(encounter, blow);
  if (outcome === 'miss') {
    yield* recordOutcome({ result: 'miss', success: false }, attacker.id);
    return outcome;
  }
  const damage = yield* rollDamage(blow, outcome);
  const dealt = damageTaken(defender, damage, strike.damageType, true);
  const critical = outcome === 'critical';
  yield* recordOutcome(
    { result: outcome, success: true, critical, damage: dealt, resisted: damage - dealt },
    attacker.id,
  );
  yield* harm(encounter, defender, dealt);
  return outcome;
}

/** L-45, L-A31: an attack roll that the bearer's Reflex opposes, or 10 for what nobody holds. Comes to whether it lands, and how. */
export function* attackThing(encounter: SlotsEncounter, blow: Blow, isLoose: boolean): Procedure<AttackResult> {
  const { attacker, defender, strike } = blow;
  const facts = { critMin: strike.critMin, ...(isLoose && { against: 10 }) };
  const rolled = yield* check(attacker, 'attack', attackOf(encounter, attacker, null, strike, blow), facts);
  yield* reveal(attacker);
  const against = isLoose ? 10 : yield* saveRoll(defender, 'reflex', rolled.total, attacker);
  return outcomeOf(rolled, rolled.total >= against, strike);
}

/** L-46, L-47: damage to a thing; at nothing left it breaks. Comes to what is left of it. */
export const remainingHp = (thing: Thing, damage: number, { damageType }: Strike): number => {
  const resistance = damageType === PHYSICAL ? thing.dr : 0;
  return Math.max(
    0,
    thing.hp - reduceDamage({ fragile: thing.fragile, isThing: true, weak: false, resistance }, damage, true),
  );
};
/** The blow a command means: with the penalty of the slot that pays (L-A8). */
export const blowOf = ({ encounter, fighter, target, command, slot, strike }: StrikeContext) => ({
  attacker: fighter,
  defender: target,
  strike: strikeAsUsed(encounter, fighter, target, strike),
  slot: penaltyOf(slot),
  other: optionsOf(command).other ?? 0,
});
const strikeOf = (slot: Action['slot']): Action =>
  requiringStrike({
    slot,
    needs: 'target',
    offensive: true,
    whyNot: whyNotStrike,
    play: (act) => strikeAt(act.encounter, blowOf(act)),
  });

/** L-83, L-93, L-94, L-96: alike but for the slot and its penalty. */
export const primary = strikeOf('standard');
export const secondary = strikeOf('move');
export const tertiary = strikeOf('quick');
