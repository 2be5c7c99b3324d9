import { adjustPool, applyChange, type Change, log } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import type { Reason } from '../../../kernel/ask';
import { type Dice, dice } from '../../../kernel/dice';
import { askAmount, choose, type Procedure } from '../../../kernel/procedure';
import { removalsOf } from '../../../toolkit/act/state-based';
import { addCondition } from '../../../toolkit/combat/condition';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { expireConditions } from '../../../toolkit/define/duration';
import { instancesOf, is, isAble, isInCombat } from '../conditions';
import type { AbilityEffect } from '../schema';
import { check } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import { isFocus, type Spell } from '../stats';

/** C-111, C-A50: returns 1, 2, then each the sum of the two before. */
export function upcastFactor(level: number): number {
  let [previous, current] = [1, 1];
  for (let n = 1; n < level; n++) [previous, current] = [current, previous + current];
  return current;
}

/** C-110, C-111: returns MP. */
export const mpCostOf = ({ baseMp, upcastCosts }: Spell, level: number): number =>
  upcastCosts[level - 1] ?? baseMp * upcastFactor(level);

/** C-112: returns the dice times the level. */
export const diceAt = ({ dice: written }: Pick<AbilityEffect, 'dice'>, level: number): Dice | null => {
  if (written === '') return null;
  const { count, sides } = parseDice(written, 'dice');
  return dice(count * level, sides);
};

/** C-78 to C-80. */
export const lacksFocus = (caster: ClashFighter, { needsFocus, tradition }: Spell): boolean =>
  needsFocus && (is(caster, 'unfocused') || (tradition !== '' && !holdsFocus(caster, tradition)));

const holdsFocus = ({ items }: ClashFighter, tradition: string): boolean =>
  items.some((item) => isFocus(item) && item.equipped && item.focusOf === tradition);

/** C-110, C-A60. */
export function whyNotAfford({ pools }: ClashFighter, spell: Spell, level: number): readonly Reason[] {
  if (level > spell.upcastMax) return [{ id: 'upcast-max', data: { level, most: spell.upcastMax } }];
  const needs = mpCostOf(spell, level);
  const has = pools.mp.value;
  return has < needs ? [{ id: 'no-mp', data: { needs, has } }] : [];
}

/** C-107, C-110, C-A60: returns the reasons against a cast by any action, and as a defense. */
export const whyNotCastAt = (
  encounter: ClashEncounter,
  caster: ClashFighter,
  spell: Spell,
  level: number,
): readonly Reason[] => [
  ...(spell.keywords.includes('RITUAL') && isInCombat(encounter) ? [{ id: 'ritual-in-combat' }] : []),
  ...whyNotAfford(caster, spell, level),
];

/**
 * C-A60: pays for a cast and returns its level; asks for the level if none is requested. Returns null if others have
 * meanwhile taken the MP, or what else it needs.
 */
export function* payMana(
  caster: ClashFighter,
  spell: Spell,
  requested: number | null,
  isStillPossible: () => boolean = () => true,
): Procedure<number | null> {
  const level = requested ?? (yield* chooseLevel(caster, spell));
  if (whyNotAfford(caster, spell, level).length > 0 || !isStillPossible()) return null;
  yield* adjustPool(caster.id, 'mp', -mpCostOf(spell, level));
  return level;
}

function* chooseLevel(caster: ClashFighter, spell: Spell): Procedure<number> {
  let most = 1;
  while (most < spell.upcastMax && mpCostOf(spell, most + 1) <= caster.pools.mp.value) most++;
  return most === 1 ? 1 : yield* askAmount('cast-level', caster.id, 1, most);
}

export const spellOf = ({ data }: Condition): string => String(data?.spell ?? '');
/** C-25: returns the facts of a line that names an ability; `hiddenOf` is whose hidden one it is. */
export const namingFacts = (
  name: string,
  isHidden: boolean,
  of: string,
): { readonly spell: string; readonly hiddenOf?: string } => ({
  spell: name,
  ...(isHidden && { hiddenOf: of }),
});

/** Returns the facts of a line about a lasting spell. @param of who cast it */
export const spellFactsOf = (condition: Condition, of: string) =>
  namingFacts(spellNameOf(condition), condition.data?.secret === true, of);

export const spellNameOf = ({ data }: Condition): string => String(data?.name ?? '');

/** @param spell null for any */
export const isConcentratingOn = (caster: ClashFighter, spell: string | null): boolean =>
  instancesOf(caster, 'concentrating').some((condition) => spell === null || spellOf(condition) === spell);

/** Returns the latest cast of a spell that is concentrated on; null if none is. */
export const heldCastOf = (caster: ClashFighter, { id }: Spell): string | null =>
  heldSpells(caster).findLast((held) => spellOf(held) === id)?.key ?? null;

/** C-97: what depends on the spells ends with them. */
export const concentrationEnds = (caster: ClashFighter, ends: (held: Condition) => boolean): readonly Change[] => [
  ...instancesOf(caster, 'concentrating')
    .filter(ends)
    .map(
      (held): Change => ({
        kind: 'log',
        id: 'concentration-ends',
        of: caster.id,
        facts: spellFactsOf(held, caster.id),
        tone: 'harm',
        covers: { loses: ['concentrating'] },
      }),
    ),
  ...removalsOf(caster, (condition) => condition.id === 'concentrating' && ends(condition)),
];

/** Ends one spell or all. */
export function* endConcentration(caster: ClashFighter, spell: string | null = null): Procedure<void> {
  for (const change of concentrationEnds(caster, (held) => spell === null || spellOf(held) === spell))
    yield* applyChange(change);
}

const castOrderOf = ({ data }: Condition): number => Number(data?.order ?? 0);

/** Oldest first. */
const heldSpells = (caster: ClashFighter): readonly Condition[] =>
  instancesOf(caster, 'concentrating').toSorted((a, b) => castOrderOf(a) - castOrderOf(b));

/**
 * C-97, C-98, C-A46: a spell replaces its earlier cast, and the oldest spells over the limit end.
 * @param makes whether it makes an area or matter, which it ends with
 */
export function* concentrate(
  { fighters }: ClashEncounter,
  caster: ClashFighter,
  { id, name, hidden }: Spell,
  makes = false,
): Procedure<void> {
  if (isConcentratingOn(caster, id)) {
    yield* endConcentration(caster, id);
    // The new cast would uphold them.
    const isHeld = (condition: Condition): boolean =>
      condition.by === caster.id && condition.data?.held === true && spellOf(condition) === id;
    yield* expireConditions(Object.values(fighters), isHeld);
  }
  const held = heldSpells(caster);
  const order = 1 + Math.max(0, ...held.map(castOrderOf));
  const tooMany = held.length + 1 - caster.stats.concentrationLimit;
  for (const old of held.slice(0, Math.max(0, tooMany))) yield* endConcentration(caster, spellOf(old));
  yield* addCondition(caster.id, 'concentrating', null, {
    spell: id,
    name,
    order,
    ...(makes && { makes }),
    ...(hidden && { secret: true }),
  });
}

/** C-101 to C-103, C-A46: one save for each hit; the better of CON and WIL is offered first. */
export function* saveConcentration(caster: ClashFighter, incoming: number): Procedure<void> {
  if (!is(caster, 'concentrating') || !isAble(caster)) return;
  const { con, wil } = caster.stats.mod;
  const options = wil > con ? (['wil', 'con'] as const) : (['con', 'wil'] as const);
  const against = concentrationDC(incoming);
  const attribute = yield* choose('concentration-by', caster.id, options, { against });
  // The caster may have ended it, or been felled.
  if (!is(caster, 'concentrating') || !isAble(caster)) return;
  const holds = yield* check('concentration', caster.id, caster.stats.mod[attribute], against);
  if (holds) yield* log('concentration-holds', {}, caster.id);
  else yield* endConcentration(caster);
}

/** C-102. */
export const concentrationDC = (incoming: number): number => Math.max(10, Math.floor(incoming / 2));
