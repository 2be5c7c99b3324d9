import { LYING, SHOTS } from '../../toolkit/define/item';
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
import { type BaseOf, type ItemOf, ofActor, ofEncounter, sheetSchema } from '../../toolkit/define/sheet-schema';
import { SIZES, WEAPON_KINDS } from './terms';

/** What lasts of a fighter and of its things. Names are the ledger's stat keys (section 3). */
export const SCHEMA = sheetSchema({
  id: 'seconds',
  pools: { seconds: ofEncounter('seconds'), reactions: ofEncounter('reactions'), hp: ofActor('hp') },
  bars: ['hp'],
  actor: {
    hpMax: int(10, { min: 1, max: 9999 }),
    str: int(0, { min: -5, max: 10 }),
    dex: int(0, { min: -5, max: 20 }),
    agi: int(0, { min: -5, max: 10 }),
    size: choice(SIZES, 'medium'),
    // Metres a second.
    speed: derived.amount('speed', { min: 0.5, unit: 'm' }),
    // Kilograms.
    weight: amount(80, { min: 0.1, unit: 'kg' }),
    hands: int(2, { min: 0, max: 20 }),
    // Granted beside what everybody has (S-09).
    bonusSeconds: amount(0, { unit: 's' }),
    extraReactions: int(0, { min: 0, max: 20 }),
    dodge: derived.int('dodge'),
    fortitude: derived.int('saves.fortitude'),
    reflex: derived.int('saves.reflex'),
    fortitudeMisc: int(0),
    reflexMisc: int(0),
    willpower: int(0),
    // Ranks of skills.
    sleightOfHand: int(0),
    stealth: int(0),
    perception: int(0),
    intimidation: int(0),
    // A special exception: difficult terrain takes no longer (S-77).
    sureFooted: flag(),
    biography: prose(),
  },
  items: {
    secondsWeapon: {
      // In an equipment slot: only then it attacks (S-37).
      equipped: written(flag(true)),
      // Seconds an attack with it takes (S-25).
      timeCost: amount(2, { unit: 's' }),
      kind: choice(WEAPON_KINDS, 'melee'),
      // Of a melee weapon; empty: the world's default.
      reach: optional.amount({ unit: 'm' }),
      // Of a ranged weapon.
      range: amount(20, { unit: 'm' }),
      // Whether a ranged one leaves the hand and lies where its target is.
      thrown: flag(),
      ...SHOTS,
      damage: dice('1d6'),
      bonus: int(0),
      // In a hand, but in no slot: caught, not yet made ready.
      held: written(flag()),
      // Driven into what it pins somebody to (S-A30).
      stuck: written(flag()),
      ...LYING,
      description: prose(),
    },
    secondsSpell: {
      timeCost: amount(3, { unit: 's' }),
      // Whether it strikes by an attack roll; else its effect is the game master's to tell.
      attacks: flag(),
      bonus: int(0),
      damage: dice('1d6'),
      range: amount(10, { unit: 'm' }),
      description: prose(),
    },
    secondsGear: {
      // Seconds its use takes (S-105).
      timeCost: amount(1, { min: 1, unit: 's' }),
      quantity: written(int(1, { min: 0, max: 9999 })),
      // Given to another it takes one's eyes off the enemy (S-112).
      potion: flag(),
      // Dice of hit points that whoever takes it regains.
      heals: diceOrNone(),
      // Rope, manacles and the like (S-57).
      restrains: flag(),
      held: written(flag()),
      ...LYING,
      description: prose(),
    },
  },
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

export type Base = BaseOf<typeof SCHEMA>;

type Schema = typeof SCHEMA;
export type Weapon = ItemOf<Schema, 'secondsWeapon'>;
export type Spell = ItemOf<Schema, 'secondsSpell'>;
export type Gear = ItemOf<Schema, 'secondsGear'>;
export type SecondsItem = ItemOf<Schema>;

export const isWeapon = (item: SecondsItem): item is Weapon => item.type === 'secondsWeapon';
