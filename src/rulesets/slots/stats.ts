import type { Pool } from '../../encounter/state';
import type { Dice } from '../../kernel/dice';
import { adjustTotal, type Breakdown, sum } from '../../toolkit/combat/breakdown';
import { parseDice } from '../../toolkit/combat/parse-dice';
import { each } from '../../toolkit/define/schema';
import {
  ABILITIES,
  type AbilityId,
  type ActorValues,
  damagePool,
  damageTypeOf,
  type FigureId,
  isBody,
  isPhysicalItem,
  PHYSICAL,
  type PhysicalItem,
  type PoolId,
  parseResistance,
  SAVES,
  type SaveId,
  SKILLS,
  type SkillId,
  type SlotsItem,
  type Spell,
  type Weapon,
} from './schema';

/** Section 3.2, 3.3. */
export const SAVE_ABILITY = { fortitude: 'con', reflex: 'dex', will: 'wis' } as const satisfies Record<
  SaveId,
  AbilityId
>;
export const SKILL_ABILITY = {
  agility: 'dex',
  alertness: 'wis',
  athletics: 'str',
  deception: 'int',
  endurance: 'con',
  expertise: 'int',
  literacy: 'int',
  magicalAptitude: 'int',
  mechanics: 'int',
  schooling: 'int',
  stealth: 'dex',
  survival: 'wis',
} as const satisfies Record<SkillId, AbilityId>;

export interface Strike
  extends Pick<Weapon, 'id' | 'kind' | 'thrown' | 'natural' | 'critMin' | 'critMult' | 'proficient'>,
    Pick<Weapon, 'damageType' | 'attackBonus' | 'damageBonus' | 'reach' | 'range'> {
  /** Whether it strikes nearby targets: melee weapons, and ranged ones usable in melee (L-175). */
  readonly strikes: boolean;
  readonly ability: AbilityId;
  /** That of a ranged weapon in melee (L-86). */
  readonly meleeAbility: AbilityId;
  /** Null: bare hands have no dice of their own. */
  readonly dice: Dice | null;
}

export const UNARMED = 'unarmed';

/**
 * Values derived from the stored fields. Gear in hand, conditions and Ability Damage enter when a total is computed.
 */
export interface SlotsStats {
  readonly base: ActorValues;
  readonly bab: number;
  readonly casterLevel: number;
  /** The difference between a manual total and the derived one. */
  readonly adjusted: Readonly<Record<FigureId, number>>;
  readonly er: Readonly<Record<string, number>>;
  readonly figures: Readonly<Record<FigureId, Breakdown>>;
}

/** Section 3, in its order. */
export function derive(base: ActorValues, items: readonly SlotsItem[]): SlotsStats {
  const adjusted = {} as Record<FigureId, number>;
  const figures = {} as Record<FigureId, Breakdown>;
  const figure = (id: FigureId, derived: Breakdown): number => {
    const set = base.overrides[id];
    figures[id] = set === undefined ? derived : adjustTotal(derived, set, 'override');
    adjusted[id] = figures[id].value - derived.value;
    return figures[id].value;
  };

  const byLevel = base.progression === 'full' ? base.level : Math.floor(base.level / 2);
  const bab = figure('bab', base.bab === null ? sum({ level: byLevel }) : sum({ entered: base.bab }));
  figure('ac', sum({ base: 10, dex: base.dex, armor: armorOf(items), misc: base.acBonus }));
  figure('initiative', sum({ dex: base.dex, misc: base.initiativeBonus }));
  for (const save of SAVES) {
    const ability = SAVE_ABILITY[save];
    figure(save, sum({ entered: base[`${save}Base`], [ability]: base[ability] }));
  }
  for (const skill of SKILLS) {
    const ability = SKILL_ABILITY[skill];
    figure(skill, sum({ rank: base.ranks[skill], [ability]: base[ability] }));
  }

  return { base, bab, casterLevel: base.casterLevel ?? base.level, adjusted, figures, er: resistancesOf(base) };
}

function resistancesOf({ er, moreResistances }: ActorValues): Readonly<Record<string, number>> {
  const more = moreResistances.map((text): [string, number] => {
    const [type, points] = parseResistance(text) ?? [text, Number.NaN];
    return [damageTypeOf(type), points];
  });
  return { ...er, ...Object.fromEntries(more) };
}

/** Returns the bonus of worn armor and shields in hand. */
export const armorOf = (items: readonly SlotsItem[]): number =>
  items.reduce(
    (total, item) =>
      total + (item.type === 'slotsArmor' && item.equipped && !item.dropped && !isBroken(item) ? item.bonus : 0),
    0,
  );

/** Returns true if a weapon can strike: in hand or part of the body, and not broken (L-46). */
export const isAtHand = (item: SlotsItem): item is Weapon =>
  item.type === 'slotsWeapon' && (item.natural || (item.equipped && !item.dropped && !isBroken(item)));

/** L-46: broken without hit points. */
export const isBroken = ({ hp }: Pick<PhysicalItem, 'hp'>): boolean => hp <= 0;

/** L-86: melee uses strength, ranged dexterity, unless the weapon names an ability. */
export function strikeOf(weapon: Weapon): Strike {
  const { id, kind, thrown, meleeUsable, natural, attackAbility, dice, critMin, critMult, proficient } = weapon;
  const { damageType, attackBonus, damageBonus, reach, range } = weapon;
  return {
    id,
    kind,
    thrown,
    natural,
    critMin,
    critMult,
    proficient,
    damageType,
    attackBonus,
    damageBonus,
    reach,
    range,
    strikes: kind === 'melee' || meleeUsable,
    ability: attackAbility || (kind === 'melee' ? 'str' : 'dex'),
    meleeAbility: attackAbility || 'str',
    dice: dice === '' ? null : parseDice(dice, `items.${id}.dice`),
  };
}

export const BARE_HANDS: Strike = {
  id: UNARMED,
  kind: 'melee',
  thrown: false,
  strikes: true,
  natural: false,
  ability: 'str',
  meleeAbility: 'str',
  dice: null,
  critMin: 20,
  critMult: 2,
  proficient: true,
  damageType: PHYSICAL,
  attackBonus: 0,
  damageBonus: 0,
  reach: 5,
  range: 0,
};

interface Derived {
  readonly stats: SlotsStats;
  readonly items: readonly SlotsItem[];
}

/** L-A1: an ability minus Ability Damage, without a floor. */
export const abilityOf = (
  { stats, pools }: Pick<Derived, 'stats'> & { readonly pools: Readonly<Record<PoolId, Pool>> },
  ability: AbilityId,
): number => stats.base[ability] - pools[damagePool(ability)].value;

/** L-103: returns the spells of a fighter. */
export const repertoireOf = ({ items }: Pick<Derived, 'items'>): readonly Spell[] =>
  items.filter((item): item is Spell => item.type === 'slotsSpell');

export const hasFeat = ({ stats }: Pick<Derived, 'stats'>, feat: string): boolean =>
  stats.base.feats.some((each) => each.trim().toLowerCase().replaceAll(' ', '-') === feat);

export const thingsInHand = (fighter: Pick<Derived, 'items'>): PhysicalItem[] =>
  thingsOf(fighter).filter(({ equipped, dropped, hands }) => equipped && !dropped && hands > 0);

/** Returns the things a fighter carries, without parts of its body. */
export const thingsOf = (fighter: Pick<Derived, 'items'> | null): PhysicalItem[] =>
  (fighter?.items ?? []).filter(isPhysicalItem).filter((item) => !isBody(item));

/** Unbounded counters; the maximum is for display. */
const COUNTER = { max: 999, first: 0 };

/** Returns the maximum of each pool; a new fighter is unhurt and has all its slots. */
export const poolsOf = ({ hpMax, negMax, sqMax, reactions }: ActorValues) => ({
  hp: hpMax,
  negative: { max: negMax, first: 0 },
  sq: sqMax,
  bleed: COUNTER,
  ...each(ABILITIES.map(damagePool), () => COUNTER),
  standard: 1,
  move: 1,
  quick: 1,
  reaction: reactions,
  waited: { max: 1, first: 0 },
});
