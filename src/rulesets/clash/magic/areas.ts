import { log } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { groundAt, isElsewhere } from '../../../encounter/scenes';
import type { Ground, Place } from '../../../encounter/state';
import { deepEqual } from '../../../kernel/deep-equal';
import { dice } from '../../../kernel/dice';
import { type Procedure, roll } from '../../../kernel/procedure';
import { addCondition, chooseInstance } from '../../../toolkit/combat/condition';
import { endsAt, expireConditions } from '../../../toolkit/define/duration';
import { hexesUnder } from '../../../toolkit/space/hexes';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { metresBetween } from '../../../toolkit/space/space';
import { type Action, targetedAtAny } from '../action';
import { harmUnreduced } from '../attack/harm';
import { instancesOf, untilPhaseEnd } from '../conditions';
import { PHASE_END } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Spell } from '../stats';
import { namingFacts, spellFactsOf, spellNameOf, spellOf } from './mana';

interface AreaPlacement {
  readonly level: number;
  /** Null without a save. */
  readonly against: number | null;
  readonly center: Place | null;
}

/** C-72, C-76, C-77: returns true if the matter turns back to mana. */
export const isEthereal = ({ conjures, ethereal, stone }: Spell): boolean =>
  conjures && (ethereal === 'by-kind' ? !stone : ethereal === 'always');

/** C-72, C-73, C-104, C-109: adds the area or matter to its caster as a condition. */
export function* placeArea(
  encounter: ClashEncounter,
  caster: ClashFighter,
  spell: Spell,
  { level, against, center }: AreaPlacement,
): Procedure<void> {
  const { id, name, hidden, tier, keywords, radius } = spell;
  const until = isEthereal(spell) ? untilPhaseEnd(encounter) : null;
  const common = {
    spell: id,
    name,
    ...(hidden && { secret: true }),
    ...(keywords.includes('CONCENTRATION') && { held: true }),
  };
  yield* log('lays', namingFacts(name, hidden, caster.id), caster.id);
  const made = isEthereal(spell)
    ? yield* addCondition(caster.id, 'ethereal', until, { ...common, tier }, caster.id)
    : null;
  const kind = keywords.includes('FIELD') ? 'FIELD' : keywords.includes('ZONE') ? 'ZONE' : null;
  if (!kind || !center) return;
  const { x, y, elevation, level: sceneLevel, scene } = center;
  const spot = { x, y, elevation, ...(sceneLevel !== undefined && { sceneLevel }), ...(scene && { scene }) };
  const matter = made?.kind === 'condition-added' ? made.condition.key : null;
  const data = {
    ...common,
    ...(matter !== null && { matter }),
    kind,
    level,
    ...spot,
    radius,
    ...(against !== null && { against }),
  };
  yield* addCondition(caster.id, 'area', until, data, caster.id);
}

/** C-74: one or all. */
function* dissolve(caster: ClashFighter, which: string | undefined): Procedure<void> {
  const matter = instancesOf(caster, 'ethereal').filter((made) => isNamed(made, which));
  for (const made of matter) yield* log('dissolves', spellFactsOf(made, caster.id), caster.id);
  yield* expireConditions([caster], ({ key }) => matter.some((made) => made.key === key));
}

/** @param which the key of an instance, or the spell that made it; undefined for any */
const isNamed = (made: Condition, which: string | undefined): boolean =>
  which === undefined || made.key === which || spellOf(made) === which;

/**
 * C-73, C-74: returns true if a spell made an area or matter, and nothing is left of it.
 * @param made an area of matter, or concentration on the spell
 */
export function isMatterGone(caster: ClashFighter, { id, data, until }: Condition): boolean {
  if (data?.spell === undefined) return false;
  const isOf = (made: Condition): boolean => made.data?.spell === data.spell;
  // Areas that were stored before they named their matter are known by its end.
  const isMadeOf = (made: Condition): boolean =>
    data.matter === undefined ? isOf(made) && deepEqual(made.until, until) : made.key === data.matter;
  if (id === 'area') return !instancesOf(caster, 'ethereal').some(isMadeOf);
  return data.makes === true && !(['area', 'ethereal'] as const).some((made) => instancesOf(caster, made).some(isOf));
}

/** The squares, or hexagons, of a large body; without a grid the body itself. */
function squaresOf(ground: Ground, body: Place): readonly Place[] {
  const { grid, cell } = groundAt(ground, body);
  const [columns, rows] = [Math.round(body.width / cell), Math.round(body.height / cell)];
  if (grid === 'gridless' || (columns <= 1 && rows <= 1)) return [body];
  if (grid !== 'square')
    return hexesUnder(grid, cell, body).map((hex) => ({ ...body, ...hex, width: cell, height: cell }));
  const [west, north] = [body.x - ((columns - 1) * cell) / 2, body.y - ((rows - 1) * cell) / 2];
  return Array.from({ length: columns * rows }, (_, at) => ({
    ...body,
    x: west + (at % columns) * cell,
    y: north + Math.floor(at / columns) * cell,
    width: cell,
    height: cell,
  }));
}

/** Metres by which a body without spaces extends beyond one cell. */
const overhangOf = (ground: Ground, body: Place): number =>
  Math.max(0, (Math.max(body.width, body.height) - groundAt(ground, body).cell) / 2);

/** Walls bound areas. A body is within if any of its squares is. */
export const isWithinArea = (encounter: ClashEncounter, area: Condition, place: Place): boolean =>
  squaresOf(encounter.ground, place).some((square) => isSquareWithin(encounter, area, square));

/** The same for an area that is not there yet. */
export const isWithinRadius = ({ ground }: ClashEncounter, center: Place, radius: number, place: Place): boolean =>
  squaresOf(ground, place).some((square) => isSquareNear(ground, center, radius, square));

/** False for an area without data, which the GM has added. */
function isSquareWithin({ ground }: ClashEncounter, { data = {} }: Condition, square: Place): boolean {
  const spot = { x: Number(data.x), y: Number(data.y), elevation: Number(data.elevation ?? 0) };
  const { scene: _, ...body } = square;
  const level = data.sceneLevel && { level: String(data.sceneLevel) };
  const center: Place = { ...body, ...spot, ...level, ...(data.scene && { scene: String(data.scene) }) };
  return isSquareNear(ground, center, Number(data.radius), square);
}

const isSquareNear = (ground: Ground, center: Place, radius: number, square: Place): boolean =>
  metresBetween(ground, center, square) <= radius + overhangOf(ground, square) + 1e-3 &&
  hasLineOfEffect(ground, center, square);

/** C-105: squares that were not occupied before. */
function newSquares(ground: Ground, from: Place | null, to: Place): readonly Place[] {
  const squares = squaresOf(ground, to);
  if (!from || squares.length === 1 || isElsewhere(ground, from, to)) return squares;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < groundAt(ground, to).cell / 4;
  const old = squaresOf(ground, from);
  return squares.filter(
    ({ x, y, elevation }) =>
      !old.some((each) => isNear(each.x, x) && isNear(each.y, y) && isNear(each.elevation, elevation)),
  );
}

export interface FieldArea {
  readonly caster: ClashFighter;
  readonly area: Condition;
}

/** Returns the areas in the order of their casters. */
export const areasOf = ({ fighters }: ClashEncounter): FieldArea[] =>
  Object.values(fighters).flatMap((caster) => instancesOf(caster, 'area').map((area) => ({ caster, area })));

/** C-104, C-105, C-109, C-A49: a FIELD acts in every square, a ZONE only on entering from outside. */
export const enteredAreas = (encounter: ClashEncounter, from: Place | null, to: Place): readonly FieldArea[] =>
  areasOf(encounter).filter(({ area }) => {
    if (area.data?.kind === 'FIELD')
      return newSquares(encounter.ground, from, to).some((square) => isSquareWithin(encounter, area, square));
    return isWithinArea(encounter, area, to) && !(from && isWithinArea(encounter, area, from));
  });

/** C-74: at any time. */
export const dissolveAll: Action = {
  category: 'free',
  promise: null,
  anytime: true,
  buttons(fighter) {
    const matter = instancesOf(fighter, 'ethereal');
    if (matter.length <= 1) return [{}];
    return [{}, ...matter.map((made) => ({ with: made.key, name: spellNameOf(made) }))];
  },
  whyNot: ({ fighter, command }) =>
    instancesOf(fighter, 'ethereal').some((made) => isNamed(made, command.with)) ? [] : [{ id: 'nothing-ethereal' }],
  play: ({ fighter, command }) => dissolve(fighter, command.with),
};

/** C-75, C-A38: the damage comes at the end of the Phase. Of several the user chooses. */
export const absorb = targetedAtAny({
  category: 'free',
  anytime: true,
  involuntary: true,
  promise: null,
  whyNot: ({ target, command }) =>
    instancesOf(target, 'ethereal').some((made) => isNamed(made, command.with)) ? [] : [{ id: 'nothing-ethereal' }],
  *play({ fighter, target, command }) {
    const matter = yield* chooseInstance(
      'absorb-which',
      fighter.id,
      target,
      (made) => made.id === 'ethereal' && isNamed(made, command.with),
    );
    if (!matter) return;
    yield* log('absorbs', spellFactsOf(matter, target.id), fighter.id);
    if (fighter.stats.ethereal) return;
    const tier = Number(matter.data?.tier ?? 1);
    yield* addCondition(
      fighter.id,
      'absorbed-ethereal',
      matter.until,
      { tier, name: spellNameOf(matter), ...(matter.data?.secret === true && { secret: true }) },
      target.id,
    );
  },
});

/** C-73, C-75: also deals the damage of absorbed matter. */
export function* expirePhases(encounter: ClashEncounter, time: number): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  const isOver = (condition: Condition): boolean => endsAt(condition, PHASE_END, time);
  for (const fighter of fighters)
    for (const absorbed of instancesOf(fighter, 'absorbed-ethereal').filter(isOver)) yield* decay(fighter, absorbed);
  for (const caster of fighters)
    for (const made of instancesOf(caster, 'ethereal').filter(isOver))
      yield* log('dissolves', spellFactsOf(made, caster.id), caster.id);
  yield* expireConditions(fighters, isOver);
}

/** C-75: one d6 for each tier. */
function* decay(fighter: ClashFighter, { data }: Condition): Procedure<void> {
  const points = yield* roll('decay', dice(Number(data?.tier ?? 1), 6), fighter.id);
  yield* harmUnreduced(fighter, points);
}
