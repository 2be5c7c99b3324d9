import type { FighterInput } from '../../encounter/ruleset';
import type { Dice } from '../../kernel/dice';
import { adjustTotal, type Breakdown, scaleTotal, sum, withMinimum } from '../../toolkit/combat/breakdown';
import { parseDice } from '../../toolkit/combat/parse-dice';
import {
  ABILITIES,
  type AbilityId,
  type ActorValues,
  type Armor,
  type EnergyItem,
  type FigureId,
  quickRunAt,
  type Shield,
  type Size,
  type Weapon,
} from './schema';

export { FIGURES, type FigureId } from './schema';

/** A melee attack with one weapon, or unarmed. */
export interface Strike {
  /** The weapon's id, or `unarmed`. */
  readonly id: string;
  readonly attackValue: number;
  /** Null if damage is not rolled. */
  readonly dice: Dice | null;
  /** Added to the dice: MASDB and flat bonuses. */
  readonly damageBonus: number;
  /** Added against an Exposed target only. */
  readonly exposedDamage: number;
  readonly damageType: string;
  /** The lowest critical Combat roll. */
  readonly critMin: number;
  /** Empty metres between attacker and target (E-A25). */
  readonly reach: number;
  readonly proficient: boolean;
  /** E-117. */
  readonly against: Weapon['against'];
  readonly figures: { readonly attack: Breakdown; readonly damage: Breakdown };
}

export const UNARMED = 'unarmed';

export interface EnergyStats {
  /** The input of `derive`. */
  readonly base: ActorValues;
  readonly gear: readonly Pick<EnergyItem, 'id' | 'equipped'>[];
  readonly size: Size;
  readonly mpl: number;
  readonly armStrength: number;
  readonly legStrength: number;
  readonly initiative: number;
  readonly sprintBonus: number;
  readonly deathBonus: number;
  /** E-A23, before conditions. */
  readonly quickRun: number;
  /** E-92, E-A8: Miss Chance of shots at this fighter. */
  readonly missChance: number;
  readonly speed: number;
  readonly evasion: number;
  readonly unarmedEvasion: number;
  readonly fortitude: number;
  readonly will: number;
  readonly recoveryValue: number;
  readonly armor: { readonly coverage: number; readonly rangedCoverage: number; readonly rating: number };
  readonly weaknesses: readonly string[];
  readonly resistances: readonly string[];
  /** By weapon id, and `unarmed`. */
  readonly strikes: Readonly<Record<string, Strike>> & { readonly [UNARMED]: Strike };
  readonly figures: Readonly<Record<FigureId, Breakdown>>;
}

/** With our rows for gigantic and miniscule (E-A8, E-A26). Metres. */
const SIZE_TABLE: Readonly<
  Record<
    Size,
    { inherentEvasion: number; missChance: number; jump: number; height: number; speed: number; reach: number }
  >
> = {
  gigantic: { inherentEvasion: 5, missChance: -6, jump: 6, height: 4.8, speed: 12, reach: 1 },
  huge: { inherentEvasion: 6, missChance: -4, jump: 5, height: 3.6, speed: 10, reach: 1 },
  large: { inherentEvasion: 7, missChance: -2, jump: 4, height: 2.4, speed: 8, reach: 0 },
  medium: { inherentEvasion: 8, missChance: 0, jump: 3, height: 1.2, speed: 6, reach: 0 },
  small: { inherentEvasion: 9, missChance: 2, jump: 2, height: 0.6, speed: 5, reach: 0 },
  tiny: { inherentEvasion: 10, missChance: 4, jump: 1, height: 0.3, speed: 3, reach: -1 },
  diminutive: { inherentEvasion: 11, missChance: 8, jump: 0.5, height: 0.15, speed: 2, reach: -1 },
  fine: { inherentEvasion: 12, missChance: 12, jump: 0.3, height: 0.05, speed: 1, reach: -1 },
  miniscule: { inherentEvasion: 13, missChance: 18, jump: 0.3, height: 0, speed: 1, reach: -1 },
};

/** E-55: returns the least typical height of the size. Metres. */
export const leastHeightOf = (size: Size): number => SIZE_TABLE[size].height;

const half = (mod: number): number => Math.floor(mod / 2);

/** The figures of a sheet as they are derived, or as they are overridden on it. */
class Figures {
  readonly all = {} as Record<FigureId, Breakdown>;

  constructor(private readonly overrides: Readonly<Partial<Record<FigureId, number | null>>>) {}

  overridden(id: FigureId, derived: Breakdown): Breakdown {
    const set = this.overrides[id] ?? null;
    return set === null ? derived : adjustTotal(derived, set, 'override');
  }

  /** Adds a figure and returns its value. */
  add(id: FigureId, derived: Breakdown): number {
    this.all[id] = this.overridden(id, derived);
    return this.all[id].value;
  }
}

type Mods = Readonly<Record<AbilityId, number>>;
type Gear = ReturnType<typeof equippedGear>;

/** Returns the stats in the order of ledger section 3. */
export function derive(base: ActorValues, items: readonly EnergyItem[]): EnergyStats {
  const figures = new Figures(base.overrides);
  const gear = equippedGear(items);
  const mods = abilityMods(base, figures);
  const speed = movementOf(base, figures);
  const recoveryValue = poolMaxima(base, mods, figures);
  const defenses = defensesOf(base, mods, gear, figures);
  const martial = martialBonuses(base, mods, figures);
  const picked = pickedStats(base, figures);
  const { coverage = 0, rangedCoverage, rating = 0 } = gear.armor ?? {};
  const { size, mpl, sprintBonus, deathBonus, weaknesses, resistances } = base;
  return {
    base,
    gear: items.map(({ id, equipped }) => ({ id, equipped })),
    size,
    mpl,
    ...picked,
    sprintBonus,
    deathBonus,
    speed,
    quickRun: base.quickRun ?? quickRunAt(speed),
    missChance: base.missChance ?? SIZE_TABLE[size].missChance,
    ...defenses,
    recoveryValue,
    armor: { coverage, rangedCoverage: rangedCoverage ?? coverage, rating },
    weaknesses,
    resistances,
    strikes: strikesOf(base, gear, martial, figures),
    figures: figures.all,
  };
}

function abilityMods(base: ActorValues, figures: Figures): Mods {
  const mods = {} as Record<AbilityId, number>;
  for (const key of ABILITIES) {
    const { score, mod } = base.abilities[key];
    const derived = sum({ score, ten: -10 });
    mods[key] = figures.add(`${key}Mod`, mod === null ? derived : adjustTotal(derived, mod, 'override'));
  }
  return mods;
}

/** Adds the figures of movement, and returns the speed. */
function movementOf({ size, speed, jumpBonus }: ActorValues, figures: Figures): number {
  const bySize = SIZE_TABLE[size];
  const value = figures.add('speed', speed === null ? sum({ bySize: bySize.speed }) : sum({ entered: speed }));
  figures.add('jumpDistance', sum({ bySize: bySize.jump, jumpBonus }));
  figures.add('jumpReach', sum({ bySize: bySize.jump, jumpBonus }));
  return value;
}

/** Adds the maxima of the pools, and returns the Recovery Value. */
function poolMaxima(base: ActorValues, { str, con, int, wis, cha }: Mods, figures: Figures): number {
  const { staminaBonus, agilityBonus, auraBonus, surgesBonus } = base;
  const constitution = base.abilities.con.score;
  figures.add('staminaMax', withMinimum(0, sum({ constitution, staminaBonus })));
  figures.add('agilityMax', withMinimum(0, sum({ base: 3, agilityBonus })));
  const auraModifier = figures.add('auraModifier', sum({ str, con, int, wis, cha }));
  const auraTerm = Math.floor((4 * auraModifier) / 3);
  figures.add('auraMax', withMinimum(1, sum({ base: 20, auraTerm, auraBonus })));
  figures.add('surgesMax', withMinimum(0, sum({ base: 5, halfCon: half(con), surgesBonus })));
  return figures.add('recoveryValue', withMinimum(1, sum({ auraModifier })));
}

function defensesOf(base: ActorValues, mods: Mods, { armor, shield, weaponEvasion, melee }: Gear, figures: Figures) {
  const third = Math.floor(base.level / 3);
  const inherentEvasion = figures.add(
    'inherentEvasion',
    base.inherentEvasion === null
      ? sum({ bySize: SIZE_TABLE[base.size].inherentEvasion })
      : sum({ entered: base.inherentEvasion }),
  );
  const halfDex = half(mods.dex);
  const armorPenalty = -(armor?.penalty ?? 0);
  const notProficient = melee.some(({ mpr }) => mpr > base.mpl) ? -1 : 0;
  const dodge = { inherentEvasion, third, halfDex };
  const { evasionBonus, inherentFortitude, inherentWill, fortitudeBonus, willBonus } = base;
  const evasion = figures.add(
    'evasion',
    sum({ ...dodge, shield, weaponEvasion, armorPenalty, notProficient, evasionBonus }),
  );
  const unarmedEvasion = figures.add('unarmedEvasion', sum({ ...dodge, armorPenalty, evasionBonus }));
  figures.add('rangedEvasion', sum({ halfDex, shield, armorPenalty }));
  figures.add('rangedEvasionUnfaced', sum({ halfDex, armorPenalty }));
  const [halfCon, halfStr, halfCha, halfWis] = [half(mods.con), half(mods.str), half(mods.cha), half(mods.wis)];
  const fortitude = figures.add('fortitude', sum({ inherentFortitude, third, halfCon, halfStr, fortitudeBonus }));
  const will = figures.add('will', sum({ inherentWill, third, halfCha, halfWis, willBonus }));
  return { evasion, unarmedEvasion, fortitude, will };
}

interface MartialBonuses {
  readonly masab: number;
  readonly masdb: number;
}

/** Adds the figures of combat, and returns the bonuses of melee strikes. */
function martialBonuses(base: ActorValues, mods: Mods, figures: Figures): MartialBonuses {
  const third = (of: Breakdown): Breakdown => scaleTotal(of, 1, 3, 'dividedByThree');
  const masab = figures.add('masab', third(martialSum(mods, base.masabAbilities)));
  const masdb = figures.add('masdb', third(martialSum(mods, base.masdbAbilities)));
  figures.add('meleeAV', sum({ base: 15, masab }));
  figures.add('unarmedAV', sum({ base: 15, masab }));
  figures.add('unarmedDamage', withMinimum(1, sum({ masab })));
  figures.add('missChanceModifier', sum({ base: 8, halfDex: -half(mods.dex) }));
  figures.add('combatStyles', sum({ mpl: base.mpl >= 6 ? 2 : base.mpl >= 3 ? 1 : 0 }));
  return { masab, masdb };
}

/** Returns what the picks of the Martial Prowess Level improve. */
function pickedStats(base: ActorValues, figures: Figures) {
  const { armPicks, legPicks, initiativePicks } = base;
  const armStrength = figures.add('armStrength', sum({ entered: base.armStrength, picks: armPicks }));
  const legStrength = figures.add('legStrength', sum({ entered: base.legStrength, picks: legPicks }));
  const initiative = figures.add('initiative', sum({ entered: base.initiative, picks: initiativePicks }));
  figures.add('picksLeft', sum({ mpl: base.mpl, picks: -(armPicks + legPicks + initiativePicks) }));
  return { armStrength, legStrength, initiative };
}

/** Returns the strikes with all weapons, in hand or not, and unarmed. */
function strikesOf(
  { mpl, size }: ActorValues,
  { weapons }: Gear,
  { masab, masdb }: MartialBonuses,
  figures: Figures,
): EnergyStats['strikes'] {
  const { reach } = SIZE_TABLE[size];
  const withWeapons = weapons.map((weapon): [string, Strike] => {
    const proficient = mpl >= weapon.mpr;
    const { attackBonus, damageBonus } = weapon;
    const notProficient = proficient ? 0 : -1;
    const attack = figures.overridden('meleeAV', sum({ base: 15, masab, attackBonus, notProficient }));
    const damage = sum({ masdb, damageBonus });
    return [
      weapon.id,
      {
        id: weapon.id,
        attackValue: attack.value,
        dice: parseDice(weapon.damage, `items.${weapon.id}.damage`),
        damageBonus: damage.value,
        exposedDamage: weapon.exposedDamage,
        damageType: weapon.damageType,
        critMin: Math.max(2, 20 - weapon.precision),
        reach: Math.max(-1, weapon.reach + reach),
        proficient,
        against: weapon.against,
        figures: { attack, damage },
      },
    ];
  });
  const { unarmedAV: attack, unarmedDamage: damage } = figures.all;
  const unarmed: Strike = {
    id: UNARMED,
    attackValue: attack.value,
    dice: null,
    damageBonus: damage.value,
    exposedDamage: 0,
    damageType: '',
    critMin: 20,
    reach: Math.max(-1, reach),
    proficient: true,
    against: 'evasion',
    figures: { attack, damage },
  };
  return { ...Object.fromEntries(withWeapons), [UNARMED]: unarmed };
}

/** The stats with other items, by the original ones: rules ask for them many times in one command. */
const rederived = new WeakMap<EnergyStats, { readonly key: string; readonly stats: EnergyStats }>();

/** Returns the stats, derived again if the fighter has or holds other items now. */
export function statsOf({
  stats,
  items,
}: {
  readonly stats: EnergyStats;
  readonly items: readonly EnergyItem[];
}): EnergyStats {
  const { gear } = stats;
  const isSame = ({ id, equipped }: EnergyItem, at: number): boolean =>
    id === gear[at]?.id && equipped === gear[at].equipped;
  if (items.length === gear.length && items.every(isSame)) return stats;
  const key = items.map(({ id, equipped }) => `${id} ${equipped}`).join();
  const known = rederived.get(stats);
  if (known?.key === key) return known.stats;
  const derived = derive(stats.base, items);
  rederived.set(stats, { key, stats: derived });
  return derived;
}

/** E-80 to E-82: the sum before the division. */
const martialSum = ({ str, dex, ...others }: Record<AbilityId, number>, extra: readonly AbilityId[]): Breakdown =>
  sum({ str, dex, ...Object.fromEntries(extra.map((key) => [key, others[key as keyof typeof others]])) });

/** Only the first suit of armor counts; shields and weapons add up. */
function equippedGear(items: readonly EnergyItem[]) {
  const weapons = items.filter((item): item is Weapon => item.type === 'energyWeapon');
  const inHand = weapons.filter((weapon) => weapon.equipped);
  const shields = items.filter((item): item is Shield => item.type === 'energyShield' && item.equipped);
  return {
    /** Not only equipped ones. */
    weapons,
    melee: inHand.filter(({ ranged }) => !ranged),
    armor: items.find((item): item is Armor => item.type === 'energyArmor' && item.equipped),
    shield: shields.reduce((total, { bonus }) => total + bonus, 0),
    weaponEvasion: inHand.reduce((total, { evasionBonus }) => total + evasionBonus, 0),
  };
}

/** E-03, E-04: the most Energy a Round. */
const MAX_ENERGY = 5;

/** E-230, E-A4. */
const EXHAUSTED_PENALTY = 2;

/** E-04, E-230: at the start of a Round. */
export function energyPerRound(stamina: number, exhausted: boolean): number {
  return Math.max(0, Math.min(MAX_ENERGY, stamina) - (exhausted ? EXHAUSTED_PENALTY : 0));
}

/** E-04. */
const ENERGY_MAX = energyPerRound(Number.POSITIVE_INFINITY, false);

/** Returns the maximum of each pool. Energy starts by Stamina (E-04). */
export function poolsOf({ figures }: EnergyStats, { pools, conditions }: FighterInput) {
  const { staminaMax, agilityMax, auraMax, surgesMax } = figures;
  const stamina = pools.stamina ?? staminaMax.value;
  const exhausted = conditions.some(({ id }) => id === 'exhausted');
  return {
    energy: { max: ENERGY_MAX, first: energyPerRound(stamina, exhausted) },
    stamina: staminaMax.value,
    agility: agilityMax.value,
    aura: auraMax.value,
    surges: surgesMax.value,
  };
}
