import type { Fighter } from './state';

/** Sides that are neither friend nor foe. */
const NEUTRAL_SIDES: readonly string[] = ['neutral', 'secret'];

type Sided = Pick<Fighter, 'side'>;

export const isNeutral = ({ side }: Sided): boolean => NEUTRAL_SIDES.includes(side);

export const areAllies = (a: Sided, b: Sided): boolean => a.side === b.side && !isNeutral(a);

export const areFoes = (a: Sided, b: Sided): boolean => a.side !== b.side && !isNeutral(a) && !isNeutral(b);
