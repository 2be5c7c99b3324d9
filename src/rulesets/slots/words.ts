import type { SettingDefinition } from '../../encounter/ruleset';

export const ABILITIES = ['str', 'dex', 'con', 'int', 'wis'] as const;
export type Ability = (typeof ABILITIES)[number];

export const SAVES = ['fortitude', 'reflex', 'will'] as const;
export type Save = (typeof SAVES)[number];

export const SKILLS = [
  ...['agility', 'alertness', 'athletics', 'deception', 'endurance', 'expertise', 'literacy'],
  ...['magicalAptitude', 'mechanics', 'schooling', 'stealth', 'survival'],
] as readonly Skill[];
export type Skill =
  | 'agility'
  | 'alertness'
  | 'athletics'
  | 'deception'
  | 'endurance'
  | 'expertise'
  | 'literacy'
  | 'magicalAptitude'
  | 'mechanics'
  | 'schooling'
  | 'stealth'
  | 'survival';

/** What Recall may be rolled with (L-76). */
export const LORE = ['expertise', 'literacy', 'mechanics', 'schooling'] as const satisfies readonly Skill[];

/** Allowances of a turn; `waited` is the Standard slot banked as a second Reaction (L-09). */
export const SLOTS = ['standard', 'move', 'quick', 'reaction', 'waited'] as const;
export type Slot = (typeof SLOTS)[number];

/** Points of Ability Damage, by ability. */
export const damagePool = (ability: Ability) => `${ability}Damage` as const;
export const POOLS = ['hp', 'negative', 'sq', 'bleed', ...ABILITIES.map(damagePool), ...SLOTS] as const;
export type PoolId = (typeof POOLS)[number];

export const PHASES = ['idle', 'surprise', 'initiative', 'turn'] as const;
export type Phase = (typeof PHASES)[number];

/** Moments at which conditions end; both are a fighter's own. */
export const TURN_START = 'turn-start';
export const TURN_END = 'turn-end';

export const ENERGIES = ['chemical', 'heat', 'cold', 'electricity'] as const;
export type Energy = (typeof ENERGIES)[number];
export const PHYSICAL = 'physical';

export const MODES = ['walk', 'fly', 'climb', 'swim', 'burrow'] as const;
export type Mode = (typeof MODES)[number];

/** Feats the rules name. */
export const FEATS = ['warrior', 'silent-spell', 'still-spell'] as const;
export type Feat = (typeof FEATS)[number];

/** What Focus may be put on (L-75). */
export const FOCI = ['attack', 'defense', 'skills'] as const;
export type FocusGroup = (typeof FOCI)[number];

/** Kinds of a tactical edge (L-176); Cover also keeps its owner from being targeted (L-177). */
export const EDGES = ['high-ground', 'terrain', 'concealment', 'cover'] as const;
export type Edge = (typeof EDGES)[number];

/** What a Crippled fighter is left with (L-132). */
export const CRIPPLED = ['speed', 'limb', 'both'] as const;

export const GEAR_KINDS = ['gear', 'component', 'focus', 'gem', 'food', 'water', 'potion'] as const;
export const AREAS = ['none', 'around', 'burst'] as const;
export const LASTS = ['round', 'lasting'] as const;

export const ITEM_TYPES = ['slotsWeapon', 'slotsArmor', 'slotsSpell', 'slotsGear'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** What a world may settle otherwise. */
export const SETTINGS = {
  /** Whether a Charge goes without the penalty of the Move slot (L-A20). */
  chargeIgnoresSlotPenalty: { initial: false },
  /** Whether every second diagonal step counts double (L-A18). */
  alternatingDiagonals: { initial: false },
  /** Whether casting with SQ has to be ignited too (L-A36). */
  igniteAlways: { initial: false },
  /** Whether damage taken while casting loses the spell by itself (L-A38). */
  damageInterrupts: { initial: false },
  /** Whether who fails a Tumble stays where they are (L-A25). */
  failedTumbleStays: { initial: false },
  /** Whether the Dying save is one of the d20 that count as 1 while unconscious (L-A44). */
  dyingSaveCountsAsOne: { initial: false },
} as const satisfies Readonly<Record<string, SettingDefinition>>;
