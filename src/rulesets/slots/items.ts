import type { ItemOf } from '../../rulebook/sheet-schema';
import type { SCHEMA } from './schema';

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'slotsWeapon'>;
export type Armor = ItemOf<Schema, 'slotsArmor'>;
export type Spell = ItemOf<Schema, 'slotsSpell'>;
export type Gear = ItemOf<Schema, 'slotsGear'>;
export type SlotsItem = ItemOf<Schema>;
/** What has a body. */
export type Thing = Weapon | Armor | Gear;

export const isThing = (item: SlotsItem | undefined): item is Thing => item !== undefined && item.type !== 'slotsSpell';
