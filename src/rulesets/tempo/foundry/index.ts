import type { Adapter } from '../../../foundry/adapter';
import type { PoolHome } from '../../../rulebook/sheet-schema';
import { tempo } from '../rules';
import { DURATIONS, TIERS } from '../rules/words';
import {
  TempoAbilityModel,
  TempoActionSetModel,
  TempoActorModel,
  TempoConsumableModel,
  TempoGearModel,
  TempoParadigmModel,
  TempoReactionModel,
  TempoSpellModel,
  TempoWeaponModel,
} from './models';
import { baseOf, itemOf, marks } from './reader';

const mana = TIERS.flatMap((tier) =>
  DURATIONS.map((duration): [string, PoolHome] => [
    `${duration}${tier}`,
    { document: 'actor', path: `mana.tier${tier}.${duration}.value` },
  ]),
);

/** What ties the tempo ruleset to Foundry. */
export const tempoAdapter: Adapter = {
  ruleset: tempo,
  pools: {
    hp: { document: 'actor', path: 'hp.value' },
    exertion: { document: 'actor', path: 'exertion.value' },
    momentum: { document: 'actor', path: 'momentum.value' },
    ...Object.fromEntries(mana),
  },
  bars: ['hp', 'exertion'],
  models: {
    Actor: { tempo: TempoActorModel },
    Item: {
      tempoWeapon: TempoWeaponModel,
      tempoConsumable: TempoConsumableModel,
      tempoGear: TempoGearModel,
      tempoSpell: TempoSpellModel,
      tempoAbility: TempoAbilityModel,
      tempoReaction: TempoReactionModel,
      tempoParadigm: TempoParadigmModel,
      tempoActionSet: TempoActionSetModel,
    },
  },
  artwork: {
    tempo: 'systems/cadence/icons/portraits/new-tempo.svg',
    tempoWeapon: 'systems/cadence/icons/items/weapon.svg',
    tempoConsumable: 'systems/cadence/icons/items/potion.svg',
    tempoGear: 'systems/cadence/icons/items/gear.svg',
    tempoSpell: 'systems/cadence/icons/items/spell.svg',
    tempoAbility: 'systems/cadence/icons/items/skill.svg',
    tempoReaction: 'systems/cadence/icons/items/reaction.svg',
    tempoParadigm: 'systems/cadence/icons/items/paradigm.svg',
    tempoActionSet: 'systems/cadence/icons/items/action-set.svg',
  },
  baseOf,
  itemOf,
  marks,
};
