import type { Item } from '../../../encounter/state';
import { diceOf, flag, metres, oneOf, orNull, whole, words } from '../../../mechanics/fields';
import { AMMUNITION, DEFENSES, ITEM_TYPES, type ItemType, LAUNCHERS, USES_PER, WEAPON_CLASSES } from './words';

/** What a weapon is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const WEAPON_DEFAULTS = {
  equipped: true,
  /** Dice of a hit, such as `2d6`. */
  damage: '1d6',
  damageType: '',
  /** Flat adds to damage, always and against an Exposed target only. */
  damageBonus: 0,
  exposedDamage: 0,
  attackBonus: 0,
  evasionBonus: 0,
  precision: 0,
  reach: 1,
  /** The defense a blow with it goes for (E-117). */
  against: 'evasion' as (typeof DEFENSES)[number],
  mpr: 0,
  class: 'normal' as (typeof WEAPON_CLASSES)[number],
  blunt: false,
  hands: 1,
  /** Whether it shoots instead of striking. */
  ranged: false,
  /** Whether it has the Thrown property. */
  thrown: false,
  /** Metres of advantage, normal and maximum range; empty where the ledger's default counts. */
  range: [] as readonly number[],
  accuracy: 0,
  loadCost: 0,
  /** Whether it was loaded, where it needs to be (E-45). */
  loaded: false,
  /** Whether it lies on the ground. */
  dropped: false,
  /** Where it lies then, in metres east, south and up: `3.5 1.5 0`; empty where nobody knows. */
  lies: '',
  /** What each shot takes of. */
  ammunition: 'none' as (typeof AMMUNITION)[number],
  drawRow: null as number | null,
  launcher: 'none' as (typeof LAUNCHERS)[number],
};

export const ARMOR_DEFAULTS = {
  equipped: true,
  coverage: 0,
  /** Null: as `coverage` (E-A27). */
  rangedCoverage: null as number | null,
  rating: 0,
  penalty: 0,
  mpr: 0,
  /** Says nothing by itself; a rest may mend it (E-A63). */
  broken: false,
};

export const SHIELD_DEFAULTS = { equipped: true, dropped: false, lies: '', bonus: 0, mpr: 0, broken: false };

export const GEAR_DEFAULTS = {
  equipped: false,
  dropped: false,
  lies: '',
  quantity: 1,
  /** What it is a supply of. */
  ammunition: 'none' as (typeof AMMUNITION)[number],
  /** A spell or ability that may be used so often until a rest of that kind; zero: as often as one likes. */
  usesMax: 0,
  usesSpent: 0,
  usesPer: 'short-rest' as (typeof USES_PER)[number],
  /** Energy a use costs. */
  useCost: 0,
};

export type Weapon = Item & { readonly type: 'energyWeapon' } & typeof WEAPON_DEFAULTS;
export type Armor = Item & { readonly type: 'energyArmor' } & typeof ARMOR_DEFAULTS;
export type Shield = Item & { readonly type: 'energyShield' } & typeof SHIELD_DEFAULTS;
export type Gear = Item & { readonly type: 'energyGear' } & typeof GEAR_DEFAULTS;
export type EnergyItem = Weapon | Armor | Shield | Gear;

type Raw = Item & Readonly<Record<string, unknown>>;
type At = (key: string) => string;

const READERS: { [T in ItemType]: (raw: Raw, at: At) => Omit<Extract<EnergyItem, { type: T }>, keyof Item> } = {
  energyWeapon(raw, at) {
    const item = { ...WEAPON_DEFAULTS, ...raw };
    diceOf(item.damage, at('damage'));
    return {
      equipped: flag(at('equipped'), item.equipped),
      damage: item.damage,
      damageType: String(item.damageType),
      damageBonus: whole(at('damageBonus'), item.damageBonus),
      exposedDamage: whole(at('exposedDamage'), item.exposedDamage),
      attackBonus: whole(at('attackBonus'), item.attackBonus),
      evasionBonus: whole(at('evasionBonus'), item.evasionBonus),
      precision: whole(at('precision'), item.precision, 0),
      against: oneOf(at('against'), item.against, DEFENSES),
      reach: whole(at('reach'), item.reach, -1),
      mpr: whole(at('mpr'), item.mpr, 0),
      class: oneOf(at('class'), item.class, WEAPON_CLASSES),
      blunt: flag(at('blunt'), item.blunt),
      hands: oneOf(at('hands'), item.hands, [1, 2]),
      ranged: flag(at('ranged'), item.ranged),
      thrown: flag(at('thrown'), item.thrown),
      range: rangeOf(item.range, at('range')),
      accuracy: whole(at('accuracy'), item.accuracy),
      loadCost: whole(at('loadCost'), item.loadCost, 0),
      loaded: flag(at('loaded'), item.loaded),
      dropped: flag(at('dropped'), item.dropped),
      lies: String(item.lies),
      ammunition: oneOf(at('ammunition'), item.ammunition, AMMUNITION),
      drawRow: orNull(item.drawRow, (row) => whole(at('drawRow'), row, 0, 10)),
      launcher: oneOf(at('launcher'), item.launcher, LAUNCHERS),
    };
  },
  energyArmor(raw, at) {
    const item = { ...ARMOR_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      coverage: whole(at('coverage'), item.coverage, 0, 21),
      rangedCoverage: orNull(item.rangedCoverage, (coverage) => whole(at('rangedCoverage'), coverage, 0, 21)),
      rating: whole(at('rating'), item.rating, 0),
      penalty: whole(at('penalty'), item.penalty, 0),
      mpr: whole(at('mpr'), item.mpr, 0),
      broken: flag(at('broken'), item.broken),
    };
  },
  energyShield(raw, at) {
    const item = { ...SHIELD_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      dropped: flag(at('dropped'), item.dropped),
      lies: String(item.lies),
      bonus: whole(at('bonus'), item.bonus),
      mpr: whole(at('mpr'), item.mpr, 0),
      broken: flag(at('broken'), item.broken),
    };
  },
  energyGear(raw, at) {
    const item = { ...GEAR_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      dropped: flag(at('dropped'), item.dropped),
      lies: String(item.lies),
      quantity: whole(at('quantity'), item.quantity, 0, 9999),
      ammunition: oneOf(at('ammunition'), item.ammunition, AMMUNITION),
      usesMax: whole(at('usesMax'), item.usesMax, 0),
      usesSpent: whole(at('usesSpent'), item.usesSpent, 0),
      usesPer: oneOf(at('usesPer'), item.usesPer, USES_PER),
      useCost: whole(at('useCost'), item.useCost, 0),
    };
  },
};

/** Reads an item, everything not said being the default. Throws RangeError naming item and field. */
export function readItem(raw: Raw): EnergyItem {
  const type = oneOf(`items.${raw.id}.type`, raw.type, ITEM_TYPES);
  const { id, name } = raw;
  return { id, name, type, ...READERS[type](raw, (key) => `items.${id}.${key}`) } as EnergyItem;
}

function rangeOf(value: unknown, field: string): readonly number[] {
  const list = Array.isArray(value) ? value : words(field, value);
  if (list.length !== 0 && list.length !== 3) throw new RangeError(`${field}: a range has three numbers of metres`);
  return list.map((entry, index) => metres(`${field}.${index}`, entry));
}
