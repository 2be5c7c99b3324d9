import type { SettingDefinition } from '../../encounter/ruleset';
import { equipmentFields, GROUND_FIELDS, SHOTS } from '../../toolkit/define/item';
import { pagesOf } from '../../toolkit/define/reference';
import {
  amount,
  choice,
  derived,
  dice,
  diceOrNone,
  flag,
  int,
  optional,
  prose,
  written,
} from '../../toolkit/define/schema';
import {
  type ActorValuesOf,
  actorPool,
  encounterPool,
  type ItemOf,
  sheetSchema,
} from '../../toolkit/define/sheet-schema';

/** Per second, the unit of all times (S-A1). */
export const TICKS = 10;

/** Rounds up, without floating point errors. */
export const ticksOf = (seconds: number): number => Math.ceil(seconds * TICKS - 1e-6);
export const secondsOf = (ticks: number): number => ticks / TICKS;

const SIZES = ['tiny', 'small', 'medium', 'large', 'huge'] as const;
export type Size = (typeof SIZES)[number];

/** `seconds` holds ticks. */
export type PoolId = 'seconds' | 'reactions' | 'hp';
export type Phase = 'idle' | 'turn';

const WEAPON_KINDS = ['melee', 'ranged'] as const;

export const CHECKS = ['str', 'dex', 'sleight-of-hand', 'stealth', 'perception', 'intimidation'] as const;
export type CheckId = (typeof CHECKS)[number];
/** S-60. */
export const TASK_CHECKS = {
  grapple: ['str', 'dex'],
  restrain: ['str', 'dex'],
  pin: ['str', 'dex'],
  trip: ['str', 'dex'],
  'break-grapple': ['str', 'dex'],
  'break-pin': ['str', 'dex'],
  disarm: ['sleight-of-hand', 'str'],
  blind: ['dex'],
  shove: ['str'],
  throw: ['str'],
  tackle: ['str'],
  hide: ['stealth'],
  intimidate: ['intimidation'],
  catch: ['sleight-of-hand'],
  help: CHECKS,
  improvise: CHECKS,
} as const satisfies Readonly<Record<string, readonly CheckId[]>>;
export type TaskId = keyof typeof TASK_CHECKS;
export const TASKS = Object.keys(TASK_CHECKS) as TaskId[];

/** What sets a hold off; `never` asks at none. */
export const OCCASIONS = ['comes', 'begins', 'does', 'never'] as const;
export const SAVES = ['fortitude', 'reflex', 'willpower'] as const;
export type SaveId = (typeof SAVES)[number];

/** Of a fighter's own turn. */
export const TURN_END = 'turn-end';

const seconds = (initial: number, min = 0.1, max = 30) => ({ min, max, step: 0.1, initial });
const metres = (initial: number, min = 0, max = 30) => ({ min, max, step: 0.5, initial });
const points = (initial: number, min = 0, max = 40) => ({ min, max, step: 1, initial });

/** S-02: all turns of a round are simultaneous. */
export const ROUND_SECONDS = 3;

/** Section 3.6. */
export const SETTINGS = {
  secondsPerTurn: seconds(3, 0.5),
  minActionSeconds: seconds(0.5),
  holdMaxSeconds: seconds(3),
  minimumHurriedSeconds: seconds(0.5),
  dexSecondsPerPoint: { min: 0, max: 1, step: 0.05, initial: 0.1 },
  dexReducesEscapes: { initial: true },
  evadeMinimum: seconds(1.5),
  evadeStrict: { initial: false },
  evadeFactor: points(2, 1, 5),
  defenceBase: points(8),
  dodgeBase: points(2),
  speedTiny: metres(2, 0.5),
  speedSmall: metres(2.5, 0.5),
  speedMedium: metres(3, 0.5),
  speedLarge: metres(3.5, 0.5),
  speedHuge: metres(4, 0.5),
  speedPerAgi: metres(0.5),
  speedMinimum: metres(0.5, 0.5),
  slowFactor: points(2, 1, 5),
  slowFactorsStack: { initial: false },
  defaultReach: metres(2, 0.5),
  throwStep: metres(0.5, 0.5, 5),
  throwNeedsHold: { initial: false },
  jumpRunUp: metres(3),
  tackleRunUp: metres(4),
  catchDR: points(15),
  disarmDie: points(3, 1, 20),
  helpFactor: { min: 0, max: 1, step: 0.05, initial: 0.5 },
  helpStep: { min: 0.5, max: 5, step: 0.5, initial: 0.5 },
  maxHelpers: points(1, 1, 10),
  reactionsPerRound: points(1, 0, 10),
  reactionRefresh: { choices: ['roundStart', 'turnStart'], initial: 'roundStart' },
  intimidateCountsFailures: { initial: false },
  restraintNeedsHolder: { initial: true },
  tiesFavourActor: { initial: false },
  naturalExtremes: { initial: false },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** Ledger section 3. */
export const SCHEMA = sheetSchema({
  id: 'seconds',
  pools: { seconds: encounterPool('seconds'), reactions: encounterPool('reactions'), hp: actorPool('hp') },
  bars: ['hp'],
  actor: {
    hpMax: int(10, { min: 1, max: 9999 }),
    str: int(0, { min: -5, max: 10 }),
    dex: int(0, { min: -5, max: 20 }),
    agi: int(0, { min: -5, max: 10 }),
    size: choice(SIZES, 'medium'),
    // Metres a second.
    speed: derived.amount('speed', { min: 0.5, unit: 'm' }),
    weight: amount(80, { min: 0.1, unit: 'kg' }),
    hands: int(2, { min: 0, max: 20 }),
    // S-09.
    bonusSeconds: amount(0, { unit: 's' }),
    extraReactions: int(0, { min: 0, max: 20 }),
    dodge: derived.int('dodge'),
    fortitude: derived.int('saves.fortitude'),
    reflex: derived.int('saves.reflex'),
    fortitudeMisc: int(0),
    reflexMisc: int(0),
    willpower: int(0),
    sleightOfHand: int(0),
    stealth: int(0),
    perception: int(0),
    intimidation: int(0),
    // S-77.
    sureFooted: flag(),
    biography: prose(),
  },
  items: {
    secondsWeapon: {
      // In a slot (S-37).
      ...equipmentFields(true),
      // Seconds (S-25).
      timeCost: amount(2, { unit: 's' }),
      kind: choice(WEAPON_KINDS, 'melee'),
      // Melee; empty: the default.
      reach: optional.amount({ unit: 'm' }),
      // Ranged only.
      range: amount(20, { unit: 'm' }),
      // Leaves the hand.
      thrown: flag(),
      ...SHOTS,
      damage: dice('1d6'),
      bonus: int(0),
      // In a hand but in no slot.
      held: written(flag()),
      // S-A30.
      stuck: written(flag()),
      ...GROUND_FIELDS,
      description: prose(),
    },
    secondsSpell: {
      timeCost: amount(3, { unit: 's' }),
      // Otherwise the GM decides its effect.
      attacks: flag(),
      bonus: int(0),
      damage: dice('1d6'),
      range: amount(10, { unit: 'm' }),
      description: prose(),
    },
    secondsGear: {
      // Seconds (S-105).
      timeCost: amount(1, { min: 1, unit: 's' }),
      quantity: written(int(1, { min: 0, max: 9999 })),
      // S-112.
      potion: flag(),
      // Hit points regained.
      heals: diceOrNone(),
      // S-57.
      restrains: flag(),
      held: written(flag()),
      ...GROUND_FIELDS,
      description: prose(),
    },
  },
  filters: [
    { id: 'time', fields: { secondsWeapon: 'timeCost', secondsSpell: 'timeCost', secondsGear: 'timeCost' } },
    { id: 'weapon', fields: { secondsWeapon: 'kind' } },
    { id: 'size', fields: { seconds: 'size' } },
    { id: 'hp', fields: { seconds: 'hpMax' } },
  ],
  roles: 'systems/cadence/roles/seconds.json',
  reference: pagesOf('cadence.seconds-rules', 'v3IZ0AAZjzuFCrRo', {
    turn: 'weSULs34reB7i4Px',
    actions: '2PR7x6wWSJJBafEH',
    conditions: 'PMb4lpwoiTOVjana',
  }),
  artwork: {
    seconds: 'portraits/new-seconds',
    secondsWeapon: 'items/weapon',
    secondsSpell: 'items/spell',
    secondsGear: 'items/gear',
  },
});

export type ActorValues = ActorValuesOf<typeof SCHEMA>;

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'secondsWeapon'>;
export type Spell = ItemOf<Schema, 'secondsSpell'>;
export type Gear = ItemOf<Schema, 'secondsGear'>;
export type SecondsItem = ItemOf<Schema>;

export const isWeapon = (item: SecondsItem): item is Weapon => item.type === 'secondsWeapon';
