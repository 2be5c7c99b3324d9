import { alter, say } from '../../../encounter/change';
import type { Option, Reason } from '../../../kernel/ask';
import { present } from '../../../kernel/present';
import { choose, type Procedure } from '../../../kernel/procedure';
import { expire } from '../../../mechanics/duration';
import type { Action } from '../act';
import { flagItem } from '../attack/attack';
import { is, isDebuff } from '../conditions';
import { mark } from '../marks';
import { isParadigm } from '../schema';
import type { TempoEncounter, TempoFighter } from '../stats';
import { DURATIONS } from '../words';
import { freeAll, reclaim, reclaimShallow, whyNotReclaim } from './magic';

/** Rests lie outside Scenes. */
export function whyNotRest({ clock }: TempoEncounter, fighter: TempoFighter): Reason[] {
  return [
    ...(clock.phase === 'idle' ? [] : [{ id: 'in-scene' }]),
    ...(is(fighter, 'dead') ? [{ id: 'incapacitated' }] : []),
  ];
}

/** T-65, T-106, T-A39, T-A54: one Exertion less, and one Mana of the day's. */
export function* shallowRest(fighter: TempoFighter): Procedure<void> {
  yield* alter(fighter.id, 'exertion', -1);
  yield* reclaimShallow(fighter);
}

/** T-66, T-106, T-A54: no Exertion, and all Mana. */
export function* deepRest(fighter: TempoFighter): Procedure<void> {
  yield* alter(fighter.id, 'exertion', -fighter.pools.exertion.value);
  yield* freeAll(fighter, DURATIONS);
}

/** T-64, T-A38: once, at the Scene's end, without an action. */
export function whyNotReclaimAtEnd({ clock }: TempoEncounter, fighter: TempoFighter): Reason[] {
  return [
    ...(clock.phase === 'scene-end' ? [] : [{ id: 'wrong-moment' }]),
    ...(is(fighter, 'dead') ? [{ id: 'incapacitated' }] : []),
    ...(fighter.book.reclaimed ? [{ id: 'reclaimed' }] : []),
    ...whyNotReclaim(fighter, 'scene-end'),
  ];
}

export function* reclaimAtEnd(fighter: TempoFighter): Procedure<void> {
  yield* mark(fighter.id, 'reclaimed', true);
  yield* reclaim(fighter, 'scene-end');
}

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
