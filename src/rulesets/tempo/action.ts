import { impossible } from '../../encounter/legality';
import {
  type Aimed,
  aim,
  aimAtAnybody,
  type Finder,
  lookUp,
  type Act as Named,
  type Row,
  rowsOf,
  whyNotAim,
} from '../../toolkit/define/actions';
import type { TempoEncounter, TempoFighter } from './state';

/** A command with all it names looked up. */
export type Act = Named<TempoFighter, TempoEncounter>;

/** Who does what in which encounter. */
export type Acting = Pick<Act, 'encounter' | 'fighter' | 'command'>;

/** What a row says besides what rows of all rulesets do. Its tempo and what it counts as stand with the choices. */
interface Own {
  /** What else it counts as for uniqueness (T-53). */
  alsoCounts?(act: Act): readonly string[];
  /** What has to be pointed at, where that goes by what it is done with. */
  needsFor?(act: Act): Row<Act>['needs'];
}

/** A row of ledger section 5, or of what a fighter may do besides. */
export interface Action extends Row<Act>, Own {}
export const { needing } = rowsOf<Act, Own>();

/** Nobody aims at an object: it is no Character. */
const atCharacter = (find: (act: Act) => Aimed<Act> | null): Finder<Act, Aimed<Act>> => ({
  find(act) {
    const aimed = find(act);
    return aimed && !aimed.target.stats.object ? aimed : null;
  },
  missing: (act) => (find(act) ? [impossible('no-character')] : whyNotAim(act)),
});
export const CHARACTER = atCharacter(aim);
/** Rows at another Character, or at one that may be the fighter itself. */
export const targeted = needing(CHARACTER);
export const targetedAtAnybody = needing(atCharacter(aimAtAnybody));

export const actOf = lookUp<TempoFighter, TempoEncounter>;
