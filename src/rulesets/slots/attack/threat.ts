import { groundAt } from '../../../encounter/scenes';
import { areFoes, areOnOneSide } from '../../../encounter/sides';
import type { Ground, Place } from '../../../encounter/state';
import { hasLineOfEffect } from '../../../toolkit/space/sight';
import { gap, onWholeSquares } from '../../../toolkit/space/space';
import { orderAfter, sortByPlace } from '../../../toolkit/turns/turn-order';
import { handsOf, is, isObject } from '../conditions';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { BARE_HANDS, hasFeat, isAtHand, type Strike, strikeOf, UNARMED } from '../stats';

const SLACK = 1e-6;
/** L-167: feet of one cell of the grid, independent of the scene's scale. */
export const SQUARE = 5;

/** Returns the feet between two spaces: 5 side by side, 0 in a shared square (section 10). */
export function feetBetween(ground: Ground, a: Place, b: Place): number {
  const empty = gap(ground, a, b);
  return empty < 0 ? 0 : Math.round((empty / groundAt(ground, a).cell + 1) * SQUARE * 10) / 10;
}

/** Returns true if the places are near enough; off the map always. */
export function isWithin(ground: Ground, a: Place | null, b: Place | null, feet: number): boolean {
  return !a || !b || feetBetween(ground, a, b) <= feet + SLACK;
}

/** Returns true if a strike gets there: near enough, and no wall between. */
export const canStrike = (ground: Ground, a: Place | null, b: Place | null, feet: number): boolean =>
  isWithin(ground, a, b, feet) && hasLineOfEffect(ground, a, b);

/** Returns the strikes at hand: weapons in hand, natural weapons and bare hands. */
export function strikesOf(fighter: SlotsFighter): readonly Strike[] {
  const hands = handsOf(fighter);
  const weapons = fighter.items.filter(isAtHand).filter((weapon) => weapon.natural || weapon.hands <= hands);
  return [...weapons.map(strikeOf), BARE_HANDS];
}

/** L-170, L-171, L-175: returns the strikes that threaten: melee and natural weapons, and bare hands with [Warrior]. */
export const threateningStrikes = (fighter: SlotsFighter): readonly Strike[] =>
  strikesOf(fighter).filter(({ id, strikes }) => strikes && (id !== UNARMED || hasFeat(fighter, 'warrior')));

/** Returns the feet a fighter threatens, or 0. */
export const threatReach = (fighter: SlotsFighter): number =>
  Math.max(0, ...threateningStrikes(fighter).map(({ reach }) => reach));

/** L-A19: returns the feet at which a fighter can grab. */
export const grabReach = (fighter: SlotsFighter): number => Math.max(SQUARE, threatReach(fighter));

/** L-A51: a fighter that cannot strike does not threaten. */
const canThreaten = (fighter: SlotsFighter): boolean =>
  !isObject(fighter) && !is(fighter, 'restrained') && !is(fighter, 'stunned') && !is(fighter, 'unconscious');

/** Returns true if a fighter threatens a place (section 10). Off the map nothing is threatened. */
export function threatensAt(ground: Ground, foe: SlotsFighter, place: Place): boolean {
  if (!foe.place || !canThreaten(foe)) return false;
  const reach = threatReach(foe);
  return reach > 0 && canStrike(ground, foe.place, place, reach);
}

/** Returns true if a fighter threatens another; L-142: not one who fascinates it. */
export const isThreatening = (ground: Ground, foe: SlotsFighter, other: SlotsFighter, place = other.place): boolean =>
  place !== null && threatensAt(ground, foe, place) && !is(foe, 'fascinated', other.id);

/** L-172: returns the foes that threaten a fighter at a place. */
export const threatenersOf = (
  { ground, fighters }: SlotsEncounter,
  fighter: SlotsFighter,
  place = fighter.place,
): readonly SlotsFighter[] =>
  Object.values(fighters).filter((foe) => areFoes(foe, fighter) && isThreatening(ground, foe, fighter, place));

/** Returns the foes that threaten a place along the way, the present one included (L-71). */
export const threatenersAlong = (
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  route: readonly Place[],
): readonly SlotsFighter[] => {
  const places = fighter.place ? [fighter.place, ...route] : route;
  const along = new Set(places.flatMap((place) => threatenersOf(encounter, fighter, place)));
  return Object.values(encounter.fighters).filter((each) => along.has(each));
};

/** L-173, L-A52: returns true if an ally threatens the foe from the exact opposite side. */
export function isFlanked({ ground, fighters }: SlotsEncounter, foe: SlotsFighter, by: SlotsFighter): boolean {
  const own = by.place;
  const other = foe.place;
  if (!own || !other || !isThreatening(ground, by, foe)) return false;
  return Object.values(fighters).some(
    (ally) =>
      ally.id !== by.id &&
      areOnOneSide(ally, by) &&
      ally.place !== null &&
      isThreatening(ground, ally, foe) &&
      isAcross(own, other, ally.place),
  );
}

function isAcross(a: Place, middle: Place, b: Place): boolean {
  const [ax, ay, bx, by] = [a.x - middle.x, a.y - middle.y, b.x - middle.x, b.y - middle.y];
  return Math.abs(ax * by - ay * bx) < SLACK && ax * bx + ay * by < 0;
}

/** L-169: returns the fighters within a radius in feet of the center, itself excluded. */
export const fightersAround = (
  { ground, fighters }: SlotsEncounter,
  center: SlotsFighter,
  radius: number,
): SlotsFighter[] =>
  Object.values(fighters).filter(
    ({ id, place }) =>
      id !== center.id &&
      place &&
      center.place &&
      feetBetween(ground, center.place, place) <= radius + SLACK &&
      hasLineOfEffect(ground, center.place, place),
  );

/** Returns feet in the unit of the ground. */
export const unitsOfFeet = ({ cell }: Ground, feet: number): number => (feet / SQUARE) * cell;

/**
 * L-167, L-168: returns true for a body in the block of cubes around a corner of a space, with no wall between. `radius`
 * is in feet, up and down as well.
 */
export function isAroundCorner(whole: Ground, space: Place, corner: AreaCorner, radius: number, body: Place): boolean {
  const ground = groundAt(whole, space);
  const middle = { ...space, ...cornerOf(space, corner) };
  const side = unitsOfFeet(ground, radius);
  const { x, y, width, height, elevation, depth = ground.cell } = onWholeSquares(ground, body);
  return (
    Math.abs(x - middle.x) - width / 2 < side - SLACK &&
    Math.abs(y - middle.y) - height / 2 < side - SLACK &&
    elevation < middle.elevation + side - SLACK &&
    elevation + depth > middle.elevation - side + SLACK &&
    hasLineOfEffect(ground, middle, body)
  );
}

/** L-167, L-168: returns the fighters in the block around a corner of a space. */
export const fightersAroundCorner = (
  { ground, fighters }: SlotsEncounter,
  space: Place,
  corner: AreaCorner,
  radius: number,
): SlotsFighter[] =>
  Object.values(fighters).filter(({ place }) => place && isAroundCorner(ground, space, corner, radius, place));

export const CORNERS = ['north-west', 'north-east', 'south-west', 'south-east'] as const;

export type AreaCorner = (typeof CORNERS)[number];

/** East and south of the middle. */
const TOWARDS = {
  'north-west': [-1, -1],
  'north-east': [1, -1],
  'south-west': [-1, 1],
  'south-east': [1, 1],
} satisfies Readonly<Record<AreaCorner, readonly [number, number]>>;

export function cornerOf(place: Place, corner: AreaCorner): Pick<Place, 'x' | 'y'> {
  const [east, south] = TOWARDS[corner];
  return { x: place.x + (east * place.width) / 2, y: place.y + (south * place.height) / 2 };
}

/** L-A16: returns all fighters in the order of initiative, after the active Subject. */
export const orderAfterActive = ({ clock, fighters }: SlotsEncounter): SlotsFighter[] =>
  orderAfter(sortByPlace(Object.values(fighters)), clock.turn);
