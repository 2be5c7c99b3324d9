import type { SettingDefinition } from '../../encounter/ruleset';
import { damageStyles } from '../../toolkit/combat/damage-styles';
import { equipmentFields, GROUND_FIELDS } from '../../toolkit/define/item';
import { pagesOf } from '../../toolkit/define/reference';
import {
  amount,
  choice,
  derived,
  dice,
  each,
  flag,
  group,
  int,
  line,
  list,
  optional,
  prose,
  someOf,
  texts,
  written,
} from '../../toolkit/define/schema';
import {
  type ActorValuesOf,
  actorPool,
  encounterPool,
  type ItemOf,
  sheetSchema,
} from '../../toolkit/define/sheet-schema';

/** Metres, for rounding errors off the grid. */
export const SLACK = 1e-3;

export const ABILITIES = ['str', 'dex', 'con', 'int', 'wis', 'cha'] as const;
export type AbilityId = (typeof ABILITIES)[number];

/** Smallest first: the index counts size categories. */
export const SIZES = [
  'miniscule',
  'fine',
  'diminutive',
  'tiny',
  'small',
  'medium',
  'large',
  'huge',
  'gigantic',
] as const;
export type Size = (typeof SIZES)[number];

const POOLS = ['energy', 'stamina', 'agility', 'aura', 'surges'] as const;
export type PoolId = (typeof POOLS)[number];

const PHASES = ['idle', 'round-start', 'open', 'round-end'] as const;
export type Phase = (typeof PHASES)[number];

/** A fighter wakes when no cause is left (E-A59). */
export const CAUSES = ['stamina', 'non-lethal', 'dying', 'sleep'] as const;
export type Cause = (typeof CAUSES)[number];

/** Rolls for which no attack asks: defenses, Strength checks (E-A47), a Chance roll (E-129). */
export const CHECKS = ['evasion-roll', 'fortitude-roll', 'will-roll', 'arm-check', 'leg-check', 'chance'] as const;
export type CheckId = (typeof CHECKS)[number];

/** E-116, E-117. */
const DEFENSES = ['evasion', 'fortitude', 'will'] as const;
const WEAPON_CLASSES = ['light', 'normal', 'heavy'] as const;
const LAUNCHERS = ['none', 'bow', 'hand-crossbow', 'light-crossbow', 'heavy-crossbow', 'siege-crossbow'] as const;

/** When the uses of a spell or ability return. */
const USES_PER = ['short-rest', 'long-rest'] as const;

/** `none`: needs no ammunition, or finds it anywhere. */
const AMMUNITION = ['none', 'arrow', 'bolt', 'bullet'] as const;

/** Moments at which conditions end. */
export const ROUND_END = 'round-end';
export const SHORT_REST = 'short-rest';

/** E-02. */
export const ROUND_SECONDS = 5;

/** E-A23: returns two thirds of a Speed, in metres. */
export const quickRunAt = (speed: number): number => Math.floor((2 * speed) / 3);

export const SETTINGS = {
  /** `off`: all fighters always face each other. */
  facing: { choices: ['tokens', 'off'], initial: 'tokens' },
  /** E-A3. */
  exposedDefault: { choices: ['current', 'next'], initial: 'current' },
  /** E-A5. */
  nonLethalAtZero: { choices: ['both', 'exhausted', 'shaken'], initial: 'both' },
  /** Energy for a shot or throw (E-A1). */
  rangedEnergyCost: { choices: ['1', '2'], initial: '1' },
  /** E-A55. */
  sprintPushExtraEnergy: { choices: ['0', '2'], initial: '0' },
  /** Disadvantage on Initiative for the blinded (E-A47). */
  blindInitiative: { choices: ['hindered', 'plain'], initial: 'hindered' },
  /** Seconds to answer a declared action (E-24, E-32); zero: none. */
  pause: { min: 0, max: 60, step: 1, initial: 5 },
  /** Whether walls and darkness hide and cover. */
  sight: { choices: ['map', 'off'], initial: 'map' },
  /** Whether the GM is asked about the target of a player's shot, or a guess counts (E-A33). */
  shots: { choices: ['asked', 'guessed'], initial: 'asked' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** In the order of the sheet. Metres and points, all integers but the jumps. */
export const FIGURES = [
  ...['meleeAV', 'masab', 'masdb', 'unarmedAV', 'unarmedDamage'],
  ...['evasion', 'unarmedEvasion', 'rangedEvasion', 'rangedEvasionUnfaced', 'fortitude', 'will', 'inherentEvasion'],
  ...['staminaMax', 'agilityMax', 'auraMax', 'auraModifier', 'surgesMax', 'recoveryValue'],
  ...['speed', 'jumpDistance', 'jumpReach', 'missChanceModifier', 'combatStyles'],
  ...['armStrength', 'legStrength', 'initiative', 'picksLeft'],
  ...['strMod', 'dexMod', 'conMod', 'intMod', 'wisMod', 'chaMod'],
] as const;
export type FigureId = (typeof FIGURES)[number];

/** Totals without an override. */
const ENTERED = [
  ...['speed', 'inherentEvasion', 'armStrength', 'legStrength', 'initiative', 'picksLeft'],
  ...['strMod', 'dexMod', 'conMod', 'intMod', 'wisMod', 'chaMod'],
] as const satisfies readonly FigureId[];
type OverridableFigureId = Exclude<FigureId, (typeof ENTERED)[number]>;
const isOverridden = (id: FigureId): id is OverridableFigureId => !(ENTERED as readonly FigureId[]).includes(id);

/** E-82. */
const FURTHER_ABILITIES = ['con', 'int', 'wis', 'cha'] as const;

/** Names are the ledger's stat keys (section 3). An empty number is derived from size or score. */
export const SCHEMA = sheetSchema({
  id: 'energy',
  pools: {
    energy: encounterPool('energy'),
    agility: encounterPool('agility'),
    stamina: actorPool('stamina'),
    aura: actorPool('aura'),
    surges: actorPool('surges'),
  },
  bars: ['aura', 'stamina'],
  damage: {
    field: 'damageType',
    rolls: ['damage'],
    styles: damageStyles(['bludgeoning', 'piercing', 'slashing', 'fire', 'cold']),
  },
  actor: {
    abilities: group(
      each(ABILITIES, (id) =>
        group({
          score: int(10, { min: 1, max: 40, short: id }),
          // Empty: the score minus ten (E-A19).
          mod: derived.int(`figures.${id}Mod.value`, { short: `${id}Mod` }),
        }),
      ),
    ),
    level: int(1, { min: 0 }),
    size: choice(SIZES, 'medium'),
    speed: derived.amount('speed', { unit: 'm' }),
    mpl: int(0, { min: 0 }),
    armStrength: int(0),
    legStrength: int(0),
    initiative: int(0),
    // Picks for martial proficiency, added to the three fields above (E-171, E-A21).
    armPicks: int(0, { min: 0 }),
    legPicks: int(0, { min: 0 }),
    initiativePicks: int(0, { min: 0 }),
    // Added to Death rolls and Death Saves (E-A37).
    deathBonus: int(0),
    inherentEvasion: derived.int('figures.inherentEvasion.value'),
    inherentFortitude: int(10),
    inherentWill: int(10),
    evasionBonus: int(0),
    fortitudeBonus: int(0),
    willBonus: int(0),
    staminaBonus: int(0),
    // E-18: a Round.
    staminaSwaps: int(1, { min: 0 }),
    auraBonus: int(0),
    surgesBonus: int(0),
    agilityBonus: int(0),
    sprintBonus: amount(0, { unit: 'm' }),
    // Empty: two thirds of the Speed (E-A23).
    quickRun: derived.amount('quickRun', { unit: 'm' }),
    // Miss Chance of shots at this fighter; empty: by size (E-A8).
    missChance: derived.int('missChance'),
    jumpBonus: amount(0, { unit: 'm' }),
    weaknesses: texts(),
    resistances: texts(),
    // Abilities that an effect adds to MASAB and MASDB.
    masabAbilities: someOf(FURTHER_ABILITIES),
    masdbAbilities: someOf(FURTHER_ABILITIES),
    // Manual values that replace derived totals.
    overrides: group(each(FIGURES.filter(isOverridden), (id) => derived.int(`figures.${id}.value`, { short: id }))),
    biography: prose(),
  },
  items: {
    energyWeapon: {
      ...equipmentFields(true),
      damage: dice('1d6'),
      damageType: line(),
      damageBonus: int(0),
      // Against an Exposed target only.
      exposedDamage: int(0),
      attackBonus: int(0),
      evasionBonus: int(0),
      precision: int(0, { min: 0 }),
      // E-117.
      against: choice(DEFENSES, 'evasion'),
      reach: int(1, { min: -1, unit: 'm' }),
      mpr: int(0, { min: 0 }),
      class: choice(WEAPON_CLASSES, 'normal'),
      blunt: flag(),
      hands: int(1, { min: 1, max: 2 }),
      // Shoots, and cannot strike.
      ranged: flag(),
      // The Thrown property.
      thrown: flag(),
      // Advantage, normal, maximum; empty: the ledger's default.
      range: list(amount(0, { unit: 'm' }), { sizes: [0, 3] }),
      accuracy: int(0),
      loadCost: int(0, { min: 0 }),
      // Only for weapons that need loading (E-45).
      loaded: written(flag()),
      ...GROUND_FIELDS,
      // Consumed by each shot.
      ammunition: choice(AMMUNITION, 'none'),
      drawRow: optional.int({ min: 0, max: 10 }),
      launcher: choice(LAUNCHERS, 'none'),
      description: prose(),
    },
    energyArmor: {
      ...equipmentFields(true),
      coverage: int(0, { min: 0, max: 21 }),
      // Empty: as `coverage` (E-A27).
      rangedCoverage: optional.int({ min: 0, max: 21 }),
      rating: int(0, { min: 0 }),
      penalty: int(0, { min: 0 }),
      mpr: int(0, { min: 0 }),
      // No effect by itself; a rest may repair it (E-A63).
      broken: written(flag()),
      description: prose(),
    },
    energyShield: {
      ...equipmentFields(true),
      ...GROUND_FIELDS,
      bonus: int(0),
      mpr: int(0, { min: 0 }),
      broken: written(flag()),
      description: prose(),
    },
    energyGear: {
      ...equipmentFields(false),
      ...GROUND_FIELDS,
      quantity: written(int(1, { min: 0, max: 9999 })),
      // The kind of ammunition it supplies.
      ammunition: choice(AMMUNITION, 'none'),
      // Until a rest of that kind; zero: unlimited.
      usesMax: int(0, { min: 0 }),
      usesSpent: written(int(0, { min: 0 })),
      usesPer: choice(USES_PER, 'short-rest'),
      // Casting a spell ends Defending (E-62).
      spell: flag(),
      // Energy.
      useCost: int(0, { min: 0 }),
      description: prose(),
    },
  },
  filters: [
    { id: 'level', fields: { energy: 'level' } },
    { id: 'damage', fields: { energyWeapon: 'damageType' } },
    { id: 'proficiency', fields: { energyWeapon: 'mpr', energyArmor: 'mpr', energyShield: 'mpr' } },
    { id: 'class', fields: { energyWeapon: 'class' } },
    { id: 'size', fields: { energy: 'size' } },
  ],
  roles: 'systems/cadence/roles/energy.json',
  reference: pagesOf('cadence.energy-rules', 'QIW4LZh6if2na4gq', {
    turn: 'LzjM1p27ysi84KDm',
    actions: 'XyFaoGrsDN834EL0',
    conditions: 'hjTwZfXro7H1MtkQ',
  }),
  artwork: {
    energy: 'portraits/new-energy',
    energyWeapon: 'items/weapon',
    energyArmor: 'items/armor',
    energyShield: 'items/shield',
    energyGear: 'items/gear',
  },
});

export type ActorValues = ActorValuesOf<typeof SCHEMA>;

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'energyWeapon'>;
export type Armor = ItemOf<Schema, 'energyArmor'>;
export type Shield = ItemOf<Schema, 'energyShield'>;
export type Gear = ItemOf<Schema, 'energyGear'>;
export type EnergyItem = ItemOf<Schema>;
