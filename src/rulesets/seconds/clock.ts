import { adjustPool, applyChange, log } from '../../encounter/change';
import type { Clock, FighterId } from '../../encounter/state';
import { type Timing, turnOf } from '../../encounter/timing';
import { GM } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import type { EndMoments } from '../../toolkit/combat/manual';
import { expireConditions, expireConditionsAt } from '../../toolkit/define/duration';
import { clearDropPlaces } from '../../toolkit/define/item';
import { setPool } from '../../toolkit/turns/pools';
import { lastingRounds, rollEach, TURNS_TIMING, turnOrder } from '../../toolkit/turns/turn-order';
import { is, isOfFight } from './conditions';
import { type Phase, ROUND_SECONDS, TURN_END } from './schema';
import { clearLateAid, endAidTurn, recordAidTurn } from './skills/check';
import { forgetState, type SecondsEncounter, type SecondsFighter, setState } from './state';
import { worldSettingsOf } from './stats';
import { clearFields, endMove, endRunUp, HELD_FIELDS, reduceFear, ticksLeft } from './turn/lane';

export const IDLE: Clock = { round: 0, phase: 'idle' satisfies Phase, turn: null };

export const isIdle = ({ clock }: SecondsEncounter): boolean => clock.phase === 'idle';

export const isTurnOf = ({ clock }: SecondsEncounter, { id }: { readonly id: FighterId }): boolean =>
  clock.phase === 'turn' && clock.turn === id;

/** By total, AGI, DEX; the GM decides further ties. */
const compareInitiative = (a: SecondsFighter, b: SecondsFighter): number =>
  (b.state.initiative ?? 0) - (a.state.initiative ?? 0) || b.stats.agi - a.stats.agi || b.stats.dex - a.stats.dex;

const turns = turnOrder<SecondsFighter, SecondsEncounter>({
  fightersOf: ({ fighters }) => Object.values(fighters),
  setState,
  roll: rollFor,
  compare: compareInitiative,
  *onStart(encounter, fighter, isNewRound) {
    if (isNewRound) yield* startRound(encounter);
    yield* startTurn(encounter, fighter);
    return !is(fighter, 'unconscious');
  },
  // TS3: a turn that starts a second time stays.
  *onSkip(encounter, fighter, skipped, count) {
    if (skipped >= count) return false;
    yield* log('skipped', {}, fighter.id);
    yield* endTurn(encounter, fighter);
    return true;
  },
});
export const { orderOf, roundOfNextTurn } = turns;

/** S-A11. */
export function* start(encounter: SecondsEncounter): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  yield* rollFor(fighters);
  yield* turns.place(encounter, fighters);
  yield* startRound(encounter);
  yield* turns.advance(encounter, -1);
}

/** Seconds are 0 before the first turn. */
function* rollFor(fighters: readonly SecondsFighter[]): Procedure<void> {
  const rolled = yield* rollEach('order', fighters, ({ stats }) => ({ bonus: stats.agi }));
  for (const [fighter, face] of rolled) {
    yield* setState(fighter.id, 'initiative', face + fighter.stats.agi);
    yield* setPool(fighter, 'seconds', 0);
  }
}

/** S-10, S-A10. */
function* startRound(encounter: SecondsEncounter): Procedure<void> {
  const round = encounter.clock.round + 1;
  yield* applyChange({ kind: 'clock', to: { ...encounter.clock, round } });
  yield* log('round', { round });
  if (worldSettingsOf(encounter).reactionRefresh === 'roundStart')
    for (const fighter of orderOf(encounter)) yield* refill(fighter, 'reactions');
}

const refill = (fighter: SecondsFighter, pool: 'seconds' | 'reactions'): Procedure<void> =>
  setPool(fighter, pool, fighter.pools[pool].max);

export function* nextTurn(encounter: SecondsEncounter): Procedure<void> {
  yield* turns.admit(encounter);
  const order = orderOf(encounter);
  const at = order.findIndex(({ id }) => id === encounter.clock.turn);
  const now = order[at];
  if (now) yield* endTurn(encounter, now);
  yield* turns.advance(encounter, at);
}

/** Section 4, TS1 to TS4. */
function* startTurn(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  const { id } = fighter;
  yield* applyChange({ kind: 'clock', to: { ...encounter.clock, phase: 'turn' satisfies Phase, turn: id } });
  yield* log('turn', {}, id);
  yield* expireConditions([fighter], (condition) => condition.id === 'evading');
  // S-22.
  if (fighter.state.held !== undefined) {
    yield* log('held-lost', {}, id);
    yield* clearFields(fighter, HELD_FIELDS);
    yield* clearLateAid(fighter);
  }
  yield* clearFields(fighter, ['spans']);
  yield* refill(fighter, 'seconds');
  if (worldSettingsOf(encounter).reactionRefresh === 'turnStart') yield* refill(fighter, 'reactions');
  yield* endMove(fighter);
  yield* recordAidTurn(fighter);
}

/** Section 4, TE1 to TE3. */
function* endTurn(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  const rest = ticksLeft(fighter);
  yield* reduceFear(fighter, rest);
  if (rest > 0) {
    yield* endRunUp(fighter);
    yield* adjustPool(fighter.id, 'seconds', -rest);
  }
  yield* endMove(fighter);
  yield* clearFields(fighter, ['freshPins']);
  yield* endAidTurn(fighter);
  yield* expireConditionsAt(encounter, TURN_END, fighter.id);
}

export const MOMENTS: EndMoments<SecondsEncounter> = {
  'turn-end': ({ clock }) => {
    const turn = turnOf(clock);
    return turn === null ? null : { at: TURN_END, n: clock.round, of: turn };
  },
  'next-turn-end': (encounter, fighter) => untilRounds(encounter, fighter, null, 1),
  'source-turn-end': (encounter, _, source) => source && untilRounds(encounter, source, null, 1),
};

export const untilRounds = lastingRounds<SecondsFighter, SecondsEncounter>(TURN_END, (encounter, fighter) =>
  isIdle(encounter) ? null : roundOfNextTurn(encounter, fighter),
);

/** Section 4, ended: wounds stay. */
export function* end(encounter: SecondsEncounter): Procedure<void> {
  for (const fighter of orderOf(encounter)) {
    yield* forgetState(fighter, 'encounter');
    yield* setPool(fighter, 'seconds', 0);
    yield* expireConditions([fighter], isOfFight);
  }
  yield* clearDropPlaces(Object.values(encounter.fighters));
  yield* applyChange({ kind: 'clock', to: IDLE });
}

/** S-A11: to a place counted from one. */
export function* reorder(encounter: SecondsEncounter, fighter: SecondsFighter, to: number): Procedure<void> {
  const others = orderOf(encounter).filter((other) => other !== fighter);
  others.splice(to - 1, 0, fighter);
  for (const [at, { id }] of others.entries()) yield* setState(id, 'order', at + 1);
}

export const TIMING: Timing<SecondsEncounter> = {
  ...TURNS_TIMING,
  roundSeconds: ROUND_SECONDS,
  order: (encounter) => orderOf(encounter).map(({ id }) => id),
  initiativeAsk: 'order',
  // S-A11: by places, not totals.
  setInitiative: () => null,
  moveBefore(encounter, at, other) {
    const others = orderOf(encounter).filter(({ id }) => id !== at);
    const before = others.findIndex(({ id }) => id === other);
    return { do: 'order', by: GM, at, options: { to: (before < 0 ? others.length : before) + 1 } };
  },
};
