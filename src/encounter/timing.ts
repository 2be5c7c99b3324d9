import type { Command } from './command';
import type { Clock, Encounter, FighterId } from './state';

/**
 * Rounds and turns as those see them who do not know the rules: Foundry, and the packages that listen to its combat.
 */
export interface Timing<E extends Encounter = Encounter> {
  /** How long a round lasts unless the world says otherwise, in seconds. */
  readonly roundSeconds: number;
  /** Whether everybody has one turn in each round. Where not, what others end with somebody's turn ends with the round. */
  readonly oneTurnPerRound: boolean;
  /** Whose turn runs; null between turns, and where nobody has turns. */
  turnHolder(clock: Clock): FighterId | null;
  /** Everybody who has turns, in their order; empty where there is no order. */
  order(encounter: E): readonly FighterId[];
  /** The number that gave a fighter its place in the order; null where it has none, or not yet. */
  initiative(fighter: E['fighters'][string]): number | null;
  /** Who acts now: a marker lies below each of them. Empty where anybody may. */
  actingFighters(encounter: E): readonly FighterId[];
  /** Whether the first command of the clock rolls everybody's initiative. */
  readonly rollsAtStart: boolean;
  /** The question by which each rolls for a place in the order: `initiative`, where nothing is said. */
  readonly initiativeAsk?: string;
  /** The game master's command that gives a fighter this initiative; null where there is none. */
  setInitiative(fighter: FighterId, to: number): Command | null;
  /** The game master's command by which so much time goes by outside of fights; absent where the rules count none. Seconds. */
  passTime?(seconds: number): Command;
  /** How much time the clock has counted, where it counts any outside of fights, too. Seconds. */
  elapsed?(clock: Clock): number;
  /** The game master's commands that lead out of a running encounter, one after the other. */
  readonly endCommands: readonly string[];
}

/** Of rulesets in which nobody has turns. */
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

/** The fighter the clock names under `turn`. */
export const turnOf = ({ turn }: Clock): FighterId | null => (typeof turn === 'string' ? turn : null);

/** The round as others count it: 0 before the encounter begins, and at least 1 while it runs. */
export const displayRound = (clock: Clock, idle: Clock): number =>
  clock.phase === idle.phase ? 0 : Math.max(1, clock.round);

/** A moment that the clock has passed, by the names of Foundry's expiry events. */
export type PassedMoment =
  | { readonly event: 'combatStart' | 'combatEnd' | 'roundStart' | 'roundEnd'; readonly round: number }
  | PassedTurn;

export interface PassedTurn {
  readonly event: 'turnStart' | 'turnEnd';
  readonly round: number;
  readonly of: FighterId;
  /** The turn began and ended at once: whoever had it could do nothing. */
  readonly skipped: boolean;
}

/**
 * What passed while the clock went through these states, in order.
 * @param clocks the clock before, and after each change of it
 */
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
  // A clock that changes round and turn one after the other names for a moment whoever had the turn before.
  let isOver = false;
  for (const [at, clock] of rest.entries()) {
    const next = displayRound(clock, idle);
    const whose = next === 0 ? null : timing.turnHolder(clock);
    if (next === 0) {
      if (round > 0) passed.push({ event: 'combatEnd', round });
      [round, turn, isOver] = [0, null, false];
      continue;
    }
    const isNewRound = next !== round;
    if (turn !== null && !isOver && (isNewRound || whose !== turn)) passed.push(turnMoment('turnEnd', round, turn));
    const isStart = round === 0;
    if (isNewRound) {
      if (round > 0) passed.push({ event: 'roundEnd', round });
      passed.push({ event: 'roundStart', round: next });
    }
    const mayBeStale = isNewRound && whose !== null && whose === turn && at < rest.length - 1;
    if (whose !== null && !mayBeStale && (isNewRound || isOver || whose !== turn))
      passed.push(turnMoment('turnStart', next, whose));
    if (isStart) passed.push({ event: 'combatStart', round: next });
    [round, turn, isOver] = [next, whose, mayBeStale];
  }
  return passed.map((moment, at) => {
    if (moment.event === 'turnStart') return { ...moment, skipped: endsAtOnce(passed.slice(at + 1), moment.of) };
    if (moment.event === 'turnEnd') return { ...moment, skipped: beganJustNow(passed.slice(0, at), moment.of) };
    return moment;
  });
}

const turnMoment = (event: 'turnStart' | 'turnEnd', round: number, of: FighterId): PassedTurn => ({
  event,
  round,
  of,
  skipped: false,
});

const endsAtOnce = (later: readonly PassedMoment[], of: FighterId): boolean =>
  later.some((moment) => moment.event === 'turnEnd' && moment.of === of);

const beganJustNow = (earlier: readonly PassedMoment[], of: FighterId): boolean =>
  earlier.some((moment) => moment.event === 'turnStart' && moment.of === of);
