import type { Item } from '../../../encounter/state';
import { flag, metres, oneOf, orNull, whole, words } from '../../../mechanics/fields';
import { type AbilityEffect, diceOrNone, EFFECT_DEFAULTS, readEffect } from './effect';
import { parseSyntax, type Syntax } from './syntax';
import {
  ATTRIBUTES,
  ETHEREAL,
  FREEDOMS,
  ITEM_TYPES,
  type ItemType,
  KEYWORDS,
  SKILL_PURPOSES,
  SPELL_PURPOSES,
} from './words';

export const WEAPON_DEFAULTS = {
  equipped: true,
  ranged: false,
  attackValue: 0,
  /** Null: no parry, no block with it (C-35, C-39). */
  parryValue: null as number | null,
  blockValue: null as number | null,
  blockStrength: 0,
  damage: '1d6',
  damageBonus: 0,
  /** Multiplies STR-MOD (C-55); a rapier has 0.5 (C-56). */
  dr: 1,
  weaponProficiency: 0,
  /** Metres; null: one cell of the map (C-A15). */
  reach: null as number | null,
  /** Metres; null: as far as one sees. */
  range: null as number | null,
  weight: 0,
};

export const SHIELD_DEFAULTS = { equipped: true, blockValue: 0, blockStrength: 0, weight: 0 };

export const ARMOR_DEFAULTS = { equipped: true, torso: 0, arms: 0, legs: 0, head: 0, magicDefense: 0, weight: 0 };

/** Marks that skills and spells share (C-22, C-25). */
const ABILITY_DEFAULTS = {
  ...EFFECT_DEFAULTS,
  free: 'none' as (typeof FREEDOMS)[number],
  hidden: false,
  hiddenAttribute: 'int' as (typeof ATTRIBUTES)[number],
  /** Metres; null: as far as one sees. */
  range: null as number | null,
};

export const SPELL_DEFAULTS = {
  ...ABILITY_DEFAULTS,
  /** Its syntax (section 7.2); a support spell is sure unless it says otherwise (C-93). */
  line: 'SURECAST',
  purpose: 'offensive' as (typeof SPELL_PURPOSES)[number],
  keywords: [] as readonly (typeof KEYWORDS)[number][],
  baseMp: 1,
  /** UPCAST X; 1 without the keyword (C-110). */
  upcastMax: 1,
  /** Costs by level where the spell has its own (C-A50); empty: Fibonacci. */
  upcastCosts: [] as readonly number[],
  tier: 1,
  tradition: '',
  /** Whether it takes the focus of its tradition (C-78). */
  needsFocus: true,
  /** Whether it makes matter, that was not there before (C-76). */
  conjures: false,
  stone: false,
  ethereal: 'by-kind' as (typeof ETHEREAL)[number],
  /** Metres around its center, for FIELD and ZONE. */
  radius: 0,
  /** How many it may be aimed at with one cast, where they save against it or need not (C-80). */
  targets: 1,
  /** Words for how long a RITUAL takes (C-108). */
  preparation: '',
};

export const SKILL_DEFAULTS = {
  ...ABILITY_DEFAULTS,
  purpose: 'utility' as (typeof SKILL_PURPOSES)[number],
  /** Whether it is the Counter that follows a parry (C-50). */
  counter: false,
  /** Whether it is a blow with the weapon in hand, and what it adds. */
  strike: false,
  attackBonus: 0,
  damageBonus: 0,
};

export const GEAR_DEFAULTS = {
  ...EFFECT_DEFAULTS,
  equipped: true,
  quantity: 1,
  usable: false,
  /** The tradition whose focus it is; empty for no focus (C-78). */
  focusOf: '',
  weight: 0,
};

interface Typed<T extends ItemType> extends Item {
  readonly type: T;
}
export type Weapon = Typed<'clashWeapon'> & Readonly<typeof WEAPON_DEFAULTS>;
export type Shield = Typed<'clashShield'> & Readonly<typeof SHIELD_DEFAULTS>;
export type Armor = Typed<'clashArmor'> & Readonly<typeof ARMOR_DEFAULTS>;
export type Spell = Typed<'clashSpell'> & Readonly<typeof SPELL_DEFAULTS> & { readonly syntax: Syntax };
export type Skill = Typed<'clashSkill'> & Readonly<typeof SKILL_DEFAULTS>;
export type Gear = Typed<'clashGear'> & Readonly<typeof GEAR_DEFAULTS>;
export type ClashItem = Weapon | Shield | Armor | Spell | Skill | Gear;
/** What is learned, and used rather than wielded. */
export type Ability = Spell | Skill;

type Raw = Item & Readonly<Record<string, unknown>>;
type At = (key: string) => string;

const value = (at: At, key: string, given: unknown): number => whole(at(key), given, 0, 40);

function readAbility(raw: Raw, at: At) {
  const item = { ...ABILITY_DEFAULTS, ...raw };
  return {
    ...(readEffect(raw, at) satisfies AbilityEffect),
    free: oneOf(at('free'), item.free, FREEDOMS),
    hidden: flag(at('hidden'), item.hidden),
    hiddenAttribute: oneOf(at('hiddenAttribute'), item.hiddenAttribute, ATTRIBUTES),
    range: orNull(item.range, (far) => metres(at('range'), far)),
  };
}

function readSyntax(line: unknown, field: string): Syntax {
  const syntax = parseSyntax(String(line));
  if (!syntax) throw new RangeError(`${field}: ${JSON.stringify(line)} is no spell line such as SA INT vs WIL`);
  return syntax;
}

const READERS: Readonly<Record<ItemType, (raw: Raw, at: At) => object>> = {
  clashWeapon(raw, at) {
    const item = { ...WEAPON_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      ranged: flag(at('ranged'), item.ranged),
      attackValue: value(at, 'attackValue', item.attackValue),
      parryValue: orNull(item.parryValue, (number) => value(at, 'parryValue', number)),
      blockValue: orNull(item.blockValue, (number) => value(at, 'blockValue', number)),
      blockStrength: whole(at('blockStrength'), item.blockStrength, 0),
      damage: diceOrNone(item.damage, at('damage')),
      damageBonus: whole(at('damageBonus'), item.damageBonus),
      dr: metres(at('dr'), item.dr),
      weaponProficiency: whole(at('weaponProficiency'), item.weaponProficiency, 0, 20),
      reach: orNull(item.reach, (far) => metres(at('reach'), far)),
      range: orNull(item.range, (far) => metres(at('range'), far)),
      weight: metres(at('weight'), item.weight),
    };
  },
  clashShield(raw, at) {
    const item = { ...SHIELD_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      blockValue: value(at, 'blockValue', item.blockValue),
      blockStrength: whole(at('blockStrength'), item.blockStrength, 0),
      weight: metres(at('weight'), item.weight),
    };
  },
  clashArmor(raw, at) {
    const item = { ...ARMOR_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      torso: whole(at('torso'), item.torso, 0),
      arms: whole(at('arms'), item.arms, 0),
      legs: whole(at('legs'), item.legs, 0),
      head: whole(at('head'), item.head, 0),
      magicDefense: whole(at('magicDefense'), item.magicDefense, 0),
      weight: metres(at('weight'), item.weight),
    };
  },
  clashSpell(raw, at) {
    const item = { ...SPELL_DEFAULTS, ...raw };
    return {
      ...readAbility(raw, at),
      line: String(item.line),
      syntax: readSyntax(item.line, at('line')),
      purpose: oneOf(at('purpose'), item.purpose, SPELL_PURPOSES),
      keywords: words(at('keywords'), item.keywords).map((word) => oneOf(at('keywords'), word, KEYWORDS)),
      baseMp: whole(at('baseMp'), item.baseMp, 0),
      upcastMax: whole(at('upcastMax'), item.upcastMax, 1, 30),
      upcastCosts: costs(item.upcastCosts, at('upcastCosts')),
      tier: whole(at('tier'), item.tier, 1, 99),
      tradition: String(item.tradition),
      needsFocus: flag(at('needsFocus'), item.needsFocus),
      conjures: flag(at('conjures'), item.conjures),
      stone: flag(at('stone'), item.stone),
      ethereal: oneOf(at('ethereal'), item.ethereal, ETHEREAL),
      radius: metres(at('radius'), item.radius),
      targets: whole(at('targets'), item.targets, 1, 20),
      preparation: String(item.preparation),
    };
  },
  clashSkill(raw, at) {
    const item = { ...SKILL_DEFAULTS, ...raw };
    return {
      ...readAbility(raw, at),
      purpose: oneOf(at('purpose'), item.purpose, SKILL_PURPOSES),
      counter: flag(at('counter'), item.counter),
      strike: flag(at('strike'), item.strike),
      attackBonus: whole(at('attackBonus'), item.attackBonus),
      damageBonus: whole(at('damageBonus'), item.damageBonus),
    };
  },
  clashGear(raw, at) {
    const item = { ...GEAR_DEFAULTS, ...raw };
    return {
      ...readEffect(raw, at),
      equipped: flag(at('equipped'), item.equipped),
      quantity: whole(at('quantity'), item.quantity, 0, 9999),
      usable: flag(at('usable'), item.usable),
      focusOf: String(item.focusOf),
      weight: metres(at('weight'), item.weight),
    };
  },
};

/** Reads an item, everything not said being the default. Throws RangeError naming item and field. */
export function readItem(raw: Raw): ClashItem {
  const type = oneOf(`items.${raw.id}.type`, raw.type, ITEM_TYPES);
  const { id, name } = raw;
  return { id, name, type, ...READERS[type](raw, (key) => `items.${id}.${key}`) } as ClashItem;
}

function costs(given: unknown, field: string): readonly number[] {
  const list = Array.isArray(given) ? given : words(field, given);
  return list.map((cost, at) => whole(`${field}.${at + 1}`, cost, 0));
}
