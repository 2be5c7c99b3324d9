import type { Adapter } from '../adapter';
import { branchOf, text } from '../platform/text';
import { SHOW_ICON } from '../stored/show-icon';

/**
 * The active effect of a condition that lasts until somebody takes it away, whoever gives it.
 * Its icon is drawn on tokens because `showIcon` says so: since v14 a status alone does not. T14: common/documents/active-effect.d.mts
 * `showIcon`; crucible, module/models/action.mjs and module/documents/actor.mjs, sets ALWAYS on each effect with statuses.
 */
export const plainConditionData = ({ ruleset }: Adapter, id: string) => ({
  type: 'condition',
  name: text(`${branchOf(ruleset.id)}.Condition.${id}.label`),
  img: conditionIcon(ruleset.conditions[id]?.icon ?? id),
  statuses: [id],
  showIcon: SHOW_ICON.ALWAYS,
});

export const conditionIcon = (icon: string): string => `systems/cadence/icons/conditions/${icon}.svg`;
