import type { SettingDefinition } from '../../encounter/ruleset';
import { equipmentFields } from '../../toolkit/define/item';
import { pagesOf } from '../../toolkit/define/reference';
import {
  amount,
  choice,
  derived,
  diceOrNone,
  each,
  flag,
  group,
  int,
  line,
  list,
  optional,
  prose,
  someOf,
  type ValuesOf,
  written,
} from '../../toolkit/define/schema';
import { type ActorValuesOf, actorPool, encounterPool, sheetSchema } from '../../toolkit/define/sheet-schema';

export const ATTRIBUTES = ['str', 'dex', 'con', 'per', 'int', 'wil'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** In ascending order of the zone die (C-61). */
export const ZONES = ['torso', 'arms', 'legs', 'head'] as const;
export type Zone = (typeof ZONES)[number];

/** C-07. */
export const ACTION_KINDS = ['attack', 'utility', 'movement'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export type PoolId = 'hp' | 'mp' | ActionKind | 'reaction';

export type Phase = 'idle' | 'active';

export const SPELL_TYPES = ['SA', 'PA', 'SD', 'DC', 'DC+', 'SURECAST'] as const;

export const KEYWORDS = [
  ...['AFFLICTION', 'CONCENTRATION', 'CONTROL', 'FIELD', 'HEAL', 'META', 'MOVEMENT', 'RITUAL', 'SUPPORT', 'TERRAIN'],
  'ZONE',
] as const;

const SPELL_PURPOSES = ['offensive', 'defensive', 'utility', 'reactive'] as const;
const SKILL_PURPOSES = ['offensive', 'defensive', 'utility', 'movement', 'reactive'] as const;
/** Instead of an action (C-22). */
const FREEDOMS = ['none', 'action', 'reaction'] as const;

/** `by-kind`: ethereal unless it is stone (C-72, C-77). */
const ETHEREAL = ['by-kind', 'always', 'never'] as const;

const EFFECTS = ['none', 'damage', 'heal'] as const;
/** Without concentration. */
const EFFECT_DURATIONS = ['lasting', 'turn', 'phase'] as const;

/** Other conditions follow from actions. */
const INFLICTED = ['', 'empowered', 'off-balance', 'unfocused'] as const;

const PERKS = ['opportunist', 'parry-projectiles'] as const;
export type Perk = (typeof PERKS)[number];

/** Worst to best (C-114), with levels. */
export const COVER = { 'open-field': -2, none: -1, half: 0, full: 1, total: 2 } as const;
export type Cover = keyof typeof COVER;
export const OUT_OF_SIGHT = 'out-of-sight';
export const COVERS = [...(Object.keys(COVER) as Cover[]), OUT_OF_SIGHT] as const;
/** C-116. */
export const LIGHT = { bright: 0, dim: 1, dark: 2 } as const;
export type LightLevel = keyof typeof LIGHT;
export const LIGHTS = Object.keys(LIGHT) as LightLevel[];

export const TURN_START = 'turn-start';
export const PHASE_END = 'phase';

/** Seconds (C-06, C-09, C-A62). */
export const ROUND_SECONDS = 6;
export const PHASE_SECONDS = 900;

export const SETTINGS = {
  /** C-A25: hits deal full damage. */
  threshold: { initial: false },
  /** C-A30: tokens decide who stands behind whom. */
  facing: { choices: ['tokens', 'off'], initial: 'tokens' },
  /** C-A13: `hidden` rolls the attack after the defense is chosen. */
  attackTotal: { choices: ['open', 'hidden'], initial: 'open' },
  /** What Riding does for a mounted dodge (C-A31). */
  riding: { choices: ['adds', 'cancels'], initial: 'adds' },
  /** Which action of the rider pays for one of the mount (C-A35). */
  mountPrice: { choices: ['any', 'same'], initial: 'any' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** For free checks, by figure id. */
export const ROLLABLE_FIGURES = [
  'strMod',
  'dexMod',
  'conMod',
  'perMod',
  'intMod',
  'wilMod',
  'athletics',
  'riding',
] as const;

/** Section 7.2. */
export type SpellSyntax =
  | { readonly type: 'SA' | 'DC' | 'DC+'; readonly attack: Attribute; readonly save: Attribute }
  | { readonly type: 'PA'; readonly attack: Attribute }
  | { readonly type: 'SD'; readonly attributes: readonly Attribute[] }
  | { readonly type: 'SURECAST' };

const CONTESTED = /^(SA|DC|DC\+) ([A-Z]{3}) vs ([A-Z]{3})$/;
const PROJECTILE = /^PA ([A-Z]{3})$/;
const DEFENSE = /^SD ([A-Z]{3}(?:\+[A-Z]{3})*)$/;

const attributeOf = (name = ''): Attribute | undefined => ATTRIBUTES.find((id) => id.toUpperCase() === name);

/** C-81 to C-92, C-A44: returns null for any other line than those of section 7.2, such as `DC+ WIL vs CON`. */
export function parseSyntax(line: string): SpellSyntax | null {
  if (line === 'SURECAST') return { type: 'SURECAST' };
  const [, type, by, against] = CONTESTED.exec(line) ?? [];
  const [attack, save] = [attributeOf(by), attributeOf(against)];
  if (type) return attack && save ? { type: type as 'SA' | 'DC' | 'DC+', attack, save } : null;
  const aimed = attributeOf(PROJECTILE.exec(line)?.[1]);
  if (aimed) return { type: 'PA', attack: aimed };
  const names = DEFENSE.exec(line)?.[1]?.split('+') ?? [];
  const attributes = names.flatMap((name) => attributeOf(name) ?? []);
  return names.length > 0 && attributes.length === names.length ? { type: 'SD', attributes } : null;
}

/** C-A59. */
const value = { min: 0, max: 40 };
const proficiency = int(0, { min: 0, max: 20 });
const quantity = written(int(1, { min: 0, max: 9999 }));
const weight = amount(0, { unit: 'kg' });

const effect = {
  effect: choice(EFFECTS, 'none'),
  dice: diceOrNone(),
  bonus: int(0),
  inflicts: choice(INFLICTED, ''),
  strength: int(1, { min: 0, max: 99 }),
  lasts: choice(EFFECT_DURATIONS, 'lasting'),
  // Metres away from the source; negative: towards it (C-95).
  push: amount(0, { min: -60, max: 60, unit: 'm' }),
};
export type AbilityEffect = ValuesOf<typeof effect>;

/** C-22, C-25. */
const ability = {
  ...effect,
  free: choice(FREEDOMS, 'none'),
  hidden: flag(),
  hiddenAttribute: choice(ATTRIBUTES, 'int'),
  // Metres; empty: line of sight.
  range: optional.amount({ unit: 'm' }),
  description: prose(),
};

/** Ledger section 3. */
export const SCHEMA = sheetSchema({
  id: 'clash',
  pools: { hp: actorPool('hp'), mp: actorPool('mp'), ...each([...ACTION_KINDS, 'reaction'], encounterPool) },
  bars: ['hp', 'mp'],
  actor: {
    hpMax: int(20, { min: 0 }),
    mpMax: int(0, { min: 0 }),
    speed: amount(6, { unit: 'm' }),
    // Empty: DEX-MOD (C-A7).
    initiativeMod: derived.int('initiativeMod'),
    magicDefense: int(0, { min: 0 }),
    // Of lasting effects, for weapons (C-57).
    damageBonus: int(0),
    carryLimit: amount(50, { unit: 'kg' }),
    // Empty: weight of the gear.
    totalWeight: derived.amount('totalWeight', { unit: 'kg' }),
    // Spells held at once (C-98).
    concentrationLimit: int(1, { min: 1, max: 9 }),
    canGrapple: flag(true),
    // Unharmed by absorbed matter (C-75).
    ethereal: flag(),
    perks: someOf(PERKS),
    mod: group(each(ATTRIBUTES, () => int(0, { min: -10, max: 20 }))),
    armorValue: group(each(ZONES, () => int(0, { min: 0, max: 99 }))),
    skill: group({ athletics: proficiency, riding: proficiency }),
    unarmed: group({
      attackValue: int(0, value),
      // Empty: cannot (C-35, C-39).
      parryValue: optional.int(value),
      blockValue: optional.int(value),
      blockStrength: int(0, { min: 0 }),
      damage: diceOrNone('1d3'),
      dr: amount(1),
      weaponProficiency: proficiency,
    }),
    biography: prose(),
  },
  items: {
    clashWeapon: {
      ...equipmentFields(true),
      ranged: flag(),
      attackValue: int(0, value),
      parryValue: optional.int(value),
      blockValue: optional.int(value),
      blockStrength: int(0, { min: 0 }),
      damage: diceOrNone('1d6'),
      damageBonus: int(0),
      // Multiplies STR-MOD (C-55, C-56).
      dr: amount(1),
      weaponProficiency: proficiency,
      // Metres; empty: one cell (C-A15).
      reach: optional.amount({ unit: 'm' }),
      // Metres; empty: line of sight.
      range: optional.amount({ unit: 'm' }),
      weight,
      description: prose(),
    },
    clashShield: {
      ...equipmentFields(true),
      blockValue: int(0, value),
      blockStrength: int(0, { min: 0 }),
      weight,
      description: prose(),
    },
    clashArmor: {
      ...equipmentFields(true),
      ...each(ZONES, () => int(0, { min: 0 })),
      magicDefense: int(0, { min: 0 }),
      weight,
      description: prose(),
    },
    clashSpell: {
      // Section 7.2, C-93.
      line: line('SURECAST', {
        fits: (text) => parseSyntax(text) !== null,
        like: 'a spell line such as SA INT vs WIL',
      }),
      purpose: choice(SPELL_PURPOSES, 'offensive'),
      keywords: someOf(KEYWORDS),
      baseMp: int(1, { min: 0 }),
      // UPCAST X (C-110).
      upcastMax: int(1, { min: 1, max: 30 }),
      // By level (C-A50); empty: Fibonacci.
      upcastCosts: list(int(0, { min: 0 })),
      tier: int(1, { min: 1, max: 99 }),
      tradition: line(),
      // C-78.
      needsFocus: flag(true),
      // Creates matter (C-76).
      conjures: flag(),
      stone: flag(),
      ethereal: choice(ETHEREAL, 'by-kind'),
      // Metres.
      radius: amount(0, { unit: 'm' }),
      // C-80.
      targets: int(1, { min: 1, max: 20 }),
      // Time for a RITUAL (C-108).
      preparation: line(),
      ...ability,
    },
    clashSkill: {
      purpose: choice(SKILL_PURPOSES, 'utility'),
      // Counter after a parry (C-50).
      counter: flag(),
      // A strike with the weapon in hand.
      strike: flag(),
      attackBonus: int(0),
      damageBonus: int(0),
      ...ability,
    },
    clashGear: {
      ...equipmentFields(true),
      quantity,
      usable: flag(),
      ...effect,
      // A tradition, or empty (C-78).
      focusOf: line(),
      weight,
      description: prose(),
    },
  },
  filters: [
    { id: 'mp', fields: { clashSpell: 'baseMp' } },
    { id: 'tier', fields: { clashSpell: 'tier' } },
    { id: 'tradition', fields: { clashSpell: 'tradition' } },
    { id: 'purpose', fields: { clashSpell: 'purpose', clashSkill: 'purpose' } },
    { id: 'keywords', fields: { clashSpell: 'keywords' } },
    { id: 'hp', fields: { clash: 'hpMax' } },
  ],
  roles: 'systems/cadence/roles/clash.json',
  reference: pagesOf('cadence.clash-rules', '1HHh9EEDLv3xo8Bq', {
    turn: 'kxagzPLHzAr7BQmv',
    actions: 'gXjgCUAv6waWxVgB',
    conditions: 'HOC9hCtEi3fY1JkW',
  }),
  artwork: {
    clash: 'portraits/new-clash',
    clashWeapon: 'items/weapon',
    clashShield: 'items/shield',
    clashArmor: 'items/armor',
    clashSpell: 'items/spell',
    clashSkill: 'items/skill',
    clashGear: 'items/gear',
  },
});

export type ActorValues = ActorValuesOf<typeof SCHEMA>;
