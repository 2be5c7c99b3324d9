import { type ActiveCondition, activeConditions, defeatOf } from '../../encounter/condition';
import { GM } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { noteOutOfRange } from '../adapters/out-of-range';
import { adapterOf, loadAdapter } from '../adapters/registry';
import { editPool } from '../apps/actions/manual-changes';
import { noteActorChange } from '../host/changes';
import { isRunning } from '../host/exchange-document';
import { combatantOf, conditionsOf } from '../host/reader';
import { fighterOfActor } from '../host/store';
import { hasFoeDefaults, isBlindHero, isOwnedByPlayer, tokenDefaults } from '../host/token-defaults';
import { tryOrReport } from '../platform/data-problems';
import { idOf } from '../platform/documents';
import { submit } from '../referee';
import { removeHarmfulKeys } from '../stored/harmful-keys';
import { artworkOf, offeredTypes, plainSource } from './new-documents';
import { hasLateChanges, prepareDerived } from './prepare';
import { actorRollData, type RollData } from './roll-data';

export class CadenceActor extends Actor {
  /** API: DataModel.migrateData; dnd5e, module/documents/item.mjs, and draw-steel, module/documents/actor.mjs, override it too. */
  static override migrateData(source: Record<string, unknown>) {
    noteOutOfRange(removeHarmfulKeys(source));
    return super.migrateData(source);
  }

  /** API: BaseActor.getDefaultArtwork; dnd5e calls it with a type only. */
  static override getDefaultArtwork(data: Actor.CreateData) {
    const img = artworkOf(data.type);
    return img ? { img, texture: { src: img } } : super.getDefaultArtwork(data);
  }

  /** All active conditions, including implied ones; empty without a ruleset. */
  get activeConditions(): readonly ActiveCondition[] {
    const table = adapterOf(this.type)?.ruleset.conditions;
    return table ? activeConditions(table, conditionsOf(table, this)) : [];
  }

  /** API: ClientDocument.createDialog; draw-steel, module/documents/item.mjs, narrows `types` in the same way. */
  static override async createDialog(...[data, within, options = {}]: Parameters<typeof Actor.createDialog>) {
    const types = offeredTypes('Actor', options.types ?? this.TYPES, within ?? {});
    return super.createDialog(data, within, Object.assign({ ...options }, { types }));
  }

  /** Applies the ruleset's token defaults for heroes or foes; given data takes precedence. Actors owned or created by players are heroes. */
  protected override async _preCreate(
    data: Actor.CreateData,
    options: Actor.Database.PreCreateOptions,
    user: User.Implementation,
  ): Promise<boolean | void> {
    const adapter = await loadAdapter(this.type);
    if (adapter) {
      const { prototypeToken: givenToken = {}, ownership } = plainSource<{
        prototypeToken?: object;
        ownership?: object;
      }>(data);
      const isHero = !user.isGM || isOwnedByPlayer(ownership);
      const token = foundry.utils.mergeObject(tokenDefaults(adapter, isHero), foundry.utils.expandObject(givenToken));
      this.updateSource({ prototypeToken: token });
    }
    return super._preCreate(data, options, user);
  }

  /** An actor that gets a player owner becomes a hero, if its token still has the defaults of a foe. A linked one gets its sight. */
  protected override async _preUpdate(
    changed: Actor.UpdateData,
    options: Actor.Database.PreUpdateOptions,
    user: User.Implementation,
  ): Promise<boolean | void> {
    const { ownership, prototypeToken } = changed;
    const adapter = adapterOf(this.type);
    const becomesOwned = adapter && !prototypeToken && isOwnedByPlayer(ownership) && !isOwnedByPlayer(this.ownership);
    if (becomesOwned) {
      const { bar1: _, bar2: __, ...token } = tokenDefaults(adapter, true);
      if (hasFoeDefaults(adapter, this.toObject().prototypeToken))
        foundry.utils.mergeObject(changed, { prototypeToken: token });
      else if (isBlindHero(this.prototypeToken))
        foundry.utils.mergeObject(changed, { prototypeToken: { sight: token.sight } });
    }
    return super._preUpdate(changed, options, user);
  }

  /**
   * A value entered at a token acts as on the sheet: by the GM in a fight it is a step, which can be rewound.
   * API: Actor#modifyTokenAttribute, which calls the hook of its name before anything is written.
   */
  override async modifyTokenAttribute(attribute: string, value: number, isDelta = false, isBar = true): Promise<this> {
    const adapter = adapterOf(this.type);
    const id = adapter && poolAt(adapter, attribute);
    const pool = id && lookup(fighterOfActor(adapter, this)?.pools, id);
    if (!adapter || !id || !pool) return super.modifyTokenAttribute(attribute, value, isDelta, isBar).then(() => this);
    const target = Math.round(isDelta ? pool.value + value : value);
    if (!Number.isFinite(target)) return this;
    const to = Math.min(Math.max(target, 0), Math.max(pool.max, 0));
    const updates = { [`system.${lookup(adapter.pools, id)?.path}`]: to };
    // Foundry passes a third argument, which the declared hook does not have.
    const hooks: { call(name: string, ...facts: unknown[]): boolean } = Hooks;
    if (!hooks.call('modifyTokenAttribute', { attribute, value, isDelta, isBar }, updates, this)) return this;
    if (to !== pool.value) await editPool(this, adapter, id, to);
    return this;
  }

  /** In a running fight a condition toggled by the GM is a step, so that it can be undone. Core's defeat is the ruleset's own. */
  override async toggleStatusEffect(
    statusId: string,
    options: Actor.ToggleStatusEffectOptions = {},
  ): ReturnType<Actor['toggleStatusEffect']> {
    const combatant = game.user.isGM ? combatantOf(this) : null;
    const combat = combatant?.combat;
    const table = adapterOf(this.type)?.ruleset.conditions;
    const isCoresDefeat = statusId === CONFIG.specialStatusEffects.DEFEATED;
    const id = (isCoresDefeat && table && !(statusId in table) && defeatOf(table)) || statusId;
    if (!combatant || !isRunning(combat) || !table || !(id in table)) return super.toggleStatusEffect(id, options);
    const on = options.active ?? !this.statuses.has(id);
    await submit(
      combat,
      // Macros and modules expect to be done with it, and are not asked which instance.
      { do: 'condition', by: GM, at: idOf(combatant), options: { condition: id, on, ...(!on && { all: true }) } },
      { force: true },
    );
    return on;
  }

  /** API: Actor#getRollData; docs/roll-data.md lists the names for formulas and effects. */
  override getRollData(): RollData {
    return actorRollData(this);
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    tryOrReport(() => {
      for (const { id } of this.activeConditions) this.statuses.add(id);
      prepareDerived(this);
    }, this);
    noteActorChange(this);
  }

  /**
   * The last phase may change what maxima derive from, or what only steps may write. T14: client/documents/actor.d.mts
   * `applyActiveEffects(phase)`; crucible and dnd5e override it in the same way.
   */
  override applyActiveEffects(phase?: string): void {
    (super.applyActiveEffects as (phase?: string) => void)(phase);
    if (phase !== 'final' || !hasLateChanges(this)) return;
    tryOrReport(() => prepareDerived(this), this);
    noteActorChange(this);
  }
}

/** Returns the pool of a tracked attribute, or null: `aura` as a bar, and `aura.value` alike. */
function poolAt({ pools }: Adapter, attribute: string): string | null {
  const found = Object.entries(pools).find(
    ([, { document, path }]) => document === 'actor' && [path, path.replace(/\.value$/, '')].includes(attribute),
  );
  return found?.[0] ?? null;
}
