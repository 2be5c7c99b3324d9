import { alter, apply, say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Clock } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { gain } from '../../mechanics/condition';
import { endsAt, expire } from '../../mechanics/duration';
import { saveFromDeath, tryToWake } from './attack/aura';
import { causedBy, is, roundEnd } from './conditions';
import { forgetPlaces } from './gear/gear';
import { forget, mark } from './marks';
import { saidIn } from './options';
import type { EnergyEncounter, EnergyFighter } from './stats';
import { type Phase, ROUND_END } from './words';

/** E-03, E-04: what a Round gives by the Stamina one has. */
const MOST_ENERGY = 5;
/** E-230, E-A4. */
const EXHAUSTED_COSTS = 2;

export const IDLE: Clock = { round: 0, phase: 'idle' satisfies Phase };

export const isOpen = ({ clock }: EnergyEncounter): boolean => clock.phase === 'open';

/** E-04, E-230: the Energy this fighter has at the start of a Round. */
export function energyPerRound(stamina: number, exhausted: boolean): number {
  return Math.max(0, Math.min(MOST_ENERGY, stamina) - (exhausted ? EXHAUSTED_COSTS : 0));
}

const fightersOf = (encounter: EnergyEncounter): EnergyFighter[] => Object.values(encounter.fighters);

/** Begins the encounter with its first Round. @param surprised the side that is caught out, if one is */
export function* start(encounter: EnergyEncounter, surprised: string | null): Procedure<void> {
  yield* startRound(encounter, surprised);
}

/** Ends the Round and begins the next. */
export function* nextRound(encounter: EnergyEncounter): Procedure<void> {
  yield* endRound(encounter);
  yield* startRound(encounter, null);
}

/** Section 4, in the order of E-A38. */
function* startRound(encounter: EnergyEncounter, surprised: string | null): Procedure<void> {
  const round = encounter.clock.round + 1;
  const fighters = fightersOf(encounter);
  yield* setClock(round, 'round-start');
  yield* say('round', { round });
  for (const fighter of fighters) yield* forget(fighter, 'round');
  for (const fighter of fighters) if (mustSave(fighter)) yield* saveFromDeath(fighter);
  for (const fighter of fighters) if (mayWake(fighter)) yield* tryToWake(fighter);
  for (const fighter of fighters) yield* allot(fighter, 'energy', allotment(fighter));
  for (const fighter of fighters) yield* allot(fighter, 'agility', fighter.pools.agility.max);
  if (round === 1 && surprised !== null)
    for (const fighter of fighters)
      if (fighter.side === surprised) yield* gain(fighter.id, 'surprised', roundEnd(round));
  yield* setClock(round, 'open');
}

/** E-10, E-18: what may be done once a Round may be done again. */

/** E-214, E-219: one save a Round, however often one began to bleed. */
const mustSave = (fighter: EnergyFighter): boolean => is(fighter, 'bleeding-out') && !is(fighter, 'dead');

/** E-224 to E-227: who is dying or asleep does not wake by a roll. */
const mayWake = (fighter: EnergyFighter): boolean =>
  !is(fighter, 'dead') &&
  fighter.conditions.some((had) => had.id === 'unconscious' && causedBy('stamina', 'non-lethal')(had));

const allotment = (fighter: EnergyFighter): number =>
  is(fighter, 'dead') ? 0 : energyPerRound(fighter.pools.stamina.value, is(fighter, 'exhausted'));

/** E-04, E-05: overwritten, not topped up. */
function* allot({ id, pools }: EnergyFighter, pool: 'energy' | 'agility', to: number): Procedure<void> {
  const by = to - pools[pool].value;
  if (by !== 0) yield* alter(id, pool, by);
}

/** E-148, E-150: what was to last until the end of this Round or an earlier one is over. */
function* endRound(encounter: EnergyEncounter): Procedure<void> {
  const { round } = encounter.clock;
  yield* setClock(round, 'round-end');
  yield* expire(fightersOf(encounter), (condition) => endsAt(condition, ROUND_END, round));
}

/** E-A42: leaves the clock; conditions that Rounds would have ended are dropped. */
export function* end(encounter: EnergyEncounter): Procedure<void> {
  yield* expire(fightersOf(encounter), ({ until }) => until?.at === ROUND_END);
  yield* forgetPlaces(fightersOf(encounter));
  for (const { id, book } of fightersOf(encounter))
    if (book.suppressed !== undefined) yield* mark(id, 'suppressed', null);
  yield* apply({ kind: 'clock', to: IDLE });
}

/** E-A42: who still bleeds or may yet wake needs further Rounds. `anyway` means it is known. */
export function whyNotEnd(encounter: EnergyEncounter, command: Command): readonly Reason[] {
  const count = fightersOf(encounter).filter((fighter) => mustSave(fighter) || mayWake(fighter)).length;
  return count > 0 && !saidIn(command).anyway ? [{ id: 'still-in-danger', data: { count } }] : [];
}

function* setClock(round: number, phase: Phase): Procedure<void> {
  yield* apply({ kind: 'clock', to: { round, phase } });
}
