import type { Ruleset } from '../../encounter/ruleset';
import { branchOf, text } from '../platform/text';
import { SHOW_ICON } from '../stored/show-icon';
import type { Adapter } from './adapter';

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

/**
 * The conditions of all rulesets as Foundry's status effects, so that the token's menu, modules and macros know them. A condition two
 * rulesets share by name is one status.
 */
function registerStatuses(rulesets: readonly Pick<Ruleset, 'id' | 'conditions'>[]): void {
  const statuses = new Map<string, object>();
  for (const { id: ruleset, conditions } of rulesets)
    for (const [id, { icon }] of Object.entries(conditions))
      statuses.set(id, {
        id,
        _id: staticId(id),
        name: `${branchOf(ruleset)}.Condition.${id}.label`,
        img: conditionIcon(icon),
        // What stands here goes into the effect. T14: client/config.d.mts StatusEffect; ActiveEffect.fromStatusEffect.
        showIcon: SHOW_ICON.ALWAYS,
        hud: { actorTypes: rulesets.filter((other) => id in other.conditions).map((other) => other.id) },
      });
  // Assigned once, as a list: in Foundry 14 the record behind it is filled from that, and splicing it would break it (issue 13122).
  const config: { statusEffects: unknown } = CONFIG;
  config.statusEffects = [...statuses.values()];
  if (statuses.has('dead')) CONFIG.specialStatusEffects.DEFEATED = 'dead';
  if (statuses.has('blinded')) CONFIG.specialStatusEffects.BLIND = 'blinded';
}

/** A fixed document id of 16 characters for a status id. */
function staticId(id: string): string {
  return id
    .replace(/[^a-z0-9]/gi, '')
    .padEnd(16, '0')
    .slice(0, 16);
}

export const STATUSES = { init: registerStatuses };
