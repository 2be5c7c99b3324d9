import { alter, say } from '../../../encounter/change';
import type { Option } from '../../../kernel/ask';
import { present } from '../../../kernel/present';
import { choose, type Procedure } from '../../../kernel/procedure';
import { expire } from '../../../mechanics/duration';
import type { Action } from '../act';
import { flagItem } from '../attack/attack';
import { is, isDebuff } from '../conditions';
import { isParadigm } from '../items';
import { reclaim, whyNotReclaim } from '../skills/mana';
import type { TempoFighter } from '../stats';

const DONE = 'done';

/** T-58 to T-62: any number of its options, each once. */
export const shift: Action = {
  icon: 'actions/shift',
  needs: 'nothing',
  *play({ fighter }) {
    const taken = new Set<string>();
    for (;;) {
      const chosen = yield* choose('shift', fighter.id, optionsOf(fighter, taken));
      if (chosen === DONE) return;
      taken.add(chosen);
      yield* OPTIONS[chosen as ShiftOption](fighter);
    }
  },
};

const OPTIONS = {
  paradigm: changeParadigm,
  reclaim: (fighter: TempoFighter) => reclaim(fighter, 'shift'),
  recover,
} as const;
type ShiftOption = keyof typeof OPTIONS;

/** What may be done with a Shift now, and what stands against the rest. */
export function optionsOf(fighter: TempoFighter, taken: ReadonlySet<string>): Option[] {
  const others = fighter.items.some((item) => isParadigm(item) && !item.active);
  const reasons: Readonly<Record<ShiftOption, Option['whyNot']>> = {
    paradigm: others ? [] : [{ id: 'same-paradigm' }],
    reclaim: whyNotReclaim(fighter, 'shift'),
    recover: is(fighter, 'resting') ? [] : [{ id: 'no-rest' }],
  };
  const options = (Object.keys(OPTIONS) as ShiftOption[]).filter((id) => !taken.has(id));
  return [...options.map((id) => ({ id, whyNot: reasons[id] })), { id: DONE, whyNot: [] }];
}

/** T-59, T-A34. */
function* changeParadigm(fighter: TempoFighter): Procedure<void> {
  const known = fighter.items.filter(isParadigm);
  const options = known.map(({ id, active }) => ({ id, whyNot: active ? [{ id: 'same-paradigm' }] : [] }));
  const names = Object.fromEntries(known.map(({ id, name }) => [id, name]));
  const chosen = yield* choose('paradigm', fighter.id, options, names);
  for (const { id, active } of known) if (active && id !== chosen) yield* flagItem(fighter.id, id, 'active', false);
  yield* flagItem(fighter.id, chosen, 'active', true);
  yield* say('paradigm', { paradigm: present(names[chosen], 'a Paradigm that was offered') }, fighter.id);
}

/** T-62, T-106, T-A36: all Debuffs off, and one Exertion. */
function* recover(fighter: TempoFighter): Procedure<void> {
  yield* expire([fighter], isDebuff);
  yield* alter(fighter.id, 'exertion', -1);
  yield* say('recovers', {}, fighter.id);
}
