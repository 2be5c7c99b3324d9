import type { SettingDefinition } from '../../encounter/ruleset';

export const ATTRIBUTES = ['str', 'dex', 'con', 'per', 'int', 'wil'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** From the ground up in the order of the zone die (C-61). */
export const ZONES = ['torso', 'arms', 'legs', 'head'] as const;
export type Zone = (typeof ZONES)[number];

/** The three actions of a turn (C-07). */
export const KINDS = ['attack', 'utility', 'movement'] as const;
export type Kind = (typeof KINDS)[number];

export type PoolId = 'hp' | 'mp' | Kind | 'reaction';

export type Phase = 'idle' | 'active';

export const SPELL_TYPES = ['SA', 'PA', 'SD', 'DC', 'DC+', 'SURECAST'] as const;

export const KEYWORDS = [
  ...['AFFLICTION', 'CONCENTRATION', 'CONTROL', 'FIELD', 'HEAL', 'META', 'MOVEMENT', 'RITUAL', 'SUPPORT', 'TERRAIN'],
  'ZONE',
] as const;

export const SPELL_PURPOSES = ['offensive', 'defensive', 'utility', 'reactive'] as const;
export const SKILL_PURPOSES = ['offensive', 'defensive', 'utility', 'movement', 'reactive'] as const;
/** What an ability costs instead of its action (C-22). */
export const FREEDOMS = ['none', 'action', 'reaction'] as const;

/** Whether what a spell conjures turns back to mana; by its kind: unless it is stone (C-72, C-77). */
export const ETHEREAL = ['by-kind', 'always', 'never'] as const;

/** What an ability does, as far as numbers go; the rest is in its words. */
export const EFFECTS = ['none', 'damage', 'heal'] as const;
/** How long a condition lasts that an ability brings, where no concentration holds it. */
export const LASTING = ['lasting', 'turn', 'phase'] as const;

/** Conditions an ability may bring about by itself; the others come of what is done. */
export const INFLICTED = ['', 'empowered', 'off-balance', 'unfocused'] as const;

export const PERKS = ['opportunist', 'parry-projectiles'] as const;
export type Perk = (typeof PERKS)[number];

/** Worst to best (C-114), with the level each gives. */
export const COVER = { 'open-field': -2, none: -1, half: 0, full: 1, total: 2 } as const;
export type Cover = keyof typeof COVER;
/** C-116. */
export const LIGHT = { bright: 0, dim: 1, dark: 2 } as const;
export type Light = keyof typeof LIGHT;

/** Moments at which conditions end. */
export const TURN_START = 'turn-start';
export const PHASE_END = 'phase';

/** C-06, C-09, C-A62: seconds. */
export const ROUND_SECONDS = 6;
export const PHASE_SECONDS = 900;

/** What a world may settle otherwise. */
export const SETTINGS = {
  /** Whether a hit deals all of its damage, and protection only decides whether it is one (C-A25). */
  threshold: { initial: false },
  /** Whether the map says who stands behind whom (C-A30). */
  facing: { choices: ['tokens', 'off'], initial: 'tokens' },
  /** Whether a defense is picked with the attack's total on the table, or before its die has fallen (C-A13). */
  attackTotal: { choices: ['open', 'hidden'], initial: 'open' },
  /** What Riding does for a mounted dodge (C-A31). */
  riding: { choices: ['adds', 'cancels'], initial: 'adds' },
  /** Which action of the rider pays for one of the mount (C-A35). */
  mountPrice: { choices: ['any', 'same'], initial: 'any' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** Numbers of the sheet that are rolled with, by their ids there. */
export const ROLLED = ['strMod', 'dexMod', 'conMod', 'perMod', 'intMod', 'wilMod', 'athletics', 'riding'] as const;
