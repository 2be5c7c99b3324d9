import type { SettingDefinition } from '../../encounter/ruleset';

export const ABILITIES = ['str', 'dex', 'con', 'int', 'wis', 'cha'] as const;
export type Ability = (typeof ABILITIES)[number];

/** Smallest first: "one category larger" compares places in this list. */
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

export const POOLS = ['energy', 'stamina', 'agility', 'aura', 'surges'] as const;
export type PoolId = (typeof POOLS)[number];

export const PHASES = ['idle', 'round-start', 'open', 'round-end'] as const;
export type Phase = (typeof PHASES)[number];

/** Why somebody is unconscious; awake again when none is left (E-A59). */
export const CAUSES = ['stamina', 'non-lethal', 'dying', 'sleep'] as const;
export type Cause = (typeof CAUSES)[number];

/** What an attack may go for (E-116, E-117). */
export const DEFENSES = ['evasion', 'fortitude', 'will'] as const;
export const WEAPON_CLASSES = ['light', 'normal', 'heavy'] as const;
export const LAUNCHERS = [
  'none',
  'bow',
  'hand-crossbow',
  'light-crossbow',
  'heavy-crossbow',
  'siege-crossbow',
] as const;

/** Which rest gives back the uses of a spell or ability. */
export const USES_PER = ['short-rest', 'long-rest'] as const;

/** What a weapon shoots, and what a quiver holds; `none` is what lies about everywhere, or nothing at all. */
export const AMMUNITION = ['none', 'arrow', 'bolt', 'bullet'] as const;

export const ITEM_TYPES = ['energyWeapon', 'energyArmor', 'energyShield', 'energyGear'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** Moments at which conditions end. */
export const ROUND_END = 'round-end';
export const SHORT_REST = 'short-rest';

/** What a world may settle otherwise. */
export const SETTINGS = {
  /** Whether facing is read from the map, or everybody always faces everybody. */
  facing: { choices: ['tokens', 'off'], initial: 'tokens' },
  /** Which Round's end ends Exposed where nothing says so (E-A3). */
  exposedDefault: { choices: ['current', 'next'], initial: 'current' },
  /** What non-lethal damage does to who has no Aura left (E-A5). */
  nonLethalAtZero: { choices: ['both', 'exhausted', 'shaken'], initial: 'both' },
  /** What a shot or throw costs (E-A1). */
  rangedEnergyCost: { choices: ['1', '2'], initial: '1' },
  /** What a Push costs beyond the Sprint it ends (E-A55). */
  sprintPushExtraEnergy: { choices: ['0', '2'], initial: '0' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;
