import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import type { Threat } from '../../../encounter/ruleset';
import { groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { lookup } from '../../../kernel/lookup';
import { type Procedure, askPlace as placeAsked } from '../../../kernel/procedure';
import { contextOf, type RowsById } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import { angleBetween, bearing, isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import { stepsAlong, type WalkStep } from '../../../toolkit/space/steps';
import { costAlong, costForBody, groundForSwimmers, whyNotEndOn, whyNotWalk } from '../../../toolkit/space/terrain';
import { type Gait, isStill, walk as walkWay } from '../../../toolkit/space/walk';
import type { Action, PlayContext, SlotsContext } from '../action';
import { isHiddenFrom } from '../attack/edge';
import { feetBetween, isThreatening, orderAfterActive, SQUARE, threatensAt } from '../attack/threat';
import { effectiveSpeed, is, isHalted, rootsOf, roundToSquares } from '../conditions';
import { optionsOf } from '../options';
import {
  canProvoke,
  canReact,
  offerOpportunity,
  opportunities,
  payReaction,
  reactionCommand,
  whyNotReact,
} from '../reactions';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { whyNotAct } from '../turn/legality';
import { type StepTriggers, stepTriggersFor } from '../turn/ready';
import { applyArrival } from './arrival';
import { endOf, othersOf, routesWithin } from './ways';

export interface Route {
  /** Square by square, the last one included; empty off the map. */
  readonly steps: readonly WalkStep[];
  readonly cells: readonly Place[];
  /** Per square, the cost in feet: Difficult squares count twice (L-54, L-A18). */
  readonly costs: readonly number[];
  /** Per square, its length in feet. */
  readonly lengths: readonly number[];
  /** The cost of it all, with Difficult squares that the map does not show. */
  readonly feet: number;
  /** Of that, the cost of what the map does not show. */
  readonly unmapped: number;
  readonly isStraight: boolean;
  /** Whether any square is Difficult, the first included. */
  readonly isDifficult: boolean;
}

export const isDifficult = (ground: Ground, place: Place): boolean => costForBody(ground, place) !== 1;

/** L-51, L-54: swimmers pay nothing for water, and flyers nothing for the ground below. */
export function groundFor(encounter: SlotsEncounter, command: Command): Ground {
  const ground = groundAt(encounter.ground, encounter.fighters[command.by]?.place);
  const { mode } = optionsOf(command);
  if (mode === 'swim') return groundForSwimmers(ground);
  return mode === 'fly' && ground.difficult
    ? { ...ground, difficult: ground.difficult.filter(({ cost }) => cost === null) }
    : ground;
}

/** Returns the way of a command: its path, or off the map its feet. Null if it has neither. */
export function routeOf({
  encounter,
  fighter,
  command,
}: Pick<SlotsContext, 'encounter' | 'fighter' | 'command'>): Route | null {
  const ground = groundFor(encounter, command);
  const from = fighter.place;
  // Difficult squares that the map does not show; off the map, the length.
  const { difficult = 0, feet = 0, turning = false } = optionsOf(command);
  const unmapped = SQUARE * difficult;
  if (!command.path?.length || !from) {
    if (feet <= 0 || from) return null;
    const open = { steps: [], cells: [], costs: [], lengths: [], unmapped };
    return { ...open, feet: feet + unmapped, isStraight: !turning, isDifficult: difficult > 0 };
  }
  const steps = stepsAlong(ground, from, command.path);
  const cells = steps.map(({ to }) => to);
  const prices = pricesOf(encounter, ground, [from], steps);
  const costs = prices.map(({ cost }) => cost);
  return {
    steps,
    cells,
    costs,
    lengths: prices.map(({ length }) => length),
    unmapped,
    feet: roundFeet(unmapped + sumOf(costs)),
    isStraight: isStraight(from, cells),
    isDifficult: difficult > 0 || [from, ...cells].some((place) => isDifficult(ground, place)),
  };
}

/** L-54, L-A18: returns length and cost of squares, in feet. @param behind the places of the movement before them */
function pricesOf(
  { settings }: SlotsEncounter,
  map: Ground,
  behind: readonly Place[],
  steps: readonly WalkStep[],
): { readonly length: number; readonly cost: number }[] {
  const places = [...behind, ...steps.map(({ to }) => to)];
  const ground = groundAt(map, places[0]);
  let diagonals = 0;
  const prices = places.slice(1).map((to, at) => {
    const from = places[at] ?? to;
    const isDiagonal = ground.grid === 'square' && Math.abs(to.x - from.x) > 1e-6 && Math.abs(to.y - from.y) > 1e-6;
    const counts = isDiagonal && settings.alternatingDiagonals === true && ++diagonals % 2 === 0 ? 2 : 1;
    const length = (SQUARE * metresBetween(ground, from, to)) / ground.cell;
    return { length: length * counts, cost: length * Math.max(costAlong(ground, from, to) ?? 1, counts) };
  });
  return prices.slice(behind.length - 1);
}

export const sumOf = (feet: readonly number[]): number => feet.reduce((sum, each) => sum + each, 0);
export const roundFeet = (feet: number): number => Math.round(feet * 1e6) / 1e6;

const tooFar = (feet: number, most: number): Reason => ({
  id: 'too-far',
  data: { feet: roundFeet(feet), most, over: roundFeet(feet - most) },
});

function isStraight(from: Place, cells: readonly Place[]): boolean {
  const headings = cells.map((cell, index) => bearing(cells[index - 1] ?? from, cell));
  const first = headings.find((heading) => heading !== null);
  return headings.every((heading) => heading === null || first == null || angleBetween(heading, first) < 1);
}

/**
 * Returns the reasons against a way: no path, distance, an occupied end, fear. @param whyNotCross the map's reasons
 * against crossing it, if not all of it is walked
 */
export function whyNotGo(
  act: SlotsContext,
  route: Route | null,
  most: number,
  whyNotCross?: readonly Reason[],
): Reason[] {
  const { encounter, fighter } = act;
  if (!route) return [impossibleReason('no-path')];
  const feet = Math.round(route.feet * 10) / 10;
  const reasons: Reason[] = feet > most ? [tooFar(feet, most)] : [];
  reasons.push(...(whyNotCross ?? whyNotWalk(groundFor(encounter, act.command), fighter.place, route.cells)));
  reasons.push(...whyNotEnd(encounter, fighter, route.cells.at(-1)));
  return nearsSource(encounter, fighter, route.cells) ? [...reasons, { id: 'toward-source' }] : reasons;
}

const whyNotEnd = (encounter: SlotsEncounter, fighter: SlotsFighter, end: Place | undefined): Reason[] =>
  whyNotEndOn(encounter.ground, end, holdersIn(encounter, fighter));

const holdersIn = ({ fighters }: SlotsEncounter, fighter: SlotsFighter): SlotsFighter[] =>
  Object.values(fighters).filter(({ id }) => id !== fighter.id);

/** L-144, L-A50: the frightened cannot move nearer to their source. */
export function nearsSource(
  { ground, fighters }: SlotsEncounter,
  fighter: SlotsFighter,
  cells: readonly Place[],
): boolean {
  const { place } = fighter;
  if (!place) return false;
  const sources = rootsOf(fighter, 'frightened').flatMap(({ by }) => (by && fighters[by]?.place) || []);
  return sources.some((source) => {
    const steps = [place, ...cells].map((cell) => feetBetween(ground, cell, source));
    return steps.some((feet, index) => feet < (steps[index - 1] ?? Number.NEGATIVE_INFINITY));
  });
}

export interface WalkOptions {
  readonly provokes: boolean;
  /** L-57: a fighter the movement does not provoke. */
  readonly spared?: string | undefined;
  /** The ground it is walked on; default that of the map. */
  groundOf?(): Ground;
  /** Returns the feet that the whole movement may cost now; by default it costs nothing. */
  most?(): number;
  /** Whether the movement goes on after this stretch. */
  readonly goesOn?: boolean;
  /** The stretch before. */
  readonly after?: WalkResult;
  readonly stepTriggers?: StepTriggers | undefined;
  /** What the GM has overruled. */
  readonly overruled?: readonly string[];
}

/** The result of a movement so far. */
export interface WalkResult {
  readonly arrived: boolean;
  /** The foes already asked (L-53). */
  readonly asked: ReadonlySet<string>;
  /** Of those, who has struck, and no longer pursues. */
  readonly struck: ReadonlySet<string>;
  /** Of those, who pursues once all of it has ended. */
  readonly pursuers: readonly SlotsFighter[];
  /** The feet spent. */
  readonly spent: number;
  /** The places it was in, the first included. */
  readonly gone: readonly Place[];
}

export const STILL: WalkResult = {
  arrived: true,
  asked: new Set(),
  struck: new Set(),
  pursuers: [],
  spent: 0,
  gone: [],
};

/**
 * Returns what a foe may do about one step: strike before the mover leaves (L-52), and pursue when it leaves the
 * threatened area (L-81).
 */
function chancesOf(
  encounter: SlotsEncounter,
  foe: SlotsFighter,
  mover: SlotsFighter,
  from: Place,
  next: Place,
): { readonly strikes: readonly Command[]; readonly pursuit: readonly Command[] } {
  const { ground } = encounter;
  const isProvoked =
    areFoes(foe, mover) && isThreatening(ground, foe, mover, from) && canProvoke(mover) && canReact(encounter, foe);
  if (!isProvoked) return { strikes: [], pursuit: [] };
  return {
    strikes: opportunities(encounter, foe, mover, from),
    pursuit:
      isThreatening(ground, foe, mover, next) || shuns(foe, mover) ? [] : [reactionCommand('pursue', foe, mover)],
  };
}

/** L-129, L-144: a fighter does not pursue the unseen or the source of its fear. */
const shuns = (foe: SlotsFighter, mover: SlotsFighter): boolean =>
  isHiddenFrom(mover, foe) || rootsOf(foe, 'frightened').some(({ by }) => by === mover.id);

/**
 * Moves along a way. Each foe is provoked once, before the mover leaves its threatened area (L-52, L-53, L-A17), and may
 * pursue (L-81). Pursuers move when the whole movement has ended (L-A58).
 */
export function* walk(
  scene: PlayContext,
  fighter: SlotsFighter,
  steps: readonly WalkStep[],
  { provokes, spared, groundOf, most, goesOn = false, after = STILL, stepTriggers, overruled = [] }: WalkOptions,
): Procedure<WalkResult> {
  const { encounter } = scene;
  const start = fighter.place ? [fighter.place] : [];
  const asked = new Set(after.asked);
  const struck = new Set(after.struck);
  const wasCovered = is(fighter, 'covered');
  const pursuers = [...after.pursuers];
  const heldBefore = whyHeld(fighter).length;
  const isHeld = (): boolean => whyHeld(fighter).length > heldBefore;
  /** @param at where the mover is; who was moved meanwhile leaves nothing */
  function commandsOf(foe: SlotsFighter, from: Place, to: Place, wasAsked: boolean, at = from): readonly Command[] {
    if (!provokes || isHeld() || foe.id === spared || pursuers.includes(foe) || struck.has(foe.id)) return [];
    const { strikes, pursuit } = chancesOf(encounter, foe, fighter, at, to);
    return [...(wasAsked ? [] : strikes), ...(isStill(at, from) ? pursuit : [])];
  }
  function* provoke(from: Place, to: Place): Procedure<unknown> {
    for (const foe of orderAfterActive(encounter)) {
      const wasAsked = asked.has(foe.id);
      const commands = () => commandsOf(foe, from, to, wasAsked, fighter.place ?? from);
      if (commands().length === 0) continue;
      asked.add(foe.id);
      const reacts = yield* offerOpportunity(scene, fighter, foe, commands, () => addPursuer(pursuers, foe));
      if (reacts && !pursuers.includes(foe)) struck.add(foe.id);
      if (isHeld() || !isStill(fighter.place, from)) return;
    }
  }
  const behind = [...after.gone, ...start];
  const walked = yield* walkWay(encounter, fighter, steps, {
    ...gaitOf(encounter, fighter, { groundOf, behind }),
    fare: most && {
      used: after.spent,
      price(_, next, before) {
        const ground = groundOf?.() ?? encounter.ground;
        const prices = pricesOf(encounter, ground, [...behind, ...before.map(({ to }) => to)], next);
        return sumOf(prices.map(({ length, cost }, at) => (next[at]?.isOver ? length : cost)));
      },
      most,
      whyNot: (feet, limit) => [tooFar(feet, limit)],
    },
    overruled,
    goesOn,
    triesNext: true,
    leaving: (from, to) =>
      orderAfterActive(encounter).some((foe) => commandsOf(foe, from, to, asked.has(foe.id)).length > 0)
        ? provoke(from, to)
        : null,
    arrived: (from, to) => (from && stepTriggers?.isTriggered(from, to) ? stepTriggers.onStep(from, to) : null),
  });
  if (wasCovered && stepTriggers && !is(fighter, 'covered')) yield* stepTriggers.onReveal();
  const { hasArrived: arrived } = walked;
  if (!goesOn || !arrived) for (const foe of pursuers) yield* chase(scene, foe, fighter);
  const gone = [...behind, ...walked.steps.map(({ to }) => to)];
  return { arrived, asked, struck, pursuers, spent: after.spent + walked.cost, gone };
}

/** What every way of a fighter has in common. */
function gaitOf(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  { groundOf = () => encounter.ground, behind }: Pick<WalkOptions, 'groundOf'> & { readonly behind: readonly Place[] },
): Gait {
  const heldBefore = whyHeld(fighter).map(({ id }) => id);
  return {
    behind,
    others: () => holdersIn(encounter, fighter),
    whyNotCross(from, steps) {
      const walkable = steps.findIndex(({ isOver }) => !isOver);
      const places = steps.map(({ to }) => to);
      return walkable < 0 ? [] : whyNotWalk(groundOf(), places[walkable - 1] ?? from, places.slice(walkable));
    },
    whyNot: (from, steps) => [
      ...whyHeld(fighter).filter(({ id }) => !heldBefore.includes(id)),
      ...(nearsSource(
        encounter,
        { ...fighter, place: from },
        steps.map(({ to }) => to),
      )
        ? [{ id: 'toward-source' }]
        : []),
    ],
    *walked(from, steps) {
      if (from) yield* applyArrival(encounter, fighter, [from, ...steps.map(({ to }) => to)]);
    },
    stopped: (reasons, { steps }) =>
      logStop(
        fighter.id,
        reasons,
        roundFeet((SQUARE * sumOf(steps.map(({ metres }) => metres))) / groundAt(encounter.ground, fighter.place).cell),
      ),
  };
}

/** Returns what ends the movement of a fighter who is held, or can do nothing. */
const whyHeld = (fighter: SlotsFighter): Reason[] => [
  ...whyNotAct(fighter),
  ...(is(fighter, 'restrained') ? [{ id: 'restrained' }] : []),
];

/**
 * Ends a movement between two of its stretches: leaves the squares of others, unless others moved the fighter from
 * there, and lets pursuers move.
 */
export function* endEarly(
  scene: PlayContext,
  fighter: SlotsFighter,
  { gone, pursuers }: WalkResult = STILL,
): Procedure<void> {
  const { encounter } = scene;
  if (gone.length > 0 && isStill(fighter.place, gone.at(-1) ?? null))
    yield* walkWay(encounter, fighter, [], { ...gaitOf(encounter, fighter, { behind: gone }), mustFinish: true });
  for (const foe of pursuers) yield* chase(scene, foe, fighter);
}

function* addPursuer(pursuers: SlotsFighter[], foe: SlotsFighter): Procedure<void> {
  pursuers.push(foe);
  yield* log('pursues', {}, foe.id, { covers: { moves: true } });
}

/** L-82, L-A58: pays, and moves up to half speed to a square nearer to the mover; provokes no one. */
function* chase(scene: PlayContext, pursuer: SlotsFighter, mover: SlotsFighter): Procedure<void> {
  const { encounter } = scene;
  // Accepted before the mover left.
  const reasons: Reason[] = [
    ...whyNotReact(encounter, pursuer),
    ...(is(pursuer, 'restrained') ? [{ id: 'restrained' }] : []),
    // L-81: it follows who has left.
    ...(isThreatening(encounter.ground, pursuer, mover) || shuns(pursuer, mover) ? [{ id: 'no-trigger' }] : []),
  ];
  if (reasons.length > 0) return void (yield* logStop(pursuer.id, reasons));
  yield* payReaction(encounter, pursuer);
  const [from, behind] = [pursuer.place, mover.place];
  if (!from || !behind) return;
  const { ground } = encounter;
  const now = feetBetween(ground, from, behind);
  const most = roundToSquares(effectiveSpeed(pursuer) / 2);
  const costOf = (route: readonly Place[]): number =>
    sumOf(pricesOf(encounter, ground, [from], stepsAlong(ground, from, route)).map(({ cost }) => cost));
  const nearer = routesWithin(encounter, pursuer, most).filter(
    (route) =>
      feetBetween(ground, endOf(route), behind) < now &&
      !nearsSource(encounter, pursuer, route) &&
      costOf(route) <= most,
  );
  if (nearer.length === 0) return void (yield* logStop(pursuer.id, [{ id: 'no-way' }]));
  const ends = nearer.map(endOf);
  const to = yield* placeAsked('pursue', pursuer.id, ends, { at: mover.id });
  yield* stepOut(scene, pursuer, from, nearer[ends.indexOf(to)] ?? [to]);
}

/**
 * Moves in answer to an event: provokes no one, but fires triggers (L-A16, L-09). @param from where the way begins; who
 * was moved away meanwhile stays there
 */
export function* stepOut(
  { encounter, runtime }: PlayContext,
  fighter: SlotsFighter,
  from: Place | null,
  route: readonly Place[],
): Procedure<void> {
  if (isHalted(fighter) || !isStill(fighter.place, from)) return;
  yield* walk({ encounter, runtime }, fighter, stepsAlong(encounter.ground, from, route), {
    provokes: false,
    stepTriggers: stepTriggersFor({ encounter, runtime, fighter }),
  });
}

/** Returns the free squares beside a fighter to which it may step, except those of a way. */
export const placesBeside = (
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  route: readonly Place[],
): readonly Place[] => {
  if (!fighter.place) return [];
  const { ground } = encounter;
  return neighbours(ground, fighter.place).filter(
    (there) =>
      isFree(ground, there, othersOf(encounter, fighter)) &&
      isFree(ground, there, route) &&
      whyNotWalk(ground, fighter.place, [there]).length === 0 &&
      !nearsSource(encounter, fighter, [there]),
  );
};

/** The threatened area of section 10, and L-172 before a movement. */
export const threatOf = (rows: RowsById<Action>): Threat<SlotsEncounter> => ({
  reaches({ ground, fighters }, id, place) {
    const fighter = fighters[id];
    return fighter !== undefined && threatensAt(ground, fighter, place);
  },
  provokedBy(encounter, command) {
    const fighter = encounter.fighters[command.by];
    const place = fighter?.place;
    const provokes = lookup(rows, command.do)?.provokes;
    const route = fighter && provokes && routeOf(contextOf(encounter, command, fighter));
    if (!route || !place) return [];
    const spared = provokes === 'others' ? command.at : undefined;
    const isProvoked = (foe: SlotsFighter): boolean =>
      route.cells.some((cell, at) => {
        const { strikes, pursuit } = chancesOf(encounter, foe, fighter, route.cells[at - 1] ?? place, cell);
        return strikes.length + pursuit.length > 0;
      });
    const foes = Object.values(encounter.fighters).filter((foe) => foe.id !== spared && isProvoked(foe));
    return foes.map(({ id }) => id);
  },
});
