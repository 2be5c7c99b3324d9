import type { ActiveCondition } from '../../encounter/condition';
import { activeConditions } from '../../encounter/condition';
import { GM } from '../../kernel/ask';
import { isRunning } from '../host';
import { combatantOf, conditionsOf } from '../reader';
import { submit } from '../referee';
import { adapterOf } from '../registry';
import { artworkOf } from './artwork';
import { isChangedLate, prepareDerived } from './prepare';
import { actorRollData } from './roll-data';

/** The actor's document: conditions that are implied show as statuses like those that are stored. */
export class CadenceActor extends Actor {
  /** API: BaseActor.getDefaultArtwork, to which dnd5e hands no more than a type. */
  static override getDefaultArtwork(data: { readonly type?: string } = {}) {
    const img = artworkOf(data.type);
    return img ? { img, texture: { src: img } } : super.getDefaultArtwork(data as never);
  }

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

  /** API: Actor#getRollData; what formulas and effects can name stands in docs/roll-data.md. */
  override getRollData() {
    return actorRollData(this) as never;
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    for (const { id } of this.activeConditions) this.statuses.add(id);
    prepareDerived(this);
  }

  /**
   * What the last phase changes may be what maxima are derived from, or what only steps may write. T14: client/documents/actor.d.mts
   * `applyActiveEffects(phase)`; crucible and dnd5e override it in the same way.
   */
  override applyActiveEffects(phase?: string): void {
    (super.applyActiveEffects as (phase?: string) => void)(phase);
    if (phase === 'final' && isChangedLate(this)) prepareDerived(this);
  }
}
