import { metres, oneOf, orNull, record, whole, words } from '../../../mechanics/fields';
import { ABILITIES, type Ability, SIZES, type Size } from './words';

export interface AbilityScore {
  readonly score: number;
  /** Null: the score minus ten (E-A19). */
  readonly mod: number | null;
}

const ability: AbilityScore = { score: 10, mod: null };

/** What a fighter is where its sheet says nothing. Names are the ledger's stat keys (section 3). */
export const BASE_DEFAULTS = {
  abilities: { str: ability, dex: ability, con: ability, int: ability, wis: ability, cha: ability } as Readonly<
    Record<Ability, AbilityScore>
  >,
  level: 1,
  size: 'medium' as Size,
  /** Metres; null: by size. */
  speed: null as number | null,
  staminaBonus: 0,
  auraBonus: 0,
  surgesBonus: 0,
  agilityBonus: 0,
  evasionBonus: 0,
  fortitudeBonus: 0,
  willBonus: 0,
  mpl: 0,
  armStrength: 0,
  legStrength: 0,
  initiative: 0,
  /** Points picked for martial proficiency, one a level, added to the three above (E-171, E-A21). */
  armPicks: 0,
  legPicks: 0,
  initiativePicks: 0,
  /** Null: by size. */
  inherentEvasion: null as number | null,
  inherentFortitude: 10,
  inherentWill: 10,
  /** Metres. */
  sprintBonus: 0,
  jumpBonus: 0,
  /** Abilities that an effect adds inside the sum of MASAB and of MASDB (E-82). */
  masabAbilities: [] as readonly Ability[],
  masdbAbilities: [] as readonly Ability[],
  weaknesses: [] as readonly string[],
  resistances: [] as readonly string[],
  /** Derived totals set by hand, by figure id; they count instead of what would be derived. */
  overrides: {} as Readonly<Record<string, number>>,
};

export type Base = typeof BASE_DEFAULTS;

/**
 * Reads what is entered on a sheet. Besides the nested form it takes an ability's score flat (`str: 14`) and a derived total
 * flat (`evasion: 11`) as an override. Throws RangeError naming the field.
 * @param figures the ids of derived totals
 */
export function readBase(raw: Readonly<Record<string, unknown>>, figures: readonly string[]): Base {
  const flat: Record<string, number> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (Object.hasOwn(BASE_DEFAULTS, key) || isAbility(key)) continue;
    if (!figures.includes(key)) throw new RangeError(`${key}: the energy rules know no such statistic`);
    flat[key] = whole(key, value);
  }
  const base = { ...BASE_DEFAULTS, ...raw };
  const number = (key: keyof Base, least?: number): number => whole(key, base[key], least);
  return {
    abilities: readAbilities(raw),
    level: number('level', 0),
    size: oneOf('size', base.size, SIZES),
    speed: orNull(base.speed, (value) => metres('speed', value)),
    staminaBonus: number('staminaBonus'),
    auraBonus: number('auraBonus'),
    surgesBonus: number('surgesBonus'),
    agilityBonus: number('agilityBonus'),
    evasionBonus: number('evasionBonus'),
    fortitudeBonus: number('fortitudeBonus'),
    willBonus: number('willBonus'),
    mpl: number('mpl', 0),
    armStrength: number('armStrength'),
    legStrength: number('legStrength'),
    initiative: number('initiative'),
    armPicks: number('armPicks', 0),
    legPicks: number('legPicks', 0),
    initiativePicks: number('initiativePicks', 0),
    inherentEvasion: orNull(base.inherentEvasion, (value) => whole('inherentEvasion', value)),
    inherentFortitude: number('inherentFortitude'),
    inherentWill: number('inherentWill'),
    sprintBonus: metres('sprintBonus', base.sprintBonus),
    jumpBonus: metres('jumpBonus', base.jumpBonus),
    masabAbilities: extraAbilities('masabAbilities', base.masabAbilities),
    masdbAbilities: extraAbilities('masdbAbilities', base.masdbAbilities),
    weaknesses: words('weaknesses', base.weaknesses),
    resistances: words('resistances', base.resistances),
    overrides: { ...readOverrides(base.overrides, figures), ...flat },
  };
}

const isAbility = (key: string): key is Ability => (ABILITIES as readonly string[]).includes(key);

function readAbilities(raw: Readonly<Record<string, unknown>>): Base['abilities'] {
  const nested = raw.abilities === undefined ? {} : record('abilities', raw.abilities);
  for (const key of Object.keys(nested))
    if (!isAbility(key)) throw new RangeError(`abilities.${key}: the energy rules know no such ability`);
  const read = (key: Ability): [Ability, AbilityScore] => {
    const given = nested[key] === undefined ? {} : record(`abilities.${key}`, nested[key]);
    const score = raw[key] ?? given.score ?? ability.score;
    return [
      key,
      {
        score: whole(raw[key] === undefined ? `abilities.${key}.score` : key, score, 1, 40),
        mod: orNull(given.mod, (value) => whole(`abilities.${key}.mod`, value)),
      },
    ];
  };
  return Object.fromEntries(ABILITIES.map(read)) as Record<Ability, AbilityScore>;
}

function readOverrides(value: unknown, figures: readonly string[]): Record<string, number> {
  const read = ([key, number]: [string, unknown]): [string, number] => [
    oneOf('overrides', key, figures),
    whole(`overrides.${key}`, number),
  ];
  return Object.fromEntries(Object.entries(record('overrides', value)).map(read));
}

/** E-82: never an ability that the same sum already contains. */
function extraAbilities(field: string, value: unknown): readonly Ability[] {
  const list = words(field, value).map((key) => oneOf(field, key, ABILITIES));
  const twice = list.find((key, index) => key === 'str' || key === 'dex' || list.indexOf(key) !== index);
  if (twice) throw new RangeError(`${field}: ${twice} is already in the sum`);
  return list;
}
