import { say } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { dice } from '../../../kernel/dice';
import { type Procedure, roll } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { endsAt, expire } from '../../../mechanics/duration';
import type { Aimed } from '../../../rulebook/actions';
import { type Act, type Action, targetedAtAnybody } from '../act';
import { hurtAbsolutely } from '../attack/damage';
import { instancesOf, is } from '../conditions';
import type { ClashEncounter, ClashFighter } from '../stats';
import { PHASE_END } from '../words';
import { dissolve } from './surface';

/** C-74: whenever its maker likes. */
export const dissolveAll: Action = {
  category: 'free',
  icon: 'actions/dissolve-ethereal',
  needs: 'nothing',
  anytime: true,
  price: () => null,
  whyNot: ({ fighter }) => (is(fighter, 'ethereal') ? [] : [{ id: 'nothing-ethereal' }]),
  play: ({ fighter, command }) => dissolve(fighter, command.with ?? null),
};

/** The conjured matter of a target, by the spell named or the latest. */
function matterOf({ target, command }: Aimed<Act>): Condition | undefined {
  return instancesOf(target, 'ethereal').findLast(
    ({ data }) => command.with === undefined || data?.spell === command.with,
  );
}

/** C-75: whoever drinks, soaks up or swallows it; harm comes at the Phase's end, though it be dissolved before (C-A38). */
export const absorb = targetedAtAnybody({
  category: 'free',
  icon: 'actions/absorb-ethereal',
  anytime: true,
  price: () => null,
  whyNot: (act) => (matterOf(act) ? [] : [{ id: 'nothing-ethereal' }]),
  *play(act) {
    const { fighter, target } = act;
    const matter = matterOf(act);
    const name = String(matter?.data?.name ?? '');
    yield* say('absorbs', { spell: name }, fighter.id);
    if (!matter || fighter.stats.ethereal) return;
    const tier = Number(matter.data?.tier ?? 1);
    yield* gain(fighter.id, 'absorbed-ethereal', matter.until, { tier, name }, target.id);
  },
});

/** C-73, C-75: what a Phase ends is over, and what was absorbed of it hurts. */
export function* expirePhases(encounter: ClashEncounter, time: number): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  const isOver = (condition: Condition): boolean => endsAt(condition, PHASE_END, time);
  for (const fighter of fighters)
    for (const absorbed of instancesOf(fighter, 'absorbed-ethereal').filter(isOver))
      yield* decay(encounter, fighter, absorbed);
  for (const caster of fighters)
    for (const { data } of instancesOf(caster, 'ethereal').filter(isOver))
      yield* say('dissolves', { spell: String(data?.name ?? '') }, caster.id);
  yield* expire(fighters, isOver);
}

/** C-75: a die of six for each tier, absolute. */
function* decay(encounter: ClashEncounter, fighter: ClashFighter, { data }: Condition): Procedure<void> {
  const points = yield* roll('decay', dice(Number(data?.tier ?? 1), 6), fighter.id);
  yield* hurtAbsolutely(encounter, fighter, points);
}
