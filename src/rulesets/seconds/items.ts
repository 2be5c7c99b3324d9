import type { ItemOf } from '../../rulebook/sheet-schema';
import type { SCHEMA } from './schema';

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'secondsWeapon'>;
export type Spell = ItemOf<Schema, 'secondsSpell'>;
export type Gear = ItemOf<Schema, 'secondsGear'>;
export type SecondsItem = ItemOf<Schema>;

export const isWeapon = (item: SecondsItem): item is Weapon => item.type === 'secondsWeapon';
