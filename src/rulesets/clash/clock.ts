import { alter, apply, say } from '../../encounter/change';
import type { Until } from '../../encounter/condition';
import { impossible } from '../../encounter/legality';
import type { Clock } from '../../encounter/state';
import { type Timing, turnOf } from '../../encounter/timing';
import { GM } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { all, type Procedure } from '../../kernel/procedure';
import { lose } from '../../toolkit/combat/condition';
import { endsAt, expire } from '../../toolkit/turns/duration';
import { type Act, type Action, isReady, isSpent, isWalking, needing, type Rules } from './action';
import { isAble, isInCombat, mountOf, opposes, riderOf } from './conditions';
import { startWithin } from './magic/spell';
import { expirePhases } from './magic/surface';
import { showMoved } from './movement/hiding';
import { share } from './movement/saddle';
import { KINDS, type Kind, PHASE_SECONDS, type Phase, ROUND_SECONDS, TURN_START } from './schema';
import { type ClashEncounter, type ClashFighter, forget, mark } from './state';

/** C-64, C-A36: everybody who has turns, in the order of joining; a ridden mount has none of its own. */
export const contenders = (encounter: ClashEncounter): readonly ClashFighter[] =>
  Object.values(encounter.fighters).filter((fighter) => riderOf(encounter, fighter) === null);

const initiativeOf = ({ book }: ClashFighter): number => book.initiative ?? 0;

/** C-03, C-A7: the highest first; ties by its modifier, then PER-MOD, then the order of joining. */
export const inOrder = (encounter: ClashEncounter): readonly ClashFighter[] =>
  [...contenders(encounter)].sort(
    (a, b) =>
      initiativeOf(b) - initiativeOf(a) ||
      b.stats.initiativeMod - a.stats.initiativeMod ||
      b.stats.mod.per - a.stats.mod.per,
  );

/** C-02: who has had its turn in this round. */
export const isDone = ({ book }: ClashFighter): boolean => book.done === true;

/** C-05, C-A8: whether two opposing sides can still fight. */
export function isContested(encounter: ClashEncounter): boolean {
  const able = contenders(encounter).filter(isAble);
  return able.some((one) => able.some((other) => opposes(one, other)));
}

/** Before the first turn; `time` is the game's own, in seconds. */
export const IDLE: Clock = { round: 0, phase: 'idle' satisfies Phase, turn: null, time: 0 };

const timeOf = ({ clock }: ClashEncounter): number => Number(clock.time ?? 0);
const fightersOf = ({ fighters }: ClashEncounter): ClashFighter[] => Object.values(fighters);

/** Whose turn it is; null between turns. */
export const actorOf = ({ clock, fighters }: ClashEncounter): ClashFighter | null =>
  (typeof clock.turn === 'string' && fighters[clock.turn]) || null;

/** C-03: initiative, and the first round. */
export function* start(encounter: ClashEncounter, rules: Rules): Procedure<void> {
  yield* setClock(encounter, { phase: 'active' });
  yield* startRound(encounter);
  yield* nextTurn(encounter, rules);
}

/** C-01, C-07: everybody may have a turn again. */
function* startRound(encounter: ClashEncounter): Procedure<void> {
  const round = encounter.clock.round + 1;
  yield* setClock(encounter, { round });
  yield* say('round', { round });
  for (const fighter of fightersOf(encounter)) if (isDone(fighter)) yield* mark(fighter.id, 'done', null);
}

/** C-03, C-64, C-A7: who has no initiative yet rolls it, riders for their mounts too; who joins later, before the next turn. */
function* rollInitiative(encounter: ClashEncounter): Procedure<void> {
  const fresh = contenders(encounter).filter(({ book }) => book.initiative === undefined);
  if (fresh.length === 0) return;
  const asks = fresh.map(({ id, stats }) => ({
    ...({ kind: 'dice', id: 'initiative', dice: d20 } as const),
    by: id,
    facts: { bonus: stats.initiativeMod },
  }));
  const rolled = yield* all('initiative', asks);
  for (const [at, { id, stats }] of fresh.entries())
    yield* mark(id, 'initiative', Number(rolled[at]) + stats.initiativeMod);
}

/** C-01, C-04, C-05: the next who has had no turn; where nobody is left, the next round, or the end. */
function* nextTurn(encounter: ClashEncounter, rules: Rules): Procedure<void> {
  for (;;) {
    yield* rollInitiative(encounter);
    const next = inOrder(encounter).find((fighter) => !isDone(fighter));
    if (next) {
      yield* startTurn(encounter, rules, next);
      if (isAble(next)) return;
      // C-A10: who cannot act forfeits all three at once.
      yield* say('cannot-act', {}, next.id);
      yield* closeTurn(next);
      continue;
    }
    // C-06.
    yield* setClock(encounter, { turn: null, time: timeOf(encounter) + ROUND_SECONDS });
    if (!isContested(encounter)) return yield* end(encounter);
    yield* startRound(encounter);
  }
}

/** C-07, C-20, C-104, C-109: section 4.1, `turn-start`. */
function* startTurn(encounter: ClashEncounter, rules: Rules, actor: ClashFighter): Procedure<void> {
  yield* setClock(encounter, { turn: actor.id });
  yield* say('turn', { initiative: initiativeOf(actor) }, actor.id);
  for (const fighter of fightersOf(encounter)) {
    yield* forget(fighter, 'turn');
    yield* allot(fighter, 'reaction', 1);
  }
  yield* forget(actor, 'ownTurn');
  for (const kind of KINDS) yield* allot(actor, kind, 1);
  // C-64: a ridden mount has no turn but its rider's.
  const mount = mountOf(encounter, actor);
  if (mount) yield* share(mount);
  const turns = [actor.id, mount?.id];
  const mine = ({ until }: ClashFighter['conditions'][number]): boolean => until !== null && turns.includes(until.of);
  yield* expire(
    fightersOf(encounter),
    (condition) => mine(condition) && endsAt(condition, TURN_START, encounter.clock.round),
  );
  yield* startWithin(encounter, rules, actor);
}

function* allot({ id, pools }: ClashFighter, pool: (typeof KINDS)[number] | 'reaction', to: number): Procedure<void> {
  const by = to - pools[pool].value;
  if (by !== 0) yield* alter(id, pool, by);
}

/** C-08: what was not used is forfeited, and the turn is over. */
function* closeTurn(actor: ClashFighter): Procedure<void> {
  for (const kind of KINDS) if (isReady(actor, kind)) yield* alter(actor.id, kind, -1);
  if (isWalking(actor)) yield* mark(actor.id, 'walking', null);
  yield* mark(actor.id, 'done', true);
}

/** For so many rounds, which are counted by the turns of whoever brings it about, or else of its bearer; C-64: of a mount, by its rider's. */
export function lasting(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  source: ClashFighter | null,
  rounds: number,
): Until | null {
  const { clock } = encounter;
  if (!isInCombat(encounter)) return null;
  const counts = source ?? fighter;
  const acts = riderOf(encounter, counts) ?? counts;
  const isBehind = isDone(acts) || clock.turn === acts.id;
  return { at: TURN_START, n: clock.round + (isBehind ? rounds : rounds - 1), of: counts.id };
}

/** Ends the turn of whoever acts, and begins the next. */
export function* endTurn(encounter: ClashEncounter, rules: Rules): Procedure<void> {
  const actor = actorOf(encounter);
  if (actor) {
    yield* showMoved(encounter, actor);
    yield* closeTurn(actor);
  }
  yield* nextTurn(encounter, rules);
}

/** C-08, C-A10: the turn closes by itself as soon as nothing is left in it, or its actor has fallen. */
export function* endTurnIfOver(encounter: ClashEncounter, rules: Rules): Procedure<void> {
  const actor = actorOf(encounter);
  if (!isInCombat(encounter) || (actor && isAble(actor) && !isSpent(actor))) return;
  yield* endTurn(encounter, rules);
}

/** C-05, C-A62: leaves the clock; what only combat upholds is over, and Phases that have passed are worked off. */
export function* end(encounter: ClashEncounter): Procedure<void> {
  for (const fighter of fightersOf(encounter)) {
    for (const stretch of ['combat', 'ownTurn', 'turn'] as const) yield* forget(fighter, stretch);
    for (const kind of [...KINDS, 'reaction'] as const) yield* allot(fighter, kind, 1);
    yield* lose(fighter, 'defence-penalty');
  }
  yield* expire(fightersOf(encounter), ({ until }) => until?.at === TURN_START);
  yield* say('combat-over');
  yield* setClock(encounter, { round: 0, phase: 'idle', turn: null });
  yield* expirePhases(encounter, timeOf(encounter));
}

/** C-09, C-A62: time goes by outside combat, a Phase unless it is said how long. Seconds. */
export function* passTime(encounter: ClashEncounter, seconds = PHASE_SECONDS): Procedure<void> {
  const time = timeOf(encounter) + seconds;
  yield* setClock(encounter, { time });
  yield* say('time-passes', { minutes: Math.round(seconds / 60) });
  yield* expirePhases(encounter, time);
}

function* setClock(
  { clock }: ClashEncounter,
  changes: Readonly<Record<string, string | number | null>>,
): Procedure<void> {
  yield* apply({ kind: 'clock', to: { ...clock, ...changes } });
}

const kindOf = ({ command }: Act): Kind | null => KINDS.find((kind) => kind === command.options?.kind) ?? null;

const forfeiting = needing<Act & { readonly kind: Kind }>({
  find(act) {
    const kind = kindOf(act);
    return kind && { kind, ...act };
  },
  missing: () => [impossible('no-kind')],
});

/** C-08, C-A9: gives one of the three actions up, or closes a walk that was begun. */
export const forfeit = forfeiting({
  category: 'free',
  combatOnly: true,
  whyNot({ fighter, kind }) {
    const walking = kind === 'movement' && isWalking(fighter);
    return isReady(fighter, kind) || walking ? [] : [{ id: 'no-action' }];
  },
  play: (act) => giveUp(act, act.kind),
});

function* giveUp({ fighter }: Act, kind: Kind): Procedure<void> {
  if (isReady(fighter, kind)) {
    yield* say('forfeits', { kind }, fighter.id);
    yield* alter(fighter.id, kind, -1);
  }
  if (kind === 'movement' && isWalking(fighter)) yield* mark(fighter.id, 'walking', null);
}

/** C-08: gives up all that is left. */
export const endTurnAction: Action = {
  category: 'free',
  combatOnly: true,
  *play(act) {
    for (const kind of KINDS) yield* giveUp(act, kind);
  },
};

export const TIMING: Timing<ClashEncounter> = {
  // C-06.
  roundSeconds: ROUND_SECONDS,
  eachOnce: true,
  whoseTurn: turnOf,
  order: (encounter) => inOrder(encounter).map(({ id }) => id),
  initiative: ({ book }) => book.initiative ?? null,
  acting: ({ clock }) => [turnOf(clock) ?? []].flat(),
  rollsAtStart: true,
  // C-A7.
  passes: (seconds) => ({ do: 'pass-phase', by: GM, options: { seconds } }),
  counted: ({ time }) => Number(time ?? 0),
  setInitiative: (fighter, to) => ({ do: 'initiative', by: GM, at: fighter, options: { to } }),
  ends: ['end'],
};
