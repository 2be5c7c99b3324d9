import type { Command } from './command';
import type { Clock, Encounter, FighterId } from './state';

/** Rounds and turns for code that does not know the rules: Foundry, and packages that listen to its combat. */
export interface Timing<E extends Encounter = Encounter> {
  /** Default length of a round, in seconds. */
  readonly roundSeconds: number;
  /** If false, durations that others end with a turn end with the round. */
  readonly oneTurnPerRound: boolean;
  /** Returns the fighter whose turn it is; null between turns. */
  turnHolder(clock: Clock): FighterId | null;
  /** Returns the turn order; empty if the ruleset has none. */
  order(encounter: E): readonly FighterId[];
  /** Returns the number that decided the fighter's place in the order, or null. */
  initiative(fighter: E['fighters'][string]): number | null;
  /** Returns who acts now, for the turn marker. Empty if everyone may. */
  actingFighters(encounter: E): readonly FighterId[];
  /** Whether the start command rolls initiative. */
  readonly rollsAtStart: boolean;
  /** Id of the initiative ask; default `initiative`. */
  readonly initiativeAsk?: string;
  /** Returns the GM command that sets an initiative, or null. */
  setInitiative(fighter: FighterId, to: number): Command | null;
  /** Returns the GM command after which a fighter acts before another of the order, or last. Absent without an order. */
  moveBefore?(encounter: E, fighter: FighterId, other: FighterId | null): Command | null;
  /** Returns the GM command that lets time pass outside of fights. Absent if the rules count none. */
  passTime?(seconds: number): Command;
  /** Returns the time counted so far, in seconds, if the clock also runs outside of fights. */
  elapsed?(clock: Clock): number;
  /** The command with which a fighter ends its own turn, or passes where there are no turns. */
  readonly endTurn?: string;
  /** GM commands that end a running encounter, in this order. */
  readonly endCommands: readonly string[];
}

export const NO_TURNS: Omit<Timing, 'roundSeconds'> = {
  oneTurnPerRound: false,
  turnHolder: () => null,
  order: () => [],
  initiative: () => null,
  actingFighters: () => [],
  rollsAtStart: false,
  setInitiative: () => null,
  endCommands: ['end'],
};

/** Returns the fighter that the clock names under `turn`. */
export const turnOf = ({ turn }: Clock): FighterId | null => (typeof turn === 'string' ? turn : null);

/** Returns the round for display: 0 before the start, then at least 1. */
export const displayRound = (clock: Clock, idle: Clock): number =>
  clock.phase === idle.phase ? 0 : Math.max(1, clock.round);

/** A moment that has passed, named like Foundry's expiry events. */
export type PassedMoment =
  | { readonly event: 'combatStart' | 'combatEnd' | 'roundStart' | 'roundEnd'; readonly round: number }
  | PassedTurn;

export interface PassedTurn {
  readonly event: 'turnStart' | 'turnEnd';
  readonly round: number;
  readonly of: FighterId;
  /** Whether the turn ended as it began, because its fighter could not act. */
  readonly skipped: boolean;
}

/** Returns the passed moments in order. @param clocks the clock before, and after each change */
export function passedMoments(
  clocks: readonly Clock[],
  idle: Clock,
  timing: Pick<Timing, 'turnHolder'>,
): PassedMoment[] {
  const passed: PassedMoment[] = [];
  const [first, ...rest] = clocks;
  if (!first) return passed;
  let round = displayRound(first, idle);
  let turn = round === 0 ? null : timing.turnHolder(first);
  // A clock that changes round and turn separately briefly names the previous turn holder.
  let isOver = false;
  for (const [at, clock] of rest.entries()) {
    const nextRound = displayRound(clock, idle);
    const holder = nextRound === 0 ? null : timing.turnHolder(clock);
    if (nextRound === 0) {
      if (round > 0) passed.push({ event: 'combatEnd', round });
      [round, turn, isOver] = [0, null, false];
      continue;
    }
    const isNewRound = nextRound !== round;
    if (turn !== null && !isOver && (isNewRound || holder !== turn)) passed.push(turnMoment('turnEnd', round, turn));
    const isStart = round === 0;
    if (isNewRound) {
      if (round > 0) passed.push({ event: 'roundEnd', round });
      passed.push({ event: 'roundStart', round: nextRound });
    }
    const mayBeStale = isNewRound && holder !== null && holder === turn && at < rest.length - 1;
    if (holder !== null && !mayBeStale && (isNewRound || isOver || holder !== turn))
      passed.push(turnMoment('turnStart', nextRound, holder));
    if (isStart) passed.push({ event: 'combatStart', round: nextRound });
    [round, turn, isOver] = [nextRound, holder, mayBeStale];
  }
  return passed.map((moment, at) => {
    if (moment.event === 'turnStart') return { ...moment, skipped: endsLater(passed.slice(at + 1), moment.of) };
    if (moment.event === 'turnEnd') return { ...moment, skipped: beganBefore(passed.slice(0, at), moment.of) };
    return moment;
  });
}

const turnMoment = (event: 'turnStart' | 'turnEnd', round: number, of: FighterId): PassedTurn => ({
  event,
  round,
  of,
  skipped: false,
});

const endsLater = (later: readonly PassedMoment[], of: FighterId): boolean =>
  later.some((moment) => moment.event === 'turnEnd' && moment.of === of);

const beganBefore = (earlier: readonly PassedMoment[], of: FighterId): boolean =>
  earlier.some((moment) => moment.event === 'turnStart' && moment.of === of);
