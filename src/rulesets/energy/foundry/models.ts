import { amount, counter, flag, line, oneOf, optionalNumber, pool, prose, words } from '../../../foundry/fields';
import { BASE_DEFAULTS } from '../rules/base';
import { ARMOR_DEFAULTS, GEAR_DEFAULTS, SHIELD_DEFAULTS, WEAPON_DEFAULTS } from '../rules/items';
import { ABILITIES, AMMUNITION, DEFENSES, LAUNCHERS, SIZES, USES_PER, WEAPON_CLASSES } from '../rules/words';

const { fields } = foundry.data;
const { TypeDataModel } = foundry.abstract;

const ability = () =>
  new fields.SchemaField({
    score: counter(BASE_DEFAULTS.abilities.str.score, { min: 1, max: 40 }),
    mod: optionalNumber({ integer: true }),
  });

const actorSchema = () => ({
  aura: pool(),
  stamina: pool(),
  surges: pool(),
  abilities: new fields.SchemaField(Object.fromEntries(ABILITIES.map((id) => [id, ability()]))),
  level: counter(BASE_DEFAULTS.level, { min: 0 }),
  size: oneOf(SIZES, BASE_DEFAULTS.size),
  speed: optionalNumber({ min: 0 }),
  mpl: counter(BASE_DEFAULTS.mpl, { min: 0 }),
  armStrength: counter(BASE_DEFAULTS.armStrength),
  legStrength: counter(BASE_DEFAULTS.legStrength),
  initiative: counter(BASE_DEFAULTS.initiative),
  armPicks: counter(BASE_DEFAULTS.armPicks, { min: 0 }),
  legPicks: counter(BASE_DEFAULTS.legPicks, { min: 0 }),
  initiativePicks: counter(BASE_DEFAULTS.initiativePicks, { min: 0 }),
  inherentEvasion: optionalNumber({ integer: true }),
  inherentFortitude: counter(BASE_DEFAULTS.inherentFortitude),
  inherentWill: counter(BASE_DEFAULTS.inherentWill),
  evasionBonus: counter(BASE_DEFAULTS.evasionBonus),
  fortitudeBonus: counter(BASE_DEFAULTS.fortitudeBonus),
  willBonus: counter(BASE_DEFAULTS.willBonus),
  staminaBonus: counter(BASE_DEFAULTS.staminaBonus),
  auraBonus: counter(BASE_DEFAULTS.auraBonus),
  surgesBonus: counter(BASE_DEFAULTS.surgesBonus),
  agilityBonus: counter(BASE_DEFAULTS.agilityBonus),
  sprintBonus: amount(BASE_DEFAULTS.sprintBonus, 0),
  jumpBonus: amount(BASE_DEFAULTS.jumpBonus, 0),
  weaknesses: words(),
  resistances: words(),
  biography: prose(),
});

/** What lasts of a fighter. Its totals are the rules' to derive; an empty number means: as the size or the score has it. */
export class EnergyActorModel extends TypeDataModel<ReturnType<typeof actorSchema>, Actor.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Energy.Actor'];
  static override defineSchema() {
    return actorSchema();
  }
}

const weaponSchema = () => ({
  equipped: flag(WEAPON_DEFAULTS.equipped),
  damage: line(WEAPON_DEFAULTS.damage, { pattern: /^[1-9]\d?d[1-9]\d{0,2}$/ }),
  damageType: line(WEAPON_DEFAULTS.damageType),
  damageBonus: counter(WEAPON_DEFAULTS.damageBonus),
  exposedDamage: counter(WEAPON_DEFAULTS.exposedDamage),
  attackBonus: counter(WEAPON_DEFAULTS.attackBonus),
  evasionBonus: counter(WEAPON_DEFAULTS.evasionBonus),
  precision: counter(WEAPON_DEFAULTS.precision, { min: 0 }),
  against: oneOf(DEFENSES, WEAPON_DEFAULTS.against),
  reach: counter(WEAPON_DEFAULTS.reach, { min: -1 }),
  mpr: counter(WEAPON_DEFAULTS.mpr, { min: 0 }),
  class: oneOf(WEAPON_CLASSES, WEAPON_DEFAULTS.class),
  blunt: flag(WEAPON_DEFAULTS.blunt),
  hands: counter(WEAPON_DEFAULTS.hands, { min: 1, max: 2 }),
  ranged: flag(WEAPON_DEFAULTS.ranged),
  thrown: flag(WEAPON_DEFAULTS.thrown),
  range: new fields.ArrayField(amount(0, 0), { required: true, max: 3 }),
  accuracy: counter(WEAPON_DEFAULTS.accuracy),
  loadCost: counter(WEAPON_DEFAULTS.loadCost, { min: 0 }),
  loaded: flag(WEAPON_DEFAULTS.loaded),
  dropped: flag(WEAPON_DEFAULTS.dropped),
  lies: line(WEAPON_DEFAULTS.lies),
  ammunition: oneOf(AMMUNITION, WEAPON_DEFAULTS.ammunition),
  drawRow: optionalNumber({ integer: true, min: 0, max: 10 }),
  launcher: oneOf(LAUNCHERS, WEAPON_DEFAULTS.launcher),
  description: prose(),
});

export class EnergyWeaponModel extends TypeDataModel<ReturnType<typeof weaponSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Energy.Item'];
  static override defineSchema() {
    return weaponSchema();
  }
}

const armorSchema = () => ({
  equipped: flag(ARMOR_DEFAULTS.equipped),
  coverage: counter(ARMOR_DEFAULTS.coverage, { min: 0, max: 21 }),
  rangedCoverage: optionalNumber({ integer: true, min: 0, max: 21 }),
  rating: counter(ARMOR_DEFAULTS.rating, { min: 0 }),
  penalty: counter(ARMOR_DEFAULTS.penalty, { min: 0 }),
  mpr: counter(ARMOR_DEFAULTS.mpr, { min: 0 }),
  broken: flag(ARMOR_DEFAULTS.broken),
  description: prose(),
});

export class EnergyArmorModel extends TypeDataModel<ReturnType<typeof armorSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Energy.Item'];
  static override defineSchema() {
    return armorSchema();
  }
}

const shieldSchema = () => ({
  equipped: flag(SHIELD_DEFAULTS.equipped),
  dropped: flag(SHIELD_DEFAULTS.dropped),
  lies: line(SHIELD_DEFAULTS.lies),
  bonus: counter(SHIELD_DEFAULTS.bonus),
  mpr: counter(SHIELD_DEFAULTS.mpr, { min: 0 }),
  broken: flag(SHIELD_DEFAULTS.broken),
  description: prose(),
});

export class EnergyShieldModel extends TypeDataModel<ReturnType<typeof shieldSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Energy.Item'];
  static override defineSchema() {
    return shieldSchema();
  }
}

const gearSchema = () => ({
  equipped: flag(GEAR_DEFAULTS.equipped),
  dropped: flag(GEAR_DEFAULTS.dropped),
  lies: line(GEAR_DEFAULTS.lies),
  quantity: counter(GEAR_DEFAULTS.quantity, { min: 0, max: 9999 }),
  ammunition: oneOf(AMMUNITION, GEAR_DEFAULTS.ammunition),
  usesMax: counter(GEAR_DEFAULTS.usesMax, { min: 0 }),
  usesSpent: counter(GEAR_DEFAULTS.usesSpent, { min: 0 }),
  usesPer: oneOf(USES_PER, GEAR_DEFAULTS.usesPer),
  useCost: counter(GEAR_DEFAULTS.useCost, { min: 0 }),
  description: prose(),
});

export class EnergyGearModel extends TypeDataModel<ReturnType<typeof gearSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Energy.Item'];
  static override defineSchema() {
    return gearSchema();
  }
}
