import type { Item } from '../../../encounter/state';
import { diceOf, flag, oneOf, orNull, whole, words } from '../../../mechanics/fields';
import {
  DURATIONS,
  type Duration,
  ITEM_TYPES,
  type ItemType,
  LISTABLE,
  TAGS,
  type Tag,
  type Tier,
  TRIGGERS,
  type Trigger,
  WEAPON_SPEEDS,
  type WeaponSpeed,
} from './words';

/** What a weapon is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const WEAPON_DEFAULTS = {
  equipped: true,
  speed: 'standard' as WeaponSpeed,
  hands: 1,
  dice: '1d6',
  /** Spaces. */
  range: 1,
  /** Whether it must be loaded before each Strike, and whether it is (T-A30). */
  reload: false,
  loaded: true,
};

export const CONSUMABLE_DEFAULTS = {
  quantity: 1,
  /** Dice of its Strike; empty where it is none. */
  dice: '',
  range: 1,
  /** HP it gives back to who uses it. */
  healing: 0,
};

export const GEAR_DEFAULTS = {
  equipped: false,
  /** 0: it is worn, not held. */
  hands: 1,
  quantity: 1,
  /** What it adds while it is in use (T-A20). */
  deflection: 0,
  sturdy: 0,
};

export const SPELL_DEFAULTS = {
  tempo: 5,
  /** Mana of each tier. */
  cost1: 1,
  cost2: 0,
  cost3: 0,
  duration: 'scene' as Duration,
  ongoing: false,
  dice: '',
  range: 6,
  /** How many castings of it are up. */
  active: 0,
};

export const ABILITY_DEFAULTS = {
  tag: 'none' as Tag,
  /** Null: the usual tempo of the action it lists. */
  tempo: 5 as number | null,
  listsAction: '' as (typeof LISTABLE)[number],
  momentumCost: 0,
  /** Null: no cap. */
  usesPerRound: null as number | null,
};

export const REACTION_DEFAULTS = {
  tempo: 0,
  trigger: 'other' as Trigger,
  usesPerRound: 1,
  /** Momentum it brings. */
  momentum: 0,
};

export const PARADIGM_DEFAULTS = { active: false };

export const ACTION_SET_DEFAULTS = {
  /** What Scan reveals: each action with its tempo, as a line of text. */
  actions: [] as readonly string[],
};

export type Weapon = Item & { readonly type: 'tempoWeapon' } & typeof WEAPON_DEFAULTS;
export type Consumable = Item & { readonly type: 'tempoConsumable' } & typeof CONSUMABLE_DEFAULTS;
export type Gear = Item & { readonly type: 'tempoGear' } & typeof GEAR_DEFAULTS;
export type Spell = Item & { readonly type: 'tempoSpell' } & typeof SPELL_DEFAULTS;
export type Ability = Item & { readonly type: 'tempoAbility' } & typeof ABILITY_DEFAULTS;
export type ReactionItem = Item & { readonly type: 'tempoReaction' } & typeof REACTION_DEFAULTS;
export type Paradigm = Item & { readonly type: 'tempoParadigm' } & typeof PARADIGM_DEFAULTS;
export type ActionSet = Item & { readonly type: 'tempoActionSet' } & typeof ACTION_SET_DEFAULTS;
export type TempoItem = Weapon | Consumable | Gear | Spell | Ability | ReactionItem | Paradigm | ActionSet;

type Raw = Item & Readonly<Record<string, unknown>>;
type At = (key: string) => string;

const diceOrNone = (field: string, value: unknown): string => {
  if (value !== '') diceOf(value, field);
  return String(value);
};

const READERS: { [T in ItemType]: (raw: Raw, at: At) => Omit<Extract<TempoItem, { type: T }>, keyof Item> } = {
  tempoWeapon(raw, at) {
    const item = { ...WEAPON_DEFAULTS, ...raw };
    diceOf(item.dice, at('dice'));
    return {
      equipped: flag(at('equipped'), item.equipped),
      speed: oneOf(at('speed'), item.speed, WEAPON_SPEEDS),
      hands: oneOf(at('hands'), item.hands, [1, 2]),
      dice: item.dice,
      range: whole(at('range'), item.range, 0),
      reload: flag(at('reload'), item.reload),
      loaded: flag(at('loaded'), item.loaded),
    };
  },
  tempoConsumable(raw, at) {
    const item = { ...CONSUMABLE_DEFAULTS, ...raw };
    return {
      quantity: whole(at('quantity'), item.quantity, 0, 9999),
      dice: diceOrNone(at('dice'), item.dice),
      range: whole(at('range'), item.range, 0),
      healing: whole(at('healing'), item.healing, 0),
    };
  },
  tempoGear(raw, at) {
    const item = { ...GEAR_DEFAULTS, ...raw };
    return {
      equipped: flag(at('equipped'), item.equipped),
      hands: whole(at('hands'), item.hands, 0, 9),
      quantity: whole(at('quantity'), item.quantity, 0, 9999),
      deflection: whole(at('deflection'), item.deflection, 0, 99),
      sturdy: whole(at('sturdy'), item.sturdy, 0, 99),
    };
  },
  tempoSpell(raw, at) {
    const item = { ...SPELL_DEFAULTS, ...raw };
    return {
      tempo: whole(at('tempo'), item.tempo, 0, 9),
      cost1: whole(at('cost1'), item.cost1, 0),
      cost2: whole(at('cost2'), item.cost2, 0),
      cost3: whole(at('cost3'), item.cost3, 0),
      duration: oneOf(at('duration'), item.duration, DURATIONS),
      ongoing: flag(at('ongoing'), item.ongoing),
      dice: diceOrNone(at('dice'), item.dice),
      range: whole(at('range'), item.range, 0),
      active: whole(at('active'), item.active, 0),
    };
  },
  tempoAbility(raw, at) {
    const item = { ...ABILITY_DEFAULTS, ...raw };
    // Who lists an action and says no number means that action's own tempo.
    const tempo = raw.tempo === undefined && item.listsAction !== '' ? null : item.tempo;
    return {
      tag: oneOf(at('tag'), item.tag, TAGS),
      tempo: orNull(tempo, (value) => whole(at('tempo'), value, 0, 9)),
      listsAction: oneOf(at('listsAction'), item.listsAction, LISTABLE),
      momentumCost: whole(at('momentumCost'), item.momentumCost, 0),
      usesPerRound: orNull(item.usesPerRound, (value) => whole(at('usesPerRound'), value, 0)),
    };
  },
  tempoReaction(raw, at) {
    const item = { ...REACTION_DEFAULTS, ...raw };
    return {
      tempo: whole(at('tempo'), item.tempo, 0, 9),
      trigger: oneOf(at('trigger'), item.trigger, TRIGGERS),
      usesPerRound: whole(at('usesPerRound'), item.usesPerRound, 0),
      momentum: whole(at('momentum'), item.momentum, 0),
    };
  },
  tempoParadigm: (raw, at) => ({ active: flag(at('active'), raw.active ?? PARADIGM_DEFAULTS.active) }),
  tempoActionSet: (raw, at) => ({ actions: words(at('actions'), raw.actions ?? ACTION_SET_DEFAULTS.actions) }),
};

/** Reads an item, everything not said being the default. Throws RangeError naming item and field. */
export function readItem(raw: Raw): TempoItem {
  const type = oneOf(`items.${raw.id}.type`, raw.type, ITEM_TYPES);
  const { id, name } = raw;
  return { id, name, type, ...READERS[type](raw, (key) => `items.${id}.${key}`) } as TempoItem;
}

export const costOf = (spell: Spell, tier: Tier): number => spell[`cost${tier}`];

export const isWeapon = (item: TempoItem | undefined): item is Weapon => item?.type === 'tempoWeapon';
export const isConsumable = (item: TempoItem | undefined): item is Consumable => item?.type === 'tempoConsumable';
export const isSpell = (item: TempoItem | undefined): item is Spell => item?.type === 'tempoSpell';
export const isAbility = (item: TempoItem | undefined): item is Ability => item?.type === 'tempoAbility';
export const isReaction = (item: TempoItem | undefined): item is ReactionItem => item?.type === 'tempoReaction';
export const isParadigm = (item: TempoItem | undefined): item is Paradigm => item?.type === 'tempoParadigm';

/** What is held in hands, or could be. */
export const isHoldable = (item: TempoItem | undefined): item is Weapon | Gear =>
  item?.type === 'tempoWeapon' || (item?.type === 'tempoGear' && item.hands > 0);
export const isHeld = (item: TempoItem | undefined): item is Weapon | Gear => isHoldable(item) && item.equipped;
