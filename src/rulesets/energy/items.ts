import type { ItemOf } from '../../rulebook/sheet-schema';
import type { SCHEMA } from './schema';

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'energyWeapon'>;
export type Armor = ItemOf<Schema, 'energyArmor'>;
export type Shield = ItemOf<Schema, 'energyShield'>;
export type Gear = ItemOf<Schema, 'energyGear'>;
export type EnergyItem = ItemOf<Schema>;
