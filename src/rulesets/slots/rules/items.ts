import type { Item } from '../../../encounter/state';
import { diceOf, flag, oneOf, orNull, whole } from '../../../mechanics/fields';
import { ABILITIES, AREAS, GEAR_KINDS, ITEM_TYPES, type ItemType, LASTS, PHYSICAL, SAVES } from './words';

/** What any thing is that can be struck: section 3.6. */
const THING = { hp: 5, dr: 0, fragile: false, dropped: false };

/** What a weapon is where its sheet says nothing. Names are the ledger's stat keys (section 3.6). */
export const WEAPON_DEFAULTS = {
  ...THING,
  equipped: true,
  kind: 'melee' as 'melee' | 'ranged',
  thrown: false,
  /** Whether a ranged weapon also strikes (L-175). */
  meleeUsable: false,
  /** Part of the body: always at hand, always threatening (L-171). */
  natural: false,
  dice: '1d6',
  critMin: 20,
  critMult: 2,
  proficient: true,
  /** Empty: by kind. */
  attackAbility: '' as '' | (typeof ABILITIES)[number],
  damageType: PHYSICAL as string,
  attackBonus: 0,
  damageBonus: 0,
  /** Feet. */
  reach: 5,
  range: 0,
  hands: 1,
};

/** Armor and shields alike; a shield takes a hand. */
export const ARMOR_DEFAULTS = { ...THING, equipped: true, bonus: 0, hands: 0 };

export const SPELL_DEFAULTS = {
  order: 1,
  /** School, or for a psionic power its Discipline. */
  school: '',
  /** Null: by its Order and the caster (L-A37). */
  dc: null as number | null,
  /** Whether it harms or hinders a foe (L-A50). */
  offensive: true,
  /** Feet; 0: the caster alone. */
  range: 30,
  area: 'none' as (typeof AREAS)[number],
  /** Feet, of an area. */
  radius: 0,
  damage: '',
  damageType: PHYSICAL as string,
  healing: '',
  /** Empty: none. */
  save: '' as '' | (typeof SAVES)[number],
  /** Whether a save that succeeds halves the damage instead of undoing everything. */
  halves: false,
  /** Condition it brings, and how long that lasts. */
  condition: '',
  lasts: 'round' as (typeof LASTS)[number],
};

export const GEAR_DEFAULTS = {
  ...THING,
  /** In hand, worn or presented. */
  equipped: false,
  quantity: 1,
  hands: 0,
  kind: 'gear' as (typeof GEAR_KINDS)[number],
  /** Spell Capacity of a Material Component (L-105). */
  capacity: 0,
  /** Of a gem (L-117). */
  hd: 0,
  /** Dice a potion heals. */
  healing: '',
};

export type Weapon = Item & { readonly type: 'slotsWeapon' } & typeof WEAPON_DEFAULTS;
export type Armor = Item & { readonly type: 'slotsArmor' } & typeof ARMOR_DEFAULTS;
export type Spell = Item & { readonly type: 'slotsSpell' } & typeof SPELL_DEFAULTS;
export type Gear = Item & { readonly type: 'slotsGear' } & typeof GEAR_DEFAULTS;
export type SlotsItem = Weapon | Armor | Spell | Gear;
/** What has a body. */
export type Thing = Weapon | Armor | Gear;

export const isThing = (item: SlotsItem | undefined): item is Thing => item !== undefined && item.type !== 'slotsSpell';

type Raw = Item & Readonly<Record<string, unknown>>;
type At = (key: string) => string;

const thing = (item: typeof THING, at: At): typeof THING => ({
  hp: whole(at('hp'), item.hp, 0),
  dr: whole(at('dr'), item.dr, 0),
  fragile: flag(at('fragile'), item.fragile),
  dropped: flag(at('dropped'), item.dropped),
});

const dice = (text: string, field: string): string => {
  if (text !== '') diceOf(text, field);
  return text;
};

const READERS: { [T in ItemType]: (raw: Raw, at: At) => Omit<Extract<SlotsItem, { type: T }>, keyof Item> } = {
  slotsWeapon(raw, at) {
    const item = { ...WEAPON_DEFAULTS, ...raw };
    return {
      ...thing(item, at),
      equipped: flag(at('equipped'), item.equipped),
      kind: oneOf(at('kind'), item.kind, ['melee', 'ranged']),
      thrown: flag(at('thrown'), item.thrown),
      meleeUsable: flag(at('meleeUsable'), item.meleeUsable),
      natural: flag(at('natural'), item.natural),
      dice: dice(item.dice, at('dice')),
      critMin: whole(at('critMin'), item.critMin, 2, 20),
      critMult: whole(at('critMult'), item.critMult, 2, 10),
      proficient: flag(at('proficient'), item.proficient),
      attackAbility: oneOf(at('attackAbility'), item.attackAbility, ['', ...ABILITIES]),
      damageType: String(item.damageType),
      attackBonus: whole(at('attackBonus'), item.attackBonus),
      damageBonus: whole(at('damageBonus'), item.damageBonus),
      reach: whole(at('reach'), item.reach, 0),
      range: whole(at('range'), item.range, 0, 9999),
      hands: whole(at('hands'), item.hands, 0, 2),
    };
  },
  slotsArmor(raw, at) {
    const item = { ...ARMOR_DEFAULTS, ...raw };
    return {
      ...thing(item, at),
      equipped: flag(at('equipped'), item.equipped),
      bonus: whole(at('bonus'), item.bonus),
      hands: whole(at('hands'), item.hands, 0, 2),
    };
  },
  slotsSpell(raw, at) {
    const item = { ...SPELL_DEFAULTS, ...raw };
    return {
      order: whole(at('order'), item.order, 0, 9),
      school: String(item.school),
      dc: orNull(item.dc, (value) => whole(at('dc'), value, 0)),
      offensive: flag(at('offensive'), item.offensive),
      range: whole(at('range'), item.range, 0, 9999),
      area: oneOf(at('area'), item.area, AREAS),
      radius: whole(at('radius'), item.radius, 0),
      damage: dice(item.damage, at('damage')),
      damageType: String(item.damageType),
      healing: dice(item.healing, at('healing')),
      save: oneOf(at('save'), item.save, ['', ...SAVES]),
      halves: flag(at('halves'), item.halves),
      condition: String(item.condition),
      lasts: oneOf(at('lasts'), item.lasts, LASTS),
    };
  },
  slotsGear(raw, at) {
    const item = { ...GEAR_DEFAULTS, ...raw };
    return {
      ...thing(item, at),
      equipped: flag(at('equipped'), item.equipped),
      quantity: whole(at('quantity'), item.quantity, 0, 9999),
      hands: whole(at('hands'), item.hands, 0, 2),
      kind: oneOf(at('kind'), item.kind, GEAR_KINDS),
      capacity: whole(at('capacity'), item.capacity, 0),
      hd: whole(at('hd'), item.hd, 0),
      healing: dice(item.healing, at('healing')),
    };
  },
};

/** Reads an item, everything not said being the default. Throws RangeError naming item and field. */
export function readItem(raw: Raw): SlotsItem {
  const type = oneOf(`items.${raw.id}.type`, raw.type, ITEM_TYPES);
  const { id, name } = raw;
  return { id, name, type, ...READERS[type](raw, (key) => `items.${id}.${key}`) } as SlotsItem;
}
