import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { dueChanges } from '../../../toolkit/act/state-based';
import { type Fare, stepsAlong, type WalkStep } from '../../../toolkit/space/steps';
import { pathCost, whyNotEndOn } from '../../../toolkit/space/terrain';
import { type Gait, walk } from '../../../toolkit/space/walk';
import { HOLD } from '../attack/reach';
import { is, isAble, isInCombat, mountOf, riderOf } from '../conditions';
import { enteredAreas } from '../magic/areas';
import { type ClashEncounter, type ClashFighter, setState } from '../state';
import { discover, revealAt } from './hiding';
import { isInSaddle, unseat } from './riding';

/** C-104: what an area does goes on for those who can move no farther; a move judges its own steps. */
export const GOES_ON_MOVING = {
  grappled: 'C-104',
  mounted: 'C-104',
  'not-mounted': 'C-104',
  'mount-grappled': 'C-104',
  'no-path': 'C-104',
  'moved-away': 'C-104',
  'no-movement': 'C-104',
  wall: 'C-104',
  forbidden: 'C-104',
  occupied: 'C-104',
} as const;

/** A parameter, because areas move fighters and therefore import this file. */
type EnterAreas = (
  encounter: ClashEncounter,
  step: readonly [Place | null, Place],
  those: readonly ClashFighter[],
) => Procedure<void>;

/** Others who take up their space: not a mount and its rider, who share one, nor those who cannot act. */
const othersInTheWay = (encounter: ClashEncounter, mover: ClashFighter): ClashFighter[] =>
  Object.values(encounter.fighters).filter(
    (other) =>
      other !== mover && isAble(other) && mountOf(encounter, other) !== mover && mountOf(encounter, mover) !== other,
  );

/** Returns the reason against ending a movement where another fighter stands. */
export const whyNotEnd = (encounter: ClashEncounter, mover: ClashFighter, end: Place | undefined): Reason[] =>
  whyNotEndOn(encounter.ground, end, othersInTheWay(encounter, mover));

/** How a way is walked. */
interface Manner extends Pick<Gait, 'isJudged' | 'overruled' | 'whyNot'> {
  /** By default it may be as long as it is. */
  readonly limit?: Omit<Fare, 'price'>;
  /** Set if a roll, or the end of the turn, decides whether the mover is seen (C-113). */
  readonly seenLater?: boolean;
}

const UNLIMITED: Omit<Fare, 'price'> = { most: () => Number.POSITIVE_INFINITY, whyNot: () => [] };

interface Journey {
  /** Weighted by the ground. */
  readonly metres: number;
  /** Every place entered. */
  readonly cells: readonly Place[];
}

const metresAlong = ({ ground }: ClashEncounter, from: Place | null, steps: readonly WalkStep[]): number =>
  pathCost(
    ground,
    from,
    steps.map(({ to }) => to),
  );

/** C-17, C-64, C-104, C-105, C-109, C-113: moves a body, with its rider, and pauses where it enters an area. */
export function* travel(
  encounter: ClashEncounter,
  mover: ClashFighter,
  path: readonly Place[],
  enter: EnterAreas,
  { limit = UNLIMITED, whyNot, seenLater = false, isJudged = false, overruled = [] }: Manner = {},
): Procedure<Journey> {
  const start = mover.place;
  let riders: readonly ClashFighter[] = [];
  const { steps, cost: metres } = yield* walk(encounter, mover, stepsAlong(encounter.ground, start, path), {
    isJudged,
    overruled,
    fare: { ...limit, price: (from, steps) => metresAlong(encounter, from, steps) },
    others: () => othersInTheWay(encounter, mover),
    whyNot: (from, steps) => [...(isAble(mover) ? [] : [{ id: 'defeated' }]), ...(whyNot?.(from, steps) ?? [])],
    carried() {
      // An area may have felled or moved the rider.
      const rider = carriedBy(encounter, mover);
      riders = rider ? [rider] : [];
      return riders;
    },
    arrived: (from, to) =>
      enteredAreas(encounter, from, to).length > 0 ? entering(encounter, enter, [from, to], mover) : null,
    due: (passing) => dueChanges({ HOLD }, passing as ClashEncounter),
    stopped: (reasons, { cost }) => logStop(riders[0]?.id ?? mover.id, reasons, Math.round(cost * 10) / 10),
  });
  const cells = steps.map(({ to }) => to);
  if (cells.length === 0) return { metres, cells };
  for (const each of [mover, ...riders]) {
    if (!seenLater) yield* revealAt(encounter, each, cells);
    if (start) yield* discover(encounter, each, start, cells);
  }
  return { metres, cells };
}

/** C-64: a rider in the saddle enters too. */
function* entering(
  encounter: ClashEncounter,
  enter: EnterAreas,
  step: readonly [Place | null, Place],
  mover: ClashFighter,
): Procedure<void> {
  const rider = carriedBy(encounter, mover);
  yield* enter(encounter, step, rider ? [mover, rider] : [mover]);
}

/** C-17: one that is pushed stops at bodies and walls that were not there when the push began. */
export function* forceMove(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  cells: readonly Place[],
  enter: EnterAreas,
): Procedure<void> {
  yield* beginPush(encounter, fighter);
  yield* travel(encounter, fighter, cells, enter, {
    isJudged: true,
    whyNot: (_, steps) => steps.flatMap(({ to }) => whyNotEnd(encounter, fighter, to)).slice(0, 1),
  });
}

/** C-64, C-A33: a push unseats a rider, and takes the rider of a mount along. Returns all who are pushed. */
export function* beginPush(encounter: ClashEncounter, fighter: ClashFighter): Procedure<readonly ClashFighter[]> {
  if (is(fighter, 'mounted')) yield* unseat(encounter, fighter);
  const rider = riderOf(encounter, fighter);
  if (!rider) return [fighter];
  if (isInCombat(encounter)) yield* setState(fighter.id, 'moved', true);
  return [fighter, rider];
}

/** C-64: returns the rider who moves with a mount. */
export const carriedBy = (encounter: ClashEncounter, mount: ClashFighter): ClashFighter | null => {
  const rider = riderOf(encounter, mount);
  return rider && isAble(rider) && isInSaddle(encounter, rider, mount) ? rider : null;
};
