import { say } from '../../encounter/change';
import type { Facts } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { type Procedure, roll } from '../../kernel/procedure';
import type { Breakdown } from '../../mechanics/breakdown';
import { is } from './conditions';
import type { SlotsFighter } from './stats';
import { saveOf, skillOf } from './totals';
import type { Save, Skill } from './words';

/** A rolled d20 with what was added. */
export interface Checked {
  /** The face shown, before anything is added. */
  readonly natural: number;
  readonly total: number;
}

/** The terms of a sum as one fact, so that a card can tell them: `bab 4 slot -5`. */
export const termsFact = ({ terms }: Breakdown): string => terms.map(({ id, value }) => `${id} ${value}`).join(' ');

/** A d20 and what is added to it. L-163: of the unconscious each counts as a 1. */
export function* check(
  fighter: SlotsFighter,
  id: string,
  bonus: Breakdown,
  facts: Facts = {},
  rolls = !is(fighter, 'unconscious'),
): Procedure<Checked> {
  if (!rolls) yield* say('counts-as-one', {}, fighter.id);
  const told = { ...facts, bonus: bonus.value, terms: termsFact(bonus) };
  const natural = rolls ? yield* roll(id, d20, fighter.id, told) : 1;
  return { natural, total: natural + bonus.value };
}

/** A skill check; `extra` is what the action adds. Comes to the total. */
export function* skillCheck(
  fighter: SlotsFighter,
  skill: Skill,
  against: number | null = null,
  extra = 0,
): Procedure<number> {
  const bonus = skillOf(fighter, skill);
  const whole =
    extra === 0 ? bonus : { value: bonus.value + extra, terms: [...bonus.terms, { id: 'action', value: extra }] };
  return (yield* check(fighter, skill, whole, against === null ? {} : { against })).total;
}

/** A save. Comes to the total. @param by whose doing it is */
export function* saveRoll(
  fighter: SlotsFighter,
  save: Save,
  against: number,
  by: SlotsFighter | null = null,
): Procedure<number> {
  return (yield* check(fighter, save, saveOf(fighter, save, by), { against })).total;
}

/** L-A3: the acting side's skill against the other's save; a tie is the acting side's. Comes to whether it succeeds. */
export function* opposed(
  actor: SlotsFighter,
  skill: Skill,
  target: SlotsFighter,
  save: Save,
  extra = 0,
): Procedure<boolean> {
  const total = yield* skillCheck(actor, skill, null, extra);
  return total >= (yield* saveRoll(target, save, total, actor));
}
