import { flag, whole } from '../../../mechanics/fields';

/** What a character is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const BASE_DEFAULTS = {
  str: 0,
  for: 0,
  dex: 0,
  awr: 0,
  int: 0,
  ins: 0,
  hpMax: 12,
  defence: 10,
  deflection: 0,
  sturdy: 0,
  /** Spaces. */
  speed: 6,
  seek: 6,
  /** 0 tiny, 1 small, 2 a person, 3 large (T-A32). */
  size: 2,
  hands: 2,
  actionsPerRound: 2,
  reactionsPerTurn: 1,
  /** Mana of each tier. */
  mana1: 0,
  mana2: 0,
  mana3: 0,
  /** A thing on the map that is no Character: it acts not and is in the way (section 8). */
  object: false,
};

export type Base = typeof BASE_DEFAULTS;

type Numbers = Exclude<keyof Base, 'object'>;

/** The least and the most of each number. */
export const BASE_BOUNDS: Readonly<Record<Numbers, readonly [min: number, max: number]>> = {
  str: [-5, 10],
  for: [-5, 10],
  dex: [-5, 10],
  awr: [-5, 10],
  int: [-5, 10],
  ins: [-5, 10],
  hpMax: [1, 999],
  defence: [0, 99],
  deflection: [0, 99],
  sturdy: [0, 99],
  speed: [0, 99],
  seek: [0, 99],
  size: [0, 6],
  hands: [0, 9],
  actionsPerRound: [0, 9],
  reactionsPerTurn: [0, 9],
  mana1: [0, 99],
  mana2: [0, 99],
  mana3: [0, 99],
};

/** Reads what is entered on a sheet. Throws RangeError naming the field. */
export function readBase(raw: Readonly<Record<string, unknown>>): Base {
  for (const key of Object.keys(raw))
    if (!Object.hasOwn(BASE_DEFAULTS, key)) throw new RangeError(`${key}: the tempo rules know no such statistic`);
  const base = { ...BASE_DEFAULTS, ...raw };
  const numbers = (Object.keys(BASE_BOUNDS) as Numbers[]).map((key) => [
    key,
    whole(key, base[key], ...BASE_BOUNDS[key]),
  ]);
  return { ...(Object.fromEntries(numbers) as Omit<Base, 'object'>), object: flag('object', base.object) };
}
