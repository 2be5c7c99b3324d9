import type { Place } from '../../encounter/state';
import { text } from '../platform/text';

/** Clockwise from the top of the map, each an eighth of the circle. */
const COMPASS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** Which way a place lies from another: one of eight, or none where they are the same. Y grows downward, as on the map. */
export function compassOf(from: Place, to: Place): string | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) return null;
  const eighths = Math.round((Math.atan2(dx, -dy) / (2 * Math.PI)) * COMPASS.length);
  return COMPASS.at(eighths % COMPASS.length) ?? null;
}

/** A button for each place, called after the way it lies and how far off: the view of a ruleset knows no map. */
export function placeOptions(places: readonly unknown[], from: Place | null) {
  return (places as readonly Place[]).map((place, at) => ({
    id: `place-${at}`,
    label: labelOf(place, from, at),
    answer: JSON.stringify([place]),
    cost: [],
    barred: false,
    why: '',
    isPass: false,
  }));
}

function labelOf(place: Place, from: Place | null, at: number): string {
  if (!from) return text('CADENCE.App.Compass.unknown', { number: at + 1 });
  const direction = compassOf(from, place);
  if (!direction) return text('CADENCE.App.Compass.stay');
  const metres = Math.round(Math.hypot(place.x - from.x, place.y - from.y) * 10) / 10;
  return text('CADENCE.App.Compass.far', { direction: text(`CADENCE.App.Compass.${direction}`), metres });
}
