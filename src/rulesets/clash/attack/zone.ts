import { dice } from '../../../kernel/dice';
import { type Procedure, roll } from '../../../kernel/procedure';
import { rowFor } from '../../../mechanics/check';
import type { Zone } from '../words';

/** C-61, downward. */
const ZONE_TABLE: readonly { readonly from: number; readonly zone: Zone }[] = [
  { from: 10, zone: 'head' },
  { from: 8, zone: 'legs' },
  { from: 6, zone: 'arms' },
  { from: 1, zone: 'torso' },
];

export const zoneOf = (face: number): Zone => rowFor(ZONE_TABLE, face).zone;

/** C-60: where a blow lands, if nobody has named it. */
export function* rollZone(attacker: string): Procedure<Zone> {
  return zoneOf(yield* roll('zone', dice(1, 10), attacker));
}
