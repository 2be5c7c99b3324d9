import { applyChange, log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import type { Procedure } from '../../../kernel/procedure';
import { angleBetween, bearing, cellsAlong, isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import { costAlong, costForBody, whyNotLeap, whyNotWalk } from '../../../toolkit/space/terrain';
import { type Action, NO_STOPS, type SecondsContext } from '../action';
import { isOccupied, metresApart, revealHiders } from '../attack/harm';
import { isIdle } from '../clock';
import { fasteningCondition, is } from '../conditions';
import { optionsOf } from '../options';
import { TICKS, ticksOf } from '../schema';
import { type SecondsEncounter, type SecondsFighter, setState } from '../state';
import { type WorldSettings, worldSettingsOf } from '../stats';
import { endRunUp, spendTicks, ticksLeft } from '../turn/lane';

/** One metre or cell. */
export interface Stride {
  readonly to: Place;
  readonly metres: number;
  /** S-75, S-76. */
  readonly factor: number;
  readonly forbidden: boolean;
  /** Degrees; null if unknown. */
  readonly heading: number | null;
  /** A waypoint of the drawn path. */
  readonly turn: boolean;
}

/** S-75 to S-77, S-A16. @param cost null where walking is forbidden @param freely ignores difficult ground */
function factorOn(cost: number | null, encounter: SecondsEncounter, fighter: SecondsFighter, freely: boolean): number {
  const { slowFactor, slowFactorsStack } = worldSettingsOf(encounter);
  // The map's cost of difficult ground is 2; the world decides how slow that is.
  const isSlowed = !freely && !fighter.stats.sureFooted;
  const rough = isSlowed ? 1 + ((cost ?? 1) - 1) * (slowFactor - 1) : 1;
  const prone = is(fighter, 'prone') ? slowFactor : 1;
  return slowFactorsStack ? rough * prone : Math.max(rough, prone);
}

export function stridesOf(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  path: readonly Place[],
  freely = false,
): Stride[] {
  const { ground } = encounter;
  const strides: Stride[] = [];
  let from = fighter.place;
  let current = from;
  for (const corner of path) {
    const heading = from && bearing(from, corner);
    const cells = from ? cellsAlong(ground, from, [corner]) : [corner];
    for (const [index, cell] of cells.entries()) {
      const metres = current ? metresBetween(ground, current, cell) : ground.cell;
      const cost = current ? costAlong(ground, current, cell) : costForBody(ground, cell);
      const factor = factorOn(cost, encounter, fighter, freely);
      const to = { ...cell, facing: heading ?? cell.facing };
      strides.push({ to, metres, factor, forbidden: cost === null, heading, turn: index === cells.length - 1 });
      current = cell;
    }
    from = corner;
  }
  return strides;
}

export const metresFor = (ticks: number, { stats }: SecondsFighter): number => (ticks * stats.speed) / TICKS;

/** Returns ticks. @param weighted metres times factors */
export const moveCost = (weighted: number, { stats }: SecondsFighter, world: WorldSettings): number =>
  Math.max(ticksOf(world.minActionSeconds), Math.ceil((weighted * TICKS) / stats.speed - 1e-6));

/** S-A18. */
const moveProgress = ({ state }: SecondsFighter): { paid: number; weighted: number } => ({
  paid: state.movePaid ?? 0,
  weighted: state.moveMetres ?? 0,
});

/** Weighted metres; unlimited outside combat. */
function affordableMetres(encounter: SecondsEncounter, fighter: SecondsFighter): number {
  if (isIdle(encounter)) return Number.POSITIVE_INFINITY;
  const { paid, weighted } = moveProgress(fighter);
  return metresFor(paid + ticksLeft(fighter), fighter) - weighted;
}

/** Returns what the metres pay for; gridless it may end within a stride, never on an occupied place. */
export function truncateRoute(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  route: readonly Stride[],
  metres = affordableMetres(encounter, fighter),
): Stride[] {
  let budget = metres + 1e-6;
  const reached: Stride[] = [];
  let from = fighter.place;
  for (const stride of route) {
    const needs = stride.metres * stride.factor;
    if (needs > budget) {
      const share = Math.floor((budget / needs) * 1000) / 1000;
      if (encounter.ground.grid === 'gridless' && from && share > 0) reached.push(partOf(from, stride, share));
      break;
    }
    budget -= needs;
    reached.push(stride);
    from = stride.to;
  }
  for (let last = reached.at(-1); last && reached.length < route.length; last = reached.at(-1)) {
    if (!isOccupied(encounter, fighter, last.to)) break;
    reached.pop();
  }
  return reached;
}

function partOf(from: Place, stride: Stride, share: number): Stride {
  const between = (a: number, b: number): number => Math.round((a + (b - a) * share) * 1000) / 1000;
  const to = { ...stride.to, x: between(from.x, stride.to.x), y: between(from.y, stride.to.y) };
  return { ...stride, to, metres: stride.metres * share, turn: true };
}

/** In ticks, due now. */
function priceOf(encounter: SecondsEncounter, fighter: SecondsFighter, route: readonly Stride[]): number {
  const { paid, weighted } = moveProgress(fighter);
  return Math.max(0, moveCost(weightedMetres(route, weighted), fighter, worldSettingsOf(encounter)) - paid);
}

/** Returns metres times factors. */
export const weightedMetres = (route: readonly Stride[], before = 0): number =>
  route.reduce((sum, { metres, factor }) => sum + metres * factor, before);

/** The command's path, or its metres off the map. */
function stridesFor({ encounter, fighter, command }: SecondsContext): Stride[] {
  const { path = [] } = command;
  const { freely = false, metres = 0, difficult } = optionsOf(command);
  if (path.length > 0) return stridesOf(encounter, fighter, path, freely);
  if (metres <= 0 || fighter.place) return [];
  const { slowFactor, slowFactorsStack } = worldSettingsOf(encounter);
  const isDifficult = difficult && !freely && !fighter.stats.sureFooted;
  const slow = (isDifficult ? 1 : 0) + (is(fighter, 'prone') ? 1 : 0);
  const factor = slowFactor ** (slowFactorsStack ? slow : Math.min(1, slow));
  return [{ to: NOWHERE, metres, factor, forbidden: false, heading: 0, turn: true }];
}

const NOWHERE: Place = { x: 0, y: 0, width: 1, height: 1, elevation: 0, facing: 0 };

/** Returns why the way is not allowed. @param over whether it is jumped, so that only its end counts */
export function whyNotGo(act: SecondsContext, route: readonly Stride[], over = false): Reason[] {
  const { encounter, fighter } = act;
  const fastened = fasteningCondition(fighter);
  if (fastened) return [{ id: fastened }];
  const end = route.at(-1);
  if (!end) return [impossibleReason('no-path')];
  const { place } = fighter;
  if (!place) return [];
  const places = route.map(({ to }) => to);
  const isBlocked =
    isOccupied(encounter, fighter, end.to) || (!over && isObstructed(encounter, fighter, place, places));
  const occupied: Reason[] = isBlocked ? [{ id: 'occupied' }] : [];
  const barred = over ? whyNotLeap(encounter.ground, place, end.to) : whyNotWalk(encounter.ground, place, places);
  return [...occupied, ...barred, ...whyNotCloser(encounter, fighter, [place, ...places])];
}

/** S-74: returns true if a foe stands in the way and leaves no room to pass. Others step aside. */
function isObstructed(
  { ground, fighters }: SecondsEncounter,
  fighter: SecondsFighter,
  from: Place,
  places: readonly Place[],
): boolean {
  const foes = Object.values(fighters).filter(
    (other) => other.side !== fighter.side && !is(other, 'unconscious') && !is(other, 'hidden', fighter.id),
  );
  const bodies = foes.map(({ place }) => place);
  const isFreeOfFoes = (there: Place): boolean => isFree(ground, there, bodies);
  // Without a grid a step may begin and end beside a body and still cross it.
  const crossesFoe = (a: Place, b: Place): boolean =>
    !isFreeOfFoes(b) || (ground.grid === 'gridless' && !isFreeOfFoes({ ...b, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
  let lastFree = from;
  let steps = 0;
  let isCrossed = false;
  for (const [at, to] of places.entries()) {
    steps += 1;
    isCrossed ||= crossesFoe(places[at - 1] ?? from, to);
    if (!isFreeOfFoes(to)) continue;
    if (isCrossed && !hasRoomToPass(ground, lastFree, to, steps, crossesFoe)) return true;
    lastFree = to;
    steps = 0;
    isCrossed = false;
  }
  return false;
}

/** Returns true if a way beside the foe is hardly longer than the way through. */
function hasRoomToPass(
  ground: Ground,
  from: Place,
  to: Place,
  steps: number,
  crossesFoe: (a: Place, b: Place) => boolean,
): boolean {
  const [step, most] = ground.grid === 'gridless' ? [1, steps + 1] : [ground.cell, steps];
  const canStep = (a: Place, b: Place): boolean => !crossesFoe(a, b) && whyNotWalk(ground, a, [b]).length === 0;
  let places = [from];
  for (let left = most; left > 0; left--) {
    const next = new Map<string, Place>();
    for (const place of places)
      for (const there of neighbours(ground, place)) {
        const distance = metresBetween(ground, there, to);
        if (distance > left * step + 1e-6 || !canStep(place, there)) continue;
        if (distance <= step + 1e-6 && canStep(there, to)) return true;
        next.set(`${there.x.toFixed(1)} ${there.y.toFixed(1)}`, there);
      }
    places = [...next.values()];
  }
  return false;
}

/** S-A35. */
function whyNotCloser(encounter: SecondsEncounter, fighter: SecondsFighter, places: readonly Place[]): Reason[] {
  const feared = fighter.conditions.flatMap(({ id, by }) =>
    id === 'frightened' && by !== undefined ? [encounter.fighters[by]] : [],
  );
  const isCloser = (other: SecondsFighter | undefined): boolean => {
    const there = other?.place;
    if (!there) return false;
    const metres = places.map((to) => metresApart(encounter, there, to));
    return metres.some((now, at) => now < (metres[at - 1] ?? Number.NEGATIVE_INFINITY) - 1e-3);
  };
  const other = feared.find(isCloser);
  return other ? [{ id: 'frightened-of', data: { name: other.name } }] : [];
}

const isHalted = (fighter: SecondsFighter): boolean =>
  is(fighter, 'unconscious') || fasteningCondition(fighter) !== null;

/** Moves, offers reactions, and stops if one disables or moves the fighter. @param pays by stretch (S-73, S-A18) */
export function* walkStrides(
  { encounter, fighter, onStride: hooks }: Pick<SecondsContext, 'encounter' | 'fighter' | 'onStride'>,
  route: readonly Stride[],
  pays: boolean,
): Procedure<void> {
  let stretch: Stride[] = [];
  for (const [at, stride] of route.entries()) {
    const from = route[at - 1]?.to ?? fighter.place;
    const { leaving, arrived } = from && fighter.place ? hooks.stops(from, stride.to) : NO_STOPS;
    if (from && leaving) {
      if (stretch.length > 0) yield* moveStretch(encounter, fighter, stretch, pays);
      stretch = [];
      yield* hooks.leaving(from, stride.to);
      if (isHalted(fighter) || !deepEqual(fighter.place, from)) return;
    }
    stretch.push(stride);
    const isEnd = at === route.length - 1;
    if (!isEnd && !arrived) continue;
    yield* moveStretch(encounter, fighter, stretch, pays);
    stretch = [];
    if (from && arrived) yield* hooks.arrived(from, stride.to);
    if (isHalted(fighter) || (fighter.place && !deepEqual(fighter.place, stride.to))) return;
  }
}

function* moveStretch(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  stretch: readonly Stride[],
  pays: boolean,
): Procedure<void> {
  const { id } = fighter;
  if (pays && !isIdle(encounter)) {
    const price = priceOf(encounter, fighter, stretch);
    const { paid, weighted } = moveProgress(fighter);
    yield* spendTicks(fighter, 'move', price);
    yield* setState(id, 'movePaid', paid + price);
    yield* setState(id, 'moveMetres', weightedMetres(stretch, weighted));
  }
  const last = stretch.at(-1);
  if (last && fighter.place) {
    const by = stretch.slice(0, -1).flatMap(({ to, turn }) => (turn ? [to] : []));
    yield* applyChange({ kind: 'move', of: id, to: last.to, by });
    yield* revealHiders(
      encounter,
      fighter,
      stretch.slice(0, -1).map(({ to }) => to),
    );
  }
  if (!isIdle(encounter)) yield* recordRunUp(fighter, stretch);
}

/** Degrees; tokens are not placed exactly. */
const STRAIGHT_TOLERANCE = 2;

/** S-A17: a turn starts again at 0. */
function* recordRunUp(fighter: SecondsFighter, stretch: readonly Stride[]): Procedure<void> {
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

/** Metres up and along. */
function requestedJump(act: SecondsContext): { high: number; far: number } {
  const { height: high = 0, metres = 0 } = optionsOf(act.command);
  const route = stridesFor({ ...act, command: leapCommand(act) });
  return { high, far: route.length > 0 ? route.reduce((sum, stride) => sum + stride.metres, 0) : metres };
}

/** S-67 to S-70, S-A46. */
function whyNotDistance(act: SecondsContext): Reason[] {
  const { high, far } = requestedJump(act);
  const str = Math.max(0, act.fighter.stats.str);
  // S-01: no runs are recorded while idle, so nothing speaks against one.
  const hasRunUp = isIdle(act.encounter) || act.runUp >= act.world.jumpRunUp;
  const most = hasRunUp ? 2 * str : str;
  const reasons: Reason[] = high > str / 2 + 1e-3 ? [{ id: 'too-high', data: { most: str / 2 } }] : [];
  return far > most + 1e-3 ? [...reasons, { id: 'too-far', data: { most, metres: round(far) } }] : reasons;
}

const round = (metres: number): number => Math.round(metres * 10) / 10;

/** S-66 to S-70: leaving a foe's reach provokes. */
export const jump: Action = {
  group: 'move',
  needs: 'path',
  moves: true,
  runs: true,
  splits: true,
  base: () => ticksOf(3),
  whyNot(act) {
    const { high, far } = requestedJump(act);
    if (high <= 0 && far <= 0) return [impossibleReason('no-path')];
    return whyNotDistance(act);
  },
  whyNotFinish: (act) =>
    act.command.path ? whyNotGo(act, stridesFor({ ...act, command: leapCommand(act) }), true) : [],
  *play(act) {
    const { fighter } = act;
    const { high, far } = requestedJump(act);
    yield* log('jumps', { high, far: round(far) }, fighter.id);
    const route = stridesFor({ ...act, command: leapCommand(act) });
    if (fighter.place && route.length > 0) yield* walkStrides(act, route, false);
    yield* endRunUp(fighter);
  },
};

/** Straight to the end of the path, and not slowed by the ground. */
const leapCommand = ({ command }: SecondsContext): Command => ({
  ...command,
  ...(command.path && { path: command.path.slice(-1) }),
  options: { ...command.options, freely: true },
});

/** S-73 to S-79: paid as it goes, as far as time allows. */
export const move: Action = {
  group: 'move',
  needs: 'path',
  moves: true,
  keeps: true,
  base: (act) => priceOf(act.encounter, act.fighter, truncateRoute(act.encounter, act.fighter, stridesFor(act))),
  whyNotFinish(act) {
    const { encounter, fighter, world } = act;
    const route = stridesFor(act);
    const affordable = truncateRoute(encounter, fighter, route);
    const least = ticksOf(world.minActionSeconds);
    const isNew = moveProgress(fighter).paid === 0;
    const lacksTime =
      encounter.clock.phase !== 'idle' &&
      route.length > 0 &&
      ((isNew && ticksLeft(fighter) < least) || affordable.length === 0);
    return [
      ...(lacksTime ? [{ id: 'no-time-to-move' }] : []),
      ...whyNotGo(act, affordable.length > 0 ? affordable : route),
    ];
  },
  *play(act) {
    yield* walkStrides(act, truncateRoute(act.encounter, act.fighter, stridesFor(act)), true);
  },
};
