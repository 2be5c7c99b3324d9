import type { Adapter } from '../../../foundry/adapter';
import { seconds } from '../rules';
import type { SecondsFighter } from '../rules/stats';
import { SecondsActorModel, SecondsGearModel, SecondsSpellModel, SecondsWeaponModel } from './models';
import { baseOf, itemOf, marks } from './reader';

/** What ties the seconds ruleset to Foundry. */
export const secondsAdapter: Adapter = {
  ruleset: seconds,
  pools: {
    seconds: { document: 'combat', path: 'seconds' },
    reactions: { document: 'combat', path: 'reactions' },
    hp: { document: 'actor', path: 'hp.value' },
  },
  bars: ['hp'],
  models: {
    Actor: { seconds: SecondsActorModel },
    Item: {
      secondsWeapon: SecondsWeaponModel,
      secondsSpell: SecondsSpellModel,
      secondsGear: SecondsGearModel,
    },
  },
  whenEmpty: {
    speed: ({ stats }: SecondsFighter) => stats.speed,
    dodge: ({ stats }: SecondsFighter) => stats.dodge,
    fortitude: ({ stats }: SecondsFighter) => stats.saves.fortitude,
    reflex: ({ stats }: SecondsFighter) => stats.saves.reflex,
  },
  artwork: {
    seconds: 'systems/cadence/icons/portraits/new-seconds.svg',
    secondsWeapon: 'systems/cadence/icons/items/weapon.svg',
    secondsSpell: 'systems/cadence/icons/items/spell.svg',
    secondsGear: 'systems/cadence/icons/items/gear.svg',
  },
  baseOf,
  itemOf,
  marks,
};
