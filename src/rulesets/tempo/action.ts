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

export type Act = Named<TempoFighter, TempoEncounter>;

export type CommandContext = Pick<Act, 'encounter' | 'fighter' | 'command'>;

/** Row fields that only this ruleset has; the tempo of an action is in `plan/choice.ts`. */
interface RowFields {
  /** Further groups it counts as for uniqueness (T-53). */
  alsoCounts?(act: Act): readonly string[];
  /** Overrides `needs` depending on the item. */
  needsFor?(act: Act): ActionDefinition<Act>['needs'];
}

/** A row of ledger section 5, or a side action. */
export interface Action extends ActionDefinition<Act>, RowFields {}
export const { needing } = rowsOf<Act, RowFields>();

/** Objects are not Characters and cannot be targeted. */
const requireCharacter = (find: (act: Act) => WithTarget<Act> | null): Requirement<Act, WithTarget<Act>> => ({
  find(act) {
    const aimed = find(act);
    return aimed && !aimed.target.stats.object ? aimed : null;
  },
  whyMissing: (act) => (find(act) ? [impossibleReason('no-character')] : whyNoTarget(act)),
});
export const CHARACTER = requireCharacter(withTarget);
/** Rows with another Character as target, or also the fighter itself. */
export const targeted = needing(CHARACTER);
export const targetedAtAny = needing(requireCharacter(withAnyTarget));

export const actOf = contextOf<TempoFighter, TempoEncounter>;
