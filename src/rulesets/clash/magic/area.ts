import { say } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import type { Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import type { Rules } from '../act';
import { instancesOf, isAble, mountOf } from '../conditions';
import type { Spell } from '../items';
import type { ClashEncounter, ClashFighter } from '../stats';
import { affect } from './ability';
import { resists, sourceOf } from './spell';
import { isWithin } from './surface';

/** An area, and whose it is. */
export interface FieldArea {
  readonly caster: ClashFighter;
  readonly area: Condition;
}

/** Every area that lies on the map, in the order of the fighters. */
export const areasOf = ({ fighters }: ClashEncounter): FieldArea[] =>
  Object.values(fighters).flatMap((caster) => instancesOf(caster, 'area').map((area) => ({ caster, area })));

/** C-104, C-105, C-109, C-A49: a FIELD at every square of it that is entered, a ZONE on the way in from outside. */
export const entered = (encounter: ClashEncounter, from: Place | null, to: Place): readonly FieldArea[] =>
  areasOf(encounter).filter(({ area }) => {
    if (!isWithin(encounter, area, to)) return false;
    return area.data?.kind === 'FIELD' || !from || !isWithin(encounter, area, from);
  });

/** The area's spell works on somebody. */
export function* trigger(
  encounter: ClashEncounter,
  rules: Rules,
  { caster, area }: FieldArea,
  target: ClashFighter,
): Procedure<void> {
  const spell = caster.items.find((item): item is Spell => item.type === 'clashSpell' && item.id === area.data?.spell);
  if (!spell) return;
  const level = Number(area.data?.level ?? 1);
  yield* say('triggers', { spell: spell.name }, target.id);
  const lent = { attackLevel: 0, defenseLevel: 0, behind: false };
  const against = typeof area.data?.against === 'number' ? area.data.against : null;
  const saved = yield* resists({ encounter, rules, caster, spell, level, lent }, target, against);
  if (!saved) yield* affect(sourceOf(encounter, caster, spell, level), target);
}

/** C-104, C-109: who begins a turn within an area, and the mount it rides. */
export function* startWithin(encounter: ClashEncounter, rules: Rules, actor: ClashFighter): Procedure<void> {
  const mount = mountOf(encounter, actor);
  for (const fighter of mount ? [actor, mount] : [actor]) {
    const { place } = fighter;
    if (!place || !isAble(fighter)) continue;
    for (const each of areasOf(encounter))
      if (isWithin(encounter, each.area, place)) yield* trigger(encounter, rules, each, fighter);
  }
}
