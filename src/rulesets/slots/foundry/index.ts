import type { Adapter } from '../../../foundry/adapter';
import { slots } from '../rules';
import type { SlotsFighter } from '../rules/stats';
import { casterLevelOf } from '../rules/totals';
import { ABILITIES, damagePool, SLOTS } from '../rules/words';
import { SlotsActorModel, SlotsArmorModel, SlotsGearModel, SlotsSpellModel, SlotsWeaponModel } from './models';
import { baseOf, itemOf, marks } from './reader';

const ofActor = (pool: string) => [pool, { document: 'actor', path: `${pool}.value` }] as const;
const ofRound = (pool: string) => [pool, { document: 'combat', path: pool }] as const;

/** What ties the slots ruleset to Foundry. */
export const slotsAdapter: Adapter = {
  ruleset: slots,
  pools: Object.fromEntries([
    ...['hp', 'negative', 'sq', 'bleed', ...ABILITIES.map(damagePool)].map(ofActor),
    ...SLOTS.map(ofRound),
  ]),
  bars: ['hp'],
  models: {
    Actor: { slots: SlotsActorModel },
    Item: {
      slotsWeapon: SlotsWeaponModel,
      slotsArmor: SlotsArmorModel,
      slotsSpell: SlotsSpellModel,
      slotsGear: SlotsGearModel,
    },
  },
  whenEmpty: {
    bab: ({ stats }: SlotsFighter) => stats.bab,
    casterLevel: casterLevelOf,
  },
  artwork: {
    slots: 'systems/cadence/icons/portraits/new-slots.svg',
    slotsWeapon: 'systems/cadence/icons/items/weapon.svg',
    slotsArmor: 'systems/cadence/icons/items/armor.svg',
    slotsSpell: 'systems/cadence/icons/items/spell.svg',
    slotsGear: 'systems/cadence/icons/items/gear.svg',
  },
  baseOf,
  itemOf,
  marks,
};
