import type { ActiveCondition } from '../../encounter/condition';
import { activeConditions } from '../../encounter/condition';
import { conditionsOf, fighterAlone } from '../reader';
import { adapterOf } from '../registry';

/** The actor's document: conditions that are implied show as statuses like those that are stored. */
export class CadenceActor extends Actor {
  /** Everything active on it, implied conditions included; empty for an actor of no ruleset. */
  get activeConditions(): readonly ActiveCondition[] {
    const table = adapterOf(this.type)?.ruleset.conditions;
    return table ? activeConditions(table, conditionsOf(table, this)) : [];
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
