import type { ItemOf } from '../../rulebook/sheet-schema';
import type { Syntax } from './magic/syntax';
import type { SCHEMA } from './schema';

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'clashWeapon'>;
export type Shield = ItemOf<Schema, 'clashShield'>;
export type Armor = ItemOf<Schema, 'clashArmor'>;
/** With what its line says. */
export type Spell = ItemOf<Schema, 'clashSpell'> & { readonly syntax: Syntax };
export type Skill = ItemOf<Schema, 'clashSkill'>;
export type Gear = ItemOf<Schema, 'clashGear'>;
export type ClashItem = Weapon | Shield | Armor | Spell | Skill | Gear;
/** What is learned, and used rather than wielded. */
export type Ability = Spell | Skill;
