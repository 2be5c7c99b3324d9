import { applyChange, recordOutcome } from '../../../encounter/change';
import type { Until } from '../../../encounter/condition';
import type { Outcome } from '../../../encounter/effect';
import type { Facts } from '../../../kernel/ask';
import { type Dice, d20, dice } from '../../../kernel/dice';
import { check, type Procedure, refreshDice } from '../../../kernel/procedure';
import { type Advantage, advantageDice, pickDice } from '../../../toolkit/combat/check';
import { removeCondition } from '../../../toolkit/combat/condition';
import { affinityOf, multiplyDamage } from '../../../toolkit/combat/damage';
import { bearing, isFacingPlace } from '../../../toolkit/space/space';
import {
  activeAmong,
  type ConditionId,
  canEvade,
  exposedUntil,
  HINDERS_ATTACK,
  HINDERS_DEFENSE,
  HINDERS_EVASION,
  is,
  type Openings,
  openingsOf,
  roundEnd,
} from '../conditions';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { type Strike, statsOf } from '../stats';
import { type DeathRollOverride, harm, NO_DEATH_ROLL_OVERRIDE, type NonLethal, rollToSpare, subdue } from './aura';
import { isHiddenFrom } from './sight';

/** E-118 to E-120: advantage applies to the die and to each explosion. */
export const DEFENSE = advantageDice({ ...dice(1, 10), explode: true });

/** E-138, E-139: returns true if the fighter faces the other, and always without a map or with facing off. */
export function isFacingFighter(
  { settings, ground }: EnergyEncounter,
  fighter: EnergyFighter,
  other: EnergyFighter,
): boolean {
  if (settings.facing === 'off' || !fighter.place || !other.place) return true;
  return isFacingPlace(ground, fighter.place, other.place);
}

/** E-142, E-143: turns the attacker to its target for free. */
export function* turnTo(encounter: EnergyEncounter, fighter: EnergyFighter, other: EnergyFighter): Procedure<void> {
  const { place } = fighter;
  const toward = place && other.place && bearing(place, other.place);
  if (!place || toward === null || isFacingFighter(encounter, fighter, other)) return;
  const facing = Math.round(toward) % 360;
  yield* applyChange({ kind: 'move', of: fighter.id, to: { ...place, facing }, by: [] });
}

/** How an attack is defended against, without the defender's own conditions. */
export interface DefenseContext {
  readonly isFaced: boolean;
  /** Counts as if the defender were blinded. */
  readonly isAttackerHidden: boolean;
  /** Set by the command's options. */
  readonly advantage: Advantage | null;
  /** E-178. */
  readonly hasManeuverAdvantage: boolean;
  /** E-69; of a shot, the target as it is. */
  readonly was: Openings;
}

/** E-120, E-140: returns true if evaded. From behind: without weapon and shield, with disadvantage. */
const evade = (defender: EnergyFighter, attackValue: number, context: DefenseContext): Procedure<boolean> =>
  refreshDice(() => evadeNow(defender, attackValue, context));

function evadeNow(defender: EnergyFighter, attackValue: number, context: DefenseContext): Procedure<boolean> {
  const stats = statsOf(defender);
  const evasion = context.isFaced ? stats.evasion : stats.unarmedEvasion;
  const ties = is(defender, 'defending');
  const hindered = hindrancesOf(defender, context);
  const dice = pickDice(DEFENSE, context.hasManeuverAdvantage, hindered.length > 0, context.advantage);
  const facts = { bonus: evasion, against: attackValue, ties: ties ? 1 : 0 };
  const minimum = attackValue - evasion + (ties ? 0 : 1);
  const askFacts = hindered.length > 0 ? { ...facts, hindered } : facts;
  return check('evasion', dice, defender.id, askFacts, (rolled) => rolled >= minimum);
}

/** E-69: returns the conditions among `ids` that are active or were when the attack began. */
const activeSince = (fighter: EnergyFighter, ids: readonly ConditionId[], was: Openings): readonly ConditionId[] =>
  ids.filter((id) => was.ids.includes(id) || is(fighter, id));

/**
 * E-180, E-116, E-A45: returns true if the roll exceeds the attack value; a Defending target wins ties.
 * @param granted advantage for the target's first roll (E-178)
 * @param weakens further hindrances (E-182)
 */
export function* resist(
  target: EnergyFighter,
  attackValue: number,
  {
    granted,
    weakens,
    was = openingsOf(target),
  }: { readonly granted: boolean; readonly weakens: readonly string[]; readonly was?: Openings },
  save: 'fortitude' | 'will' | null = null,
): Procedure<boolean> {
  return yield* refreshDice(() => {
    const bonus = target.stats[save ?? 'fortitude'];
    const ties = is(target, 'defending');
    const hindered = [...activeSince(target, HINDERS_DEFENSE, was), ...weakens];
    const dice = pickDice(DEFENSE, granted, hindered.length > 0);
    const facts = { bonus, against: attackValue, ties: ties ? 1 : 0 };
    return check(
      save === null ? 'fortitude' : `withstand-${save}`,
      dice,
      target.id,
      hindered.length > 0 ? { ...facts, hindered } : facts,
      (rolled) => (ties ? rolled + bonus >= attackValue : rolled + bonus > attackValue),
    );
  });
}

const NO_HINDRANCE: readonly string[] = [];

export function hindrancesOf(
  defender: EnergyFighter,
  { isFaced, isAttackerHidden, advantage, was }: DefenseContext,
): readonly string[] {
  const isSteady = defender.conditions.length === 0 && was.ids.length === 0;
  if (isFaced && !isAttackerHidden && advantage !== 'disadvantage' && isSteady) return NO_HINDRANCE;
  return [
    ...activeSince(defender, HINDERS_EVASION, was),
    ...(isFaced ? [] : ['unfaced']),
    ...(isAttackerHidden ? ['unseen'] : []),
    ...(advantage === 'disadvantage' ? ['lent'] : []),
  ];
}

/** E-60, E-61: ends the fighter's own Unguarded and Exposed, not implied ones (E-159, E-235). */
export function* defend(fighter: EnergyFighter): Procedure<void> {
  yield* removeCondition(fighter, 'unguarded');
  yield* removeCondition(fighter, 'exposed');
  yield* applyChange({ kind: 'condition-added', of: fighter.id, condition: { id: 'defending' } });
}

/** E-62. */
export const stopDefending = (fighter: EnergyFighter) => removeCondition(fighter, 'defending');

/** E-73: never modified. */
const COMBAT = advantageDice(d20);

/** Modifiers of an attack, from the command's options. */
export interface RollModifiers {
  readonly attack: DefenseContext['advantage'];
  readonly defense: DefenseContext['advantage'];
  /** E-A14: the GM waives the target's Defense roll. */
  readonly isDefenseWaived: boolean;
  /** Regardless of the map. */
  readonly behind: boolean;
  /** Added to the attack value. */
  readonly other: number;
  /** E-158: the target counts as Surprised for this attack and makes no Evasion roll. */
  readonly pointBlank: boolean;
  readonly deathRollOverride: DeathRollOverride;
  /** E-137: further sources that double the damage. */
  readonly doubles: number;
}

const NO_MODIFIERS: RollModifiers = {
  attack: null,
  defense: null,
  isDefenseWaived: false,
  behind: false,
  other: 0,
  pointBlank: false,
  deathRollOverride: NO_DEATH_ROLL_OVERRIDE,
  doubles: 0,
};

/** The input of one melee attack. */
export interface AttackInput {
  readonly attacker: EnergyFighter;
  readonly defender: EnergyFighter;
  readonly strike: Strike;
  /** E-71, with the modifier of the command. */
  readonly attackValue: number;
  readonly round: number;
  /** When the Exposed of a critical hit ends. */
  readonly exposed: Until;
  readonly attackAdvantage: RollModifiers['attack'];
  readonly isTargetHidden: boolean;
  readonly defenseContext: DefenseContext;
  /** E-177: a maneuver's attack step does no damage. */
  readonly harmless: boolean;
  /** Null if the attack is lethal. */
  readonly nonLethal: NonLethal | null;
  readonly isDefenseWaived: boolean;
  readonly pointBlank: boolean;
  readonly deathRollOverride: DeathRollOverride;
  readonly doubles: number;
}

type AttackOutcome = 'miss' | 'hit' | 'critical' | 'fumble';

/** Returns the input of a melee attack at this moment. */
export function attackInputOf(
  encounter: EnergyEncounter,
  attacker: EnergyFighter,
  defender: EnergyFighter,
  strike: Strike,
  modifiers: RollModifiers = NO_MODIFIERS,
  was: Openings = openingsOf(defender),
): AttackInput {
  const { attack, defense, isDefenseWaived, behind, other, pointBlank, deathRollOverride, doubles } = modifiers;
  const isFaced = !behind && isFacingFighter(encounter, defender, attacker);
  return {
    attacker,
    defender,
    strike,
    attackAdvantage: attack,
    attackValue: strike.attackValue + other,
    round: encounter.clock.round,
    exposed: exposedUntil(encounter),
    isTargetHidden: isHiddenFrom(encounter, defender, attacker),
    defenseContext: {
      isFaced,
      isAttackerHidden: isHiddenFrom(encounter, attacker, defender),
      advantage: defense,
      hasManeuverAdvantage: false,
      was,
    },
    isDefenseWaived,
    pointBlank,
    deathRollOverride,
    doubles,
    harmless: false,
    nonLethal: null,
  };
}

/** E-71 to E-85, section 6 from step 4: rolls and applies the attack. Returns the outcome. */
export function* resolveAttack(attackInput: AttackInput): Procedure<AttackOutcome> {
  const { attacker, defender, strike, round } = attackInput;
  const { critMin } = strike;
  const { coverage } = defender.stats.armor;
  const facts = { attack: attackInput.attackValue, critMin };
  const combat = yield* refreshDice(() =>
    check('combat', combatDice(attackInput), attacker.id, facts, (face) => readAttackDie(face, critMin, coverage)),
  );
  const { critical, slips, fumbles, covered } = combat;

  // E-77: both Exposed conditions apply to this attack's damage.
  if (slips) yield* expose(attacker, roundEnd(round + 1));
  if (fumbles) {
    yield* recordOutcome(FUMBLE, attacker.id, { tone: 'harm' });
    return 'fumble';
  }
  if (critical) yield* expose(defender, attackInput.exposed);
  else if (yield* resists(attackInput)) {
    yield* recordOutcome(MISS, attacker.id, { tone: 'harm' });
    return 'miss';
  }

  const outcome = critical ? 'critical' : 'hit';
  if (attackInput.harmless) return outcome;
  const nonLethal =
    attackInput.nonLethal && (yield* rollToSpare(attacker, attackInput.nonLethal)) ? attackInput.nonLethal : null;
  // E-124: armor does not protect Fortitude or Will.
  const armorApplies = !critical && strike.against === 'evasion' && covered;
  const wasExposed = attackInput.pointBlank || attackInput.defenseContext.was.ids.includes('exposed');
  const terms = damageTerms({ ...attackInput, wasExposed }, armorApplies ? defender.stats.armor.rating : 0);
  const damage = strike.dice
    ? yield* check('damage', strike.dice, attacker.id, terms, (rolled) => damageOf(rolled, terms))
    : damageOf(0, terms);
  yield* recordOutcome(
    { result: outcome, success: true, critical, damage, armor: terms.armor, facts: { at: defender.id } },
    attacker.id,
    { tone: damage === 0 ? 'neutral' : 'boon', covers: { of: defender.id, points: { aura: -damage } } },
  );
  if (damage > 0)
    yield* nonLethal
      ? subdue(attacker, defender, damage, round, nonLethal)
      : harm(defender, damage, round, attackInput.deathRollOverride);
  return outcome;
}

/** What the face of an attack die means. */
interface AttackDie {
  readonly critical: boolean;
  /** E-75: the attacker becomes Exposed. */
  readonly slips: boolean;
  readonly fumbles: boolean;
  /** The armor applies (E-81). */
  readonly covered: boolean;
}

export const readAttackDie = (face: number, critMin: number, coverage: number): AttackDie => ({
  critical: face >= critMin,
  slips: face <= 3,
  fumbles: face === 1,
  covered: face < coverage,
});

/** E-116, E-117, E-124; E-157, E-158: an unaware target has disadvantage on the weapon's Defense roll. */
function* resists({
  defender,
  strike,
  attackValue,
  defenseContext,
  harmless,
  isDefenseWaived,
  pointBlank,
}: AttackInput): Procedure<boolean> {
  if (isDefenseWaived) return false;
  if (strike.against !== 'evasion' && !harmless)
    return yield* resist(
      defender,
      attackValue,
      { granted: false, weakens: pointBlank ? ['unaware'] : [], was: defenseContext.was },
      strike.against,
    );
  const evades = canEvade(defender) && defenseContext.was.canEvade && !pointBlank;
  return evades && (yield* evade(defender, attackValue, defenseContext));
}

const MISS: Outcome = { result: 'miss', success: false };
const FUMBLE: Outcome = { result: 'fumble', success: false };

/** E-75, E-85. */
export const expose = ({ id }: EnergyFighter, until: Until) =>
  applyChange({ kind: 'condition-added', of: id, condition: { id: 'exposed', until } });

function combatDice({ attacker, attackAdvantage, isTargetHidden }: AttackInput): Dice {
  const hindered = isTargetHidden || activeAmong(attacker, HINDERS_ATTACK).length > 0;
  return pickDice(COMBAT, false, hindered, attackAdvantage);
}

/** The terms that turn a roll into damage. */
export interface DamageTerms extends Facts {
  readonly bonus: number;
  readonly armor: number;
  readonly doubles: number;
  readonly halves: number;
}

interface DamageInput {
  readonly defender: EnergyFighter;
  readonly strike: Pick<Strike, 'damageBonus' | 'exposedDamage' | 'damageType' | 'proficient'>;
  /** E-69: includes an Exposed that has ended since. */
  readonly wasExposed?: boolean;
  readonly doubles?: number;
}

/**
 * E-81, E-132 to E-135, E-169, E-176.
 * @param halves further halvings
 */
export function damageTerms(
  { defender, strike, wasExposed = false, doubles = 0 }: DamageInput,
  armor: number,
  halves = 0,
): DamageTerms {
  const extra = wasExposed || is(defender, 'exposed') ? strike.exposedDamage : 0;
  const kind = affinityOf(strike.damageType, defender.stats.weaknesses, defender.stats.resistances);
  // Shown on the card.
  const reasons = [
    ...(doubles > 0 ? ['lent'] : []),
    ...(kind === 1 ? ['weakness'] : kind === -1 ? ['resistance'] : []),
    ...(halves > 0 ? ['clumsy'] : []),
    ...(strike.proficient ? [] : ['unproficient']),
  ];
  return {
    bonus: strike.damageBonus + extra,
    armor,
    doubles: doubles + (kind === 1 ? 1 : 0),
    halves: halves + (kind === -1 ? 1 : 0) + (strike.proficient ? 0 : 1),
    ...(reasons.length > 0 && { why: reasons }),
  };
}

/** E-83, E-136: returns the sum less armor, at least zero, then doubled and halved. */
export const damageOf = (rolled: number, { bonus, armor, doubles, halves }: DamageTerms): number =>
  multiplyDamage(Math.max(0, rolled + bonus - armor), doubles, halves);
