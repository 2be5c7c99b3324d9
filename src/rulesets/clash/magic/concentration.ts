import { say } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { choose, type Procedure } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { expire } from '../../../mechanics/duration';
import { check } from '../check';
import { instancesOf, is, isAble } from '../conditions';
import type { Spell } from '../items';
import type { ClashEncounter, ClashFighter } from '../stats';

const spellOf = ({ data }: Condition): string => String(data?.spell ?? '');

/** C-97: ends concentration on a spell, or on all, and what only concentration held. */
export function* endConcentration(
  { fighters }: ClashEncounter,
  caster: ClashFighter,
  spell: string | null = null,
): Procedure<void> {
  const isMeant = (condition: Condition): boolean => spell === null || spellOf(condition) === spell;
  for (const held of instancesOf(caster, 'concentrating').filter(isMeant)) {
    yield* say('concentration-ends', { spell: String(held.data?.name ?? '') }, caster.id);
    const isHeld = ({ by, data }: Condition): boolean =>
      by === caster.id && data?.held === true && data.spell === spellOf(held);
    yield* expire(Object.values(fighters), isHeld);
  }
  yield* expire([caster], (condition) => condition.id === 'concentrating' && isMeant(condition));
}

/** C-97, C-98, C-A46: the oldest makes room for the new one. */
export function* concentrate(encounter: ClashEncounter, caster: ClashFighter, { id, name }: Spell): Procedure<void> {
  const held = instancesOf(caster, 'concentrating').filter((condition) => spellOf(condition) !== id);
  const tooMany = held.length + 1 - caster.stats.concentrationLimit;
  for (const old of held.slice(0, Math.max(0, tooMany))) yield* endConcentration(encounter, caster, spellOf(old));
  yield* gain(caster.id, 'concentrating', null, { spell: id, name });
}

/** C-101 to C-103, C-A46: one save for each hit, with CON or WIL, the better one first. */
export function* holdOn(encounter: ClashEncounter, caster: ClashFighter, incoming: number): Procedure<void> {
  if (!is(caster, 'concentrating') || !isAble(caster)) return;
  const { con, wil } = caster.stats.mod;
  const [first, second] = wil > con ? (['wil', 'con'] as const) : (['con', 'wil'] as const);
  const against = concentrationDC(incoming);
  const options = [first, second].map((id) => ({ id, whyNot: [] }));
  const attribute = (yield* choose('concentration-by', caster.id, options, { against })) as 'con' | 'wil';
  const holds = yield* check('concentration', caster.id, caster.stats.mod[attribute], against);
  if (holds) yield* say('concentration-holds', {}, caster.id);
  else yield* endConcentration(encounter, caster);
}

/** C-102. */
export const concentrationDC = (incoming: number): number => Math.max(10, Math.floor(incoming / 2));
