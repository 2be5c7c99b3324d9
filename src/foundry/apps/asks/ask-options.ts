import type { Place } from '../../../encounter/state';
import type { LaneFill } from '../../../encounter/view';
import type { OfferAsk, Responder, SingleAsk } from '../../../kernel/ask';
import { text } from '../../platform/text';

/** Clockwise from the top of the map, sixteenths of the circle. */
const COMPASS = [
  ...['north', 'north-northeast', 'northeast', 'east-northeast', 'east', 'east-southeast', 'southeast'],
  ...['south-southeast', 'south', 'south-southwest', 'southwest', 'west-southwest', 'west', 'west-northwest'],
  ...['northwest', 'north-northwest'],
];

/** Returns the direction from one place to another, or null if they are equal. Y grows downward, as on the map. */
export function compassOf(from: Place, to: Place): string | null {
  const sixteenth = sixteenthOf(from, to);
  return COMPASS[sixteenth] ?? null;
}

/** Sorts places clockwise from the top, the start first, and from near to far. */
export const comparePlaces = (from: Place, a: Place, b: Place): number =>
  sixteenthOf(from, a) - sixteenthOf(from, b) || farFrom(from, a) - farFrom(from, b);

/** Returns -1 for the start. */
function sixteenthOf(from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) return -1;
  const sixteenths = Math.round((Math.atan2(dx, -dy) / (2 * Math.PI)) * COMPASS.length);
  return (sixteenths + COMPASS.length) % COMPASS.length;
}

const farFrom = (from: Place, to: Place): number => Math.hypot(to.x - from.x, to.y - from.y);

/** Returns the fighter that would move to the places of an ask: the one in its facts, else the one who is asked. */
export const fighterOfPlaces = ({ facts }: Pick<SingleAsk | OfferAsk, 'facts'>, by: Responder): Responder =>
  typeof facts?.at === 'string' ? facts.at : by;

/**
 * Returns what an amount costs after the shortening.
 * @param points in the unit of the ask
 */
export function pointsTaken({ shortened }: LaneFill, points: number): number {
  if (!shortened || points < shortened.least) return points;
  return Math.max(shortened.least, Math.ceil(points - shortened.by - 1e-6));
}

/**
 * Returns the text for an amount of time and the part that does not fit.
 * @param points in the unit of the ask
 */
export function spanText(fills: LaneFill, points: number): string {
  const cost = pointsTaken(fills, points);
  const span = spanOf(fills, cost);
  return cost === points ? span : text('CADENCE.App.Ask.spanShortened', { base: points / fills.per, span });
}

function spanOf({ per, left }: LaneFill, points: number): string {
  const amount = points / per;
  if (amount <= left) return text('CADENCE.App.Ask.span', { amount });
  return text('CADENCE.App.Ask.spanLater', { amount, now: left, later: Math.round((amount - left) * per) / per });
}
