import type { AutoCommand } from '../../encounter/automation';
import { adjustPool, applyChange, log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { Clock } from '../../encounter/state';
import { GM, type Reason } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { check, type Procedure } from '../../kernel/procedure';
import type { PlainCommand } from '../../toolkit/act/commands';
import { addCondition, removeCondition } from '../../toolkit/combat/condition';
import { fighterCommand } from '../../toolkit/combat/manual';
import { endsAt, expireConditions } from '../../toolkit/define/duration';
import { clearDropPlaces } from '../../toolkit/define/item';
import { setPool } from '../../toolkit/turns/pools';
import { type Energy, freeOf } from './action';
import { faint, saveFromDeath } from './attack/aura';
import { is, isOfFight, rootsOf, roundEnd, suppressedOf, wakesByItself } from './conditions';
import { optionsOf } from './options';
import { type Phase, ROUND_END } from './schema';
import { clearState, type EnergyEncounter, type EnergyFighter, setState } from './state';
import { energyPerRound } from './stats';

export const IDLE: Clock = { round: 0, phase: 'idle' satisfies Phase };

/** Seconds in which users can still act. */
const BEAT = 1;

export const isOpen = ({ clock }: EnergyEncounter): boolean => clock.phase === 'open';
const fightersOf = (encounter: EnergyEncounter): EnergyFighter[] => Object.values(encounter.fighters);

export const isOut = (fighter: EnergyFighter): boolean => is(fighter, 'dead') || is(fighter, 'unconscious');

/** One Energy, or two Agility for a Shift, is the least price. */
export const isReady = (encounter: EnergyEncounter, fighter: EnergyFighter): boolean =>
  isOpen(encounter) && !isOut(fighter) && (freeOf(fighter, 'energy') >= 1 || freeOf(fighter, 'agility') >= 2);

/** E-13: every fighter has spent all Energy or waits. */
export function isEveryoneDone(encounter: EnergyEncounter): boolean {
  const fighters = fightersOf(encounter);
  const isDone = (fighter: EnergyFighter): boolean => !isReady(encounter, fighter) || fighter.state.waiting === true;
  return isOpen(encounter) && fighters.length > 0 && fighters.every(isDone);
}

/** A clock that is left to itself starts the next Round when every fighter is done. */
export const autoAdvance = (encounter: EnergyEncounter, isLeft: boolean): AutoCommand | null =>
  isLeft && isEveryoneDone(encounter) ? { command: { do: 'end-round', by: GM }, delaySeconds: BEAT } : null;

/** Ends the Round and starts the next. E-148, E-150: earlier end moments count too. */
export function* nextRound(encounter: EnergyEncounter): Procedure<void> {
  const { round } = encounter.clock;
  yield* setClock(round, 'round-end');
  yield* expireConditions(fightersOf(encounter), (condition) => endsAt(condition, ROUND_END, round));
  yield* startRound(encounter);
}

/**
 * Section 4: starts a Round, in the order of E-A38.
 * @param surprised a side
 */
export function* startRound(encounter: EnergyEncounter, surprised?: string): Procedure<void> {
  const round = encounter.clock.round + 1;
  const fighters = fightersOf(encounter);
  yield* setClock(round, 'round-start');
  yield* log('round', { round });
  for (const fighter of fighters) yield* clearState(fighter, 'round');
  for (const fighter of fighters) if (mustSave(fighter)) yield* saveFromDeath(fighter);
  for (const fighter of fighters) if (mayWake(fighter)) yield* tryToWake(fighter);
  for (const fighter of fighters) if (isSpent(fighter)) yield* faint(fighter, 'stamina');
  // E-04, E-05: overwritten, not topped up.
  for (const fighter of fighters) yield* setPool(fighter, 'energy', energyOfRound(fighter));
  for (const fighter of fighters) yield* setPool(fighter, 'agility', fighter.pools.agility.max);
  for (const { id, side } of fighters) if (side === surprised) yield* addCondition(id, 'surprised', roundEnd(round));
  yield* setClock(round, 'open');
}

/** E-224, E-225: a roll of 20 ends all causes but dying and sleep, and restores one Stamina if none is left. */
function* tryToWake(fighter: EnergyFighter): Procedure<void> {
  const { id, pools } = fighter;
  const awake = yield* check('wake', d20, id, undefined, (face) => face === 20);
  // Woken while the die was open.
  if (!rootsOf(fighter, 'unconscious').some(wakesByItself)) return;
  if (!awake) return void (yield* log('wake-out', {}, id));
  yield* removeCondition(fighter, 'unconscious', wakesByItself);
  // E-A59: still dying or asleep.
  if (is(fighter, 'unconscious')) yield* log('wake-still', {}, id);
  else yield* log('wake-awake', {}, id, { tone: 'boon', covers: { loses: ['unconscious'] } });
  if (pools.stamina.value === 0) yield* adjustPool(id, 'stamina', 1);
}

/** E-214, E-219: one save a Round. */
const mustSave = (fighter: EnergyFighter): boolean =>
  rootsOf(fighter, 'bleeding-out').length > 0 && !is(fighter, 'dead');

/** E-224 to E-227. */
const mayWake = (fighter: EnergyFighter): boolean =>
  !is(fighter, 'dead') && rootsOf(fighter, 'unconscious').some(wakesByItself);

/** E-04: no Stamina at the start of a Round. */
const isSpent = (fighter: EnergyFighter): boolean =>
  fighter.pools.stamina.value === 0 && !is(fighter, 'unconscious') && !is(fighter, 'dead');

const energyOfRound = (fighter: EnergyFighter): number =>
  is(fighter, 'dead') ? 0 : energyPerRound(fighter.pools.stamina.value, is(fighter, 'exhausted'));

/** E-A42: ends the encounter and all conditions that last for Rounds. */
export function* end(encounter: EnergyEncounter): Procedure<void> {
  yield* expireConditions(fightersOf(encounter), isOfFight);
  yield* clearDropPlaces(fightersOf(encounter));
  for (const fighter of fightersOf(encounter)) {
    const { id } = fighter;
    yield* clearState(fighter, 'round');
    yield* setState(id, 'suppressed', null);
    // E-59: standing up takes a second.
    yield* setState(id, 'posture', null);
  }
  yield* applyChange({ kind: 'clock', to: IDLE });
}

/** E-A42: refuses while a fighter bleeds or may wake; `anyway` overrides it. */
export function whyNotEnd(encounter: EnergyEncounter, command: Command): readonly Reason[] {
  const count = fightersOf(encounter).filter((fighter) => mustSave(fighter) || mayWake(fighter)).length;
  return count > 0 && !optionsOf(command).anyway ? [{ id: 'still-in-danger', data: { count } }] : [];
}

const setClock = (round: number, phase: Phase) => applyChange({ kind: 'clock', to: { round, phase } });

const suppression = fighterCommand<Energy>({
  /** E-237, E-235: only a root condition is suppressed; daughters follow. */
  whyNot(encounter, { conditions }, command) {
    if (!isOpen(encounter)) return [impossibleReason('not-open')];
    return conditions.some(({ id }) => id === optionsOf(command).condition)
      ? []
      : [impossibleReason('nothing-to-suppress')];
  },
  /** E-237: the condition stays but has no effect until the end of the Round. */
  play(_, fighter, command) {
    const { condition: id = '', suppress } = optionsOf(command);
    const others = suppressedOf(fighter).filter((other) => other !== id);
    const all = suppress ? [...others, id] : others;
    return setState(fighter.id, 'suppressed', all.length > 0 ? all : null);
  },
});

/** Returns the row extended by `suppress`: true suppresses the condition, false ends that. */
export function withSuppression(manualRow: PlainCommand<Energy>): PlainCommand<Energy> {
  const rowOf = (command: Command) => (optionsOf(command).suppress === undefined ? manualRow : suppression);
  return {
    whyNot: (encounter, command, runtime) => rowOf(command).whyNot?.(encounter, command, runtime) ?? [],
    play: (encounter, command, runtime) => rowOf(command).play(encounter, command, runtime),
  };
}
