import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import type { Threat } from '../../../encounter/ruleset';
import type { Ground, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { type Procedure, askPlace as placeAsked } from '../../../kernel/procedure';
import type { RowsById } from '../../../toolkit/define/actions';
import { logStop } from '../../../toolkit/define/command-run';
import { angleBetween, bearing, cellsAlong, isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import { costAlong, costForBody, groundForSwimmers, whyNotEndOn, whyNotWalk } from '../../../toolkit/space/terrain';
import type { Action, PlayContext, SlotsContext } from '../action';
import { isHiddenFrom } from '../attack/edge';
import { areFoes, feetBetween, isThreatening, orderAfterActive, SQUARE, threatensAt } from '../attack/threat';
import { effectiveSpeed, is, isHalted, rootsOf, roundToSquares } from '../conditions';
import { optionsOf } from '../options';
import { canProvoke, canReact, offerOpportunity, opportunities, reactionCommand } from '../reactions';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { type StepTriggers, stepTriggersFor } from '../turn/ready';
import { moveAlong } from './arrival';
import { endOf, othersOf, routesWithin } from './ways';

export interface Route {
  /** Square by square, the last one included; empty off the map. */
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
export function groundFor({ ground }: SlotsEncounter, command: Command): Ground {
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
  const { settings } = encounter;
  const ground = groundFor(encounter, command);
  const from = fighter.place;
  // Difficult squares that the map does not show; off the map, the length.
  const { difficult = 0, feet = 0, turning = false } = optionsOf(command);
  const unmapped = SQUARE * difficult;
  if (!command.path?.length || !from) {
    if (feet <= 0 || from) return null;
    const open = { cells: [], costs: [], lengths: [], unmapped };
    return { ...open, feet: feet + unmapped, isStraight: !turning, isDifficult: difficult > 0 };
  }
  const cells = cellsAlong(ground, from, command.path);
  const costs: number[] = [];
  const lengths: number[] = [];
  let diagonals = 0;
  let last = from;
  for (const cell of cells) {
    const isDiagonal = ground.grid === 'square' && Math.abs(cell.x - last.x) > 1e-6 && Math.abs(cell.y - last.y) > 1e-6;
    const counts = isDiagonal && settings.alternatingDiagonals === true && ++diagonals % 2 === 0 ? 2 : 1;
    const length = (SQUARE * metresBetween(ground, last, cell)) / ground.cell;
    costs.push(length * Math.max(costAlong(ground, last, cell) ?? 1, counts));
    lengths.push(length * counts);
    last = cell;
  }
  return {
    cells,
    costs,
    lengths,
    unmapped,
    feet: roundFeet(unmapped + sumOf(costs)),
    isStraight: isStraight(from, cells),
    isDifficult: difficult > 0 || [from, ...cells].some((place) => isDifficult(ground, place)),
  };
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

const whyNotEnd = ({ ground, fighters }: SlotsEncounter, fighter: SlotsFighter, end: Place | undefined): Reason[] =>
  whyNotEndOn(
    ground,
    end,
    Object.values(fighters).filter(({ id }) => id !== fighter.id),
  );

/** Returns the reason if a mover is no longer where its way goes on. */
export const whyNotFrom = ({ place }: SlotsFighter, from: Place | null): Reason[] =>
  deepEqual(place, from) ? [] : [{ id: 'no-way' }];

/** Returns the reasons against the next step of a way. @param isLast whether the way ends there */
function whyNotStep(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  to: Place,
  isLast: boolean,
  ground: Ground | null,
): Reason[] {
  const reasons = ground ? whyNotWalk(ground, fighter.place, [to]) : [];
  if (isLast) reasons.push(...whyNotEnd(encounter, fighter, to));
  return nearsSource(encounter, fighter, [to]) ? [...reasons, { id: 'toward-source' }] : reasons;
}

/** L-144, L-A50: the frightened cannot move nearer to their source. */
function nearsSource({ ground, fighters }: SlotsEncounter, fighter: SlotsFighter, cells: readonly Place[]): boolean {
  const { place } = fighter;
  if (!place) return false;
  const sources = rootsOf(fighter, 'frightened').flatMap(({ by }) => (by && fighters[by]?.place) || []);
  return sources.some((source) => {
    const steps = [place, ...cells].map((cell) => feetBetween(ground, cell, source));
    return steps.some((feet, index) => feet < (steps[index - 1] ?? Number.NEGATIVE_INFINITY));
  });
}

/** What a movement may cost, read again at each square. */
interface Pace {
  /** Per square of the way, in feet. */
  readonly costs: readonly number[];
  /** The feet spent before. */
  readonly spent: number;
  most(): number;
}

export interface WalkOptions {
  readonly provokes: boolean;
  /** The ground it is walked on; default that of the map. */
  readonly groundOf?: (() => Ground) | undefined;
  /** By default it costs nothing. */
  readonly pace?: Pace | undefined;
  /** The number of first squares that are leapt across. */
  readonly leapt?: number | undefined;
  /** Whether the movement goes on after this stretch. */
  readonly goesOn?: boolean | undefined;
  /** L-57: a fighter the movement does not provoke. */
  readonly spared?: string | undefined;
  /** Foes already asked at an earlier stretch of the movement, and those of them who struck. */
  readonly asked?: ReadonlySet<string>;
  readonly struck?: ReadonlySet<string>;
  readonly stepTriggers?: StepTriggers | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** The result of a movement: whether it was completed, and the foes already asked (L-53). */
export interface WalkResult {
  readonly arrived: boolean;
  readonly asked: ReadonlySet<string>;
  /** Of those, who has struck, and no longer pursues. */
  readonly struck: ReadonlySet<string>;
  /** The feet spent so far. */
  readonly spent: number;
}

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
  // L-129, L-144: a fighter does not pursue the unseen or the source of its fear.
  const shuns = isHiddenFrom(mover, foe) || rootsOf(foe, 'frightened').some(({ by }) => by === mover.id);
  return {
    strikes: opportunities(encounter, foe, mover, from),
    pursuit: isThreatening(ground, foe, mover, next) || shuns ? [] : [reactionCommand('pursue', foe, mover)],
  };
}

/**
 * Moves square by square. Each foe is provoked once, before the mover leaves its threatened area (L-52, L-53, L-A17),
 * and may pursue (L-81). Each square is judged when it is entered. Returns early if the mover is stopped; pursuers move
 * afterwards (L-A58).
 */
export function* walk(
  scene: PlayContext,
  fighter: SlotsFighter,
  cells: readonly Place[],
  options: WalkOptions,
): Procedure<WalkResult> {
  const { encounter } = scene;
  const {
    provokes,
    spared,
    asked: before = NONE,
    struck: hit = NONE,
    stepTriggers,
    pace,
    leapt = 0,
    goesOn = false,
  } = options;
  const { groundOf = () => encounter.ground } = options;
  const asked = new Set(before);
  const struck = new Set(hit);
  const wasCovered = is(fighter, 'covered');
  const pursuers: SlotsFighter[] = [];
  const pursuitBy = (foe: SlotsFighter) => () => addPursuer(pursuers, foe);
  const gone: Place[] = fighter.place ? [fighter.place] : [];
  let stretch: Place[] = [];
  function* arrive(): Procedure<void> {
    const through = stretch;
    stretch = [];
    yield* moveAlong(encounter, fighter, through);
  }
  let spent = pace?.spent ?? 0;
  let reasons: readonly Reason[] = [];
  let arrived = true;
  let position = fighter.place;
  /** Returns true if others hold the mover, or have moved it. */
  const isStopped = (): boolean => isHalted(fighter) || is(fighter, 'locked') || !deepEqual(fighter.place, position);
  steps: for (const [at, cell] of cells.entries()) {
    for (const foe of provokes ? orderAfterActive(encounter) : []) {
      if (!position || foe.id === spared || pursuers.includes(foe) || struck.has(foe.id)) continue;
      const { strikes, pursuit } = chancesOf(encounter, foe, fighter, position, cell);
      const commands = asked.has(foe.id) ? pursuit : [...strikes, ...pursuit];
      if (commands.length === 0) continue;
      asked.add(foe.id);
      yield* arrive();
      const reacts = yield* offerOpportunity(scene, fighter, foe, commands, pursuitBy(foe));
      if (reacts && !pursuers.includes(foe)) struck.add(foe.id);
      arrived = !isStopped();
      if (!arrived) break steps;
    }
    spent += pace?.costs[at] ?? 0;
    const here = { ...fighter, place: position };
    const isLast = at === cells.length - 1 && !goesOn;
    reasons = whyNotStep(encounter, here, cell, isLast, at < leapt ? null : groundOf());
    const most = pace?.most() ?? Infinity;
    if (roundFeet(spent) > most) reasons = [...reasons, tooFar(spent, most)];
    arrived = reasons.length === 0;
    if (!arrived) break;
    stretch.push(cell);
    gone.push(cell);
    const left = position;
    position = cell;
    if (!left || !stepTriggers?.isTriggered(left, cell)) continue;
    yield* arrive();
    yield* stepTriggers.onStep(left, cell);
    arrived = !isStopped();
    if (!arrived) break;
  }
  yield* arrive();
  if (!arrived && reasons.length === 0) reasons = whyNotFrom(fighter, position);
  if (reasons.length > 0) yield* logStop(fighter.id, reasons, feetAlong(encounter, gone));
  if (!arrived) yield* stepBack(encounter, fighter, gone);
  if (wasCovered && stepTriggers && !is(fighter, 'covered')) yield* stepTriggers.onReveal();
  for (const foe of pursuers) yield* chase(scene, foe, fighter);
  return { arrived, asked, struck, spent };
}

const feetAlong = ({ ground }: SlotsEncounter, places: readonly Place[]): number =>
  roundFeet(sumOf(places.slice(1).map((to, at) => feetBetween(ground, places[at] ?? to, to))));

/** A mover that is stopped among others ends on the last free square of its way, unless others moved it from there. */
export function* stepBack(encounter: SlotsEncounter, fighter: SlotsFighter, gone: readonly Place[]): Procedure<void> {
  if (!deepEqual(fighter.place, gone.at(-1))) return;
  const others = othersOf(encounter, fighter);
  const isOpen = (place: Place): boolean => isFree(encounter.ground, place, others);
  const back = gone.slice(gone.findLastIndex(isOpen), -1);
  yield* moveAlong(encounter, fighter, back.toReversed());
}

function* addPursuer(pursuers: SlotsFighter[], foe: SlotsFighter): Procedure<void> {
  pursuers.push(foe);
  yield* log('pursues', {}, foe.id);
}

/** L-82, L-A58: moves up to half speed to a square nearer to the mover; provokes no one. */
function* chase(scene: PlayContext, pursuer: SlotsFighter, mover: SlotsFighter): Procedure<void> {
  const { encounter } = scene;
  const [from, behind] = [pursuer.place, mover.place];
  if (!from || !behind || isHalted(pursuer)) return;
  const { ground } = encounter;
  const now = feetBetween(ground, from, behind);
  const paths = routesWithin(encounter, pursuer, roundToSquares(effectiveSpeed(pursuer) / 2));
  const nearer = paths.filter(
    (route) => feetBetween(ground, endOf(route), behind) < now && !nearsSource(encounter, pursuer, route),
  );
  if (nearer.length === 0) return;
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
  if (isHalted(fighter) || !deepEqual(fighter.place, from)) return;
  yield* walk({ encounter, runtime }, fighter, route, {
    provokes: false,
    stepTriggers: stepTriggersFor({ encounter, runtime, fighter }),
  });
}

/** Returns the free squares beside a fighter, except those of a way. */
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
      whyNotWalk(ground, fighter.place, [there]).length === 0,
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
    const route = fighter && provokes && routeOf({ encounter, fighter, command });
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
