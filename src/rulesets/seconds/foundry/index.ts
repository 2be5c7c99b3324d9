import type { Adapter } from '../../../foundry/adapter';
import { seconds } from '../rules';
import { SecondsActorModel, SecondsGearModel, SecondsSpellModel, SecondsWeaponModel } from './models';
import { baseOf, itemOf } from './reader';

/** What ties the seconds ruleset to Foundry. */
export const secondsAdapter: Adapter = {
  ruleset: seconds,
  pools: {
    seconds: { document: 'combatant', path: 'book.seconds' },
    reactions: { document: 'combatant', path: 'book.reactions' },
    hp: { document: 'actor', path: 'hp.value' },
  },
  models: {
    Actor: { seconds: SecondsActorModel },
    Item: {
      secondsWeapon: SecondsWeaponModel,
      secondsSpell: SecondsSpellModel,
      secondsGear: SecondsGearModel,
    },
  },
  baseOf,
  itemOf,
  itemPath: (key) => key,
};
