import { log } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import type { Place } from '../../../encounter/state';
import { dice } from '../../../kernel/dice';
import { type Procedure, roll } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import type { WithTarget } from '../../../toolkit/define/actions';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { metresBetween } from '../../../toolkit/space/space';
import { endsAt, expireConditions } from '../../../toolkit/turns/duration';
import { type Action, type ClashContext, targetedAtAny } from '../action';
import { harmUnreduced } from '../attack/harm';
import { instancesOf, is, untilPhaseEnd } from '../conditions';
import { PHASE_END } from '../schema';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Spell } from '../stats';

export interface AreaPlacement {
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
  const { id, name, tier, keywords, radius } = spell;
  const until = isEthereal(spell) ? untilPhaseEnd(encounter) : null;
  const common = { spell: id, name, ...(keywords.includes('CONCENTRATION') && { held: true }) };
  yield* log('lays', { spell: name }, caster.id);
  if (isEthereal(spell)) yield* addCondition(caster.id, 'ethereal', until, { ...common, tier }, caster.id);
  const kind = keywords.includes('FIELD') ? 'FIELD' : keywords.includes('ZONE') ? 'ZONE' : null;
  if (!kind || !center) return;
  const { x, y, elevation, level: sceneLevel } = center;
  const spot = { x, y, elevation, ...(sceneLevel !== undefined && { sceneLevel }) };
  const data = { ...common, kind, level, ...spot, radius, ...(against !== null && { against }) };
  yield* addCondition(caster.id, 'area', until, data, caster.id);
}

/** C-74: one spell or all; areas made of the matter end too. */
function* dissolve(caster: ClashFighter, spell: string | null): Procedure<void> {
  for (const { data } of instancesOf(caster, 'ethereal')) {
    if (spell !== null && data?.spell !== spell) continue;
    yield* log('dissolves', { spell: String(data?.name ?? '') }, caster.id);
    yield* removeCondition(caster, 'area', (area) => area.until !== null && area.data?.spell === data?.spell);
  }
  yield* expireConditions([caster], ({ id, data }) => id === 'ethereal' && (spell === null || data?.spell === spell));
}

/** Walls bound areas. */
export function isWithinArea({ ground }: ClashEncounter, { data }: Condition, place: Place): boolean {
  if (!data) return false;
  const spot = { x: Number(data.x), y: Number(data.y), elevation: Number(data.elevation ?? 0) };
  const center: Place = { ...place, ...spot, ...(data.sceneLevel && { level: String(data.sceneLevel) }) };
  const isNear = metresBetween(ground, center, place) <= Number(data.radius) + 1e-3;
  return isNear && hasLineOfEffect(ground, center, place);
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
    if (!isWithinArea(encounter, area, to)) return false;
    return area.data?.kind === 'FIELD' || !from || !isWithinArea(encounter, area, from);
  });

/** C-74: at any time. */
export const dissolveAll: Action = {
  category: 'free',
  anytime: true,
  whyNot: ({ fighter }) => (is(fighter, 'ethereal') ? [] : [{ id: 'nothing-ethereal' }]),
  play: ({ fighter, command }) => dissolve(fighter, command.with ?? null),
};

/** By default the latest. */
function matterOf({ target, command }: WithTarget<ClashContext>): Condition | undefined {
  return instancesOf(target, 'ethereal').findLast(
    ({ data }) => command.with === undefined || data?.spell === command.with,
  );
}

/** C-75, C-A38: the damage comes at the end of the Phase. */
export const absorb = targetedAtAny({
  category: 'free',
  anytime: true,
  whyNot: (act) => (matterOf(act) ? [] : [{ id: 'nothing-ethereal' }]),
  *play(act) {
    const { fighter, target } = act;
    const matter = matterOf(act);
    const name = String(matter?.data?.name ?? '');
    yield* log('absorbs', { spell: name }, fighter.id);
    if (!matter || fighter.stats.ethereal) return;
    const tier = Number(matter.data?.tier ?? 1);
    yield* addCondition(fighter.id, 'absorbed-ethereal', matter.until, { tier, name }, target.id);
  },
});

/** C-73, C-75: also deals the damage of absorbed matter. */
export function* expirePhases(encounter: ClashEncounter, time: number): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  const isOver = (condition: Condition): boolean => endsAt(condition, PHASE_END, time);
  for (const fighter of fighters)
    for (const absorbed of instancesOf(fighter, 'absorbed-ethereal').filter(isOver))
      yield* decay(encounter, fighter, absorbed);
  for (const caster of fighters)
    for (const { data } of instancesOf(caster, 'ethereal').filter(isOver))
      yield* log('dissolves', { spell: String(data?.name ?? '') }, caster.id);
  yield* expireConditions(fighters, isOver);
}

/** C-75: one d6 for each tier. */
function* decay(encounter: ClashEncounter, fighter: ClashFighter, { data }: Condition): Procedure<void> {
  const points = yield* roll('decay', dice(Number(data?.tier ?? 1), 6), fighter.id);
  yield* harmUnreduced(encounter, fighter, points);
}
