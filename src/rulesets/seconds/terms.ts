import type { SettingDefinition } from '../../encounter/ruleset';

/** Ticks a second: the smallest time there is, and what every time is counted in (S-A1). */
export const TICKS = 10;

/** Seconds as ticks, rounded up; what binary fractions leave behind does not count. */
export const ticksOf = (seconds: number): number => Math.ceil(seconds * TICKS - 1e-6);
export const secondsOf = (ticks: number): number => ticks / TICKS;

export const SIZES = ['tiny', 'small', 'medium', 'large', 'huge'] as const;
export type Size = (typeof SIZES)[number];

/** `seconds` holds ticks. */
export type PoolId = 'seconds' | 'reactions' | 'hp';
export type Phase = 'idle' | 'turn';

export const WEAPON_KINDS = ['melee', 'ranged'] as const;

/** What is rolled beside saves and attacks; also what one may help with. */
export const CHECKS = ['str', 'dex', 'sleight-of-hand', 'stealth', 'perception', 'intimidation'] as const;
export type CheckId = (typeof CHECKS)[number];
/** S-60: which checks are made in an action of one's own; the game master says which in an improvised one. */
export const CHECKS_IN = {
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
  improvise: CHECKS,
} as const satisfies Readonly<Record<string, readonly CheckId[]>>;
export type TaskId = keyof typeof CHECKS_IN;
export const TASKS = Object.keys(CHECKS_IN) as TaskId[];

/** What whoever holds actions is asked at: somebody comes within reach, begins something, has done something; or never. */
export const OCCASIONS = ['comes', 'begins', 'does', 'never'] as const;
export const SAVES = ['fortitude', 'reflex', 'willpower'] as const;
export type SaveId = (typeof SAVES)[number];

/** The moment at which a fighter's own turn ends. */
export const TURN_END = 'turn-end';

const seconds = (initial: number, min = 0.1, max = 30) => ({ min, max, step: 0.1, initial });
const metres = (initial: number, min = 0, max = 30) => ({ min, max, step: 0.5, initial });
const points = (initial: number, min = 0, max = 40) => ({ min, max, step: 1, initial });

/** S-02: what everybody may spend in a round, all at the same time. */
export const ROUND_SECONDS = 3;

/** What a world may settle otherwise: every number the ledger had to choose (section 3.6). */
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
