import { amount, flag, metres, oneOf, orNull, whole } from '../../../mechanics/fields';
import { SIZES, type Size } from './words';

/** What a fighter is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const BASE_DEFAULTS = {
  str: 0,
  dex: 0,
  agi: 0,
  size: 'medium' as Size,
  /** Metres a second; null: by size and AGI. */
  speed: null as number | null,
  /** Kilograms. */
  weight: 80,
  hands: 2,
  hpMax: 10,
  /** Seconds and reactions granted beside those everybody has (S-09). */
  bonusSeconds: 0,
  extraReactions: 0,
  /** Typed-in totals; null: as derived. */
  dodge: null as number | null,
  fortitude: null as number | null,
  reflex: null as number | null,
  fortitudeMisc: 0,
  reflexMisc: 0,
  willpower: 0,
  /** Ranks of skills. */
  sleightOfHand: 0,
  stealth: 0,
  perception: 0,
  intimidation: 0,
  /** A special exception: difficult terrain takes no longer (S-77). */
  sureFooted: false,
};

export type Base = typeof BASE_DEFAULTS;

/** Reads what is entered on a sheet. Throws RangeError naming the field. */
export function readBase(raw: Readonly<Record<string, unknown>>): Base {
  for (const key of Object.keys(raw))
    if (!Object.hasOwn(BASE_DEFAULTS, key)) throw new RangeError(`${key}: the seconds rules know no such statistic`);
  const base = { ...BASE_DEFAULTS, ...raw };
  const number = (key: keyof Base, least?: number, most?: number): number => whole(key, base[key], least, most);
  const typed = (key: keyof Base): number | null => orNull(base[key], (value) => whole(key, value));
  return {
    str: number('str', -5, 10),
    dex: number('dex', -5, 20),
    agi: number('agi', -5, 10),
    size: oneOf('size', base.size, SIZES),
    speed: orNull(base.speed, (value) => metres('speed', value, 0.5)),
    weight: amount('weight', base.weight, 0.1),
    hands: number('hands', 0, 20),
    hpMax: number('hpMax', 1, 9999),
    bonusSeconds: amount('bonusSeconds', base.bonusSeconds),
    extraReactions: number('extraReactions', 0, 20),
    dodge: typed('dodge'),
    fortitude: typed('fortitude'),
    reflex: typed('reflex'),
    fortitudeMisc: number('fortitudeMisc'),
    reflexMisc: number('reflexMisc'),
    willpower: number('willpower'),
    sleightOfHand: number('sleightOfHand'),
    stealth: number('stealth'),
    perception: number('perception'),
    intimidation: number('intimidation'),
    sureFooted: flag('sureFooted', base.sureFooted),
  };
}
