import type { SettingDefinition } from '../../encounter/ruleset';
import { damageStyles } from '../../toolkit/combat/damage-styles';
import { equipmentFields, GROUND_FIELDS, SHOTS } from '../../toolkit/define/item';
import { pagesOf } from '../../toolkit/define/reference';
import {
  choice,
  derived,
  diceOrNone,
  each,
  flag,
  group,
  int,
  line,
  optional,
  prose,
  record,
  texts,
  unlisted,
  written,
} from '../../toolkit/define/schema';
import {
  type ActorValuesOf,
  actorPool,
  encounterPool,
  type ItemOf,
  sheetSchema,
} from '../../toolkit/define/sheet-schema';

export const ABILITIES = ['str', 'dex', 'con', 'int', 'wis'] as const;
export type AbilityId = (typeof ABILITIES)[number];

export const SAVES = ['fortitude', 'reflex', 'will'] as const;
export type SaveId = (typeof SAVES)[number];

export const SKILLS = [
  ...(['agility', 'alertness', 'athletics', 'deception', 'endurance', 'expertise', 'literacy'] as const),
  ...(['magicalAptitude', 'mechanics', 'schooling', 'stealth', 'survival'] as const),
] as const;
export type SkillId = (typeof SKILLS)[number];

/** Skills for Recall (L-76). */
export const LORE = ['expertise', 'literacy', 'mechanics', 'schooling'] as const satisfies readonly SkillId[];

/** Slots of a turn; `waited` is the Standard slot banked as a second Reaction (L-09). */
export const SLOTS = ['standard', 'move', 'quick', 'reaction', 'waited'] as const;
export type Slot = (typeof SLOTS)[number];

export const damagePool = (ability: AbilityId) => `${ability}Damage` as const;
const POOLS = ['hp', 'negative', 'sq', 'bleed', ...ABILITIES.map(damagePool), ...SLOTS] as const;
export type PoolId = (typeof POOLS)[number];

export type Phase = 'idle' | 'surprise' | 'initiative' | 'turn';

/** The fighter's own moments at which conditions end. */
export const TURN_START = 'turn-start';
export const TURN_END = 'turn-end';

export const ENERGIES = ['chemical', 'heat', 'cold', 'electricity'] as const;
export const PHYSICAL = 'physical';
/** Types of damage are typed in freely: case does not matter. */
export const damageTypeOf = (entered: string): string => entered.trim().toLowerCase();

export const MODES = ['walk', 'fly', 'climb', 'swim', 'burrow'] as const;
export type MovementMode = (typeof MODES)[number];

export const FEATS = ['warrior', 'silent-spell', 'still-spell'] as const;

/** Groups for Focus (L-75). */
export const FOCI = ['attack', 'defense', 'skills'] as const;
export type FocusGroup = (typeof FOCI)[number];

/** Triggers of a readied action (L-09); the GM confirms the last. */
export const TRIGGERS = ['approaches', 'appears', 'attacks', 'casts', 'draws', 'told'] as const;
export type ReadyTrigger = (typeof TRIGGERS)[number];

/** Ways to handle a thing within reach (L-70). */
export const VERBS = ['draw', 'stow', 'pick-up', 'hand', 'take'] as const;
export type Verb = (typeof VERBS)[number];

/** Kinds of a tactical edge (L-176); Cover also prevents targeting (L-177). */
export const EDGES = ['high-ground', 'terrain', 'concealment', 'cover'] as const;
export type Edge = (typeof EDGES)[number];

/** Costs of being crippled besides the abilities (L-132). */
export const CRIPPLE_EFFECTS = ['speed', 'limb', 'both'] as const;
export const LIMBS = ['arm', 'leg', 'wing'] as const;
export type Limb = (typeof LIMBS)[number];

const GEAR_KINDS = ['gear', 'component', 'focus', 'gem', 'food', 'water', 'potion'] as const;
const AREAS = ['none', 'around', 'burst'] as const;
const LASTS = ['round', 'lasting'] as const;

/** L-01. */
export const ROUND_SECONDS = 6;

export const SETTINGS = {
  /** A Charge ignores the penalty of the Move slot (L-A20). */
  chargeIgnoresSlotPenalty: { initial: false },
  /** Every second diagonal step counts double (L-A18). */
  alternatingDiagonals: { initial: false },
  /** Casting with SQ needs a check to ignite, too (L-A36). */
  igniteAlways: { initial: false },
  /** Damage while casting loses the spell (L-A38). */
  damageInterrupts: { initial: false },
  /** A failed Tumble does not move (L-A25). */
  failedTumbleStays: { initial: false },
  /** An unconscious fighter's Dying save counts as 1 (L-A44). */
  dyingSaveCountsAsOne: { initial: false },
  /** Only the GM grants the edge of High Ground (L-176). */
  heightIsNoEdge: { initial: false },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** Derived totals with a manual override. */
const FIGURES = ['bab', 'ac', 'initiative', ...SAVES, ...SKILLS] as const;
export type FigureId = (typeof FIGURES)[number];

/** Returns the type and points of a resistance such as `acid 5`; null for another text. */
export function parseResistance(entered: string): readonly [type: string, points: number] | null {
  const line = entered.trim();
  const points = /\s\d{1,3}$/.exec(line);
  return points && [line.slice(0, points.index).trim(), Number(points[0])];
}

/** Fields of a thing that can be struck: section 3.6. */
const thing = {
  hp: written(int(5, { min: 0 })),
  dr: int(0, { min: 0 }),
  fragile: flag(),
  ...GROUND_FIELDS,
  description: prose(),
};

/** The stored fields. Names are the ledger's stat keys (section 3); an empty number derives from the level. */
export const SCHEMA = sheetSchema({
  id: 'slots',
  pools: {
    hp: actorPool('hp'),
    negative: actorPool('negative'),
    sq: actorPool('sq'),
    bleed: actorPool('bleed'),
    ...each(ABILITIES.map(damagePool), actorPool),
    ...each(SLOTS, encounterPool),
  },
  bars: ['hp'],
  damage: {
    field: 'damageType',
    rolls: ['damage', 'spell-damage'],
    styles: damageStyles([PHYSICAL, 'heat', 'cold', 'electricity', 'psychic']),
  },
  actor: {
    ...each(ABILITIES, () => int(0, { min: -5, max: 20 })),
    level: int(1, { min: 1, max: 20 }),
    // Growth of the Base Attack Bonus (L-87).
    progression: choice(['full', 'half'], 'full'),
    bab: derived.int('bab', { min: 0 }),
    // Added to attack rolls only (L-A34).
    sizeMod: int(0),
    acBonus: int(0),
    // Feet.
    speed: int(30, { min: 0, unit: 'ft' }),
    ...each(['fly', 'climb', 'swim', 'burrow'], () => int(0, { min: 0, unit: 'ft' })),
    hpMax: int(10, { min: 1 }),
    negMax: int(10, { min: 1 }),
    sqMax: int(0, { min: 0 }),
    fortitudeBase: int(0),
    reflexBase: int(0),
    willBase: int(0),
    ranks: group(each(SKILLS, () => int(0))),
    initiativeBonus: int(0),
    // A round (L-04).
    reactions: int(1, { min: 0, max: 12 }),
    dr: int(0, { min: 0 }),
    er: group(each(ENERGIES, () => int(0, { min: 0 }))),
    moreResistances: texts((text) => parseResistance(text) !== null, 'a resistance such as acid 5'),
    weaknesses: texts(),
    // Empty: the level (L-A37).
    casterLevel: derived.int('casterLevel', { min: 0 }),
    castingAbility: choice(ABILITIES, 'int'),
    psionic: flag(),
    // Whether it also breathes under water (L-154).
    breathesWater: flag(),
    hands: int(2, { min: 0, max: 20 }),
    feats: texts(),
    // A door, a crate: takes no turns.
    object: flag(),
    fragile: flag(),
    // Manual totals; the difference stays a separate term.
    overrides: unlisted(record(FIGURES, int(0), { flat: true })),
    biography: prose(),
  },
  items: {
    slotsWeapon: {
      ...equipmentFields(true),
      kind: choice(['melee', 'ranged'], 'melee'),
      thrown: flag(),
      // Whether a ranged weapon also strikes (L-175).
      meleeUsable: flag(),
      // Part of the body: always at hand, always threatening (L-171).
      natural: flag(),
      dice: diceOrNone('1d6'),
      critMin: int(20, { min: 2, max: 20 }),
      critMult: int(2, { min: 2, max: 10 }),
      proficient: flag(true),
      // Empty: by kind.
      attackAbility: choice(['', ...ABILITIES], ''),
      damageType: line(PHYSICAL),
      attackBonus: int(0),
      damageBonus: int(0),
      // Feet.
      reach: int(5, { min: 0, unit: 'ft' }),
      range: int(0, { min: 0, max: 9999, unit: 'ft' }),
      ...SHOTS,
      hands: int(1, { min: 0, max: 2 }),
      ...thing,
    },
    // A shield takes a hand.
    slotsArmor: {
      ...equipmentFields(true),
      bonus: int(0),
      hands: int(0, { min: 0, max: 2 }),
      ...thing,
    },
    slotsSpell: {
      order: int(1, { min: 0, max: 9 }),
      // School, or the Discipline of a psionic power.
      school: line(),
      // Empty: by its Order and the caster (L-A37).
      dc: optional.int({ min: 0 }),
      // Whether it harms or hinders a foe (L-A50).
      offensive: flag(true),
      // Feet; 0: the caster alone.
      range: int(30, { min: 0, max: 9999, unit: 'ft' }),
      area: choice(AREAS, 'none'),
      // Feet.
      radius: int(0, { min: 0, unit: 'ft' }),
      damage: diceOrNone(),
      damageType: line(PHYSICAL),
      healing: diceOrNone(),
      // Empty: none.
      save: choice(['', ...SAVES], ''),
      // Whether a successful save halves the damage instead of negating the spell.
      halves: flag(),
      condition: line(),
      lasts: choice(LASTS, 'round'),
      description: prose(),
    },
    slotsGear: {
      // In hand, worn or presented.
      ...equipmentFields(false),
      quantity: written(int(1, { min: 0, max: 9999 })),
      kind: choice(GEAR_KINDS, 'gear'),
      // Spell Capacity of a Material Component (L-105).
      capacity: int(0, { min: 0 }),
      // Of a gem (L-117).
      hd: int(0, { min: 0 }),
      healing: diceOrNone(),
      hands: int(0, { min: 0, max: 2 }),
      ...thing,
    },
  },
  filters: [
    { id: 'level', fields: { slots: 'level', slotsSpell: 'order' } },
    {
      id: 'damage',
      fields: { slotsWeapon: 'damageType', slotsSpell: 'damageType' },
      needs: { slotsWeapon: 'dice', slotsSpell: 'damage' },
    },
    { id: 'weapon', fields: { slotsWeapon: 'kind' } },
    { id: 'gear', fields: { slotsGear: 'kind' } },
    { id: 'school', fields: { slotsSpell: 'school' } },
  ],
  roles: 'systems/cadence/roles/slots.json',
  reference: pagesOf('cadence.slots-rules', 'MivV0uyCXoauWZBs', {
    turn: 'UnLDTWCB5YT83DxF',
    actions: 'uOZJGgAvHPIIh5zV',
    conditions: 'axeasW5Zi7HoJ5h5',
  }),
  artwork: {
    slots: 'portraits/new-slots',
    slotsWeapon: 'items/weapon',
    slotsArmor: 'items/armor',
    slotsSpell: 'items/spell',
    slotsGear: 'items/gear',
  },
});

export type ActorValues = ActorValuesOf<typeof SCHEMA>;

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'slotsWeapon'>;
export type Spell = ItemOf<Schema, 'slotsSpell'>;
export type Gear = ItemOf<Schema, 'slotsGear'>;
export type SlotsItem = ItemOf<Schema>;
export type PhysicalItem = Exclude<SlotsItem, Spell>;

export const isPhysicalItem = (item: SlotsItem | undefined): item is PhysicalItem =>
  item !== undefined && item.type !== 'slotsSpell';

export const isBody = (item: SlotsItem): boolean => item.type === 'slotsWeapon' && item.natural;

export const isWorn = (item: SlotsItem): boolean => item.type === 'slotsArmor' && item.hands === 0;

/** Returns true for a Material Component, which pays for spells. */
export const isComponent = (item: SlotsItem): item is Gear => item.type === 'slotsGear' && item.kind === 'component';
