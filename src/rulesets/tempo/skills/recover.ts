import { alter } from '../../../encounter/change';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { is } from '../conditions';
import { mark } from '../marks';
import type { TempoEncounter, TempoFighter } from '../stats';
import { DURATIONS } from '../words';
import { freeAll, reclaim, reclaimShallow, whyNotReclaim } from './mana';

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
