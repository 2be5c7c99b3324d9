import { lookup } from '../../kernel/lookup';
import { adapterOf } from '../adapters/registry';
import { countInFight, type EffectDuration, fightOf, fightsOf, isEndedBy } from '../clock/effect-rounds';
import { whyAsleep } from '../host/applicable-effects';
import { reportProblem } from '../platform/data-problems';
import { isOfType } from '../platform/documents';
import { branchOf, localize, shortName, text } from '../platform/text';
import type { EffectChange } from '../platform/v14';
import { isChangeable } from '../stored/change-keys';
import { removeHarmfulKeys } from '../stored/harmful-keys';
import { conditionSystem } from '../stored/systems';
import { isWithin } from '../stored/validators';

/** In letters. Foundry does not limit it. */
const LONGEST_VALUE = 10_000;

type Target = Parameters<typeof isChangeable>[0];
type Applied = Record<string, unknown>;
interface Appliable {
  applyChange(target: Target, change: Change, options?: object): Applied;
}
type Change = EffectChange & { readonly effect?: ActiveEffect.Implementation };

interface ExpiryContext {
  readonly combat?: Combat.Implementation | null;
  readonly round?: number;
  readonly turn?: number | null;
}

/** Members that the installed types lack. T14: client/documents/active-effect.d.mts */
declare class EffectV14 extends ActiveEffect {
  get isExpiryTrackable(): boolean;
  get start(): object | null;
  isExpiryEvent(event: string, context?: ExpiryContext): boolean;
  protected _prepareCombatBasedDuration(duration: EffectDuration, context?: ExpiryContext): EffectDuration;
  static getEffectStart(combat?: Combat.Implementation | null): object;
}

export class CadenceEffect extends (ActiveEffect as unknown as typeof EffectV14) {
  /** T14: client/documents/active-effect.d.mts, as dnd5e and Crucible override it. */
  override get isSuppressed(): boolean {
    return super.isSuppressed || whyAsleep(this) !== null;
  }

  /** Conditions are listed as temporary by core and by effect panels, although the rules end them and no duration is stored. */
  override get isTemporary(): boolean {
    return super.isTemporary || conditionIn(this) !== null;
  }

  /**
   * Core's registry takes an endless duration for a passed one, and relies on `isTemporary` to leave such effects out (foundryvtt issue
   * 14551). dnd5e, module/documents/active-effect.mjs, overrides both for the same reason.
   */
  override get isExpiryTrackable(): boolean {
    return super.isExpiryTrackable && super.isTemporary;
  }

  /** The rules end conditions. Others end by the encounter their bearer is in; core knows the viewed one only. */
  override isExpiryEvent(event: string, context: ExpiryContext = {}): boolean {
    if (conditionIn(this)) return false;
    const ends = isEndedBy(this, event, context.combat);
    if (ends !== null) return ends;
    // Without an expiry event the duration alone decides.
    const { expiry } = this._source.duration as { expiry?: unknown };
    if (event === 'updateWorldTime' && expiry && fightOf(this)) return false;
    return super.isExpiryEvent(event, context);
  }

  protected override _prepareCombatBasedDuration(
    duration: EffectDuration,
    context: ExpiryContext = {},
  ): EffectDuration {
    const fight = fightOf(this);
    if (fight) return countInFight(this, fight, duration, context);
    const { value, units } = duration;
    // Outside of encounters, a turn without a length counts as a round, which ends it no earlier.
    const counted = CONFIG.time.turnTime ? units : 'rounds';
    const prepared = super._prepareCombatBasedDuration(Object.assign(duration, { units: counted }), context);
    // If world time counts no rounds, core's endless rest would count as a passed one.
    return Number.isFinite(prepared.remaining) ? prepared : Object.assign(prepared, { units, remaining: value });
  }

  /** Core takes the viewed encounter for the beginning of an effect. torgeternity and Crucible set the bearer's, too. */
  protected override async _preCreate(
    ...[data, options, user]: Parameters<ActiveEffect['_preCreate']>
  ): Promise<boolean | void> {
    const { parent } = this;
    const fights = parent instanceof Actor && !this.start ? fightsOf(parent) : [];
    const [fight] = fights;
    if (fight && !fights.some(({ id }) => id === game.combat?.id))
      this.updateSource({ start: CadenceEffect.getEffectStart(fight) } as never);
    return super._preCreate(data, options, user);
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    const condition = conditionIn(this);
    if (condition && !this.description) this.description = condition.description;
    describeEnd(this, condition);
  }

  /** Core calls it again when time has passed. T14: client/documents/active-effect.d.mts */
  override updateDuration(
    ...args: Parameters<ActiveEffect['updateDuration']>
  ): ReturnType<ActiveEffect['updateDuration']> {
    const duration = super.updateDuration(...args);
    describeEnd(this, conditionIn(this));
    return duration;
  }

  /** API: DataModel.migrateData */
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(removeHarmfulKeys(source));
  }

  /**
   * Skips a change that fails or would replace a part of the document.
   * T14: client/documents/active-effect.d.mts `applyChange`, which dnd5e (module/documents/active-effect.mjs) and others override.
   */
  static applyChange(target: Target, change: Change, options?: object): Applied {
    try {
      if (!isChangeable(target, change.key)) throw new Error(`an effect cannot change "${shortName(change.key)}"`);
      if (!isWithin(change.value, LONGEST_VALUE)) throw new Error(`the value for "${change.key}" is too long`);
      const apply = () =>
        (Object.getPrototypeOf(CadenceEffect) as Appliable).applyChange.call(this, target, change, options);
      return change.key.startsWith('system.') ? apply() : applyKeepingType(target as never, change.key, apply);
    } catch (error) {
      if (change.effect) reportProblem(change.effect, error);
      return {};
    }
  }
}

interface DescribedCondition {
  readonly description: string;
  /** The label of its end; null if it lasts until it is removed. */
  readonly end: string | null;
}

/** Returns the texts of an actor's condition; null for other effects and those with a duration of their own. */
function conditionIn(effect: CadenceEffect): DescribedCondition | null {
  const { parent, statuses, _source } = effect;
  const adapter = parent instanceof Actor ? adapterOf(parent.type) : null;
  const id = adapter && [...statuses].find((status) => Object.hasOwn(adapter.ruleset.conditions, status));
  const { value, expiry } = _source.duration as { value?: unknown; expiry?: unknown };
  if (!adapter || !id || typeof value === 'number' || expiry) return null;
  const { ruleset } = adapter;
  const hint = `${branchOf(ruleset.id)}.Condition.${id}.hint`;
  const { until = null, by } = isOfType(effect, 'condition') ? conditionSystem(effect) : {};
  const end = until && ruleset.views.until?.({ until, ...(by && { by }) });
  return {
    description: game.i18n.has(hint) ? `<p>${foundry.utils.escapeHTML(text(hint))}</p>` : '',
    end: end ? localize(ruleset.id, end) : null,
  };
}

/**
 * Writes the end of a condition into the prepared duration. Panels show the label unless the value is infinite (dfreds-effects-panel,
 * app/effects-panel-app-v2.ts). A stored mark of expiry counts for nothing: worlds have it from versions that let core end conditions.
 */
function describeEnd(effect: CadenceEffect, condition: DescribedCondition | null): void {
  if (!condition) return;
  const { end } = condition;
  Object.assign(effect.duration, { expired: false, ...(end !== null && { value: Number.NaN, label: end }) });
}

/** Undoes a change outside `system` that alters the type of a primitive value, and throws. */
function applyKeepingType(target: Record<string, unknown>, key: string, apply: () => Applied): Applied {
  const before = lookup(target, key);
  const applied = apply();
  const isKept = typeof before === 'object' || before === undefined || typeof lookup(target, key) === typeof before;
  if (isKept) return applied;
  target[key] = before;
  throw new Error(`an effect cannot change the type of "${key}"`);
}
