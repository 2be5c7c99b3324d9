import { amount, counter, flag, line, oneOf, optionalNumber, pool, prose } from '../../../foundry/fields';
import { BASE_DEFAULTS } from '../rules/base';
import { GEAR_DEFAULTS, SPELL_DEFAULTS, WEAPON_DEFAULTS } from '../rules/items';
import { SIZES, WEAPON_KINDS } from '../rules/words';

const { TypeDataModel } = foundry.abstract;

const DICE = { pattern: /^[1-9]\d?d[1-9]\d{0,2}$/ };

const actorSchema = () => ({
  hp: pool(),
  hpMax: counter(BASE_DEFAULTS.hpMax, { min: 1 }),
  str: counter(BASE_DEFAULTS.str, { min: -5, max: 10 }),
  dex: counter(BASE_DEFAULTS.dex, { min: -5, max: 20 }),
  agi: counter(BASE_DEFAULTS.agi, { min: -5, max: 10 }),
  size: oneOf(SIZES, BASE_DEFAULTS.size),
  speed: optionalNumber({ min: 0.5 }),
  weight: amount(BASE_DEFAULTS.weight, 0.1),
  hands: counter(BASE_DEFAULTS.hands, { min: 0, max: 20 }),
  bonusSeconds: amount(BASE_DEFAULTS.bonusSeconds, 0),
  extraReactions: counter(BASE_DEFAULTS.extraReactions, { min: 0, max: 20 }),
  dodge: optionalNumber({ integer: true }),
  fortitude: optionalNumber({ integer: true }),
  reflex: optionalNumber({ integer: true }),
  fortitudeMisc: counter(BASE_DEFAULTS.fortitudeMisc),
  reflexMisc: counter(BASE_DEFAULTS.reflexMisc),
  willpower: counter(BASE_DEFAULTS.willpower),
  sleightOfHand: counter(BASE_DEFAULTS.sleightOfHand),
  stealth: counter(BASE_DEFAULTS.stealth),
  perception: counter(BASE_DEFAULTS.perception),
  intimidation: counter(BASE_DEFAULTS.intimidation),
  sureFooted: flag(BASE_DEFAULTS.sureFooted),
  biography: prose(),
});

/** What lasts of a fighter. Its totals are the rules' to derive; an empty number means: as size and abilities have it. */
export class SecondsActorModel extends TypeDataModel<ReturnType<typeof actorSchema>, Actor.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Seconds.Actor'];
  static override defineSchema() {
    return actorSchema();
  }
}

const weaponSchema = () => ({
  equipped: flag(WEAPON_DEFAULTS.equipped),
  timeCost: amount(WEAPON_DEFAULTS.timeCost, 0),
  kind: oneOf(WEAPON_KINDS, WEAPON_DEFAULTS.kind),
  reach: optionalNumber({ min: 0 }),
  range: amount(WEAPON_DEFAULTS.range, 0),
  damage: line(WEAPON_DEFAULTS.damage, DICE),
  bonus: counter(WEAPON_DEFAULTS.bonus),
  held: flag(WEAPON_DEFAULTS.held),
  stuck: flag(WEAPON_DEFAULTS.stuck),
  dropped: flag(WEAPON_DEFAULTS.dropped),
  lies: line(WEAPON_DEFAULTS.lies),
  description: prose(),
});

export class SecondsWeaponModel extends TypeDataModel<ReturnType<typeof weaponSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Seconds.Item'];
  static override defineSchema() {
    return weaponSchema();
  }
}

const spellSchema = () => ({
  timeCost: amount(SPELL_DEFAULTS.timeCost, 0),
  attacks: flag(SPELL_DEFAULTS.attacks),
  bonus: counter(SPELL_DEFAULTS.bonus),
  damage: line(SPELL_DEFAULTS.damage, DICE),
  range: amount(SPELL_DEFAULTS.range, 0),
  description: prose(),
});

export class SecondsSpellModel extends TypeDataModel<ReturnType<typeof spellSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Seconds.Item'];
  static override defineSchema() {
    return spellSchema();
  }
}

const gearSchema = () => ({
  timeCost: amount(GEAR_DEFAULTS.timeCost, 1),
  quantity: counter(GEAR_DEFAULTS.quantity, { min: 0, max: 9999 }),
  potion: flag(GEAR_DEFAULTS.potion),
  restrains: flag(GEAR_DEFAULTS.restrains),
  held: flag(GEAR_DEFAULTS.held),
  dropped: flag(GEAR_DEFAULTS.dropped),
  lies: line(GEAR_DEFAULTS.lies),
  description: prose(),
});

export class SecondsGearModel extends TypeDataModel<ReturnType<typeof gearSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Seconds.Item'];
  static override defineSchema() {
    return gearSchema();
  }
}
