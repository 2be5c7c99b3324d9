import type { Fighter } from './state';

/** The sides on which a GM may put a fighter. */
export const SIDES = ['heroes', 'foes', 'third', 'neutral'] as const;

/** Sides that are neither friend nor foe. */
const NEUTRAL_SIDES: readonly string[] = ['neutral', 'secret'];

type Sided = Pick<Fighter, 'side'> & { readonly state?: object };

/** State fields of every game. */
interface Allegiance {
  /** The side on which the GM has put the fighter. */
  readonly side?: string;
  /** Sides that a neutral fighter is against: it has acted against them, or the GM has said so. */
  readonly against?: readonly string[];
}

const allegianceOf = ({ state = {} }: Sided): Allegiance => state;

/** Returns the fighter's side in this encounter: by default that of its token. */
export const sideOf = (fighter: Sided): string => allegianceOf(fighter).side ?? fighter.side;

export const isNeutral = (fighter: Sided): boolean => NEUTRAL_SIDES.includes(sideOf(fighter));

/** Returns true if both are on the same side, which may be a neutral one. */
export const areOnOneSide = (a: Sided, b: Sided): boolean => sideOf(a) === sideOf(b);

export const areAllies = (a: Sided, b: Sided): boolean => areOnOneSide(a, b) && !isNeutral(a);

/** Returns true if one is the other's enemy. Who is neutral is so only to the sides that it is against. */
export const areFoes = (a: Sided, b: Sided): boolean =>
  !areOnOneSide(a, b) && ((!isNeutral(a) && !isNeutral(b)) || isAgainst(a, b) || isAgainst(b, a));

const isAgainst = (fighter: Sided, other: Sided): boolean =>
  isNeutral(fighter) && opposedBy(fighter).includes(sideOf(other));

/** Returns the sides that a neutral fighter is against. */
export const opposedBy = (fighter: Sided): readonly string[] => allegianceOf(fighter).against ?? [];

/** Returns one fighter of each side, and of each that differs in what it is against: their foes are those of all. */
export function findRepresentatives<T extends Sided>(fighters: readonly T[]): readonly T[] {
  const keyOf = (fighter: T): string => JSON.stringify([sideOf(fighter), isNeutral(fighter) && opposedBy(fighter)]);
  return [...new Map(fighters.map((fighter) => [keyOf(fighter), fighter])).values()];
}

/** Returns true if any two of these fighters are foes. */
export function haveFoes(fighters: readonly Sided[]): boolean {
  const some = findRepresentatives(fighters);
  return some.some((one) => some.some((other) => areFoes(one, other)));
}

/** Returns the sides a neutral fighter is against after an act that harms another; null if that changes nothing. */
export function sidesAgainst(fighter: Sided, other: Sided): readonly string[] | null {
  const isNew = isNeutral(fighter) && !isNeutral(other) && !areFoes(fighter, other);
  return isNew ? [...opposedBy(fighter), sideOf(other)] : null;
}
