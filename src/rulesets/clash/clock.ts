import { adjustPool, applyChange, log } from '../../encounter/change';
import { impossibleReason } from '../../encounter/legality';
import { areFoes } from '../../encounter/sides';
import { type Clock, fighterOf } from '../../encounter/state';
import type { Timing } from '../../encounter/timing';
import { GM } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Procedure } from '../../kernel/procedure';
import { expireConditions, expireConditionsAt } from '../../toolkit/define/duration';
import { setPool } from '../../toolkit/turns/pools';
import { initiativeBefore, lastingRounds, rollEach, TURNS_TIMING } from '../../toolkit/turns/turn-order';
import { type Action, type ClashContext, hasActionLeft, isWalking, requiring } from './action';
import { isAble, isInCombat, isOfFight, mountIdOf, mountOf, riderOf } from './conditions';
import { expirePhases } from './magic/areas';
import { startTurnInAreas } from './magic/effect';
import { revealAlongPath } from './movement/hiding';
import { shareTurn } from './movement/riding';
import { optionsOf } from './options';
import { ACTION_KINDS, type ActionKind, PHASE_SECONDS, type Phase, ROUND_SECONDS, TURN_START } from './schema';
import { type ClashEncounter, type ClashFighter, clearState, setState } from './state';

/** C-64, C-A36: returns the fighters in the order of joining, without ridden mounts. */
export function eligibleFighters({ fighters }: ClashEncounter): readonly ClashFighter[] {
  const all = Object.values(fighters);
  const ridden = new Set(all.map(mountIdOf));
  return all.filter(({ id }) => !ridden.has(id));
}

const initiativeOf = ({ state }: ClashFighter): number => state.initiative ?? 0;

/** Returns the fighters by initiative; ties by its modifier, PER-MOD, order of joining. */
export const orderOf = (encounter: ClashEncounter): readonly ClashFighter[] =>
  [...eligibleFighters(encounter)].sort(compareInitiative);

/** C-03, C-A7: negative if `a` acts before `b`, 0 if who joined first does. */
const compareInitiative = (a: ClashFighter, b: ClashFighter): number =>
  initiativeOf(b) - initiativeOf(a) ||
  b.stats.initiativeMod - a.stats.initiativeMod ||
  b.stats.mod.per - a.stats.mod.per;

/** C-02. */
export const hasHadTurn = ({ state }: ClashFighter): boolean => state.done === true;

/** C-05, C-A8. */
export function hasOpposingSides(encounter: ClashEncounter): boolean {
  const able = eligibleFighters(encounter).filter(isAble);
  return able.some((one) => able.some((other) => areFoes(one, other)));
}

/** `time` in seconds. */
export const IDLE: Clock = { round: 0, phase: 'idle' satisfies Phase, turn: null, time: 0 };

const timeOf = ({ clock }: ClashEncounter): number => Number(clock.time ?? 0);
const fightersOf = ({ fighters }: ClashEncounter): ClashFighter[] => Object.values(fighters);

/** Returns null between turns. */
export const actorOf = ({ clock, fighters }: ClashEncounter): ClashFighter | null =>
  (typeof clock.turn === 'string' && fighters[clock.turn]) || null;

/** C-03. */
export function* start(encounter: ClashEncounter): Procedure<void> {
  yield* setClock(encounter, { phase: 'active' });
  yield* startRound(encounter);
  yield* nextTurn(encounter);
}

/** C-01, C-07. */
function* startRound(encounter: ClashEncounter): Procedure<void> {
  const round = encounter.clock.round + 1;
  yield* setClock(encounter, { round });
  yield* log('round', { round });
  for (const fighter of fightersOf(encounter)) if (hasHadTurn(fighter)) yield* setState(fighter.id, 'done', null);
}

/** C-03, C-64, C-A7: riders roll for their mounts; late fighters roll before the next turn. */
function* rollInitiative(encounter: ClashEncounter): Procedure<void> {
  const unrolled = eligibleFighters(encounter).filter(({ state }) => state.initiative === undefined);
  const rolled = yield* rollEach('initiative', unrolled, ({ stats }) => ({ bonus: stats.initiativeMod }));
  for (const [{ id, stats }, face] of rolled) yield* setState(id, 'initiative', face + stats.initiativeMod);
}

/** C-01, C-04, C-05. */
function* nextTurn(encounter: ClashEncounter): Procedure<void> {
  for (;;) {
    yield* rollInitiative(encounter);
    const next = orderOf(encounter).find((fighter) => !hasHadTurn(fighter));
    if (next) {
      yield* startTurn(encounter, next);
      // The GM may have ended it meanwhile.
      if (isAble(next) || encounter.clock.turn !== next.id) return;
      // C-A10.
      yield* log('cannot-act', {}, next.id, { tone: 'harm' });
      yield* closeTurn(next);
      continue;
    }
    // C-06.
    yield* setClock(encounter, { turn: null, time: timeOf(encounter) + ROUND_SECONDS });
    if (!hasOpposingSides(encounter)) return yield* end(encounter);
    yield* startRound(encounter);
  }
}

/** C-07, C-20, C-104, C-109: section 4.1. */
function* startTurn(encounter: ClashEncounter, actor: ClashFighter): Procedure<void> {
  yield* setClock(encounter, { turn: actor.id });
  yield* log('turn', { initiative: initiativeOf(actor) }, actor.id);
  for (const fighter of fightersOf(encounter)) {
    yield* clearState(fighter, 'turn');
    yield* setPool(fighter, 'reaction', 1);
  }
  yield* clearState(actor, 'ownTurn');
  for (const kind of ACTION_KINDS) yield* setPool(actor, kind, 1);
  // C-64.
  const mount = mountOf(encounter, actor);
  if (mount) yield* shareTurn(mount);
  yield* expireConditionsAt(encounter, TURN_START, actor.id, mount?.id);
  yield* startTurnInAreas(encounter, actor);
}

/** C-08. */
function* closeTurn(actor: ClashFighter): Procedure<void> {
  for (const kind of ACTION_KINDS) if (hasActionLeft(actor, kind)) yield* adjustPool(actor.id, kind, -1);
  if (isWalking(actor)) yield* setState(actor.id, 'walking', null);
  yield* setState(actor.id, 'done', true);
}

/** C-64: a mount counts its rider's turns. */
export const untilRounds = lastingRounds<ClashFighter, ClashEncounter>(TURN_START, (encounter, fighter) => {
  const { round, turn } = encounter.clock;
  const turnTaker = riderOf(encounter, fighter) ?? fighter;
  if (!isInCombat(encounter)) return null;
  return hasHadTurn(turnTaker) || turn === turnTaker.id ? round + 1 : round;
});

export function* endTurn(encounter: ClashEncounter): Procedure<void> {
  const actor = actorOf(encounter);
  if (actor) {
    yield* revealAlongPath(encounter, actor);
    yield* closeTurn(actor);
  }
  yield* nextTurn(encounter);
}

/** C-08. */
const isSpent = (fighter: ClashFighter): boolean =>
  ACTION_KINDS.every((kind) => !hasActionLeft(fighter, kind)) && !isWalking(fighter);

/** C-08, C-A10. */
export function* endTurnIfOver(encounter: ClashEncounter): Procedure<void> {
  const actor = actorOf(encounter);
  if (!isInCombat(encounter) || (actor && isAble(actor) && !isSpent(actor))) return;
  yield* endTurn(encounter);
}

/** C-05, C-A62: also expires the Phases that have passed. */
export function* end(encounter: ClashEncounter): Procedure<void> {
  for (const fighter of fightersOf(encounter)) {
    for (const period of ['combat', 'ownTurn', 'turn'] as const) yield* clearState(fighter, period);
    for (const kind of [...ACTION_KINDS, 'reaction'] as const) yield* setPool(fighter, kind, 1);
  }
  yield* expireConditions(fightersOf(encounter), isOfFight);
  yield* log('combat-over');
  yield* setClock(encounter, { round: 0, phase: 'idle', turn: null });
  yield* expirePhases(encounter, timeOf(encounter));
}

/** C-09, C-A62: in seconds, outside combat. C-A56: in the seconds of a round everyone would have had a turn. */
export function* passTime(encounter: ClashEncounter, seconds = PHASE_SECONDS): Procedure<void> {
  const time = timeOf(encounter) + seconds;
  yield* setClock(encounter, { time });
  yield* log('time-passes', { minutes: Math.round(seconds / 60) });
  if (seconds >= ROUND_SECONDS) yield* expireConditions(fightersOf(encounter), ({ until }) => until?.at === TURN_START);
  yield* expirePhases(encounter, time);
}

function* setClock(
  { clock }: ClashEncounter,
  changes: Readonly<Record<string, string | number | null>>,
): Procedure<void> {
  yield* applyChange({ kind: 'clock', to: { ...clock, ...changes } });
}

const withKind = requiring<ClashContext & { readonly kind: ActionKind }>({
  find(act) {
    const { kind } = optionsOf(act.command);
    return kind ? { kind, ...act } : null;
  },
  whyNot: () => [impossibleReason('no-kind')],
});

const FORFEIT_NAMES: Readonly<Record<string, string>> = {
  attack: 'forfeit-attack',
  utility: 'forfeit-utility',
  movement: 'forfeit-movement',
};

/** C-08, C-A9: one of the three actions, or the rest of a walk. */
export const forfeit = withKind({
  category: 'free',
  combatOnly: true,
  promise: null,
  buttons: () => ACTION_KINDS.map((kind) => ({ options: { kind } })),
  nameOf: ({ options }) => lookup(FORFEIT_NAMES, String(options?.kind)) ?? 'forfeit',
  whyNot({ fighter, kind }) {
    const walking = kind === 'movement' && isWalking(fighter);
    return hasActionLeft(fighter, kind) || walking ? [] : [{ id: 'no-action' }];
  },
  play: (act) => giveUp(act, act.kind),
});

function* giveUp({ fighter }: ClashContext, kind: ActionKind): Procedure<void> {
  if (hasActionLeft(fighter, kind)) {
    yield* log('forfeits', { kind }, fighter.id);
    yield* adjustPool(fighter.id, kind, -1);
  }
  if (kind === 'movement' && isWalking(fighter)) yield* setState(fighter.id, 'walking', null);
}

/** C-08. */
export const endTurnAction: Action = {
  category: 'free',
  combatOnly: true,
  promise: null,
  *play(act) {
    for (const kind of ACTION_KINDS) yield* giveUp(act, kind);
  },
};

export const TIMING: Timing<ClashEncounter> = {
  ...TURNS_TIMING,
  // C-06.
  roundSeconds: ROUND_SECONDS,
  order: (encounter) => orderOf(encounter).map(({ id }) => id),
  // C-A7.
  passTime: (seconds) => ({ do: 'pass-phase', by: GM, options: { seconds } }),
  elapsed: ({ time }) => Number(time ?? 0),
  setInitiative: (fighter, to) => ({ do: 'initiative', by: GM, at: fighter, options: { to } }),
  moveBefore(encounter, id, other) {
    const all = orderOf(encounter);
    const joined = eligibleFighters(encounter);
    const fighter = fighterOf(encounter, id);
    const place = joined.indexOf(fighter);
    const isBefore = (initiative: number, that: ClashFighter): boolean => {
      const order = compareInitiative({ ...fighter, state: { ...fighter.state, initiative } }, that);
      return order < 0 || (order === 0 && place < joined.indexOf(that));
    };
    return TIMING.setInitiative(
      id,
      initiativeBefore(
        all.filter((each) => each !== fighter),
        other,
        isBefore,
      ),
    );
  },
};
