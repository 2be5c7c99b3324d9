import { impossibleReason } from '../../encounter/legality';
import {
  type ActionDefinition,
  contextOf,
  type ActionContext as Named,
  type Requirement,
  rowsOf,
  type WithTarget,
  whyNoTarget,
  withAnyTarget,
  withTarget,
} from '../../toolkit/define/actions';
import type { TempoEncounter, TempoFighter } from './state';

/** A command with all it names looked up. */
export type Act = Named<TempoFighter, TempoEncounter>;

/** Who does what in which encounter. */
export type CommandContext = Pick<Act, 'encounter' | 'fighter' | 'command'>;

/** What a row says besides what rows of all rulesets do. Its tempo and what it counts as stand with the choices. */
interface Own {
  /** What else it counts as for uniqueness (T-53). */
  alsoCounts?(act: Act): readonly string[];
  /** What has to be pointed at, where that goes by what it is done with. */
  needsFor?(act: Act): ActionDefinition<Act>['needs'];
}

/** A row of ledger section 5, or of what a fighter may do besides. */
export interface Action extends ActionDefinition<Act>, Own {}
export const { needing } = rowsOf<Act, Own>();

/** Nobody aims at an object: it is no Character. */
const atCharacter = (find: (act: Act) => WithTarget<Act> | null): Requirement<Act, WithTarget<Act>> => ({
  find(act) {
    const aimed = find(act);
    return aimed && !aimed.target.stats.object ? aimed : null;
  },
  whyMissing: (act) => (find(act) ? [impossibleReason('no-character')] : whyNoTarget(act)),
});
export const CHARACTER = atCharacter(withTarget);
/** Rows at another Character, or at one that may be the fighter itself. */
export const targeted = needing(CHARACTER);
export const targetedAtAny = needing(atCharacter(withAnyTarget));

export const actOf = contextOf<TempoFighter, TempoEncounter>;
