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
import { type BaseOf, type ItemOf, ofActor, type PoolHome, sheetSchema } from '../../toolkit/define/sheet-schema';
import {
  ALTERABLE,
  ATTRIBUTES,
  type Committed,
  DURATIONS,
  GIVEN,
  LISTABLE,
  TAGS,
  TAKEN,
  TIERS,
  type Tier,
  TRIGGERS,
  WEAPON_SPEEDS,
} from './terms';

/** Mana of a tier by how long it is committed. */
const committed = Object.fromEntries(
  TIERS.flatMap((tier) => DURATIONS.map((duration) => [`${duration}${tier}`, ofActor(`mana.tier${tier}.${duration}`)])),
) as Readonly<Record<Committed, PoolHome>>;

const few = (initial: number) => int(initial, { min: 0, max: 99 });
const spaces = (initial: number) => int(initial, { min: 0, max: 999, unit: 'spaces' });
const onCount = (initial: number) => int(initial, { min: 0, max: 9 });

/** What a spell, an ability or a Reaction does besides any Strike: the short list of effects it may be built from. */
const effects = (befalls: 'self' | 'other') => ({
  // Whom all but the Momentum befalls.
  befalls: choice(['self', 'other'], befalls),
  momentum: few(0),
  healing: int(0, { min: 0 }),
  // Damage that is no Strike's.
  harm: diceOrNone(),
  gives: choice(GIVEN, ''),
  // What that raises or lowers, where it is one of the table's own, and how long it lasts where nothing else ends it.
  figure: choice(['', ...ALTERABLE], ''),
  amount: int(0, { min: -20, max: 20 }),
  lasting: choice(['scene-end', 'round-end'], 'scene-end'),
  // Spaces away from where it comes from; fewer than none: towards it.
  push: int(0, { min: -99, max: 99, unit: 'spaces' }),
  takes: choice(TAKEN, ''),
});
const quantity = written(int(1, { min: 0, max: 9999 }));

/** What lasts of a character and of its things. Names are the ledger's stat keys (section 3). */
export const SCHEMA = sheetSchema({
  id: 'tempo',
  pools: { hp: ofActor('hp'), exertion: ofActor('exertion'), momentum: ofActor('momentum'), ...committed },
  bars: ['hp', 'exertion'],
  actor: {
    ...each(ATTRIBUTES, () => int(0, { min: -5, max: 10 })),
    hpMax: int(12, { min: 1, max: 999 }),
    defence: few(10),
    deflection: few(0),
    sturdy: few(0),
    // Spaces.
    speed: int(6, { min: 0, max: 99, unit: 'spaces' }),
    seek: int(6, { min: 0, max: 99, unit: 'spaces' }),
    // 0 tiny, 1 small, 2 a person, 3 large (T-A32).
    size: int(2, { min: 0, max: 6 }),
    hands: onCount(2),
    actionsPerRound: onCount(2),
    reactionsPerTurn: onCount(1),
    // Mana of each tier.
    mana1: few(0),
    mana2: few(0),
    mana3: few(0),
    // A thing on the map that is no Character: it acts not and is in the way (section 8).
    object: flag(),
    biography: prose(),
  },
  items: {
    tempoWeapon: {
      equipped: written(flag(true)),
      speed: choice(WEAPON_SPEEDS, 'standard'),
      hands: int(1, { min: 1, max: 2 }),
      dice: dice('1d6'),
      range: spaces(1),
      // Whether it must be loaded before each Strike, and whether it is (T-A30).
      reload: flag(),
      loaded: written(flag(true)),
      description: prose(),
    },
    tempoConsumable: {
      quantity,
      // Of its Strike; empty where it is none.
      dice: diceOrNone(),
      range: spaces(1),
      // HP it gives back to who uses it.
      healing: int(0, { min: 0 }),
      description: prose(),
    },
    tempoGear: {
      equipped: written(flag()),
      // 0: it is worn, not held.
      hands: onCount(1),
      quantity,
      // What it adds while it is in use (T-A20).
      deflection: few(0),
      sturdy: few(0),
      description: prose(),
    },
    tempoSpell: {
      tempo: onCount(5),
      // Mana of each tier.
      cost1: few(1),
      cost2: few(0),
      cost3: few(0),
      duration: choice(DURATIONS, 'scene'),
      ongoing: flag(),
      dice: diceOrNone(),
      range: spaces(6),
      // How many castings of it are up.
      active: written(few(0)),
      ...effects('other'),
      description: prose(),
    },
    tempoAbility: {
      tag: choice(TAGS, 'none'),
      // Empty: the usual tempo of the action it lists.
      tempo: optional.int({ min: 0, max: 9 }, 5),
      listsAction: choice(LISTABLE, ''),
      momentumCost: few(0),
      // Empty: no cap.
      usesPerRound: optional.int({ min: 0, max: 99 }),
      range: spaces(1),
      ...effects('other'),
      description: prose(),
    },
    tempoReaction: {
      tempo: onCount(0),
      trigger: choice(TRIGGERS, 'other'),
      usesPerRound: few(1),
      ...effects('self'),
      description: prose(),
    },
    tempoParadigm: { active: written(flag()), description: prose() },
    tempoActionSet: {
      // What Scan reveals: each action with its tempo, such as "Cleave (7, Slow Attack)".
      actions: list(line('', { fits: (text) => text !== '', like: 'a line of text' })),
      description: prose(),
    },
  },
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

export type Base = BaseOf<typeof SCHEMA>;

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'tempoWeapon'>;
export type Consumable = ItemOf<Schema, 'tempoConsumable'>;
export type Gear = ItemOf<Schema, 'tempoGear'>;
export type Spell = ItemOf<Schema, 'tempoSpell'>;
export type Ability = ItemOf<Schema, 'tempoAbility'>;
export type ReactionItem = ItemOf<Schema, 'tempoReaction'>;
export type Paradigm = ItemOf<Schema, 'tempoParadigm'>;
export type TempoItem = ItemOf<Schema>;
/** What may be built from the list of effects. */
export type Effective = Spell | Ability | ReactionItem;

export const costOf = (spell: Spell, tier: Tier): number => spell[`cost${tier}`];

export const isWeapon = (item: TempoItem | null | undefined): item is Weapon => item?.type === 'tempoWeapon';
export const isConsumable = (item: TempoItem | null | undefined): item is Consumable =>
  item?.type === 'tempoConsumable';
export const isSpell = (item: TempoItem | null | undefined): item is Spell => item?.type === 'tempoSpell';
export const isAbility = (item: TempoItem | null | undefined): item is Ability => item?.type === 'tempoAbility';
export const isReaction = (item: TempoItem | null | undefined): item is ReactionItem => item?.type === 'tempoReaction';
export const isParadigm = (item: TempoItem | null | undefined): item is Paradigm => item?.type === 'tempoParadigm';

/** What is held in hands, or could be. */
export const isHoldable = (item: TempoItem | null | undefined): item is Weapon | Gear =>
  item?.type === 'tempoWeapon' || (item?.type === 'tempoGear' && item.hands > 0);
export const isHeld = (item: TempoItem | null | undefined): item is Weapon | Gear => isHoldable(item) && item.equipped;
