import { alter, apply, say } from '../../encounter/change';
import type { Until } from '../../encounter/condition';
import type { Clock, FighterId } from '../../encounter/state';
import { type Timing, turnOf } from '../../encounter/timing';
import type { DiceAsk } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { present } from '../../kernel/present';
import { all, type Procedure } from '../../kernel/procedure';
import type { Moments } from '../../toolkit/define/by-hand';
import { forgetPlaces } from '../../toolkit/define/item';
import { endsAt, expire } from '../../toolkit/turns/duration';
import { is } from './conditions';
import { type Phase, ROUND_SECONDS, TURN_END } from './schema';
import { endAidTurn, noteAidTurn } from './skills/check';
import { forgetState, mark, type SecondsEncounter, type SecondsFighter } from './state';
import { worldOf } from './stats';
import { calm, drop, endMove, forget, HELD, halt, left } from './turn/lane';

export const IDLE: Clock = { round: 0, phase: 'idle' satisfies Phase, turn: null };

export const isIdle = ({ clock }: SecondsEncounter): boolean => clock.phase === 'idle';

export const isTurnOf = ({ clock }: SecondsEncounter, { id }: { readonly id: FighterId }): boolean =>
  clock.phase === 'turn' && clock.turn === id;

/** Everybody in the order of turns; who came later stands behind, as added. */
export function turnOrder({ fighters }: SecondsEncounter): SecondsFighter[] {
  const placeOf = ({ book }: SecondsFighter): number => book.order ?? Number.MAX_SAFE_INTEGER;
  return Object.values(fighters).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** S-A21: everybody else in the order of turns, beginning after this one. */
export function othersAfter(encounter: SecondsEncounter, fighter: SecondsFighter): SecondsFighter[] {
  const order = turnOrder(encounter);
  const at = order.indexOf(fighter);
  return [...order.slice(at + 1), ...order.slice(0, at)];
}

/** S-A11: everybody rolls once; the first Round begins. */
export function* start(encounter: SecondsEncounter): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  yield* rollFor(fighters);
  yield* putInOrder(fighters.toSorted(earlier));
  yield* startRound(encounter);
  yield* goTo(encounter, 0);
}

/** Keeps what each rolls for the order of turns; nobody has seconds before their turn. */
function* rollFor(fighters: readonly SecondsFighter[]): Procedure<void> {
  const asks = fighters.map(
    ({ id, stats }): DiceAsk => ({ kind: 'dice', id: 'order', by: id, dice: d20, facts: { bonus: stats.agi } }),
  );
  const rolled = asks.length > 0 ? ((yield* all('order', asks)) as readonly number[]) : [];
  for (const [at, fighter] of fighters.entries()) {
    yield* mark(fighter.id, 'initiative', present(rolled[at], 'a roll of each') + fighter.stats.agi);
    if (left(fighter) > 0) yield* alter(fighter.id, 'seconds', -left(fighter));
  }
}

/** By total, then AGI, then DEX; ties beyond that are the game master's. */
const earlier = (a: SecondsFighter, b: SecondsFighter): number =>
  (b.book.initiative ?? 0) - (a.book.initiative ?? 0) || b.stats.agi - a.stats.agi || b.stats.dex - a.stats.dex;

function* putInOrder(order: readonly SecondsFighter[]): Procedure<void> {
  for (const [at, { id, book }] of order.entries()) if (book.order !== at + 1) yield* mark(id, 'order', at + 1);
}

/** Who has joined since the others rolled rolls too, and takes the place that it gives, unless the game master has said one. */
function* admit(encounter: SecondsEncounter): Procedure<void> {
  const everybody = turnOrder(encounter);
  const order = everybody.filter(({ book }) => book.order !== undefined);
  const late = everybody.filter(({ book }) => book.order === undefined);
  if (order.length === 0 || late.length === 0) return;
  yield* rollFor(late);
  for (const fighter of late.toSorted(earlier)) {
    const at = order.findIndex((other) => earlier(fighter, other) < 0);
    order.splice(at < 0 ? order.length : at, 0, fighter);
  }
  yield* putInOrder(order);
}

/** S-10, S-A10. */
function* startRound(encounter: SecondsEncounter): Procedure<void> {
  const round = encounter.clock.round + 1;
  yield* apply({ kind: 'clock', to: { ...encounter.clock, round } });
  yield* say('round', { round });
  if (worldOf(encounter).reactionRefresh === 'roundStart')
    for (const fighter of turnOrder(encounter)) yield* refill(fighter, 'reactions');
}

function* refill({ id, pools }: SecondsFighter, pool: 'seconds' | 'reactions'): Procedure<void> {
  const { value, max } = pools[pool];
  if (value !== max) yield* alter(id, pool, max - value);
}

/** Ends the running turn and begins the next. */
export function* nextTurn(encounter: SecondsEncounter): Procedure<void> {
  yield* admit(encounter);
  const order = turnOrder(encounter);
  const at = order.findIndex(({ id }) => id === encounter.clock.turn);
  const now = order[at];
  if (now) yield* endTurn(encounter, now);
  yield* goTo(encounter, at + 1);
}

/** Begins the turn at that place of the order; turns of who can do nothing are gone through, but never a second time (TS3). */
function* goTo(encounter: SecondsEncounter, place: number): Procedure<void> {
  let at = place;
  for (let skipped = 0; ; skipped++) {
    const order = turnOrder(encounter);
    if (order.length === 0) return;
    if (at >= order.length) {
      yield* startRound(encounter);
      at = 0;
    }
    const fighter = present(order[at], 'a fighter in each place of the order');
    yield* startTurn(encounter, fighter);
    if (!is(fighter, 'unconscious') || skipped >= order.length) return;
    yield* say('skipped', {}, fighter.id);
    yield* endTurn(encounter, fighter);
    at++;
  }
}

/** Section 4, TS1 to TS4. */
function* startTurn(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  const { id } = fighter;
  yield* apply({ kind: 'clock', to: { ...encounter.clock, phase: 'turn' satisfies Phase, turn: id } });
  yield* say('turn', {}, id);
  yield* expire([fighter], (condition) => condition.id === 'evading');
  // S-22: what was held for a trigger that never came is lost.
  if (fighter.book.held !== undefined) {
    yield* say('held-lost', {}, id);
    yield* forget(fighter, HELD);
  }
  yield* forget(fighter, ['spans']);
  yield* refill(fighter, 'seconds');
  if (worldOf(encounter).reactionRefresh === 'turnStart') yield* refill(fighter, 'reactions');
  yield* endMove(fighter);
  yield* noteAidTurn(fighter);
  if (is(fighter, 'unconscious')) yield* drop(fighter);
}

/** Section 4, TE1 to TE3. */
function* endTurn({ clock, fighters }: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  const rest = left(fighter);
  yield* calm(fighter, rest);
  if (rest > 0) {
    yield* halt(fighter);
    yield* alter(fighter.id, 'seconds', -rest);
  }
  yield* endMove(fighter);
  yield* endAidTurn(fighter);
  yield* expire(
    Object.values(fighters),
    (condition) => condition.until?.of === fighter.id && endsAt(condition, TURN_END, clock.round),
  );
}

/** S-A22: the round whose turn of this fighter is its next, after the one that runs. */
export function roundOfNextTurn(encounter: SecondsEncounter, fighter: SecondsFighter): number {
  const { round, turn } = encounter.clock;
  const order = turnOrder(encounter);
  const isAhead = order.indexOf(fighter) > order.findIndex(({ id }) => id === turn);
  return isAhead ? round : round + 1;
}

/** When a condition given by hand may end. */
export const MOMENTS: Moments<SecondsFighter, SecondsEncounter> = {
  'turn-end': ({ clock }) => {
    const turn = turnOf(clock);
    return turn === null ? null : { at: TURN_END, n: clock.round, of: turn };
  },
  'next-turn-end': (encounter, fighter) =>
    isIdle(encounter) ? null : { at: TURN_END, n: roundOfNextTurn(encounter, fighter), of: fighter.id },
  'source-turn-end': (encounter, _, source) =>
    isIdle(encounter) || !source ? null : { at: TURN_END, n: roundOfNextTurn(encounter, source), of: source.id },
};

/** For so many rounds, which are counted by the turns of whoever brings it about, or else of its bearer. */
export function lasting(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  source: SecondsFighter | null,
  rounds: number,
): Until | null {
  const counts = source ?? fighter;
  if (isIdle(encounter)) return null;
  return { at: TURN_END, n: roundOfNextTurn(encounter, counts) + rounds - 1, of: counts.id };
}

const ENDS_WITH_COMBAT: readonly string[] = ['evading', 'disengaged', 'frightened'];

/** Section 4, ended. Wounds and what else was suffered stay. */
export function* end(encounter: SecondsEncounter): Procedure<void> {
  for (const fighter of turnOrder(encounter)) {
    yield* forgetState(fighter, 'encounter');
    if (left(fighter) > 0) yield* alter(fighter.id, 'seconds', -left(fighter));
    // No turn will end any more.
    yield* expire([fighter], ({ id, until }) => ENDS_WITH_COMBAT.includes(id) || until?.at === TURN_END);
  }
  yield* forgetPlaces(Object.values(encounter.fighters));
  yield* apply({ kind: 'clock', to: IDLE });
}

/** S-A11: the game master puts a fighter elsewhere in the order, counted from one. */
export function* reorder(encounter: SecondsEncounter, fighter: SecondsFighter, to: number): Procedure<void> {
  const others = turnOrder(encounter).filter((other) => other !== fighter);
  others.splice(to - 1, 0, fighter);
  for (const [at, { id }] of others.entries()) yield* mark(id, 'order', at + 1);
}

export const TIMING: Timing<SecondsEncounter> = {
  roundSeconds: ROUND_SECONDS,
  eachOnce: true,
  whoseTurn: turnOf,
  order: (encounter) => turnOrder(encounter).map(({ id }) => id),
  initiative: ({ book }) => book.initiative ?? null,
  acting: ({ clock }) => [turnOf(clock) ?? []].flat(),
  rollsAtStart: true,
  rolls: 'order',
  // S-A11: the order is set by places, not by totals.
  setInitiative: () => null,
  ends: ['end'],
};
