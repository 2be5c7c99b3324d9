/**
 * The attack of Slots in numbers only, written from the rules text and not from the code: who is hit, how badly, and
 * what it costs.
 */
export interface ModelAttacker {
  readonly bab: number;
  readonly str: number;
  readonly dex: number;
  readonly size: number;
  readonly prone: boolean;
  readonly exhausted: boolean;
  readonly assisted: boolean;
  readonly focused: boolean;
  readonly charging: boolean;
}

export interface ModelDefender {
  readonly dex: number;
  readonly armor: number;
  readonly natural: number;
  readonly hp: number;
  /** Of the negative track. */
  readonly track: number;
  readonly dr: number;
  readonly cold: number;
  readonly isThing: boolean;
  readonly fragile: boolean;
  readonly conditions: readonly string[];
}

export interface ModelWeapon {
  readonly kind: 'melee' | 'ranged';
  readonly thrown: boolean;
  readonly faces: number;
  readonly range: readonly [least: number, times: number];
  readonly proficient: boolean;
  readonly toHit: number;
  readonly toHurt: number;
  readonly isCold: boolean;
}

export type ModelSlot = 'standard' | 'move' | 'quick';

export interface ModelResult {
  readonly result: 'miss' | 'hit' | 'critical';
  readonly dealt: number;
  readonly hp: number;
  readonly negative: number;
  readonly state: 'up' | 'out' | 'dying' | 'dead' | 'broken';
}

const SLOT: Readonly<Record<ModelSlot, number>> = { standard: 0, move: -5, quick: -10 };
/** "Subtract the ability modifier": what was added no longer is. */
const without = (modifier: number, isLost: boolean): number => (isLost && modifier > 0 ? 0 : modifier);

const DEX_LOST = ['frightened', 'restrained', 'stunned', 'surprised'];

/** Armor Class, with everything that changes it. */
export function modelAc({ dex, armor, natural, conditions }: ModelDefender, weapon: ModelWeapon): number {
  const has = (id: string): number => Number(conditions.includes(id));
  const dexterity = without(
    dex,
    DEX_LOST.some((id) => has(id) > 0),
  );
  const lying = has('prone') * (weapon.kind === 'melee' ? -4 : 4);
  const guard = 3 * has('defending') + 2 * has('observing') + 4 * has('assisted');
  return 10 + dexterity + armor + natural + guard + lying - 2 * has('charging');
}

/** @param rolled the face of the d20 @param dice the sum of `dice` faces of the weapon, see `modelDice` */
export function modelAttack(
  attacker: ModelAttacker,
  defender: ModelDefender,
  weapon: ModelWeapon,
  slot: ModelSlot,
  rolled: number,
  dice: number,
): ModelResult {
  const { str, dex, exhausted } = attacker;
  const ability = without(weapon.kind === 'melee' ? str : dex, exhausted);
  const situation = (attacker.charging ? 2 : 0) + (attacker.focused ? 1 : 0) + (attacker.assisted ? 4 : 0);
  const total = rolled + attacker.bab + ability + SLOT[slot] + attacker.size + weapon.toHit + situation;
  const hits = rolled === 20 || (rolled !== 1 && total >= modelAc(defender, weapon));
  if (!hits) return { result: 'miss', dealt: 0, ...stateOf(defender, 0) };

  const critical = isModelCritical(weapon, rolled);
  const strength = weapon.kind === 'melee' || weapon.thrown ? without(str, exhausted) : 0;
  const bonus = strength + weapon.toHurt + (attacker.charging ? 2 : 0) + (attacker.focused ? 1 : 0);
  let damage = Math.max(0, dice + bonus);
  // Weapons spare what is not fragile; a weakness comes next, a resistance last.
  if (defender.isThing && !defender.fragile) damage = Math.floor(damage / 2);
  const wet = defender.conditions.includes('soaked');
  if (weapon.isCold && wet && defender.cold === 0) damage = Math.floor(damage * 1.5);
  damage = Math.max(0, damage - (weapon.isCold ? defender.cold : defender.dr));
  return { result: critical ? 'critical' : 'hit', dealt: damage, ...stateOf(defender, damage) };
}

export const isModelCritical = ({ proficient, range: [least] }: ModelWeapon, rolled: number): boolean =>
  proficient && rolled >= least;

/** The number of weapon dice after a hit. */
export const modelDice = (weapon: ModelWeapon, rolled: number): number =>
  isModelCritical(weapon, rolled) ? weapon.range[1] : 1;

function stateOf({ hp, track, isThing }: ModelDefender, damage: number): Omit<ModelResult, 'result' | 'dealt'> {
  const left = hp - damage;
  if (isThing) return { hp: Math.max(0, left), negative: 0, state: left > 0 ? 'up' : 'broken' };
  if (left > 0) return { hp: left, negative: 0, state: 'up' };
  const negative = Math.min(track, damage - hp);
  return { hp: 0, negative, state: left === 0 ? 'out' : negative >= track ? 'dead' : 'dying' };
}
