import { flag, oneOf, orNull, record, whole, words } from '../../../mechanics/fields';
import { ABILITIES, type Ability, ENERGIES, type Energy, SKILLS, type Skill } from './words';

const PROGRESSIONS = ['full', 'half'] as const;

export { PROGRESSIONS };

const noRanks = Object.fromEntries(SKILLS.map((skill) => [skill, 0])) as Readonly<Record<Skill, number>>;
const noResistance = Object.fromEntries(ENERGIES.map((type) => [type, 0])) as Readonly<Record<Energy, number>>;

/** What a fighter is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const BASE_DEFAULTS = {
  str: 0,
  dex: 0,
  con: 0,
  int: 0,
  wis: 0,
  level: 1,
  /** How the Base Attack Bonus grows with the level (L-87). */
  progression: 'full' as (typeof PROGRESSIONS)[number],
  /** Null: by level. */
  bab: null as number | null,
  /** Added as it is written, to attack rolls only (L-A34). */
  sizeMod: 0,
  acBonus: 0,
  /** Feet. */
  speed: 30,
  fly: 0,
  climb: 0,
  swim: 0,
  burrow: 0,
  hpMax: 10,
  negMax: 10,
  sqMax: 0,
  fortitudeBase: 0,
  reflexBase: 0,
  willBase: 0,
  ranks: noRanks,
  initiativeBonus: 0,
  /** Reactions a round (L-04). */
  reactions: 1,
  dr: 0,
  er: noResistance,
  /** Further energy resistances, each as `acid 5`. */
  moreResistances: [] as readonly string[],
  weaknesses: [] as readonly string[],
  /** Null: the level (L-A37). */
  casterLevel: null as number | null,
  castingAbility: 'int' as Ability,
  psionic: false,
  hands: 2,
  feats: [] as readonly string[],
  /** A door, a crate: has no turn, and does nothing. */
  object: false,
  fragile: false,
  /** Derived totals set by hand, by figure id; the difference stays a term of its own. */
  overrides: {} as Readonly<Record<string, number>>,
};

export type Base = typeof BASE_DEFAULTS;

/**
 * Reads what is entered on a sheet. Besides the nested form it takes a derived total flat (`ac: 14`) as an override.
 * Throws RangeError naming the field.
 * @param figures the ids of derived totals
 */
export function readBase(raw: Readonly<Record<string, unknown>>, figures: readonly string[]): Base {
  const flat: Record<string, number> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (Object.hasOwn(BASE_DEFAULTS, key)) continue;
    if (!figures.includes(key)) throw new RangeError(`${key}: the slots rules know no such statistic`);
    flat[key] = whole(key, value);
  }
  const base = { ...BASE_DEFAULTS, ...raw };
  const number = (key: keyof Base, least?: number, most?: number): number => whole(key, base[key], least, most);
  return {
    ...(Object.fromEntries(ABILITIES.map((id) => [id, number(id, -5, 20)])) as Record<Ability, number>),
    level: number('level', 1, 20),
    progression: oneOf('progression', base.progression, PROGRESSIONS),
    bab: orNull(base.bab, (value) => whole('bab', value, 0)),
    sizeMod: number('sizeMod'),
    acBonus: number('acBonus'),
    speed: number('speed', 0),
    fly: number('fly', 0),
    climb: number('climb', 0),
    swim: number('swim', 0),
    burrow: number('burrow', 0),
    hpMax: number('hpMax', 1),
    negMax: number('negMax', 1),
    sqMax: number('sqMax', 0),
    fortitudeBase: number('fortitudeBase'),
    reflexBase: number('reflexBase'),
    willBase: number('willBase'),
    ranks: numbers('ranks', base.ranks, noRanks),
    initiativeBonus: number('initiativeBonus'),
    reactions: number('reactions', 0, 12),
    dr: number('dr', 0),
    er: numbers('er', base.er, noResistance),
    moreResistances: words('moreResistances', base.moreResistances),
    weaknesses: words('weaknesses', base.weaknesses),
    casterLevel: orNull(base.casterLevel, (value) => whole('casterLevel', value, 0)),
    castingAbility: oneOf('castingAbility', base.castingAbility, ABILITIES),
    psionic: flag('psionic', base.psionic),
    hands: number('hands', 0, 20),
    feats: words('feats', base.feats),
    object: flag('object', base.object),
    fragile: flag('fragile', base.fragile),
    overrides: { ...overridesOf(base.overrides, figures), ...flat },
  };
}

function numbers<K extends string>(
  field: string,
  value: unknown,
  none: Readonly<Record<K, number>>,
): Readonly<Record<K, number>> {
  const given = Object.entries(record(field, value)).map(([key, number]): [string, number] => [
    oneOf(field, key, Object.keys(none)),
    whole(`${field}.${key}`, number),
  ]);
  return { ...none, ...Object.fromEntries(given) };
}

function overridesOf(value: unknown, figures: readonly string[]): Record<string, number> {
  const read = ([key, number]: [string, unknown]): [string, number] => [
    oneOf('overrides', key, figures),
    whole(`overrides.${key}`, number),
  ];
  return Object.fromEntries(Object.entries(record('overrides', value)).map(read));
}

/** A resistance as it is written, such as `acid 5`. */
export const RESISTANCE = /^\s*(\S.*?)\s+(\d{1,3})\s*$/;

/** Resistances by type: the named ones, and those written as `acid 5`. Throws RangeError for what is written otherwise. */
export function resistancesOf({ er, moreResistances }: Base): Readonly<Record<string, number>> {
  const more = moreResistances.map((text): [string, number] => {
    const [, type, amount] = RESISTANCE.exec(text) ?? [];
    if (!type) throw new RangeError(`moreResistances: ${JSON.stringify(text)} is no resistance such as acid 5`);
    return [type.toLowerCase(), Number(amount)];
  });
  return { ...er, ...Object.fromEntries(more) };
}
