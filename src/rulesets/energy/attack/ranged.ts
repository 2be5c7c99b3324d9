import { recordOutcome } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Facts, Reason } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { type Dice, d20, dice } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import { check, type Procedure, refreshDice, roll } from '../../../kernel/procedure';
import { TARGET, type WithTarget, whyNoTarget } from '../../../toolkit/act/actions';
import { advantageDice, pickDice, rowFor } from '../../../toolkit/combat/check';
import { findNamedOrFirst, makeStrikeRequirement } from '../../../toolkit/combat/strike';
import { setItem, whyNotAtHand } from '../../../toolkit/define/item';
import { shelteredShare } from '../../../toolkit/space/sight';
import { metresBetween } from '../../../toolkit/space/space';
import { type EnergyContext, requiring } from '../action';
import { activeAmong, exposedUntil, HINDERS_ATTACK, is, openingsOf, roundEnd } from '../conditions';
import { ARMED, consumeAmmunition, drop, hasNoAmmunition, meleeInHand } from '../gear';
import { optionsOf } from '../options';
import type { Weapon } from '../schema';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { type Strike, statsOf } from '../stats';
import {
  type AttackInput,
  type DefenseContext,
  damageOf,
  damageTerms,
  expose,
  hindrancesOf,
  readAttackDie,
  resist,
  turnTo,
} from './attack';
import { harm, nonLethalOf, nonLethalPrice, rollToSpare, subdue } from './aura';
import { isHiddenFrom } from './sight';
import {
  attackOptions,
  isFaced,
  isSwift,
  NON_LETHAL_OPTIONS,
  rollModifiersOf,
  whyNotSwift,
  whyNotThrough,
  whyNotUnaware,
} from './strikes';
import { askTargetBehavior, isLikelyAware, type TargetBehavior, type TargetMovement } from './target-behavior';

/** Metres: with advantage, normal, maximum (E-96). */
type Trio = readonly [advantage: number, normal: number, most: number];

interface DrawRow {
  /** The lowest Arm Strength for this row. */
  readonly from: number;
  readonly change: Trio;
  readonly damage: number;
}

/** E-97 to E-99, by draw weight from below 20 to 80 kg; the sign applies to all three numbers (E-A30). */
const DRAW_ROWS: readonly DrawRow[] = [
  { from: -Infinity, change: [-3, -10, -60], damage: 0 },
  { from: 1, change: [-2, -5, -30], damage: 0 },
  { from: 4, change: [-1, -5, -10], damage: 0 },
  { from: 8, change: [0, 0, 0], damage: 0 },
  { from: 12, change: [0, 5, 10], damage: 1 },
  { from: 16, change: [1, 6, 12], damage: 2 },
  { from: 20, change: [1, 9, 18], damage: 3 },
  { from: 25, change: [2, 12, 24], damage: 4 },
  { from: 30, change: [2, 15, 30], damage: 5 },
  { from: 35, change: [3, 18, 36], damage: 6 },
  { from: 40, change: [3, 26, 52], damage: 7 },
];

/** E-100, E-A30: the highest row, by launcher or by martial proficiency. */
const CAPS: Readonly<Partial<Record<Weapon['launcher'], number>>> = {
  'hand-crossbow': 4,
  'heavy-crossbow': 8,
  'siege-crossbow': 10,
};
const capByTraining = (mpl: number): number => (mpl >= 5 ? 7 : mpl >= 3 ? 6 : 5);

/** E-102: added to Arm Strength. */
const TWO_HANDED_CROSSBOW = 5;

type Archer = { readonly armStrength: number; readonly mpl: number };

/** E-97, E-100, E-102: returns the highest row this archer can draw. */
export function bestDrawRow({ launcher, hands }: Weapon, { armStrength, mpl }: Archer): number {
  const strength = armStrength + (hands === 2 && launcher !== 'none' && launcher !== 'bow' ? TWO_HANDED_CROSSBOW : 0);
  const row = DRAW_ROWS.findLastIndex(({ from }) => strength >= from);
  return Math.min(row, CAPS[launcher] ?? capByTraining(mpl));
}

/** E-106: for weapons without a range of their own. */
const THROWN_BY_CLASS: Readonly<Record<Weapon['class'], Trio>> = {
  light: [3, 5, 10],
  normal: [2, 4, 8],
  heavy: [1, 3, 6],
};

/** E-107. */
const THROWING_ARM: readonly { readonly from: number; readonly more: Trio }[] = [
  { from: 40, more: [4, 16, 32] },
  { from: 35, more: [3, 14, 28] },
  { from: 30, more: [3, 12, 24] },
  { from: 25, more: [2, 10, 20] },
  { from: 20, more: [2, 8, 16] },
  { from: 15, more: [1, 6, 10] },
  { from: 10, more: [1, 4, 8] },
  { from: 5, more: [0, 2, 4] },
  { from: -Infinity, more: [0, 0, 0] },
];

/** E-103. */
export const isThrown = ({ ranged, thrown }: Weapon): boolean => thrown || !ranged;

/**
 * E-96 to E-99, E-106, E-107: returns the range and the damage of the draw weight. Without a launcher, as for a sling, the range is fixed.
 */
export function rangedStatsOf(weapon: Weapon, archer: Archer): { readonly trio: Trio; readonly damage: number } {
  const named = weapon.range.length === 3 ? (weapon.range as Trio) : THROWN_BY_CLASS[weapon.class];
  if (isThrown(weapon)) return { trio: addTrios(named, rowFor(THROWING_ARM, archer.armStrength).more), damage: 0 };
  if (weapon.launcher === 'none') return { trio: named, damage: 0 };
  const { change, damage } = defined(
    DRAW_ROWS[weapon.drawRow ?? bestDrawRow(weapon, archer)],
    'a row of that draw weight',
  );
  return { trio: addTrios(named, change), damage };
}

const addTrios = ([a, b, c]: Trio, [x, y, z]: Trio): Trio => [
  Math.max(0, a + x),
  Math.max(0, b + y),
  Math.max(0, c + z),
];

/** E-88: never modified. */
const HIT = advantageDice(d20);
/** E-90: a four explodes. */
const RANGED_EVASION = advantageDice({ ...dice(1, 4), explode: true });

/** E-93: added to the Miss Chance. */
const MOVEMENTS: Readonly<Record<TargetMovement, number>> = { still: -5, ordinary: 0, zigzag: 5 };

/** The named weapon, else the first that shoots, else one with the Thrown property. */
function findMissileWeapon({ fighter, command }: Pick<EnergyContext, 'fighter' | 'command'>): Weapon | null {
  const weapons = fighter.items.filter((item): item is Weapon => item.type === 'energyWeapon');
  const shoots = ({ equipped, ranged }: Weapon): boolean => equipped && ranged;
  return findNamedOrFirst(weapons, command.with, shoots, ({ equipped, thrown }) => equipped && thrown);
}

const isProficient = ({ stats }: EnergyFighter, { mpr }: Weapon): boolean => stats.mpl >= mpr;

/** Metres; null if unknown. */
function distanceTo({ encounter, fighter, target, command }: EnergyContext): number | null {
  if (fighter.place && target?.place) return metresBetween(encounter.ground, fighter.place, target.place);
  return optionsOf(command).metres ?? null;
}

/** E-43, E-170, E-A1, E-A52: the same for swift shots. */
function energyOf(act: EnergyContext): number {
  const weapon = findMissileWeapon(act);
  const base = act.encounter.settings.rangedEnergyCost === '2' ? 2 : 1;
  return base + (weapon && !isProficient(act.fighter, weapon) ? 1 : 0);
}

type Shooting = WithTarget<EnergyContext> & { readonly weapon: Weapon };

const shooting = requiring(
  makeStrikeRequirement<EnergyContext, Weapon, Shooting>(
    findMissileWeapon,
    TARGET,
    (weapon, aimed) => ({ weapon, ...aimed }),
    (act) => (findMissileWeapon(act) ? whyNoTarget(act) : [impossibleReason('no-weapon')]),
  ),
);

/** Reasons against shooting at any target. */
function whyNotWield({ fighter }: EnergyContext, weapon: Weapon | null): Reason[] {
  if (!weapon) return [];
  const reasons = whyNotAtHand(weapon, { needsHand: 'not-equipped' });
  if (!isThrown(weapon) && weapon.loadCost > 0 && !weapon.loaded) reasons.push({ id: 'not-loaded' });
  if (!isThrown(weapon) && weapon.loadCost === 0 && hasNoAmmunition(fighter, weapon))
    reasons.push({ id: 'no-ammunition' });
  if (isTooHeavy(fighter, weapon)) reasons.push({ id: 'draw-too-heavy' });
  return reasons;
}

/** E-101, E-A30. */
const isTooHeavy = ({ stats }: EnergyFighter, weapon: Weapon): boolean =>
  weapon.launcher !== 'none' && weapon.drawRow !== null && weapon.drawRow > bestDrawRow(weapon, stats);

/** What opponents see in a shot. */
const SHOT = 0.05;

/** Who throws its only weapon must take it up again. */
function promiseOfShot({ fighter, command }: EnergyContext): number {
  const [only, ...others] = meleeInHand(fighter);
  return only && others.length === 0 && only === findMissileWeapon({ fighter, command }) ? -ARMED : SHOT;
}

function missilesInHand({ items }: EnergyFighter): readonly Weapon[] {
  const inHand = items.filter((item): item is Weapon => item.type === 'energyWeapon' && item.equipped);
  return [...inHand.filter(({ ranged }) => ranged), ...inHand.filter(({ ranged, thrown }) => thrown && !ranged)];
}

const STILL = attackOptions(NON_LETHAL_OPTIONS, ['aware', 'movement', 'metres']);
const MOVING = attackOptions(NON_LETHAL_OPTIONS, ['moving', 'aware', 'movement', 'metres']);

/** E-43, E-103; section 7. */
export const shoot = shooting({
  category: 'attack',
  needs: 'target',
  options: ({ command }) => (isSwift(command) ? MOVING : STILL),
  promise: promiseOfShot,
  toWinner: 'offered',
  variants: { swift: 'swift-shot' },
  itemsFor: ({ items }) => items.filter((item) => item.type === 'energyWeapon'),
  wields: missilesInHand,
  isRanged: true,
  cost: (act) => ({ energy: energyOf(act) }),
  whyNotFirst: (act) => whyNotWield(act, findMissileWeapon(act)),
  whyNot(act) {
    const { fighter, target, command, weapon } = act;
    const reasons: Reason[] = [];
    if (is(target, 'dead')) reasons.push({ id: 'target-dead' });
    reasons.push(...whyNotUnaware(act), ...whyNotThrough(act));
    const distance = distanceTo(act);
    const [, , most] = rangedStatsOf(weapon, fighter.stats).trio;
    if (distance !== null && distance > most)
      reasons.push({ id: 'out-of-range', data: { distance: Math.round(distance * 10) / 10, most } });
    // E-154: an unaware target may be shot at swiftly too.
    const swift = isSwift(command) ? whyNotSwift(act.encounter, fighter, target, command) : [];
    return [...reasons, ...swift.filter(({ id }) => id !== 'swift-guarded' || isLikelyAware(act))];
  },
  *play(act) {
    const { encounter, fighter, target, weapon } = act;
    yield* turnTo(encounter, fighter, target);
    // E-70: Hit modifiers are read at the release, damage modifiers at the hit.
    const shot = shotOf(act, yield* askTargetBehavior(act, weapon.against === 'evasion'));
    if (isThrown(weapon)) yield* drop(fighter, weapon, target.place);
    else if (weapon.loadCost > 0) yield* setItem(fighter, weapon, { loaded: false });
    else yield* consumeAmmunition(fighter, weapon);
    yield* resolveShot(encounter, shot);
  },
});

/** A shot or throw at its release. */
interface Shot
  extends Pick<
    AttackInput,
    'attacker' | 'defender' | 'nonLethal' | 'isDefenseWaived' | 'pointBlank' | 'deathRollOverride' | 'doubles'
  > {
  readonly weapon: Weapon;
  /** Without the Ranged Evasion roll. */
  readonly missChance: number;
  readonly dice: Dice;
  readonly critMin: number;
  /** Read now: a thrown weapon may be taken up while it flies. */
  readonly damageDice: Dice;
  /** Null if the target is unaware or helpless. */
  readonly defenseContext: DefenseContext | null;
  /** E-116. */
  readonly save: { readonly against: 'fortitude' | 'will'; readonly value: number } | null;
}

const figuresOf = (fighter: EnergyFighter, { id }: Weapon): Strike =>
  defined(lookup(statsOf(fighter).strikes, id), 'figures of each weapon in hand');

/** Miss Chance for full cover; equals zigzag movement. */
const COVER = 5;

/** E-86: returns an addition to the Miss Chance, in proportion to the covered part of the target. */
function coverOf(encounter: EnergyEncounter, fighter: EnergyFighter, target: EnergyFighter): number {
  const { ground, settings } = encounter;
  if (settings.sight === 'off' || !fighter.place || !target.place) return 0;
  return Math.round(COVER * shelteredShare(ground, fighter.place, target.place));
}

/** Section 7, steps 2 to 6, without the roll. */
function shotOf(act: Shooting, { aware, movement }: TargetBehavior): Shot {
  const { encounter, fighter, target, command, weapon } = act;
  const modifiers = rollModifiersOf(command);
  const [near, normal] = rangedStatsOf(weapon, fighter.stats).trio;
  const distance = distanceTo(act);
  const isClose = distance !== null && distance <= near;
  const isFar = distance !== null && distance > normal;
  const isBlind = isHiddenFrom(encounter, target, fighter);
  const hindered = isFar || isBlind || activeAmong(fighter, HINDERS_ATTACK).length > 0;
  const isAttackerHidden = isHiddenFrom(encounter, fighter, target);
  const { against } = weapon;
  return {
    attacker: fighter,
    defender: target,
    weapon,
    // E-158: only a natural 1 misses.
    missChance: modifiers.pointBlank
      ? 1
      : fighter.stats.figures.missChanceModifier.value -
        accuracyOf(weapon) +
        target.stats.missChance +
        MOVEMENTS[movement] +
        // Without sight of the target, cover is ignored.
        (isBlind ? 0 : coverOf(encounter, fighter, target)) +
        nonLethalPrice(command, 'ranged') +
        modifiers.other,
    dice: pickDice(HIT, isClose, hindered, modifiers.attack),
    critMin: figuresOf(fighter, weapon).critMin,
    damageDice: defined(figuresOf(fighter, weapon).dice, 'dice of each weapon that shoots'),
    defenseContext:
      aware && !modifiers.isDefenseWaived && against === 'evasion'
        ? {
            isFaced: isFaced(act),
            isAttackerHidden,
            advantage: modifiers.defense,
            hasManeuverAdvantage: false,
            was: openingsOf(target),
          }
        : null,
    save: against === 'evasion' ? null : { against, value: attackValueOf(act) },
    nonLethal: nonLethalOf(encounter, command, 'ranged'),
    isDefenseWaived: modifiers.isDefenseWaived,
    pointBlank: modifiers.pointBlank,
    deathRollOverride: modifiers.deathRollOverride,
    doubles: modifiers.doubles,
  };
}

/** E-116: what a Fortitude or Will roll must exceed. */
const attackValueOf = ({ fighter, command, weapon }: Shooting): number =>
  figuresOf(fighter, weapon).attackValue +
  (isThrown(weapon) ? 0 : weapon.accuracy) -
  nonLethalPrice(command, 'ranged') -
  rollModifiersOf(command).other;

/** E-87, E-105, E-A32. */
function accuracyOf(weapon: Weapon): number {
  if (!isThrown(weapon)) return weapon.accuracy;
  return weapon.thrown ? weapon.attackBonus : 0;
}

/** E-88 to E-95, E-116, E-166, section 7 from step 5. */
function* resolveShot(encounter: EnergyEncounter, shot: Shot): Procedure<void> {
  const { attacker, defender, weapon, critMin, defenseContext, save, nonLethal } = shot;
  const { round } = encounter.clock;
  const ties = defenseContext !== null && is(defender, 'defending');
  const evaded = defenseContext ? yield* refreshDice(() => evadeShot(defender, defenseContext)) : 0;
  const miss = shot.missChance + evaded;
  const facts: Facts = save ? { critMin, value: save.value } : { miss, critMin, ties: ties ? 1 : 0 };
  const { armor } = defender.stats;
  const hitRoll = yield* check(save ? 'hit-value' : 'hit', shot.dice, attacker.id, facts, (face) => ({
    ...readAttackDie(face, critMin, armor.rangedCoverage),
    // E-61, E-A45: a Defending target that rolled wins a tie.
    misses: !save && (ties ? face <= miss : face < miss),
    // E-104, E-A32: an improvised missile does full damage only on a natural 20.
    plain: face !== 20,
  }));
  const { critical, slips, fumbles, covered, misses, plain } = hitRoll;

  if (slips) yield* expose(attacker, roundEnd(round + 1));
  if (fumbles) {
    yield* recordOutcome({ result: 'fumble', success: false }, attacker.id, { tone: 'harm' });
    return;
  }
  if (critical) yield* expose(defender, exposedUntil(encounter));
  else if (save ? !shot.isDefenseWaived && (yield* resists(shot, save)) : misses) {
    yield* recordOutcome({ result: 'miss', success: false }, attacker.id, { tone: 'harm' });
    return;
  }

  const isSpared = nonLethal !== null && (yield* rollToSpare(attacker, nonLethal));
  const armorApplies = !critical && weapon.against === 'evasion' && covered;
  const isImprovised = isThrown(weapon) && !weapon.thrown && plain;
  const terms = damageTerms(
    {
      defender,
      wasExposed: shot.pointBlank,
      doubles: shot.doubles,
      strike: {
        damageBonus: weapon.damageBonus + rangedStatsOf(weapon, attacker.stats).damage,
        exposedDamage: weapon.exposedDamage,
        damageType: weapon.damageType,
        proficient: isProficient(attacker, weapon),
      },
    },
    armorApplies ? armor.rating : 0,
    isImprovised ? 1 : 0,
  );
  const damage = yield* check('damage', shot.damageDice, attacker.id, terms, (rolled) => damageOf(rolled, terms));
  const result = critical ? 'critical' : 'hit';
  yield* recordOutcome(
    { result, success: true, critical, damage, armor: terms.armor, facts: { at: defender.id } },
    attacker.id,
    { tone: damage === 0 ? 'neutral' : 'boon', covers: { of: defender.id, points: { aura: -damage } } },
  );
  if (damage > 0)
    yield* isSpared
      ? subdue(attacker, defender, damage, round, nonLethal)
      : harm(defender, damage, round, shot.deathRollOverride);
}

/** E-116, E-158. */
const resists = ({ defender, pointBlank }: Shot, { against, value }: NonNullable<Shot['save']>) =>
  resist(defender, value, { granted: false, weakens: pointBlank ? ['unaware'] : [] }, against);

/** E-90, E-91, E-A50: from behind without shield and with disadvantage. Returns an addition to the Miss Chance. */
function* evadeShot(defender: EnergyFighter, context: DefenseContext): Procedure<number> {
  const { rangedEvasion, rangedEvasionUnfaced } = statsOf(defender).figures;
  const bonus = (context.isFaced ? rangedEvasion : rangedEvasionUnfaced).value;
  const hindered = hindrancesOf(defender, context);
  const pickedDice = pickDice(RANGED_EVASION, false, hindered.length > 0, context.advantage);
  const facts: Facts = hindered.length > 0 ? { bonus, hindered } : { bonus };
  return bonus + (yield* roll('ranged-evasion', pickedDice, defender.id, facts));
}
