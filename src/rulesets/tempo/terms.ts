import type { SettingDefinition } from '../../encounter/ruleset';

/** Where the count begins and where it ends (T-04). */
const FIRST_TEMPO = 0;
export const LAST_TEMPO = 9;
export const TEMPOS: readonly number[] = Array.from(
  { length: LAST_TEMPO - FIRST_TEMPO + 1 },
  (_, at) => FIRST_TEMPO + at,
);

export const ATTRIBUTES = ['str', 'for', 'dex', 'awr', 'int', 'ins'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Quickest first: "or quicker" compares places in this list (T-37, T-38). */
export const WEAPON_SPEEDS = ['quick', 'standard', 'slow'] as const;
export type WeaponSpeed = (typeof WEAPON_SPEEDS)[number];

export const TIERS = [1, 2, 3] as const;
export type Tier = (typeof TIERS)[number];

/** How long Mana is tied up; in the order in which it is freed where nobody says otherwise (T-A47). */
export const DURATIONS = ['day', 'scene', 'indefinite'] as const;
export type Duration = (typeof DURATIONS)[number];

export type Committed = `${Duration}${Tier}`;
export const COMMITTED: readonly Committed[] = TIERS.flatMap((tier) =>
  DURATIONS.map((duration): Committed => `${duration}${tier}`),
);
export type PoolId = 'hp' | 'exertion' | 'momentum' | Committed;

/** `scene-end` is where the scene's price is paid and Mana may be reclaimed once more. */
export type Phase = 'idle' | 'planning' | 'players' | 'npcs' | 'scene-end';

/** Actions that mean no spell and no ability. */
export const PLAIN_IDS = [
  ...(['rest', 'scan', 'mark', 'quick-attack', 'help', 'move', 'guard', 'standard-attack'] as const),
  ...(['inventory', 'hide', 'slow-attack', 'shift'] as const),
] as const;
export const ACTION_IDS = [...PLAIN_IDS, 'magic', 'ability'] as const;

/** What an ability may name in its tempo entry; plain `attack` means the Standard Attack (T-34, T-A13). */
export const LISTABLE = ['', 'attack', ...PLAIN_IDS, 'magic'] as const;

/** What an ability says of the action it gives (section 7). */
export const TAGS = ['none', 'extra', 'free'] as const;

/** What Inventory does with an item (T-49 to T-53). */
export const USES = ['load', 'draw', 'consume'] as const;
export type Use = (typeof USES)[number];

/** What a Reaction of one's own answers: a Strike that hits or misses oneself, or what only people can see. */
export const TRIGGERS = ['hit', 'missed', 'other'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What a spell, an ability or a Reaction may give and take off, besides HP. */
export const GIVEN = ['', 'marked', 'hidden', 'prone', 'resting', 'bolstered', 'hampered', 'afflicted'] as const;
export const TAKEN = ['', 'prone', 'debuffs', 'conditions'] as const;
export type Taken = Exclude<(typeof TAKEN)[number], ''>;

/** What a Status, a Debuff or a Condition of the table's own may raise or lower while it lasts. */
export const ALTERABLE = ['toHit', 'damage', 'defence', 'deflection', 'sturdy', 'speed', 'seek'] as const;
export type Alterable = (typeof ALTERABLE)[number];

/** Moments at which conditions end. */
export const ROUND_END = 'round-end';
export const SCENE_END = 'scene-end';

export const ROUND_SECONDS = 6;

/** What a world may settle otherwise. */
export const SETTINGS = {
  /** Whether others see what somebody plans before it is done. */
  plans: { choices: ['hidden', 'open'], initial: 'hidden' },
  /** Whether the game master calls each number, or the count goes on by itself where nobody has anything planned. */
  count: { choices: ['called', 'automatic'], initial: 'called' },
  /** How long an automatic count waits at the end of a turn, while somebody could still Exert (T-A3). Seconds. */
  pause: { min: 0, max: 60, step: 1, initial: 10 },
  /** Whether lines of sight are drawn between tokens, or left to the game master. */
  sight: { choices: ['tokens', 'off'], initial: 'tokens' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;
