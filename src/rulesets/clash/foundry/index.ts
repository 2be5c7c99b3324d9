import type { Adapter } from '../../../foundry/adapter';
import { clash } from '../rules';
import type { ClashFighter } from '../rules/stats';
import { SPELL_CHANGES } from './changes';
import {
  ClashActorModel,
  ClashArmorModel,
  ClashGearModel,
  ClashShieldModel,
  ClashSkillModel,
  ClashSpellModel,
  ClashWeaponModel,
} from './models';
import { baseOf, itemOf, marks } from './reader';

/** What ties the clash ruleset to Foundry. */
export const clashAdapter: Adapter = {
  ruleset: clash,
  pools: {
    hp: { document: 'actor', path: 'hp.value' },
    mp: { document: 'actor', path: 'mp.value' },
    attack: { document: 'combat', path: 'attack' },
    utility: { document: 'combat', path: 'utility' },
    movement: { document: 'combat', path: 'movement' },
    reaction: { document: 'combat', path: 'reaction' },
  },
  bars: ['hp', 'mp'],
  models: {
    Actor: { clash: ClashActorModel },
    Item: {
      clashWeapon: ClashWeaponModel,
      clashShield: ClashShieldModel,
      clashArmor: ClashArmorModel,
      clashSpell: ClashSpellModel,
      clashSkill: ClashSkillModel,
      clashGear: ClashGearModel,
    },
  },
  changes: SPELL_CHANGES,
  whenEmpty: {
    initiativeMod: ({ stats }: ClashFighter) => stats.initiativeMod,
    totalWeight: ({ stats }: ClashFighter) => stats.totalWeight,
  },
  artwork: {
    clash: 'systems/cadence/icons/portraits/new-clash.svg',
    clashWeapon: 'systems/cadence/icons/items/weapon.svg',
    clashShield: 'systems/cadence/icons/items/shield.svg',
    clashArmor: 'systems/cadence/icons/items/armor.svg',
    clashSpell: 'systems/cadence/icons/items/spell.svg',
    clashSkill: 'systems/cadence/icons/items/skill.svg',
    clashGear: 'systems/cadence/icons/items/gear.svg',
  },
  baseOf,
  itemOf,
  marks,
};
