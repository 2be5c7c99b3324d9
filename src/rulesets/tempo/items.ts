import type { ItemOf } from '../../rulebook/sheet-schema';
import type { SCHEMA } from './schema';
import type { Tier } from './words';

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'tempoWeapon'>;
export type Consumable = ItemOf<Schema, 'tempoConsumable'>;
export type Gear = ItemOf<Schema, 'tempoGear'>;
export type Spell = ItemOf<Schema, 'tempoSpell'>;
export type Ability = ItemOf<Schema, 'tempoAbility'>;
export type ReactionItem = ItemOf<Schema, 'tempoReaction'>;
export type Paradigm = ItemOf<Schema, 'tempoParadigm'>;
export type TempoItem = ItemOf<Schema>;

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
