import { groundAt } from '../../encounter/scenes';
import type { Ground, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { bearing, cellsAlong, metresBetween, TOUCH } from './space';

/** A cell of a way, or a metre of it without a grid. */
export interface WalkStep {
  readonly to: Place;
  /** Whole cells on a grid, a diagonal counting as one. */
  readonly metres: number;
  /** Degrees of the straight line that the step is part of; null if unknown. */
  readonly heading: number | null;
  /** Whether the way was drawn to turn, or to end, here. */
  readonly isCorner: boolean;
  /** Whether it is leapt across. */
  readonly isOver?: boolean;
}

/** Returns the steps of a drawn path. Off the map each place is a step. */
export function stepsAlong(ground: Ground, from: Place | null, path: readonly Place[]): WalkStep[] {
  let last = from;
  return path.flatMap((corner, index) => {
    const start = path[index - 1] ?? from;
    const heading = start && bearing(start, corner);
    const cells = start ? cellsAlong(ground, start, [corner]) : [corner];
    return cells.map((to, at): WalkStep => {
      const metres = last ? metresBetween(ground, last, to) : groundAt(ground, to).cell;
      last = to;
      return { to, metres, heading, isCorner: at === cells.length - 1 };
    });
  });
}

/** What a walk costs, in the unit of the rules: metres, feet, or metres times factors. */
export interface Fare {
  /** Returns what the next steps cost now. @param from null off the map @param walked the steps of this walk before them */
  price(from: Place | null, steps: readonly WalkStep[], walked: readonly WalkStep[]): number;
  /** What the movement has cost before this walk; default 0. */
  readonly used?: number;
  /** Returns the most that the movement may cost now, with what it has cost before. */
  most(): number;
  /** Returns what is said if it may go no farther. @param price up to the first step too many */
  whyNot(price: number, most: number): readonly Reason[];
  /** Whether the walk ends within a step where its fare ends, without a grid. */
  readonly splits?: boolean;
}

/** A way may have been drawn before the mover was resized: it keeps its centers if they are on the grid, or its corners. */
export function stepsInBody(ground: Ground, body: Place, way: readonly WalkStep[]): readonly WalkStep[] {
  const { x, y, width, height } = body;
  const { cell } = groundAt(ground, body);
  const isWhole = (metres: number): boolean => Math.abs(metres / cell - Math.round(metres / cell)) < TOUCH;
  return way.map((step) => {
    const { to } = step;
    if (to.width === width && to.height === height) return step;
    const isCentered = isWhole(to.x - x) && isWhole(to.y - y);
    const [east, south] = isCentered ? [0, 0] : [(width - to.width) / 2, (height - to.height) / 2];
    return { ...step, to: { ...to, x: to.x + east, y: to.y + south, width, height } };
  });
}

/** A walk so far. */
interface Walk {
  readonly ground: Ground;
  /** Where it goes on; null off the map. */
  readonly stand: Place | null;
  readonly walked: readonly WalkStep[];
  readonly cost: number;
  readonly rest: readonly WalkStep[];
}

/** Returns the steps that can be paid for, and what is said of the others. */
export function payableSteps({ ground, stand, walked, cost, rest }: Walk, fare: Fare | undefined) {
  if (!fare) return { steps: rest, reasons: [] };
  const most = fare.most();
  const priceOf = (count: number): number => (fare.used ?? 0) + cost + fare.price(stand, rest.slice(0, count), walked);
  let [payable, tooMany] = [0, rest.length + 1];
  if (priceOf(rest.length) <= most + SLACK) payable = rest.length;
  while (tooMany - payable > 1 && payable < rest.length) {
    const middle = Math.floor((payable + tooMany) / 2);
    if (priceOf(middle) <= most + SLACK) payable = middle;
    else tooMany = middle;
  }
  const next = rest[payable];
  if (!next) return { steps: rest, reasons: [] };
  const steps = rest.slice(0, payable);
  const from = steps.at(-1)?.to ?? stand;
  const share = (most - priceOf(payable)) / (priceOf(payable + 1) - priceOf(payable));
  const part = fare.splits && from && groundAt(ground, from).grid === 'gridless' ? partOf(from, next, share) : null;
  return { steps: part ? [...steps, part] : steps, reasons: fare.whyNot(priceOf(payable + 1), most) };
}

/** Returns the first part of a step, in thousandths of it; null if there is none. */
function partOf(from: Place, { to, metres, heading }: WalkStep, of: number): WalkStep | null {
  const share = Math.floor(of * 1000) / 1000;
  if (share <= 0) return null;
  const between = (a: number, b: number): number => Math.round((a + (b - a) * share) * 1000) / 1000;
  const there = { ...to, x: between(from.x, to.x), y: between(from.y, to.y) };
  return { to: there, metres: metres * share, heading, isCorner: true };
}

/** Metres, and for rounding errors in prices. */
const SLACK = 1e-6;
