import { flag, metres, oneOf, orNull, record, whole, words } from '../../../mechanics/fields';
import { diceOrNone } from './effect';
import { ATTRIBUTES, type Attribute, PERKS, type Perk, ZONES, type Zone } from './words';

/** Bare hands: a weapon one always has (C-A59). */
const UNARMED_DEFAULTS = {
  attackValue: 0,
  parryValue: null as number | null,
  blockValue: null as number | null,
  blockStrength: 0,
  damage: '1d3',
  dr: 1,
  weaponProficiency: 0,
};

/** What a fighter is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const BASE_DEFAULTS = {
  mod: { str: 0, dex: 0, con: 0, per: 0, int: 0, wil: 0 } as Readonly<Record<Attribute, number>>,
  hpMax: 20,
  mpMax: 0,
  /** Metres. */
  speed: 6,
  /** Null: DEX-MOD (C-A7). */
  initiativeMod: null as number | null,
  armorValue: { torso: 0, arms: 0, legs: 0, head: 0 } as Readonly<Record<Zone, number>>,
  magicDefense: 0,
  /** What lasting effects add to the damage of weapons (C-57). */
  damageBonus: 0,
  skill: { athletics: 0, riding: 0 },
  unarmed: UNARMED_DEFAULTS,
  carryLimit: 50,
  /** Null: what the gear weighs. */
  totalWeight: null as number | null,
  canGrapple: true,
  /** How many spells it holds at once (C-98). */
  concentrationLimit: 1,
  perks: [] as readonly Perk[],
  /** Whether it is itself made of magic, and so takes no harm from what it swallowed of it (C-75). */
  ethereal: false,
};
export type Base = typeof BASE_DEFAULTS;

const MODS = { least: -10, most: 20 };
const VALUES = { least: 0, most: 40 };

/** Reads what is entered on a sheet. Throws RangeError naming the field. */
export function readBase(raw: Readonly<Record<string, unknown>>): Base {
  for (const key of Object.keys(raw))
    if (!Object.hasOwn(BASE_DEFAULTS, key)) throw new RangeError(`${key}: the clash rules know no such statistic`);
  const base = { ...BASE_DEFAULTS, ...raw };
  const mods = numbers('mod', raw.mod, ATTRIBUTES, 0, MODS);
  const zones = numbers('armorValue', raw.armorValue, ZONES, 0, { least: 0, most: 99 });
  const skill = numbers('skill', raw.skill, ['athletics', 'riding'] as const, 0, { least: 0, most: 20 });
  return {
    mod: mods,
    hpMax: whole('hpMax', base.hpMax, 0),
    mpMax: whole('mpMax', base.mpMax, 0),
    speed: metres('speed', base.speed),
    initiativeMod: orNull(base.initiativeMod, (value) => whole('initiativeMod', value)),
    armorValue: zones,
    magicDefense: whole('magicDefense', base.magicDefense, 0),
    damageBonus: whole('damageBonus', base.damageBonus),
    skill,
    unarmed: readUnarmed(raw.unarmed),
    carryLimit: metres('carryLimit', base.carryLimit),
    totalWeight: orNull(base.totalWeight, (value) => metres('totalWeight', value)),
    canGrapple: flag('canGrapple', base.canGrapple),
    concentrationLimit: whole('concentrationLimit', base.concentrationLimit, 1, 9),
    perks: words('perks', base.perks).map((perk) => oneOf('perks', perk, PERKS)),
    ethereal: flag('ethereal', base.ethereal),
  };
}

/** Named numbers; those not named are the default. */
function numbers<const Key extends string>(
  field: string,
  value: unknown,
  keys: readonly Key[],
  initial: number,
  { least, most }: { readonly least: number; readonly most: number },
): Record<Key, number> {
  const given = value === undefined ? {} : record(field, value);
  for (const key of Object.keys(given)) oneOf(field, key, keys);
  return Object.fromEntries(
    keys.map((key) => [key, whole(`${field}.${key}`, given[key] ?? initial, least, most)]),
  ) as Record<Key, number>;
}

function readUnarmed(value: unknown): typeof UNARMED_DEFAULTS {
  const given = value === undefined ? {} : record('unarmed', value);
  for (const key of Object.keys(given)) oneOf('unarmed', key, Object.keys(UNARMED_DEFAULTS));
  const hands = { ...UNARMED_DEFAULTS, ...given };
  const { least, most } = VALUES;
  return {
    attackValue: whole('unarmed.attackValue', hands.attackValue, least, most),
    parryValue: orNull(hands.parryValue, (number) => whole('unarmed.parryValue', number, least, most)),
    blockValue: orNull(hands.blockValue, (number) => whole('unarmed.blockValue', number, least, most)),
    blockStrength: whole('unarmed.blockStrength', hands.blockStrength, 0),
    damage: diceOrNone(hands.damage, 'unarmed.damage'),
    dr: metres('unarmed.dr', hands.dr),
    weaponProficiency: whole('unarmed.weaponProficiency', hands.weaponProficiency, 0, 20),
  };
}
