import type { ActiveCondition } from '../../encounter/condition';
import { activeConditions } from '../../encounter/condition';
import { GM } from '../../kernel/ask';
import { isRunning } from '../host';
import { combatantOf, conditionsOf, fighterAlone } from '../reader';
import { submit } from '../referee';
import { adapterOf } from '../registry';

/** The actor's document: conditions that are implied show as statuses like those that are stored. */
export class CadenceActor extends Actor {
  /** Everything active on it, implied conditions included; empty for an actor of no ruleset. */
  get activeConditions(): readonly ActiveCondition[] {
    const table = adapterOf(this.type)?.ruleset.conditions;
    return table ? activeConditions(table, conditionsOf(table, this)) : [];
  }

  /** In a running fight a condition the game master toggles is a step, so that it can be rewound. */
  override async toggleStatusEffect(
    statusId: string,
    options: Actor.ToggleStatusEffectOptions = {},
  ): ReturnType<Actor['toggleStatusEffect']> {
    const combatant = game.user!.isGM ? combatantOf(this) : null;
    const combat = combatant?.combat;
    const table = adapterOf(this.type)?.ruleset.conditions;
    if (!isRunning(combat) || !table || !(statusId in table)) return super.toggleStatusEffect(statusId, options);
    const on = options.active ?? !this.statuses.has(statusId);
    await submit(
      combat,
      { do: 'condition', by: GM, at: combatant!.id!, options: { condition: statusId, on } },
      { force: true },
    );
    return on;
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    for (const { id } of this.activeConditions) this.statuses.add(id);
    preparePools(this);
  }
}

/**
 * Maxima are the rules' to derive; a pool that was never touched is full. No private method, because Foundry prepares a document while
 * it is still being constructed.
 */
function preparePools(actor: CadenceActor): void {
  const adapter = adapterOf(actor.type);
  const fighter = adapter && fighterAlone(adapter, actor);
  if (!fighter) return;
  for (const [id, { document, path }] of Object.entries(adapter.pools)) {
    const pool = fighter.pools[id];
    if (document !== 'actor' || !pool) continue;
    foundry.utils.setProperty(actor.system, path, pool.value);
    foundry.utils.setProperty(actor.system, path.replace(/value$/, 'max'), pool.max);
  }
}
