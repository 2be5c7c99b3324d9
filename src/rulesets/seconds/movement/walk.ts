import { applyChange, type Change, log } from '../../../encounter/change';
import type { Encounter, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { dueChanges } from '../../../toolkit/act/state-based';
import { angleBetween } from '../../../toolkit/space/space';
import { type Fare, stepsAlong, type WalkStep } from '../../../toolkit/space/steps';
import { walk } from '../../../toolkit/space/walk';
import { type SecondsContext, type StrideHooks, whyNotAct } from '../action';
import { WITHIN_REACH } from '../attack/grip';
import { findSearcher, isInOpenView } from '../attack/harm';
import { isIdle } from '../clock';
import { ticksOf } from '../schema';
import { type SecondsEncounter, type SecondsFighter, setState } from '../state';
import { worldSettingsOf } from '../stats';
import { clearFields, clearRunUps, spendTicks, ticksLeft } from '../turn/lane';
import { othersOf, whyNotCross, whyNotGo, whyNotPass } from './legality';
import {
  affordableMetres,
  moveCost,
  moveProgress,
  type Stride,
  truncateRoute,
  weightedMetres,
  withFactors,
} from './strides';

/** How a route is walked. */
interface Manner {
  /** By stretch (S-73, S-A18). */
  readonly pays?: boolean;
  /** The metres paid for otherwise, times factors. */
  readonly metres?: number;
  /** S-77: not slowed by the ground. */
  readonly freely?: boolean;
  /** Whether it is jumped. */
  readonly over?: boolean;
}

type Walker = Pick<SecondsContext, 'encounter' | 'fighter' | 'onStride' | 'overruled'>;

/** S-66, S-73 to S-79: walks or jumps and offers reactions. Returns the metres walked, times factors. */
export function* walkStrides(act: Walker, route: readonly Stride[], manner: Manner): Procedure<number> {
  const { encounter, fighter, onStride: hooks, overruled } = act;
  if (!fighter.place) return yield* passOffMap(act, route, manner);
  const { cost } = yield* walk(encounter, fighter, route, {
    others: () => othersOf(encounter, fighter),
    fare: fareOf(act, manner),
    overruled: overruled.filter((id) => id !== NO_TIME),
    whyNotCross: (from, steps) => whyNotCross(encounter, from, steps, manner.over),
    whyNot: (from, steps) => [
      ...whyNotAct(fighter, MOVING),
      ...(from ? whyNotPass(encounter, fighter, from, steps, manner.over) : []),
    ],
    leaving: (from, to) => (hooks.stops(from, to).leaving ? hooks.leaving(from, to) : null),
    arrived: (from, to) => (from && hooks.stops(from, to).arrived ? hooks.arrived(from, to) : null),
    due: dueWithinReach,
    *walked(_, steps, price) {
      if (price === null) return;
      yield* revealOnWay(encounter, fighter, steps);
      yield* record(act, steps, price, manner);
    },
    stopped: (reasons, walked) => tellStop(act, reasons, walked),
  });
  return cost;
}

const dueWithinReach = (passing: Encounter): readonly Change[] => dueChanges(WITHIN_REACH, passing as SecondsEncounter);

const revealOnWay = (encounter: SecondsEncounter, mover: SecondsFighter, steps: readonly WalkStep[]) =>
  revealHiders(
    encounter,
    mover,
    steps.slice(0, -1).map(({ to }) => to),
  );

/** S-A32: reveals hiders without shelter. @param places everywhere the mover was on the way */
function* revealHiders(encounter: SecondsEncounter, mover: SecondsFighter, places: readonly Place[]): Procedure<void> {
  for (const hider of Object.values(encounter.fighters))
    for (const condition of hider.conditions) {
      const looker = findSearcher(encounter, condition);
      if (!looker || (hider !== mover && looker !== mover)) continue;
      const isSeenOn = (place: Place): boolean =>
        hider === mover
          ? isInOpenView(encounter, looker, looker.place, place)
          : isInOpenView(encounter, looker, place, hider.place);
      if (!places.some(isSeenOn)) continue;
      yield* applyChange({ kind: 'condition-removed', of: hider.id, key: condition.key });
      yield* log('seen-by', { by: looker.id }, hider.id);
    }
}

/**
 * S-115, S-A17: pushes or throws a fighter; what its way ends has ended, as on a walk.
 * @param hooks those of holders whom it comes near (S-21)
 */
export function* force(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  to: Place,
  hooks?: StrideHooks,
): Procedure<void> {
  yield* walk(encounter, fighter, stepsAlong(encounter.ground, fighter.place, [to]), {
    others: () => [],
    isJudged: true,
    arrived: (from, there) => (from && hooks?.stops(from, there).arrived ? hooks.arrived(from, there) : null),
    due: dueWithinReach,
    walked: (_, steps) => revealOnWay(encounter, fighter, steps),
    *stopped() {},
  });
  yield* clearRunUps(fighter);
}

const NO_TIME = 'no-time-to-move';

/** The time, or metres that were paid for otherwise. */
const fareOf = (act: Walker, { pays = false, metres, freely = false }: Manner): Fare => {
  const { encounter, fighter } = act;
  return {
    price: (from, steps) => weightedMetres(withFactors(encounter, fighter, from, steps, freely)),
    used: pays ? moveProgress(fighter).weighted : 0,
    most: () => (pays ? mostMetres(act) : (metres ?? Number.POSITIVE_INFINITY)),
    whyNot: () => [{ id: NO_TIME }],
    splits: true,
  };
};

/** S-A18: a new Move needs the shortest time at least. */
function mostMetres({ encounter, fighter, overruled }: Walker): number {
  const least = ticksOf(worldSettingsOf(encounter).minActionSeconds);
  const { paid, weighted } = moveProgress(fighter);
  const isTooLate = !isIdle(encounter) && paid === 0 && ticksLeft(fighter) < least && !overruled.includes(NO_TIME);
  return isTooLate ? 0 : weighted + affordableMetres(encounter, fighter);
}

/** That the time is up is only worth a line if nothing was walked. */
function* tellStop(
  { fighter }: Walker,
  reasons: readonly Reason[],
  { steps }: { readonly steps: readonly WalkStep[] },
): Procedure<void> {
  if (reasons[0]?.id === NO_TIME && steps.length > 0) return;
  const metres = steps.reduce((sum, step) => sum + step.metres, 0);
  yield* logStop(fighter.id, reasons, Math.round(metres * 10) / 10);
}

/** Off the map only the length counts. */
function* passOffMap(act: Walker, route: readonly Stride[], manner: Manner): Procedure<number> {
  const { encounter, fighter, overruled } = act;
  const { used = 0, most } = fareOf(act, manner);
  const held = [...whyNotAct(fighter, MOVING), ...whyNotGo(act, route, manner.over)];
  const reasons = held.filter(({ id }) => !overruled.includes(id));
  const steps = reasons.length > 0 ? [] : truncateRoute(encounter, fighter, route, most() - used);
  if (steps.length > 0) yield* record(act, steps, weightedMetres(steps), manner);
  else if (route.length > 0) yield* tellStop(act, reasons.length > 0 ? reasons : [{ id: NO_TIME }], { steps });
  return weightedMetres(steps);
}

const MOVING = { moves: true } as const;

/** S-A18, S-A17: what a stretch costs, and what it adds to a run-up. */
function* record(
  { encounter, fighter }: Walker,
  stretch: readonly WalkStep[],
  cost: number,
  { pays }: Manner,
): Procedure<void> {
  if (isIdle(encounter)) return;
  const { id } = fighter;
  if (pays) {
    const { paid, weighted } = moveProgress(fighter);
    const price = Math.max(0, moveCost(weighted + cost, fighter, worldSettingsOf(encounter)) - paid);
    yield* spendTicks(fighter, 'move', price);
    yield* setState(id, 'movePaid', paid + price);
    yield* setState(id, 'moveMetres', weighted + cost);
  }
  // S-16, S-A17: an unfinished action is kept, but not its run-up.
  yield* clearFields(fighter, ['progressRunUp']);
  yield* recordRunUp(fighter, stretch);
}

/** Degrees; tokens are not placed exactly. */
const STRAIGHT_TOLERANCE = 2;

/** S-A17: a turn starts again at 0. */
function* recordRunUp(fighter: SecondsFighter, stretch: readonly WalkStep[]): Procedure<void> {
  let runUp = fighter.state.runUp ?? 0;
  let heading = fighter.state.heading ?? null;
  for (const stride of stretch) {
    const hasTurned =
      stride.heading !== null && heading !== null && angleBetween(stride.heading, heading) > STRAIGHT_TOLERANCE;
    runUp = (hasTurned ? 0 : runUp) + stride.metres;
    heading = stride.heading ?? heading;
  }
  yield* setState(fighter.id, 'runUp', Math.round(runUp * 1000) / 1000);
  yield* setState(fighter.id, 'heading', heading);
}
