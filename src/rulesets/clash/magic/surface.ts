import { say } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import type { Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { gain, lose } from '../../../mechanics/condition';
import { expire } from '../../../mechanics/duration';
import { metresBetween } from '../../../mechanics/space';
import { instancesOf, phaseFrom } from '../conditions';
import type { Spell } from '../items';
import type { ClashEncounter, ClashFighter } from '../stats';

/** How an area or conjured matter came about. */
export interface Laid {
  readonly level: number;
  /** The number to save against; null where nobody saves. */
  readonly against: number | null;
  readonly center: Place | null;
}

/** C-72, C-76, C-77: whether what a spell makes turns back to mana. */
export const isEthereal = ({ conjures, ethereal, stone }: Spell): boolean =>
  conjures && (ethereal === 'by-kind' ? !stone : ethereal === 'always');

/** C-72, C-73, C-104, C-109: keeps what a spell leaves on the ground with its caster, ethereal matter until the Phase is over. */
export function* lay(
  encounter: ClashEncounter,
  caster: ClashFighter,
  spell: Spell,
  { level, against, center }: Laid,
): Procedure<void> {
  const { id, name, tier, keywords, radius } = spell;
  const until = isEthereal(spell) ? phaseFrom(encounter) : null;
  const common = { spell: id, name, ...(keywords.includes('CONCENTRATION') && { held: true }) };
  yield* say('lays', { spell: name }, caster.id);
  if (isEthereal(spell)) yield* gain(caster.id, 'ethereal', until, { ...common, tier }, caster.id);
  const kind = keywords.includes('FIELD') ? 'FIELD' : keywords.includes('ZONE') ? 'ZONE' : null;
  if (!kind || !center) return;
  const { x, y, elevation } = center;
  const data = { ...common, kind, level, x, y, elevation, radius, ...(against !== null && { against }) };
  yield* gain(caster.id, 'area', until, data, caster.id);
}

/** C-74: the caster's conjured matter of a spell, or all of it, turns back to mana; an area made of it goes with it. */
export function* dissolve(caster: ClashFighter, spell: string | null): Procedure<void> {
  for (const { data } of instancesOf(caster, 'ethereal')) {
    if (spell !== null && data?.spell !== spell) continue;
    yield* say('dissolves', { spell: String(data?.name ?? '') }, caster.id);
    yield* lose(caster, 'area', (area) => area.until !== null && area.data?.spell === data?.spell);
  }
  yield* expire([caster], ({ id, data }) => id === 'ethereal' && (spell === null || data?.spell === spell));
}

/** Whether a place lies within an area. */
export function isWithin({ ground }: ClashEncounter, { data }: Condition, place: Place): boolean {
  if (!data) return false;
  const center: Place = { ...place, x: Number(data.x), y: Number(data.y), elevation: Number(data.elevation ?? 0) };
  return metresBetween(ground, center, place) <= Number(data.radius) + 1e-3;
}
