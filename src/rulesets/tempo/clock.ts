import type { AutoCommand } from '../../encounter/automation';
import { applyChange, log } from '../../encounter/change';
import { impossibleReason } from '../../encounter/legality';
import { type Timing, turnOf } from '../../encounter/timing';
import type { Message } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import type { RowsById } from '../../toolkit/act/actions';
import type { PlainCommand } from '../../toolkit/act/commands';
import { endsAt, expireConditions } from '../../toolkit/define/duration';
import { message } from '../../toolkit/define/labels';
import { setPool } from '../../toolkit/turns/pools';
import { whyNoTurn } from '../../toolkit/turns/turn-reason';
import type { Tempo } from './action';
import { harm, whyNotExert } from './attack/harm';
import { isAble, isOfFight } from './conditions';
import { optionsOf } from './options';
import { dueEntries, isComplete, isPlanned, isPresent, slotsOf, unspentEntries } from './plan/plan';
import { LAST_TEMPO, ROUND_END, ROUND_SECONDS } from './schema';
import {
  clearState,
  isOpen,
  isUnderWay,
  setState,
  type TempoClock,
  type TempoEncounter,
  type TempoFighter,
} from './state';
import { endTurn, mayTakeTurn, NO_TURN } from './turn/turn';

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

function* startPlanning(round: number, scene: number): Procedure<void> {
  yield* applyChange({ kind: 'clock', to: { ...IDLE, round, scene, phase: 'planning' } });
  yield* log('round', { round });
}

/** T-07, T-08. */
const dueFighters = (encounter: TempoEncounter): TempoFighter[] =>
  fightersOf(encounter).filter((fighter) => isAble(fighter) && dueEntries(encounter, fighter).length > 0);

export const isAnyDue = (encounter: TempoEncounter): boolean => dueFighters(encounter).length > 0;

/** T-05: returns the players who may take an action at this number that they have not planned. */
const playersUnplanned = (encounter: TempoEncounter): TempoFighter[] =>
  fightersOf(encounter).filter((fighter) => fighter.player && mayTakeTurn(encounter, fighter));

const isAnyoneToAct = (encounter: TempoEncounter): boolean =>
  isAnyDue(encounter) || playersUnplanned(encounter).length > 0;

/** Returns what tells the GM who may act at a number at which nothing is due. */
export function unplannedMessage(encounter: TempoEncounter): Message {
  const players = playersUnplanned(encounter);
  if (players.length === 0) return message('Clock.none-due');
  return message('Clock.unplanned', { names: players.map(({ name }) => name).join(', ') });
}

/** Returns the fighters who lose an action with the next count; NPCs act after players (T-08). */
const fightersAboutToMiss = (encounter: TempoEncounter): TempoFighter[] => {
  const dues = dueFighters(encounter);
  return encounter.clock.phase === 'players' && dues.some(({ player }) => !player) ? [] : dues;
};

/** T-05: counting on drops the actions of those who are due. */
export function dropMessages(encounter: TempoEncounter): readonly Message[] {
  const late = isOpen(encounter.clock) && encounter.clock.turn === null ? fightersAboutToMiss(encounter) : [];
  return late.length > 0 ? [message('Clock.drops', { names: late.map(({ name }) => name).join(', ') })] : [];
}

/** Returns true if the plans are made, and the count can begin. */
export function isEveryonePlanned(encounter: TempoEncounter): boolean {
  const all = fightersOf(encounter).filter(isAble);
  const isPlanning = encounter.clock.phase === 'planning';
  return isPlanning && all.length > 0 && all.every((fighter) => isPlanned(encounter, fighter));
}

/** Seconds in which players can see the called number. */
const BEAT = 1;

/**
 * Ends the turn of a fighter who has left (T-01). Returns the next count if it is automatic and nothing is due; waits
 * longer while a fighter could Exert (T-A3) or a player take an unplanned action (T-05).
 * @param isLeft whether the count is automatic in any case, and begins when all have planned
 */
export function autoAdvance(encounter: TempoEncounter, isLeft: boolean): AutoCommand | null {
  const { clock, settings } = encounter;
  if (clock.turn != null && !encounter.fighters[clock.turn])
    return { command: { do: 'close-turn', by: GM }, delaySeconds: 0 };
  if (!isLeft && settings.count !== 'automatic') return null;
  if (isLeft && isEveryonePlanned(encounter)) return { command: { do: 'count', by: GM }, delaySeconds: BEAT };
  if (!isOpen(clock) || clock.turn !== null || isAnyDue(encounter)) return null;
  const mayExert = clock.justEnded && charactersOf(encounter).some((fighter) => whyNotExert(fighter).length === 0);
  return {
    command: { do: 'count', by: GM },
    delaySeconds: mayExert || playersUnplanned(encounter).length > 0 ? Math.max(BEAT, Number(settings.pause)) : BEAT,
  };
}

/** T-04, T-08: Planning, then for each number players and NPCs, then the next Planning. */
function* countOnce(encounter: TempoEncounter): Procedure<void> {
  if (encounter.clock.turn !== null) yield* endTurn(encounter);
  const { clock } = encounter;
  if (clock.phase === 'planning') yield* logIncomplete(encounter);
  if (clock.phase === 'players' && dueFighters(encounter).some(({ player }) => !player))
    return void (yield* applyChange({ kind: 'clock', to: { ...clock, phase: 'npcs' } }));
  if (clock.tempo >= LAST_TEMPO) return yield* nextRound(encounter);
  const tempo = clock.tempo + 1;
  // T-A10: fighters who join while Planning is open can still plan.
  const present = clock.phase === 'planning' ? charactersOf(encounter).map(({ id }) => id) : clock.present;
  yield* applyChange({ kind: 'clock', to: { ...clock, ...NO_TURN, phase: 'players', tempo, closed: false, present } });
}

/** T-A7: a blank slot is allowed, but logged. */
function* logIncomplete(encounter: TempoEncounter): Procedure<void> {
  for (const fighter of fightersOf(encounter))
    if (fighter.player && isAble(fighter) && !isComplete(encounter, fighter)) yield* log('incomplete', {}, fighter.id);
}

/** Section 4, "when things reset". */
function* nextRound(encounter: TempoEncounter): Procedure<void> {
  const { round, scene } = encounter.clock;
  yield* closeRound(encounter);
  yield* expireConditions(fightersOf(encounter), (condition) => endsAt(condition, ROUND_END, round));
  yield* startPlanning(round + 1, scene);
}

/** Unused slots are lost (T-A7); performed actions are stored, to be planned again. */
function* closeRound(encounter: TempoEncounter): Procedure<void> {
  for (const fighter of charactersOf(encounter)) {
    const { id, state } = fighter;
    const lost = unspentEntries(encounter, fighter).length;
    if (lost > 0 && isAble(fighter) && isPresent(encounter.clock, fighter)) yield* log('lost', { slots: lost }, id);
    for (const { key } of slotsOf(encounter, fighter)) {
      yield* setState(id, `last-${key}`, state[`did-${key}`] ?? null);
    }
    yield* clearState(fighter, 'round');
  }
}

/** T-105: neither Deflection nor Sturdy applies. */
function* payScene(fighter: TempoFighter): Procedure<void> {
  const damage = fighter.pools.exertion.value;
  if (damage === 0) return;
  yield* log('scene-price', { damage }, fighter.id, { tone: 'harm', covers: { points: { hp: -damage } } });
  yield* harm(fighter, damage);
}

/** In the order of use. */
export const CLOCK: RowsById<PlainCommand<Tempo>> = {
  /** T-02. */
  start: {
    whyNot: ({ clock }) => (clock.phase === 'idle' ? [] : [impossibleReason('already-open')]),
    *play(encounter) {
      // T-A50: a Scene that was left or broken off is not paid in this one.
      for (const fighter of charactersOf(encounter))
        if (fighter.state.exerted) yield* setState(fighter.id, 'exerted', null);
      yield* startPlanning(1, (encounter.clock.scene ?? 0) + 1);
    },
  },
  /** One step of the count; `empty` repeats it until a fighter may act, `skip` until a planned action is due. */
  count: {
    options: ['empty', 'skip'],
    /** An announced turn without its action blocks the count. */
    whyNot(encounter) {
      const { clock } = encounter;
      if (!isUnderWay(clock)) return [impossibleReason('not-open')];
      return clock.turn !== null && !clock.acted ? [whyNoTurn(encounter, 'turn-open')] : [];
    },
    *play(encounter, command) {
      yield* countOnce(encounter);
      const { skip, empty } = optionsOf(command);
      const isPassed = () => (skip && !isAnyDue(encounter)) || (empty && !isAnyoneToAct(encounter));
      while (isOpen(encounter.clock) && isPassed()) yield* countOnce(encounter);
    },
  },
  /** T-105, T-A50, T-A55: possible at any number. Fighters who Exerted pay; unused slots are lost. */
  end: {
    whyNot: ({ clock }) => (isUnderWay(clock) ? [] : [impossibleReason('not-open')]),
    *play(encounter) {
      if (encounter.clock.turn !== null) yield* endTurn(encounter);
      const { round, scene, present } = encounter.clock;
      yield* applyChange({ kind: 'clock', to: { ...IDLE, round, scene, phase: 'scene-end', present } });
      for (const fighter of charactersOf(encounter))
        if (fighter.player && fighter.state.exerted) yield* payScene(fighter);
      yield* expireConditions(fightersOf(encounter), isOfFight);
      for (const fighter of charactersOf(encounter)) {
        yield* setPool(fighter, 'momentum', 0);
        yield* setState(fighter.id, 'exerted', null);
      }
    },
  },
  /** Leaves combat and clears the state of the Round. */
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

/** Turns depend on the plans, so no turn order exists. */
export const TIMING: Timing<TempoEncounter> = {
  // The usual length; the ledger defines none.
  roundSeconds: ROUND_SECONDS,
  oneTurnPerRound: false,
  turnHolder: turnOf,
  endTurn: 'end-turn',
  order: () => [],
  initiative: () => null,
  /** T-07, T-08: on each number players act first. */
  actingFighters(encounter) {
    const turn = turnOf(encounter.clock);
    if (turn !== null) return [turn];
    const isPlayers = encounter.clock.phase === 'players';
    return dueFighters(encounter).flatMap(({ id, player }) => (player === isPlayers ? [id] : []));
  },
  rollsAtStart: false,
  setInitiative: () => null,
  endCommands: ['end', 'close'],
};
