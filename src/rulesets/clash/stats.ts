import type { FighterInput } from '../../encounter/ruleset';
import type { Dice } from '../../kernel/dice';
import { lookup } from '../../kernel/lookup';
import { type Breakdown, sum } from '../../toolkit/combat/breakdown';
import { parseDice } from '../../toolkit/combat/parse-dice';
import { type ItemOf, readItem } from '../../toolkit/define/sheet-schema';
import {
  type ActorValues,
  ATTRIBUTES,
  type Attribute,
  type Perk,
  parseSyntax,
  SCHEMA,
  type SpellSyntax,
  ZONES,
  type Zone,
} from './schema';

type Schema = typeof SCHEMA;
type Weapon = ItemOf<Schema, 'clashWeapon'>;
type Shield = ItemOf<Schema, 'clashShield'>;
type Armor = ItemOf<Schema, 'clashArmor'>;
export type Spell = ItemOf<Schema, 'clashSpell'> & { readonly syntax: SpellSyntax };
export type Skill = ItemOf<Schema, 'clashSkill'>;
export type Gear = ItemOf<Schema, 'clashGear'>;
export type ClashItem = Weapon | Shield | Armor | Spell | Skill | Gear;
export type AbilityItem = Spell | Skill;

/** A weapon, a shield or bare hands. */
export interface Arm {
  /** An item id or `unarmed`. */
  readonly id: string;
  readonly name: string;
  readonly shield: boolean;
  readonly ranged: boolean;
  readonly attackValue: number;
  readonly parryValue: number | null;
  readonly blockValue: number | null;
  readonly blockStrength: number;
  /** Null without damage. */
  readonly dice: Dice | null;
  /** STR-MOD times the rating, and flat bonuses. */
  readonly damageBonus: number;
  readonly weaponProficiency: number;
  /** Metres; null: one cell. */
  readonly reach: number | null;
  readonly range: number | null;
  readonly figures: { readonly attack: Breakdown; readonly damage: Breakdown };
}

export const UNARMED = 'unarmed';

/** On the sheet, in this order. */
export const FIGURES = [
  ...(['strMod', 'dexMod', 'conMod', 'perMod', 'intMod', 'wilMod'] as const),
  ...(['dodge', 'initiativeMod', 'speed', 'torso', 'arms', 'legs', 'head', 'magicDefense'] as const),
  ...(['hpMax', 'mpMax', 'athletics', 'riding', 'totalWeight', 'carryLimit'] as const),
] as const;
type FigureId = (typeof FIGURES)[number];

export interface ClashStats {
  readonly mod: Readonly<Record<Attribute, number>>;
  readonly initiativeMod: number;
  readonly speed: number;
  readonly armorValue: Readonly<Record<Zone, number>>;
  readonly magicDefense: number;
  readonly athletics: number;
  readonly riding: number;
  readonly carryLimit: number;
  readonly totalWeight: number;
  readonly canGrapple: boolean;
  readonly concentrationLimit: number;
  readonly perks: readonly Perk[];
  readonly ethereal: boolean;
  readonly arms: Readonly<Record<string, Arm>> & { readonly [UNARMED]: Arm };
  readonly figures: Readonly<Record<FigureId, Breakdown>>;
}

/** C-A5: rounded toward minus infinity. */
export const strengthDamage = (strength: number, dr: number): number => Math.floor(strength * dr);

/** Ledger section 3, in its order. */
export function derive(base: ActorValues, items: readonly ClashItem[]): ClashStats {
  const worn = items.filter((item): item is Armor => item.type === 'clashArmor' && item.equipped);
  const { mod, skill, carryLimit, speed } = base;
  const figures = {} as Record<FigureId, Breakdown>;
  const figure = (id: FigureId, figureTerms: Breakdown): number => {
    figures[id] = figureTerms;
    return figureTerms.value;
  };
  for (const id of ATTRIBUTES) figure(`${id}Mod`, sum({ entered: mod[id] }));
  figure('dodge', sum({ dex: mod.dex, per: mod.per }));
  const { initiativeMod: entered } = base;
  const initiativeMod = figure('initiativeMod', entered === null ? sum({ dex: mod.dex }) : sum({ entered: entered }));
  figure('speed', sum({ entered: speed }));
  const armorValue = Object.fromEntries(
    ZONES.map((zone) => {
      const armor = worn.reduce((total, item) => total + item[zone], 0);
      return [zone, figure(zone, sum({ entered: base.armorValue[zone], armor }))];
    }),
  ) as Record<Zone, number>;
  const armorDefense = worn.reduce((total, item) => total + item.magicDefense, 0);
  const magicDefense = figure('magicDefense', sum({ entered: base.magicDefense, armor: armorDefense }));
  figure('hpMax', sum({ entered: base.hpMax }));
  figure('mpMax', sum({ entered: base.mpMax }));
  figure('athletics', sum({ entered: skill.athletics }));
  figure('riding', sum({ entered: skill.riding }));
  const gearWeight = roundWeight(items.reduce((total, item) => total + weightOf(item), 0));
  const { totalWeight: enteredWeight } = base;
  const totalWeight = figure(
    'totalWeight',
    enteredWeight === null ? sum({ gear: gearWeight }) : sum({ entered: enteredWeight }),
  );
  figure('carryLimit', sum({ entered: carryLimit }));

  const arms = items.flatMap((item): Arm[] => {
    if (item.type === 'clashWeapon') return [weaponArm(item, base)];
    return item.type === 'clashShield' ? [shieldArm(item)] : [];
  });
  return {
    mod,
    initiativeMod,
    speed,
    armorValue,
    magicDefense,
    carryLimit,
    totalWeight,
    figures,
    athletics: skill.athletics,
    riding: skill.riding,
    canGrapple: base.canGrapple,
    concentrationLimit: base.concentrationLimit,
    perks: base.perks,
    ethereal: base.ethereal,
    arms: { ...Object.fromEntries(arms.map((arm) => [arm.id, arm])), [UNARMED]: bareHands(base) },
  };
}

/** Removes rounding errors: 45 times 1.4 kg is 63 kg. */
export const roundWeight = (kilograms: number): number => Math.round(kilograms * 1e6) / 1e6;

const weightOf = (item: ClashItem): number => {
  if (item.type === 'clashSpell' || item.type === 'clashSkill') return 0;
  return item.weight * (item.type === 'clashGear' ? item.quantity : 1);
};

/** C-28, C-55, C-58, C-A17: no STR-MOD for ranged weapons. */
function weaponArm(weapon: Weapon, { mod, damageBonus: lasting }: ActorValues): Arm {
  const { id, name, ranged, attackValue, parryValue, blockValue, blockStrength, dr, weaponProficiency } = weapon;
  const strength = ranged ? 0 : strengthDamage(mod.str, dr);
  const damage = sum({ strength, damageBonus: weapon.damageBonus, lasting });
  return {
    id,
    name,
    shield: false,
    ranged,
    attackValue,
    parryValue,
    blockValue,
    blockStrength,
    weaponProficiency,
    dice: weapon.damage === '' ? null : parseDice(weapon.damage, `items.${id}.damage`),
    damageBonus: damage.value,
    reach: weapon.reach,
    range: weapon.range,
    figures: { attack: sum({ attackValue }), damage },
  };
}

const NOTHING = sum({ entered: 0 });

const shieldArm = ({ id, name, blockValue, blockStrength }: Shield): Arm => ({
  id,
  name,
  shield: true,
  ranged: false,
  attackValue: 0,
  parryValue: null,
  blockValue,
  blockStrength,
  dice: null,
  damageBonus: 0,
  weaponProficiency: 0,
  reach: null,
  range: null,
  figures: { attack: NOTHING, damage: NOTHING },
});

/** C-A59. */
function bareHands({ unarmed, mod, damageBonus: lasting }: ActorValues): Arm {
  const { attackValue, parryValue, blockValue, blockStrength, weaponProficiency, dr } = unarmed;
  const damage = sum({ strength: strengthDamage(mod.str, dr), lasting });
  return {
    id: UNARMED,
    name: '',
    shield: false,
    ranged: false,
    attackValue,
    parryValue,
    blockValue,
    blockStrength,
    weaponProficiency,
    reach: null,
    range: null,
    dice: unarmed.damage === '' ? null : parseDice(unarmed.damage, 'unarmed.damage'),
    damageBonus: damage.value,
    figures: { attack: sum({ attackValue }), damage },
  };
}

interface Derived {
  readonly stats: ClashStats;
  readonly items: readonly ClashItem[];
}

export const isEquipped = (item: ClashItem): boolean => 'equipped' in item && item.equipped;

/** C-78. */
export const isFocus = (item: ClashItem): item is Gear => item.type === 'clashGear' && item.focusOf !== '';

/** Returns bare hands last. */
export const armsInHand = ({ stats, items }: Derived): readonly Arm[] => [
  ...items.flatMap((item) => (isEquipped(item) && lookup(stats.arms, item.id)) || []),
  stats.arms[UNARMED],
];

/** C-A3. */
export const attributeDC = ({ stats }: Pick<Derived, 'stats'>, attribute: Attribute): number =>
  10 + stats.mod[attribute];

/** Parses the line of a spell. */
export function itemOf(raw: FighterInput['items'][number]): ClashItem {
  const item = readItem(SCHEMA, raw);
  return item.type === 'clashSpell' ? { ...item, syntax: syntaxOf(item.line) } : item;
}

/** Throws RangeError if the line does not parse. */
function syntaxOf(line: string): SpellSyntax {
  const syntax = parseSyntax(line);
  if (!syntax) throw new RangeError(`${line} is no spell line such as SA INT vs WIL`);
  return syntax;
}

export const poolsOf = ({ figures }: ClashStats) => ({
  hp: figures.hpMax.value,
  mp: figures.mpMax.value,
  attack: 1,
  utility: 1,
  movement: 1,
  reaction: 1,
});
