import { counter, flag, line, oneOf, optionalNumber, pool, prose } from '../../../foundry/fields';
import { BASE_BOUNDS, BASE_DEFAULTS } from '../rules/base';
import {
  ABILITY_DEFAULTS,
  CONSUMABLE_DEFAULTS,
  GEAR_DEFAULTS,
  PARADIGM_DEFAULTS,
  REACTION_DEFAULTS,
  SPELL_DEFAULTS,
  WEAPON_DEFAULTS,
} from '../rules/items';
import { DURATIONS, LISTABLE, TAGS, TRIGGERS, WEAPON_SPEEDS } from '../rules/words';

const { fields } = foundry.data;
const { TypeDataModel } = foundry.abstract;

const entered = (key: keyof typeof BASE_BOUNDS) => {
  const [min, max] = BASE_BOUNDS[key];
  return counter(BASE_DEFAULTS[key], { min, max });
};

/** Mana of a tier by how long it is committed. */
const tier = () => new fields.SchemaField({ indefinite: pool(), scene: pool(), day: pool() });

const actorSchema = () => ({
  hp: pool(),
  exertion: pool(),
  momentum: pool(),
  mana: new fields.SchemaField({ tier1: tier(), tier2: tier(), tier3: tier() }),
  str: entered('str'),
  for: entered('for'),
  dex: entered('dex'),
  awr: entered('awr'),
  int: entered('int'),
  ins: entered('ins'),
  hpMax: entered('hpMax'),
  defence: entered('defence'),
  deflection: entered('deflection'),
  sturdy: entered('sturdy'),
  speed: entered('speed'),
  seek: entered('seek'),
  size: entered('size'),
  hands: entered('hands'),
  actionsPerRound: entered('actionsPerRound'),
  reactionsPerTurn: entered('reactionsPerTurn'),
  mana1: entered('mana1'),
  mana2: entered('mana2'),
  mana3: entered('mana3'),
  object: flag(BASE_DEFAULTS.object),
  biography: prose(),
});

/** What lasts of a fighter. An empty pool means: HP full, of everything else nothing. */
export class TempoActorModel extends TypeDataModel<ReturnType<typeof actorSchema>, Actor.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Tempo.Actor'];
  static override defineSchema() {
    return actorSchema();
  }
}

/** The model of an item, from its schema. */
const itemModel = <S extends foundry.data.fields.DataSchema>(schema: () => S) =>
  class extends TypeDataModel<S, Item.Implementation> {
    static override LOCALIZATION_PREFIXES = ['CADENCE.Tempo.Item'];
    static override defineSchema() {
      return schema();
    }
  };

const spaces = (initial: number) => counter(initial, { min: 0, max: 999 });
const few = (initial: number) => counter(initial, { min: 0, max: 99 });
const onCount = (initial: number) => counter(initial, { min: 0, max: 9 });
const dice = (initial: string) => line(initial, { pattern: /^[1-9]\d?d[1-9]\d{0,2}$/ });

/** Dice of a Strike, empty where it is none. */
const diceOrNone = (initial: string) =>
  new fields.StringField({
    required: true,
    blank: true,
    initial,
    validate: (value: unknown) => /^([1-9]\d?d[1-9]\d{0,2})?$/.test(String(value)),
  });

export const TempoWeaponModel = itemModel(() => ({
  equipped: flag(WEAPON_DEFAULTS.equipped),
  speed: oneOf(WEAPON_SPEEDS, WEAPON_DEFAULTS.speed),
  hands: counter(WEAPON_DEFAULTS.hands, { min: 1, max: 2 }),
  dice: dice(WEAPON_DEFAULTS.dice),
  range: spaces(WEAPON_DEFAULTS.range),
  reload: flag(WEAPON_DEFAULTS.reload),
  loaded: flag(WEAPON_DEFAULTS.loaded),
  description: prose(),
}));

export const TempoConsumableModel = itemModel(() => ({
  quantity: counter(CONSUMABLE_DEFAULTS.quantity, { min: 0, max: 9999 }),
  dice: diceOrNone(CONSUMABLE_DEFAULTS.dice),
  range: spaces(CONSUMABLE_DEFAULTS.range),
  healing: spaces(CONSUMABLE_DEFAULTS.healing),
  description: prose(),
}));

export const TempoGearModel = itemModel(() => ({
  equipped: flag(GEAR_DEFAULTS.equipped),
  hands: onCount(GEAR_DEFAULTS.hands),
  quantity: counter(GEAR_DEFAULTS.quantity, { min: 0, max: 9999 }),
  deflection: few(GEAR_DEFAULTS.deflection),
  sturdy: few(GEAR_DEFAULTS.sturdy),
  description: prose(),
}));

export const TempoSpellModel = itemModel(() => ({
  tempo: onCount(SPELL_DEFAULTS.tempo),
  cost1: few(SPELL_DEFAULTS.cost1),
  cost2: few(SPELL_DEFAULTS.cost2),
  cost3: few(SPELL_DEFAULTS.cost3),
  duration: oneOf(DURATIONS, SPELL_DEFAULTS.duration),
  ongoing: flag(SPELL_DEFAULTS.ongoing),
  dice: diceOrNone(SPELL_DEFAULTS.dice),
  range: spaces(SPELL_DEFAULTS.range),
  active: few(SPELL_DEFAULTS.active),
  description: prose(),
}));

export const TempoAbilityModel = itemModel(() => ({
  tag: oneOf(TAGS, ABILITY_DEFAULTS.tag),
  tempo: new fields.NumberField({
    required: true,
    nullable: true,
    integer: true,
    min: 0,
    max: 9,
    initial: ABILITY_DEFAULTS.tempo,
  }),
  listsAction: new fields.StringField({
    required: true,
    blank: true,
    choices: [...LISTABLE],
    initial: ABILITY_DEFAULTS.listsAction,
  }),
  momentumCost: few(ABILITY_DEFAULTS.momentumCost),
  usesPerRound: optionalNumber({ integer: true, min: 0, max: 99 }),
  description: prose(),
}));

export const TempoReactionModel = itemModel(() => ({
  tempo: onCount(REACTION_DEFAULTS.tempo),
  trigger: oneOf(TRIGGERS, REACTION_DEFAULTS.trigger),
  usesPerRound: few(REACTION_DEFAULTS.usesPerRound),
  momentum: few(REACTION_DEFAULTS.momentum),
  description: prose(),
}));

export const TempoParadigmModel = itemModel(() => ({
  active: flag(PARADIGM_DEFAULTS.active),
  description: prose(),
}));

/** What Scan reveals: lines such as "Cleave (7, Slow Attack)". */
export const TempoActionSetModel = itemModel(() => ({
  actions: new fields.ArrayField(new fields.StringField({ required: true, blank: false }), { required: true }),
  description: prose(),
}));
