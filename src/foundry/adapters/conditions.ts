import type { ConditionDefinition } from '../../encounter/condition';
import type { Ruleset } from '../../encounter/ruleset';
import { lookup } from '../../kernel/lookup';
import { branchOf, text } from '../platform/text';
import { SHOW_ICON } from '../stored/show-icon';
import type { Adapter } from './adapter';

/**
 * Returns the data of a condition's effect that lasts until it is removed.
 * Since v14 a status alone shows no icon on the token, so `showIcon` is set. T14: common/documents/active-effect.d.mts
 * `showIcon`; crucible, module/models/action.mjs and module/documents/actor.mjs, sets ALWAYS on each effect with statuses.
 */
export const plainConditionData = ({ ruleset }: Pick<Adapter, 'ruleset'>, id: string) => ({
  type: 'condition',
  name: text(`${branchOf(ruleset.id)}.Condition.${id}.label`),
  img: conditionIcon(lookup(ruleset.conditions, id)?.icon ?? id),
  statuses: [id],
  showIcon: SHOW_ICON.ALWAYS,
  ...overlayOf(lookup(ruleset.conditions, id)),
});

/** Draws the icon of a defeat over the whole token, as core's button does. API: Actor#toggleStatusEffect, `overlay`. */
const overlayOf = (definition: ConditionDefinition | undefined) =>
  definition?.defeat ? { flags: { core: { overlay: true } } } : {};

export const conditionIcon = (icon: string): string => `systems/cadence/icons/conditions/${icon}.svg`;

/** Registers all conditions as status effects, for the token's menu, modules and macros. Rulesets share conditions of the same id. */
function registerStatuses(rulesets: readonly Pick<Ruleset, 'id' | 'conditions'>[]): void {
  const statuses = new Map<string, object>();
  // Without `_id`, for which core would find only the effect of that id. draw-steel, documents/actor.mjs
  for (const { id: ruleset, conditions } of rulesets)
    for (const [id, definition] of Object.entries(conditions))
      statuses.set(id, {
        id,
        name: `${branchOf(ruleset)}.Condition.${id}.label`,
        img: conditionIcon(definition.icon),
        // Copied into the effect. T14: client/config.d.mts StatusEffect; ActiveEffect.fromStatusEffect.
        showIcon: SHOW_ICON.ALWAYS,
        ...overlayOf(definition),
        hud: { actorTypes: rulesets.filter((other) => id in other.conditions).map((other) => other.id) },
      });
  // Assigned as a whole list: Foundry 14 fills the record behind it on assignment, and splicing would break it (issue 13122).
  const config: { statusEffects: unknown } = CONFIG;
  config.statusEffects = [...statuses.values()];
  if (statuses.has('dead')) CONFIG.specialStatusEffects.DEFEATED = 'dead';
  if (statuses.has('blinded')) CONFIG.specialStatusEffects.BLIND = 'blinded';
}

export const STATUSES = { init: registerStatuses };
