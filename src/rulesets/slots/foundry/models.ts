import { counter, flag, line, oneOf, optionalNumber, pool, prose, words } from '../../../foundry/fields';
import { BASE_DEFAULTS as BASE, PROGRESSIONS, RESISTANCE } from '../rules/base';
import {
  ARMOR_DEFAULTS as ARMOR,
  GEAR_DEFAULTS as GEAR,
  SPELL_DEFAULTS as SPELL,
  WEAPON_DEFAULTS as WEAPON,
} from '../rules/items';
import { ABILITIES, AREAS, damagePool, ENERGIES, GEAR_KINDS, LASTS, SAVES, SKILLS } from '../rules/words';

const { fields } = foundry.data;
const { TypeDataModel } = foundry.abstract;

const DICE = /^$|^[1-9]\d?d[1-9]\d{0,2}$/;
const each = <T>(ids: readonly string[], field: (id: string) => T): Record<string, T> =>
  Object.fromEntries(ids.map((id) => [id, field(id)]));

const actorSchema = () => ({
  hp: pool(),
  negative: pool(),
  sq: pool(),
  bleed: pool(),
  ...each(ABILITIES.map(damagePool), pool),
  ...each(ABILITIES, () => counter(0, { min: -5, max: 20 })),
  level: counter(BASE.level, { min: 1, max: 20 }),
  progression: oneOf(PROGRESSIONS, BASE.progression),
  bab: optionalNumber({ integer: true, min: 0 }),
  sizeMod: counter(BASE.sizeMod),
  acBonus: counter(BASE.acBonus),
  speed: counter(BASE.speed, { min: 0 }),
  ...each(['fly', 'climb', 'swim', 'burrow'], () => counter(0, { min: 0 })),
  hpMax: counter(BASE.hpMax, { min: 1 }),
  negMax: counter(BASE.negMax, { min: 1 }),
  sqMax: counter(BASE.sqMax, { min: 0 }),
  ...each(
    SAVES.map((save) => `${save}Base`),
    () => counter(0),
  ),
  ranks: new fields.SchemaField(each(SKILLS, () => counter(0))),
  initiativeBonus: counter(BASE.initiativeBonus),
  reactions: counter(BASE.reactions, { min: 0, max: 12 }),
  dr: counter(BASE.dr, { min: 0 }),
  er: new fields.SchemaField(each(ENERGIES, () => counter(0, { min: 0 }))),
  moreResistances: words({ pattern: RESISTANCE }),
  weaknesses: words(),
  casterLevel: optionalNumber({ integer: true, min: 0 }),
  castingAbility: oneOf(ABILITIES, BASE.castingAbility),
  psionic: flag(BASE.psionic),
  hands: counter(BASE.hands, { min: 0, max: 20 }),
  feats: words(),
  object: flag(BASE.object),
  fragile: flag(BASE.fragile),
  biography: prose(),
});

/** What lasts of a fighter. Its totals are the rules' to derive; an empty number means: as the level has it. */
export class SlotsActorModel extends TypeDataModel<ReturnType<typeof actorSchema>, Actor.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Slots.Actor'];
  static override defineSchema() {
    return actorSchema();
  }
}

const thing = () => ({
  hp: counter(WEAPON.hp, { min: 0 }),
  dr: counter(WEAPON.dr, { min: 0 }),
  fragile: flag(WEAPON.fragile),
  dropped: flag(WEAPON.dropped),
  description: prose(),
});

const weaponSchema = () => ({
  equipped: flag(WEAPON.equipped),
  kind: oneOf(['melee', 'ranged'], WEAPON.kind),
  thrown: flag(WEAPON.thrown),
  meleeUsable: flag(WEAPON.meleeUsable),
  natural: flag(WEAPON.natural),
  dice: line(WEAPON.dice, { pattern: DICE }),
  critMin: counter(WEAPON.critMin, { min: 2, max: 20 }),
  critMult: counter(WEAPON.critMult, { min: 2, max: 10 }),
  proficient: flag(WEAPON.proficient),
  attackAbility: optionalOf(ABILITIES),
  damageType: line(WEAPON.damageType),
  attackBonus: counter(WEAPON.attackBonus),
  damageBonus: counter(WEAPON.damageBonus),
  reach: counter(WEAPON.reach, { min: 0 }),
  range: counter(WEAPON.range, { min: 0 }),
  hands: counter(WEAPON.hands, { min: 0, max: 2 }),
  ...thing(),
});

/** One of a closed list of ids, or none of them. */
function optionalOf(choices: readonly string[]) {
  return new fields.StringField({ required: true, blank: true, choices: [...choices], initial: '' });
}

export class SlotsWeaponModel extends TypeDataModel<ReturnType<typeof weaponSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Slots.Item'];
  static override defineSchema() {
    return weaponSchema();
  }
}

const armorSchema = () => ({
  equipped: flag(ARMOR.equipped),
  bonus: counter(ARMOR.bonus),
  hands: counter(ARMOR.hands, { min: 0, max: 2 }),
  ...thing(),
});

export class SlotsArmorModel extends TypeDataModel<ReturnType<typeof armorSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Slots.Item'];
  static override defineSchema() {
    return armorSchema();
  }
}

const spellSchema = () => ({
  order: counter(SPELL.order, { min: 0, max: 9 }),
  school: line(SPELL.school),
  dc: optionalNumber({ integer: true, min: 0 }),
  offensive: flag(SPELL.offensive),
  range: counter(SPELL.range, { min: 0 }),
  area: oneOf(AREAS, SPELL.area),
  radius: counter(SPELL.radius, { min: 0 }),
  damage: line(SPELL.damage, { pattern: DICE }),
  damageType: line(SPELL.damageType),
  healing: line(SPELL.healing, { pattern: DICE }),
  save: optionalOf(SAVES),
  halves: flag(SPELL.halves),
  condition: line(SPELL.condition),
  lasts: oneOf(LASTS, SPELL.lasts),
  description: prose(),
});

export class SlotsSpellModel extends TypeDataModel<ReturnType<typeof spellSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Slots.Item'];
  static override defineSchema() {
    return spellSchema();
  }
}

const gearSchema = () => ({
  equipped: flag(GEAR.equipped),
  quantity: counter(GEAR.quantity, { min: 0, max: 9999 }),
  kind: oneOf(GEAR_KINDS, GEAR.kind),
  capacity: counter(GEAR.capacity, { min: 0 }),
  hd: counter(GEAR.hd, { min: 0 }),
  healing: line(GEAR.healing, { pattern: DICE }),
  hands: counter(GEAR.hands, { min: 0, max: 2 }),
  ...thing(),
});

export class SlotsGearModel extends TypeDataModel<ReturnType<typeof gearSchema>, Item.Implementation> {
  static override LOCALIZATION_PREFIXES = ['CADENCE.Slots.Item'];
  static override defineSchema() {
    return gearSchema();
  }
}
