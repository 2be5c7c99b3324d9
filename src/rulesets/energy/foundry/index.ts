import type { Adapter } from '../../../foundry/adapter';
import { energy } from '../rules';
import type { EnergyFighter } from '../rules/stats';
import { ABILITIES } from '../rules/words';
import { EnergyActorModel, EnergyArmorModel, EnergyGearModel, EnergyShieldModel, EnergyWeaponModel } from './models';
import { baseOf, itemOf, marks } from './reader';

/** What ties the energy ruleset to Foundry. */
export const energyAdapter: Adapter = {
  ruleset: energy,
  pools: {
    energy: { document: 'combat', path: 'energy' },
    agility: { document: 'combat', path: 'agility' },
    stamina: { document: 'actor', path: 'stamina.value' },
    aura: { document: 'actor', path: 'aura.value' },
    surges: { document: 'actor', path: 'surges.value' },
  },
  bars: ['aura', 'stamina'],
  models: {
    Actor: { energy: EnergyActorModel },
    Item: {
      energyWeapon: EnergyWeaponModel,
      energyArmor: EnergyArmorModel,
      energyShield: EnergyShieldModel,
      energyGear: EnergyGearModel,
    },
  },
  whenEmpty: {
    speed: ({ stats }: EnergyFighter) => stats.speed,
    inherentEvasion: ({ stats }: EnergyFighter) => stats.figures.inherentEvasion.value,
    ...Object.fromEntries(
      ABILITIES.map((id) => [`abilities.${id}.mod`, ({ stats }: EnergyFighter) => stats.figures[`${id}Mod`].value]),
    ),
  },
  shortNames: Object.fromEntries(
    ABILITIES.flatMap((id) => [
      [id, `abilities.${id}.score`],
      [`${id}Mod`, `abilities.${id}.mod`],
    ]),
  ),
  artwork: {
    energy: 'systems/cadence/icons/portraits/new-energy.svg',
    energyWeapon: 'systems/cadence/icons/items/weapon.svg',
    energyArmor: 'systems/cadence/icons/items/armor.svg',
    energyShield: 'systems/cadence/icons/items/shield.svg',
    energyGear: 'systems/cadence/icons/items/gear.svg',
  },
  baseOf,
  itemOf,
  marks,
  itemPath: (key) => key,
};
