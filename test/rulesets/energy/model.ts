/**
 * A second calculation of attacks: numbers only, written from the rules text. It imports nothing from the ruleset, so
 * that a fault of one shows as a difference.
 */

export type RollDie = (sides: number) => number;

export interface ModelWeapon {
  /** Numbers and sides of its damage dice; null for bare hands. */
  readonly dice: readonly [number, number] | null;
  readonly attackBonus: number;
  readonly damageBonus: number;
  readonly evasionBonus: number;
  readonly exposedDamage: number;
  readonly precision: number;
  readonly damageType: string;
  /** The proficiency it requires. */
  readonly mpr: number;
  readonly blunt: boolean;
}

export interface ModelMissile extends ModelWeapon {
  readonly accuracy: number;
  readonly range: readonly [number, number, number];
  readonly how: 'bow' | 'sling' | 'thrown' | 'improvised';
}

export interface ModelFighter {
  readonly str: number;
  readonly dex: number;
  readonly level: number;
  readonly mpl: number;
  readonly armStrength: number;
  readonly size: 'small' | 'medium' | 'large' | 'huge';
  readonly weapon: ModelWeapon;
  readonly shield: number;
  readonly armor: { readonly coverage: number; readonly rating: number; readonly penalty: number };
  readonly conditions: readonly string[];
  readonly weaknesses: readonly string[];
  readonly resistances: readonly string[];
  readonly aura: number;
  readonly stamina: number;
}

/** How an attack is made. */
export interface ModelAttack {
  readonly behind: boolean;
  /** Steps of a non-lethal attack; null if lethal. */
  readonly nonLethal: number | null;
  /** Added by the GM. */
  readonly other: number;
}

export interface ModelShot extends ModelAttack {
  readonly metres: number;
  readonly aware: boolean;
  readonly movement: 'still' | 'ordinary' | 'zigzag';
}

export interface ModelResult {
  readonly result: 'fumble' | 'miss' | 'hit' | 'critical';
  readonly damage: number;
  readonly aura: number;
  readonly stamina: number;
  /** What the target has that it had not before, in alphabetical order. */
  readonly suffers: readonly string[];
  readonly isAttackerExposed: boolean;
}

type Advantage = 'high' | 'low' | null;

function rollOnce(die: RollDie, sides: number, keep: Advantage): number {
  const first = die(sides);
  if (keep === null) return first;
  const second = die(sides);
  return keep === 'high' ? Math.max(first, second) : Math.min(first, second);
}

/** "On any Defense roll, if you roll the highest number on the die, reroll it and add the result." */
function rollDefense(die: RollDie, sides: number, keep: Advantage): number {
  let total = 0;
  for (;;) {
    const rolled = rollOnce(die, sides, keep);
    total += rolled;
    if (rolled < sides) return total;
  }
}

const SIZES = {
  huge: { evasion: 6, missChance: -4 },
  large: { evasion: 7, missChance: -2 },
  medium: { evasion: 8, missChance: 0 },
  small: { evasion: 9, missChance: 2 },
};

const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  unguarded: ['exposed'],
  surprised: ['unguarded', 'exposed'],
  prone: ['exposed'],
  dazed: ['exposed'],
  blinded: ['unguarded', 'exposed'],
  unconscious: ['unguarded', 'exposed'],
};

const has = ({ conditions }: ModelFighter, id: string): boolean =>
  conditions.some((each) => each === id || (IMPLIED[each]?.includes(id) ?? false));

const isProficient = ({ mpl }: ModelFighter, { mpr }: ModelWeapon): boolean => mpl >= mpr;

/** "Inherent Evasion + 1/3 Level + Halved Dexterity Modifier - armor penalty" */
const bareEvasion = ({ size, level, dex, armor }: ModelFighter): number =>
  SIZES[size].evasion + Math.floor(level / 3) + Math.floor(dex / 2) - armor.penalty;

const evasionOf = (fighter: ModelFighter): number =>
  bareEvasion(fighter) + fighter.shield + fighter.weapon.evasionBonus - (isProficient(fighter, fighter.weapon) ? 0 : 1);

/** "(Strength Modifier + Dexterity Modifier) / 3" */
const martialBonus = ({ str, dex }: ModelFighter): number => Math.floor((str + dex) / 3);

/** Doubles, then halves; two doublings are three times as much. */
function multiplied(base: number, doubles: number, halves: number): number {
  return Math.floor((Math.max(0, base) * (1 + doubles)) / 2 ** halves);
}

interface Wound {
  readonly base: number;
  readonly weapon: ModelWeapon;
  readonly halves: number;
}

/** Weakness and Resistance cancel each other out. */
function damageOf(defender: ModelFighter, { base, weapon, halves }: Wound): number {
  const isWeak = weapon.damageType !== '' && defender.weaknesses.includes(weapon.damageType);
  const resists = weapon.damageType !== '' && defender.resistances.includes(weapon.damageType);
  return multiplied(base, isWeak && !resists ? 1 : 0, halves + (resists && !isWeak ? 1 : 0));
}

/** The Death roll, and what non-lethal damage does instead. */
function sufferedBy(die: RollDie, defender: ModelFighter, damage: number, isSpared: boolean) {
  const { aura, stamina } = defender;
  if (damage === 0) return { aura, stamina, suffers: [] };
  if (aura > 0) return { aura: Math.max(0, aura - damage), stamina, suffers: [] };
  if (isSpared) {
    const left = Math.max(0, stamina - 5);
    return { aura, stamina: left, suffers: ['exhausted', 'shaken', ...(left === 0 ? ['unconscious'] : [])] };
  }
  const rolled = die(20);
  if (rolled <= 1) return { aura, stamina, suffers: ['dead'] };
  return {
    aura,
    stamina,
    suffers: [
      ...(rolled < 10 ? ['bleeding-out'] : []),
      ...(rolled < 20 ? ['exhausted'] : []),
      ...(rolled < 5 ? ['unconscious'] : []),
    ],
  };
}

function missed(defender: ModelFighter, result: 'fumble' | 'miss', isAttackerExposed: boolean): ModelResult {
  const { aura, stamina } = defender;
  return { result, damage: 0, aura, stamina, suffers: [], isAttackerExposed };
}

/** Returns the result of a melee attack; without a weapon of bare hands. */
export function strike(
  die: RollDie,
  attacker: ModelFighter,
  defender: ModelFighter,
  { behind, nonLethal, other }: ModelAttack,
  isUnarmed: boolean,
): ModelResult {
  const { weapon } = attacker;
  const proficient = isUnarmed || isProficient(attacker, weapon);
  const attackValue =
    15 +
    martialBonus(attacker) +
    (isUnarmed ? 0 : weapon.attackBonus - (proficient ? 0 : 1) - 3 * (nonLethal ?? 0)) +
    other;
  const combat = rollOnce(die, 20, has(attacker, 'dazed') || has(attacker, 'blinded') ? 'low' : null);
  const isAttackerExposed = combat <= 3;
  if (combat === 1) return missed(defender, 'fumble', isAttackerExposed);
  const critical = combat >= 20 - (isUnarmed ? 0 : weapon.precision);
  if (!critical && !has(defender, 'unconscious')) {
    const isHindered = behind || ['dazed', 'blinded', 'surprised', 'prone'].some((id) => has(defender, id));
    const roll =
      rollDefense(die, 10, isHindered ? 'low' : null) + (behind ? bareEvasion(defender) : evasionOf(defender));
    if (has(defender, 'defending') ? roll >= attackValue : roll > attackValue)
      return missed(defender, 'miss', isAttackerExposed);
  }
  const needed = isUnarmed ? 0 : (weapon.blunt ? 5 : 10) - 5 * (nonLethal ?? 0);
  const isSpared = nonLethal !== null && (needed <= 1 || die(20) >= needed);
  const isExposed = critical || has(defender, 'exposed');
  const bonus = isUnarmed
    ? Math.max(1, martialBonus(attacker))
    : martialBonus(attacker) + weapon.damageBonus + (isExposed ? weapon.exposedDamage : 0);
  const armor = critical || combat >= defender.armor.coverage ? 0 : defender.armor.rating;
  const damage = damageOf(defender, {
    base: (isUnarmed ? 0 : rollDamage(die, weapon)) + bonus - armor,
    weapon: isUnarmed ? { ...weapon, damageType: '' } : weapon,
    halves: proficient ? 0 : 1,
  });
  return wounded(die, defender, damage, isSpared, critical, isAttackerExposed);
}

function rollDamage(die: RollDie, { dice }: ModelWeapon): number {
  const [count, sides] = dice ?? [0, 0];
  let total = 0;
  for (let rolled = 0; rolled < count; rolled++) total += die(sides);
  return total;
}

function wounded(
  die: RollDie,
  defender: ModelFighter,
  damage: number,
  isSpared: boolean,
  critical: boolean,
  isAttackerExposed: boolean,
): ModelResult {
  const { aura, stamina, suffers } = sufferedBy(die, defender, damage, isSpared);
  return {
    result: critical ? 'critical' : 'hit',
    damage,
    aura,
    stamina,
    suffers: [...suffers, ...(critical ? ['exposed'] : [])].sort(),
    isAttackerExposed,
  };
}

/** The table of draw weights, from the lowest Arm Strength. */
const DRAW: readonly (readonly [from: number, near: number, normal: number, most: number, damage: number])[] = [
  [-Infinity, -3, -10, -60, 0],
  [1, -2, -5, -30, 0],
  [4, -1, -5, -10, 0],
  [8, 0, 0, 0, 0],
  [12, 0, 5, 10, 1],
  [16, 1, 6, 12, 2],
  [20, 1, 9, 18, 3],
  [25, 2, 12, 24, 4],
];
/** "Max for MPL" 1 to 2, 3 to 4, and 5 or more; the text has none for 0, which is read as for 1. */
const heaviest = (mpl: number): number => (mpl >= 5 ? 7 : mpl >= 3 ? 6 : 5);

const THROW: readonly (readonly [from: number, near: number, normal: number, most: number])[] = [
  [-Infinity, 0, 0, 0],
  [5, 0, 2, 4],
  [10, 1, 4, 8],
  [15, 1, 6, 10],
  [20, 2, 8, 16],
  [25, 2, 10, 20],
];

/** Returns the range in metres, and the damage of the draw weight. */
export function rangeOf({ armStrength, mpl }: ModelFighter, { how, range }: ModelMissile) {
  const [near, normal, most] = range;
  if (how === 'sling') return { near, normal, most, damage: 0 };
  const row =
    how === 'bow'
      ? Math.min(DRAW.filter(([from]) => armStrength >= from).length - 1, heaviest(mpl))
      : THROW.filter(([from]) => armStrength >= from).length - 1;
  const [, a = 0, b = 0, c = 0, damage = 0] = (how === 'bow' ? DRAW : THROW)[row] ?? [];
  return {
    near: Math.max(0, near + a),
    normal: Math.max(0, normal + b),
    most: Math.max(0, most + c),
    damage,
  };
}

const MOVEMENT = { still: -5, ordinary: 0, zigzag: 5 };

/** Returns the result of a shot or a throw. */
export function shoot(
  die: RollDie,
  attacker: ModelFighter,
  missile: ModelMissile,
  defender: ModelFighter,
  { behind, nonLethal, other, metres, aware, movement }: ModelShot,
): ModelResult {
  const { near, normal, damage: drawDamage } = rangeOf(attacker, missile);
  const accuracy = missile.how === 'thrown' ? missile.attackBonus : missile.how === 'improvised' ? 0 : missile.accuracy;
  const evades = aware && !has(defender, 'unconscious');
  let missChance =
    8 -
    accuracy -
    Math.floor(attacker.dex / 2) +
    SIZES[defender.size].missChance +
    MOVEMENT[movement] +
    3 * (nonLethal ?? 0) +
    other;
  if (evades) {
    const isHindered = behind || ['dazed', 'blinded', 'surprised', 'prone'].some((id) => has(defender, id));
    missChance +=
      rollDefense(die, 4, isHindered ? 'low' : null) +
      Math.floor(defender.dex / 2) -
      defender.armor.penalty +
      (behind ? 0 : defender.shield);
  }
  const isHandicapped = metres > normal || has(attacker, 'dazed') || has(attacker, 'blinded');
  const isNear = metres <= near;
  const hit = rollOnce(die, 20, isNear === isHandicapped ? null : isNear ? 'high' : 'low');
  const isAttackerExposed = hit <= 3;
  if (hit === 1) return missed(defender, 'fumble', isAttackerExposed);
  const critical = hit >= 20 - missile.precision;
  const isMissed = evades && has(defender, 'defending') ? hit <= missChance : hit < missChance;
  if (!critical && isMissed) return missed(defender, 'miss', isAttackerExposed);
  const needed = 15 - 5 * (nonLethal ?? 0);
  const isSpared = nonLethal !== null && (needed <= 1 || die(20) >= needed);
  const isExposed = critical || has(defender, 'exposed');
  const armor = critical || hit >= defender.armor.coverage ? 0 : defender.armor.rating;
  const damage = damageOf(defender, {
    base: rollDamage(die, missile) + missile.damageBonus + drawDamage + (isExposed ? missile.exposedDamage : 0) - armor,
    weapon: missile,
    halves: (isProficient(attacker, missile) ? 0 : 1) + (missile.how === 'improvised' && hit !== 20 ? 1 : 0),
  });
  return wounded(die, defender, damage, isSpared, critical, isAttackerExposed);
}
