import type { AutoCommand } from '../../encounter/automation';
import { applyChange, log } from '../../encounter/change';
import type { Until } from '../../encounter/condition';
import { impossibleReason } from '../../encounter/legality';
import { type Timing, turnOf } from '../../encounter/timing';
import { GM } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import type { Procedure } from '../../kernel/procedure';
import type { RowsById } from '../../toolkit/define/actions';
import type { PlainCommand } from '../../toolkit/define/commands';
import { endsAt, expireConditions } from '../../toolkit/turns/duration';
import { setPool } from '../../toolkit/turns/pools';
import { harm, whyNotExert } from './attack/harm';
import { isAble } from './conditions';
import { optionsOf } from './options';
import { dueEntries, isComplete, isOpen, isUnderWay, slotsOf, unspentEntries } from './plan/plan';
import { LAST_TEMPO, ROUND_END, ROUND_SECONDS, SCENE_END } from './schema';
import { clearState, setState, type TempoClock, type TempoEncounter, type TempoFighter } from './state';
import { endTurn, NO_TURN } from './turn/turn';

export const IDLE: TempoClock = {
  round: 0,
  scene: 0,
  phase: 'idle',
  tempo: -1,
  closed: false,
  ...NO_TURN,
  present: [],
};

const fightersOf = (encounter: TempoEncounter): TempoFighter[] => Object.values(encounter.fighters);
const charactersOf = (encounter: TempoEncounter): TempoFighter[] =>
  fightersOf(encounter).filter(({ stats }) => !stats.object);

function* plan(encounter: TempoEncounter, round: number, scene: number): Procedure<void> {
  const present = charactersOf(encounter).map(({ id }) => id);
  yield* applyChange({ kind: 'clock', to: { ...IDLE, round, scene, phase: 'planning', present } });
  yield* log('round', { round });
}

/** Whoever has something to do on the present number (T-07, T-08). */
const duesOf = (encounter: TempoEncounter): TempoFighter[] =>
  fightersOf(encounter).filter((fighter) => isAble(fighter) && dueEntries(encounter, fighter).length > 0);

export const isAnyDue = (encounter: TempoEncounter): boolean => duesOf(encounter).length > 0;

/** Whoever would lose what is planned for this number, were it counted on now: the NPCs' moment comes after the players' (T-08). */
export const fightersAboutToMiss = (encounter: TempoEncounter): TempoFighter[] => {
  const dues = duesOf(encounter);
  return encounter.clock.phase === 'players' && dues.some(({ player }) => !player) ? [] : dues;
};

/** A beat, so that people see the number that is called. Seconds. */
const BEAT = 1;

/**
 * The next number, where the world lets the count go on by itself: no turn runs and nobody has anything planned here. Who could still
 * Exert at the end of a turn is waited for a while (T-A3).
 */
export function autoAdvance(encounter: TempoEncounter): AutoCommand | null {
  const { clock, settings } = encounter;
  if (settings.count !== 'automatic' || !isOpen(clock) || clock.turn !== null || isAnyDue(encounter)) return null;
  const mayExert = clock.justEnded && charactersOf(encounter).some((fighter) => whyNotExert(fighter).length === 0);
  return { command: { do: 'count', by: GM }, delaySeconds: mayExert ? Math.max(BEAT, Number(settings.pause)) : BEAT };
}

/**
 * T-04, T-08: from Planning to the first number; from the players of a number to its NPCs, where any has something to do; from there to
 * the next number; and from the last to the Planning of the next Round.
 */
function* countOnce(encounter: TempoEncounter): Procedure<void> {
  if (encounter.clock.turn !== null) yield* endTurn(encounter);
  const { clock } = encounter;
  if (clock.phase === 'planning') yield* warn(encounter);
  if (clock.phase === 'players' && duesOf(encounter).some(({ player }) => !player))
    return void (yield* applyChange({ kind: 'clock', to: { ...clock, phase: 'npcs' } }));
  if (clock.tempo >= LAST_TEMPO) return yield* nextRound(encounter);
  const tempo = clock.tempo + 1;
  yield* applyChange({ kind: 'clock', to: { ...clock, ...NO_TURN, phase: 'players', tempo, closed: false } });
}

/** T-A7: a plan with a blank slot is good enough, but said. */
function* warn(encounter: TempoEncounter): Procedure<void> {
  for (const fighter of fightersOf(encounter))
    if (fighter.player && isAble(fighter) && !isComplete(encounter, fighter)) yield* log('incomplete', {}, fighter.id);
}

/** Section 4, "when things reset": the Round is over. */
function* nextRound(encounter: TempoEncounter): Procedure<void> {
  const { round, scene } = encounter.clock;
  yield* closeRound(encounter);
  yield* expireConditions(fightersOf(encounter), (condition) => endsAt(condition, ROUND_END, round));
  yield* plan(encounter, round + 1, scene);
}

/** For so many Rounds, this one being the first. */
export const lasting = ({ clock }: TempoEncounter, _: TempoFighter, __: unknown, rounds: number): Until | null =>
  isUnderWay(clock) ? { at: ROUND_END, n: clock.round + rounds - 1 } : null;

/** What is unspent is lost (T-A7); what was done is remembered, so that it can be planned again. */
function* closeRound(encounter: TempoEncounter): Procedure<void> {
  for (const fighter of charactersOf(encounter)) {
    const { id, state } = fighter;
    const lost = unspentEntries(encounter, fighter).length;
    if (lost > 0 && isAble(fighter)) yield* log('lost', { slots: lost }, id);
    for (const { key } of slotsOf(encounter, fighter)) {
      const last = state[`did-${key}`] ?? null;
      if (!deepEqual(state[`last-${key}`] ?? null, last)) yield* setState(id, `last-${key}`, last);
    }
    yield* clearState(fighter, 'round');
  }
}

/** T-105: neither Deflection nor Sturdy helps. */
function* payScene(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  const damage = fighter.pools.exertion.value;
  if (damage === 0) return;
  yield* log('scene-price', { damage }, fighter.id);
  yield* harm(encounter, fighter, damage);
}

/** The game master's clock, in the order it is used. */
export const CLOCK: RowsById<PlainCommand<TempoEncounter>> = {
  /** Begins the Scene with its first Planning (T-02). */
  start: {
    whyNot: ({ clock }) => (clock.phase === 'idle' ? [] : [impossibleReason('already-open')]),
    play: (encounter) => plan(encounter, 1, (encounter.clock.scene ?? 0) + 1),
  },
  /** One step of the count; `skip` calls on until somebody has something planned. */
  count: {
    /** A turn that is announced and not carried out keeps the count. */
    whyNot({ clock }) {
      if (!isUnderWay(clock)) return [impossibleReason('not-open')];
      return clock.turn !== null && !clock.acted ? [{ id: 'turn-open' }] : [];
    },
    *play(encounter, command) {
      yield* countOnce(encounter);
      while (optionsOf(command).skip && isOpen(encounter.clock) && !isAnyDue(encounter)) yield* countOnce(encounter);
    },
  },
  /**
   * T-105, T-A50, T-A55: the Scene ends, wherever the count stands. Who Exerted in it pays; then what lasted for the Scene is over.
   * Slots not used are lost.
   */
  end: {
    whyNot: ({ clock }) => (isUnderWay(clock) ? [] : [impossibleReason('not-open')]),
    *play(encounter) {
      if (encounter.clock.turn !== null) yield* endTurn(encounter);
      const { round, scene, present } = encounter.clock;
      yield* applyChange({ kind: 'clock', to: { ...IDLE, round, scene, phase: 'scene-end', present } });
      for (const fighter of charactersOf(encounter))
        if (fighter.player && fighter.state.exerted) yield* payScene(encounter, fighter);
      yield* expireConditions(fightersOf(encounter), ({ until }) => until?.at === ROUND_END || until?.at === SCENE_END);
      for (const fighter of charactersOf(encounter)) {
        yield* setPool(fighter, 'momentum', 0);
        if (fighter.state.exerted !== undefined) yield* setState(fighter.id, 'exerted', null);
      }
    },
  },
  /** Out of combat; nothing of the Round is left. */
  close: {
    whyNot: ({ clock }) => (clock.phase === 'scene-end' ? [] : [impossibleReason('not-over')]),
    *play(encounter) {
      for (const fighter of charactersOf(encounter)) {
        yield* clearState(fighter, 'round');
        yield* clearState(fighter, 'scene');
      }
      yield* applyChange({ kind: 'clock', to: { ...IDLE, scene: encounter.clock.scene } });
    },
  },
};

/** Turns are as many as were planned, so there is no order in which everybody has one. */
export const TIMING: Timing<TempoEncounter> = {
  // As long as most games have it; the ledger names no time.
  roundSeconds: ROUND_SECONDS,
  oneTurnPerRound: false,
  turnHolder: turnOf,
  order: () => [],
  initiative: () => null,
  /** T-07, T-08: on each number the players first, then the others. */
  actingFighters(encounter) {
    const turn = turnOf(encounter.clock);
    if (turn !== null) return [turn];
    const isPlayers = encounter.clock.phase === 'players';
    return duesOf(encounter).flatMap(({ id, player }) => (player === isPlayers ? [id] : []));
  },
  rollsAtStart: false,
  setInitiative: () => null,
  endCommands: ['end', 'close'],
};
