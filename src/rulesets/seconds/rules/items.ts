import type { Item } from '../../../encounter/state';
import { amount, diceOf, flag, metres, oneOf, orNull, whole } from '../../../mechanics/fields';
import { ITEM_TYPES, type ItemType, WEAPON_KINDS } from './words';

/** What can be in somebody's hand, in a pack, on the ground, or in whatever it was driven into. */
const LYING = {
  /** Lies on the ground, for anybody within reach to take up. */
  dropped: false,
  /** Where it lies then, in metres east, south and up: `3.5 1.5 0`; empty where nobody knows. */
  lies: '',
};

export const WEAPON_DEFAULTS = {
  /** In an equipment slot: only then it attacks (S-37). */
  equipped: true,
  /** In a hand, but in no slot: caught, not yet made ready. */
  held: false,
  /** Driven into what it pins somebody to (S-A30). */
  stuck: false,
  /** Seconds an attack with it takes (S-25). */
  timeCost: 2,
  kind: 'melee' as (typeof WEAPON_KINDS)[number],
  /** Metres a melee weapon reaches; null: the world's default. */
  reach: null as number | null,
  /** Metres a ranged weapon carries. */
  range: 20,
  damage: '1d6',
  bonus: 0,
  ...LYING,
};

export const SPELL_DEFAULTS = {
  timeCost: 3,
  /** Whether it strikes by an attack roll; else its effect is the game master's to tell. */
  attacks: false,
  bonus: 0,
  damage: '1d6',
  range: 10,
};

export const GEAR_DEFAULTS = {
  held: false,
  /** Seconds its use takes, at least one (S-105). */
  timeCost: 1,
  /** Given to another it takes one's eyes off the enemy (S-112). */
  potion: false,
  /** Rope, manacles and the like (S-57). */
  restrains: false,
  quantity: 1,
  ...LYING,
};

export type Weapon = Item & { readonly type: 'secondsWeapon' } & typeof WEAPON_DEFAULTS;
export type Spell = Item & { readonly type: 'secondsSpell' } & typeof SPELL_DEFAULTS;
export type Gear = Item & { readonly type: 'secondsGear' } & typeof GEAR_DEFAULTS;
export type SecondsItem = Weapon | Spell | Gear;

type Raw = Item & Readonly<Record<string, unknown>>;
type At = (key: string) => string;

const lying = (item: typeof LYING, at: At): typeof LYING => ({
  dropped: flag(at('dropped'), item.dropped),
  lies: String(item.lies),
});

function damage(value: unknown, field: string): string {
  diceOf(value, field);
  return String(value);
}

const READERS: { [T in ItemType]: (raw: Raw, at: At) => Omit<Extract<SecondsItem, { type: T }>, keyof Item> } = {
  secondsWeapon(raw, at) {
    const item = { ...WEAPON_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      held: flag(at('held'), item.held),
      stuck: flag(at('stuck'), item.stuck),
      timeCost: amount(at('timeCost'), item.timeCost),
      kind: oneOf(at('kind'), item.kind, WEAPON_KINDS),
      reach: orNull(item.reach, (value) => metres(at('reach'), value)),
      range: metres(at('range'), item.range),
      damage: damage(item.damage, at('damage')),
      bonus: whole(at('bonus'), item.bonus),
      ...lying(item, at),
    };
  },
  secondsSpell(raw, at) {
    const item = { ...SPELL_DEFAULTS, ...raw };
    return {
      timeCost: amount(at('timeCost'), item.timeCost),
      attacks: flag(at('attacks'), item.attacks),
      bonus: whole(at('bonus'), item.bonus),
      damage: damage(item.damage, at('damage')),
      range: metres(at('range'), item.range),
    };
  },
  secondsGear(raw, at) {
    const item = { ...GEAR_DEFAULTS, ...raw };
    return {
      held: flag(at('held'), item.held),
      timeCost: amount(at('timeCost'), item.timeCost, 1),
      potion: flag(at('potion'), item.potion),
      restrains: flag(at('restrains'), item.restrains),
      quantity: whole(at('quantity'), item.quantity, 0, 9999),
      ...lying(item, at),
    };
  },
};

/** Reads an item, everything not said being the default. Throws RangeError naming item and field. */
export function readItem(raw: Raw): SecondsItem {
  const type = oneOf(`items.${raw.id}.type`, raw.type, ITEM_TYPES);
  const { id, name } = raw;
  return { id, name, type, ...READERS[type](raw, (key) => `items.${id}.${key}`) } as SecondsItem;
}

export const isWeapon = (item: SecondsItem): item is Weapon => item.type === 'secondsWeapon';
