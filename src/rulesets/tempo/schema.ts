import type { SettingDefinition } from '../../encounter/ruleset';
import { equipmentFields } from '../../toolkit/define/item';
import { pagesOf } from '../../toolkit/define/reference';
import {
  choice,
  dice,
  diceOrNone,
  each,
  flag,
  int,
  line,
  list,
  optional,
  prose,
  written,
} from '../../toolkit/define/schema';
import {
  type ActorValuesOf,
  actorPool,
  type ItemOf,
  type PoolLocation,
  sheetSchema,
} from '../../toolkit/define/sheet-schema';

/** T-04. */
const FIRST_TEMPO = 0;
export const LAST_TEMPO = 9;
export const TEMPOS: readonly number[] = Array.from(
  { length: LAST_TEMPO - FIRST_TEMPO + 1 },
  (_, at) => FIRST_TEMPO + at,
);

export const ATTRIBUTES = ['str', 'for', 'dex', 'awr', 'int', 'ins'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Quickest first: the index counts (T-37, T-38). */
export const WEAPON_SPEEDS = ['quick', 'standard', 'slow'] as const;
export type WeaponSpeed = (typeof WEAPON_SPEEDS)[number];

export const TIERS = [1, 2, 3] as const;
export type Tier = (typeof TIERS)[number];

/** How long Mana is committed, in the default order of freeing it (T-A47). */
export const DURATIONS = ['day', 'scene', 'indefinite'] as const;
export type Duration = (typeof DURATIONS)[number];

export type ManaPoolId = `${Duration}${Tier}`;
export type PoolId = 'hp' | 'exertion' | 'momentum' | ManaPoolId;

/** `scene-end`: Exertion is paid, and Mana may be reclaimed once more. */
export type Phase = 'idle' | 'planning' | 'players' | 'npcs' | 'scene-end';

/** Actions an ability may list; plain `attack` means the Standard Attack (T-34, T-A13). */
const LISTABLE = [
  ...(['', 'attack', 'rest', 'scan', 'mark', 'quick-attack', 'help', 'move', 'guard', 'standard-attack'] as const),
  ...(['inventory', 'hide', 'slow-attack', 'shift', 'magic'] as const),
] as const;

/** Section 7. */
const TAGS = ['none', 'extra', 'free'] as const;

/** T-49 to T-53. */
export const USES = ['load', 'draw', 'consume', 'stow'] as const;
export type InventoryUse = (typeof USES)[number];

/** The last is a trigger that only players can see. */
const TRIGGERS = ['hit', 'missed', 'other'] as const;
export type ReactionTrigger = (typeof TRIGGERS)[number];

const GIVABLE_CONDITIONS = ['', 'marked', 'hidden', 'prone', 'resting', 'bolstered', 'hampered', 'afflicted'] as const;
const REMOVABLE_CONDITIONS = ['', 'prone', 'debuffs', 'conditions'] as const;
export type RemovableCondition = Exclude<(typeof REMOVABLE_CONDITIONS)[number], ''>;

/** Figures that a custom condition may change. */
export const ALTERABLE_FIGURES = ['toHit', 'damage', 'defence', 'deflection', 'sturdy', 'speed', 'seek'] as const;
export type AlterableFigure = (typeof ALTERABLE_FIGURES)[number];

/** Moments at which conditions end. */
export const ROUND_END = 'round-end';
export const SCENE_END = 'scene-end';

export const ROUND_SECONDS = 6;

export const SETTINGS = {
  /** Whether others see plans before they are carried out. */
  plans: { choices: ['hidden', 'open'], initial: 'hidden' },
  /** The GM calls each number, or the count continues when nothing is due. */
  count: { choices: ['called', 'automatic'], initial: 'called' },
  /** Seconds to wait while a fighter could Exert (T-A3). */
  pause: { min: 0, max: 60, step: 1, initial: 10 },
  /** `off`: the GM decides who sees whom. */
  sight: { choices: ['tokens', 'off'], initial: 'tokens' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

const committed = Object.fromEntries(
  TIERS.flatMap((tier) =>
    DURATIONS.map((duration) => [`${duration}${tier}`, actorPool(`mana.tier${tier}.${duration}`)]),
  ),
) as Readonly<Record<ManaPoolId, PoolLocation>>;

const smallNumber = (initial: number) => int(initial, { min: 0, max: 99 });
const spaces = (initial: number) => int(initial, { min: 0, max: 999, unit: 'spaces' });
const singleDigit = (initial: number) => int(initial, { min: 0, max: 9 });

/** Effects of a spell, an ability or a Reaction besides any Strike. */
const effects = (befalls: 'self' | 'other') => ({
  // Momentum always goes to the owner.
  befalls: choice(['self', 'other'], befalls),
  momentum: smallNumber(0),
  healing: int(0, { min: 0 }),
  // Damage without a Strike.
  harm: diceOrNone(),
  gives: choice(GIVABLE_CONDITIONS, ''),
  // For a custom condition: the figure it changes, and its default duration.
  figure: choice(['', ...ALTERABLE_FIGURES], ''),
  amount: int(0, { min: -20, max: 20 }),
  lasting: choice(['scene-end', 'round-end'], 'scene-end'),
  // Spaces away from the source; negative: towards it.
  push: int(0, { min: -99, max: 99, unit: 'spaces' }),
  takes: choice(REMOVABLE_CONDITIONS, ''),
});
const quantity = written(int(1, { min: 0, max: 9999 }));

/** Field names are the ledger's stat keys (section 3). */
export const SCHEMA = sheetSchema({
  id: 'tempo',
  pools: { hp: actorPool('hp'), exertion: actorPool('exertion'), momentum: actorPool('momentum'), ...committed },
  bars: ['hp', 'exertion'],
  actor: {
    ...each(ATTRIBUTES, () => int(0, { min: -5, max: 10 })),
    hpMax: int(12, { min: 1, max: 999 }),
    defence: smallNumber(10),
    deflection: smallNumber(0),
    sturdy: smallNumber(0),
    speed: int(6, { min: 0, max: 99, unit: 'spaces' }),
    seek: int(6, { min: 0, max: 99, unit: 'spaces' }),
    // 0 tiny, 1 small, 2 human-sized, 3 large (T-A32).
    size: int(2, { min: 0, max: 6 }),
    hands: singleDigit(2),
    actionsPerRound: singleDigit(2),
    reactionsPerTurn: singleDigit(1),
    // By tier.
    mana1: smallNumber(0),
    mana2: smallNumber(0),
    mana3: smallNumber(0),
    // An object on the map that is no Character: it blocks and does not act (section 8).
    object: flag(),
    biography: prose(),
  },
  items: {
    tempoWeapon: {
      ...equipmentFields(true),
      speed: choice(WEAPON_SPEEDS, 'standard'),
      hands: int(1, { min: 1, max: 2 }),
      dice: dice('1d6'),
      range: spaces(1),
      // T-A30.
      reload: flag(),
      loaded: written(flag(true)),
      description: prose(),
    },
    tempoConsumable: {
      quantity,
      // Empty: no Strike.
      dice: diceOrNone(),
      range: spaces(1),
      // HP restored to the user.
      healing: int(0, { min: 0 }),
      description: prose(),
    },
    tempoGear: {
      ...equipmentFields(false),
      // 0: worn, not held.
      hands: singleDigit(1),
      quantity,
      // Added while equipped (T-A20).
      deflection: smallNumber(0),
      sturdy: smallNumber(0),
      description: prose(),
    },
    tempoSpell: {
      tempo: singleDigit(5),
      // By tier.
      cost1: smallNumber(1),
      cost2: smallNumber(0),
      cost3: smallNumber(0),
      duration: choice(DURATIONS, 'scene'),
      ongoing: flag(),
      dice: diceOrNone(),
      range: spaces(6),
      // The number of active castings.
      active: written(smallNumber(0)),
      ...effects('other'),
      description: prose(),
    },
    tempoAbility: {
      tag: choice(TAGS, 'none'),
      // Empty: the tempo of the listed action.
      tempo: optional.int({ min: 0, max: 9 }, 5),
      listsAction: choice(LISTABLE, ''),
      momentumCost: smallNumber(0),
      // Empty: unlimited.
      usesPerRound: optional.int({ min: 0, max: 99 }),
      range: spaces(1),
      ...effects('other'),
      description: prose(),
    },
    tempoReaction: {
      tempo: singleDigit(0),
      trigger: choice(TRIGGERS, 'other'),
      usesPerRound: smallNumber(1),
      ...effects('self'),
      description: prose(),
    },
    tempoParadigm: { active: written(flag()), description: prose() },
    tempoActionSet: {
      // Revealed by Scan: each action with its tempo, such as "Cleave (7, Slow Attack)".
      actions: list(line('', { fits: (text) => text !== '', like: 'a line of text' })),
      description: prose(),
    },
  },
  filters: [
    { id: 'tempo', fields: { tempoSpell: 'tempo', tempoAbility: 'tempo', tempoReaction: 'tempo' } },
    { id: 'speed', fields: { tempoWeapon: 'speed' } },
    { id: 'hands', fields: { tempoWeapon: 'hands' } },
    { id: 'duration', fields: { tempoSpell: 'duration' } },
    { id: 'hp', fields: { tempo: 'hpMax' } },
  ],
  roles: 'systems/cadence/roles/tempo.json',
  reference: pagesOf('cadence.tempo-rules', '8jB6rq2EK33IXIb6', {
    turn: 'E5dYtAKgRhxADIT8',
    actions: 'OVAF8wnoYmEdxPlj',
    conditions: 'ZbL4ONnscPaCxzv3',
  }),
  artwork: {
    tempo: 'portraits/new-tempo',
    tempoWeapon: 'items/weapon',
    tempoConsumable: 'items/potion',
    tempoGear: 'items/gear',
    tempoSpell: 'items/spell',
    tempoAbility: 'items/skill',
    tempoReaction: 'items/reaction',
    tempoParadigm: 'items/paradigm',
    tempoActionSet: 'items/action-set',
  },
});

export type ActorValues = ActorValuesOf<typeof SCHEMA>;

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'tempoWeapon'>;
type Consumable = ItemOf<Schema, 'tempoConsumable'>;
type Gear = ItemOf<Schema, 'tempoGear'>;
export type Spell = ItemOf<Schema, 'tempoSpell'>;
export type Ability = ItemOf<Schema, 'tempoAbility'>;
export type ReactionItem = ItemOf<Schema, 'tempoReaction'>;
type Paradigm = ItemOf<Schema, 'tempoParadigm'>;
export type TempoItem = ItemOf<Schema>;
/** Items with effects. */
export type EffectItem = Spell | Ability | ReactionItem;

export const costOf = (spell: Spell, tier: Tier): number => spell[`cost${tier}`];

export const isWeapon = (item: TempoItem | null | undefined): item is Weapon => item?.type === 'tempoWeapon';
export const isConsumable = (item: TempoItem | null | undefined): item is Consumable =>
  item?.type === 'tempoConsumable';
export const isSpell = (item: TempoItem | null | undefined): item is Spell => item?.type === 'tempoSpell';
export const isAbility = (item: TempoItem | null | undefined): item is Ability => item?.type === 'tempoAbility';
export const isParadigm = (item: TempoItem | null | undefined): item is Paradigm => item?.type === 'tempoParadigm';

export const isHoldable = (item: TempoItem | null | undefined): item is Weapon | Gear =>
  item?.type === 'tempoWeapon' || (item?.type === 'tempoGear' && item.hands > 0);
export const isHeld = (item: TempoItem | null | undefined): item is Weapon | Gear => isHoldable(item) && item.equipped;
