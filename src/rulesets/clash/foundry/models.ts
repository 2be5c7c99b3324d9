import { amount, counter, flag, line, oneOf, optionalNumber, pool, prose } from '../../../foundry/fields';
import { migrateInPlace } from '../../../rulebook/stored-change';
import { BASE_DEFAULTS } from '../rules/base';
import { INFLICTED } from '../rules/effect';
import {
  ARMOR_DEFAULTS,
  GEAR_DEFAULTS,
  SHIELD_DEFAULTS,
  SKILL_DEFAULTS,
  SPELL_DEFAULTS,
  WEAPON_DEFAULTS,
} from '../rules/items';
import { parseSyntax } from '../rules/syntax';
import {
  ATTRIBUTES,
  EFFECTS,
  ETHEREAL,
  FREEDOMS,
  KEYWORDS,
  LASTING,
  PERKS,
  SKILL_PURPOSES,
  SPELL_PURPOSES,
} from '../rules/words';
import { SPELL_CHANGES } from './changes';

const { fields } = foundry.data;
const { TypeDataModel } = foundry.abstract;

const value = (initial: number) => counter(initial, { min: 0, max: 40 });
const optionalValue = () => optionalNumber({ integer: true, min: 0, max: 40 });
const DICE = /^([1-9]\d?d[1-9]\d{0,2})?$/;
/** Dice such as 2d6, or nothing. */
const diceLine = (initial: string) =>
  new fields.StringField({
    required: true,
    blank: true,
    initial,
    validate: (text: unknown) => DICE.test(String(text)),
  } as never);
/** Some of a closed list of ids. */
const someOf = (choices: readonly string[]) =>
  new fields.SetField(new fields.StringField({ required: true, blank: false, choices: [...choices] }), {
    required: true,
  });

const { unarmed, skill } = BASE_DEFAULTS;

const actorSchema = () => ({
  hp: pool(),
  mp: pool(),
  hpMax: counter(BASE_DEFAULTS.hpMax, { min: 0 }),
  mpMax: counter(BASE_DEFAULTS.mpMax, { min: 0 }),
  speed: amount(BASE_DEFAULTS.speed, 0),
  initiativeMod: optionalNumber({ integer: true }),
  magicDefense: counter(BASE_DEFAULTS.magicDefense, { min: 0 }),
  damageBonus: counter(BASE_DEFAULTS.damageBonus),
  carryLimit: amount(BASE_DEFAULTS.carryLimit, 0),
  totalWeight: optionalNumber({ min: 0 }),
  concentrationLimit: counter(BASE_DEFAULTS.concentrationLimit, { min: 1, max: 9 }),
  canGrapple: flag(BASE_DEFAULTS.canGrapple),
  ethereal: flag(BASE_DEFAULTS.ethereal),
  perks: someOf(PERKS),
  mod: new fields.SchemaField(
    Object.fromEntries(ATTRIBUTES.map((id) => [id, counter(BASE_DEFAULTS.mod[id], { min: -10, max: 20 })])),
  ),
  armorValue: new fields.SchemaField({
    torso: counter(BASE_DEFAULTS.armorValue.torso, { min: 0 }),
    arms: counter(BASE_DEFAULTS.armorValue.arms, { min: 0 }),
    legs: counter(BASE_DEFAULTS.armorValue.legs, { min: 0 }),
    head: counter(BASE_DEFAULTS.armorValue.head, { min: 0 }),
  }),
  skill: new fields.SchemaField({
    athletics: counter(skill.athletics, { min: 0, max: 20 }),
    riding: counter(skill.riding, { min: 0, max: 20 }),
  }),
  unarmed: new fields.SchemaField({
    attackValue: value(unarmed.attackValue),
    parryValue: optionalValue(),
    blockValue: optionalValue(),
    blockStrength: counter(unarmed.blockStrength, { min: 0 }),
    damage: diceLine(unarmed.damage),
    dr: amount(unarmed.dr, 0),
    weaponProficiency: counter(unarmed.weaponProficiency, { min: 0, max: 20 }),
  }),
  biography: prose(),
});

/** What lasts of a fighter. Its totals are the rules' to derive. */
export class ClashActorModel extends TypeDataModel<ReturnType<typeof actorSchema>, Actor.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Actor'];
  static override defineSchema() {
    return actorSchema();
  }
}

const weaponSchema = () => ({
  equipped: flag(WEAPON_DEFAULTS.equipped),
  ranged: flag(WEAPON_DEFAULTS.ranged),
  attackValue: value(WEAPON_DEFAULTS.attackValue),
  parryValue: optionalValue(),
  blockValue: optionalValue(),
  blockStrength: counter(WEAPON_DEFAULTS.blockStrength, { min: 0 }),
  damage: diceLine(WEAPON_DEFAULTS.damage),
  damageBonus: counter(WEAPON_DEFAULTS.damageBonus),
  dr: amount(WEAPON_DEFAULTS.dr, 0),
  weaponProficiency: counter(WEAPON_DEFAULTS.weaponProficiency, { min: 0, max: 20 }),
  reach: optionalNumber({ min: 0 }),
  range: optionalNumber({ min: 0 }),
  weight: amount(WEAPON_DEFAULTS.weight, 0),
  description: prose(),
});

export class ClashWeaponModel extends TypeDataModel<ReturnType<typeof weaponSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Item'];
  static override defineSchema() {
    return weaponSchema();
  }
}

const shieldSchema = () => ({
  equipped: flag(SHIELD_DEFAULTS.equipped),
  blockValue: value(SHIELD_DEFAULTS.blockValue),
  blockStrength: counter(SHIELD_DEFAULTS.blockStrength, { min: 0 }),
  weight: amount(SHIELD_DEFAULTS.weight, 0),
  description: prose(),
});

export class ClashShieldModel extends TypeDataModel<ReturnType<typeof shieldSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Item'];
  static override defineSchema() {
    return shieldSchema();
  }
}

const armorSchema = () => ({
  equipped: flag(ARMOR_DEFAULTS.equipped),
  torso: counter(ARMOR_DEFAULTS.torso, { min: 0 }),
  arms: counter(ARMOR_DEFAULTS.arms, { min: 0 }),
  legs: counter(ARMOR_DEFAULTS.legs, { min: 0 }),
  head: counter(ARMOR_DEFAULTS.head, { min: 0 }),
  magicDefense: counter(ARMOR_DEFAULTS.magicDefense, { min: 0 }),
  weight: amount(ARMOR_DEFAULTS.weight, 0),
  description: prose(),
});

export class ClashArmorModel extends TypeDataModel<ReturnType<typeof armorSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Item'];
  static override defineSchema() {
    return armorSchema();
  }
}

type EffectDefaults = Pick<typeof GEAR_DEFAULTS, 'effect' | 'dice' | 'bonus' | 'inflicts' | 'strength' | 'lasts'>;

const effectFields = (defaults: EffectDefaults) => ({
  effect: oneOf(EFFECTS, defaults.effect),
  dice: diceLine(defaults.dice),
  bonus: counter(defaults.bonus),
  inflicts: new fields.StringField({ required: true, blank: true, choices: [...INFLICTED], initial: '' } as never),
  strength: counter(defaults.strength, { min: 0, max: 99 }),
  lasts: oneOf(LASTING, defaults.lasts),
});

const abilityFields = (defaults: typeof SPELL_DEFAULTS | typeof SKILL_DEFAULTS) => ({
  ...effectFields(defaults),
  free: oneOf(FREEDOMS, defaults.free),
  hidden: flag(defaults.hidden),
  hiddenAttribute: oneOf(ATTRIBUTES, defaults.hiddenAttribute),
  range: optionalNumber({ min: 0 }),
});

const spellSchema = () => ({
  line: new fields.StringField({
    required: true,
    blank: false,
    initial: SPELL_DEFAULTS.line,
    validate: (text: unknown) => parseSyntax(String(text)) !== null,
  } as never),
  purpose: oneOf(SPELL_PURPOSES, SPELL_DEFAULTS.purpose),
  keywords: someOf(KEYWORDS),
  baseMp: counter(SPELL_DEFAULTS.baseMp, { min: 0 }),
  upcastMax: counter(SPELL_DEFAULTS.upcastMax, { min: 1, max: 30 }),
  upcastCosts: new fields.ArrayField(counter(0, { min: 0 }), { required: true }),
  tier: counter(SPELL_DEFAULTS.tier, { min: 1, max: 99 }),
  tradition: line(SPELL_DEFAULTS.tradition),
  needsFocus: flag(SPELL_DEFAULTS.needsFocus),
  conjures: flag(SPELL_DEFAULTS.conjures),
  stone: flag(SPELL_DEFAULTS.stone),
  ethereal: oneOf(ETHEREAL, SPELL_DEFAULTS.ethereal),
  radius: amount(SPELL_DEFAULTS.radius, 0),
  targets: counter(SPELL_DEFAULTS.targets, { min: 1, max: 20 }),
  preparation: line(SPELL_DEFAULTS.preparation),
  ...abilityFields(SPELL_DEFAULTS),
  description: prose(),
});

export class ClashSpellModel extends TypeDataModel<ReturnType<typeof spellSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Item'];
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(migrateInPlace(source, SPELL_CHANGES));
  }
  static override defineSchema() {
    return spellSchema();
  }
}

const skillSchema = () => ({
  purpose: oneOf(SKILL_PURPOSES, SKILL_DEFAULTS.purpose),
  counter: flag(SKILL_DEFAULTS.counter),
  strike: flag(SKILL_DEFAULTS.strike),
  attackBonus: counter(SKILL_DEFAULTS.attackBonus),
  damageBonus: counter(SKILL_DEFAULTS.damageBonus),
  ...abilityFields(SKILL_DEFAULTS),
  description: prose(),
});

export class ClashSkillModel extends TypeDataModel<ReturnType<typeof skillSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Item'];
  static override defineSchema() {
    return skillSchema();
  }
}

const gearSchema = () => ({
  equipped: flag(GEAR_DEFAULTS.equipped),
  quantity: counter(GEAR_DEFAULTS.quantity, { min: 0, max: 9999 }),
  usable: flag(GEAR_DEFAULTS.usable),
  ...effectFields(GEAR_DEFAULTS),
  focusOf: line(GEAR_DEFAULTS.focusOf),
  weight: amount(GEAR_DEFAULTS.weight, 0),
  description: prose(),
});

export class ClashGearModel extends TypeDataModel<ReturnType<typeof gearSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Clash.Item'];
  static override defineSchema() {
    return gearSchema();
  }
}
