import { lookup } from '../../kernel/lookup';
import { adapterOf } from '../adapters/registry';
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

export class CadenceEffect extends ActiveEffect {
  /** Conditions are listed as temporary by core and by effect panels, although the rules end them and no duration is stored. */
  override get isTemporary(): boolean {
    return super.isTemporary || conditionIn(this) !== null;
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
 * app/effects-panel-app-v2.ts), and core must not count it: NaN is neither finite nor infinite, and nothing is reached by it.
 */
function describeEnd(effect: CadenceEffect, condition: DescribedCondition | null): void {
  if (condition && condition.end !== null) Object.assign(effect.duration, { value: Number.NaN, label: condition.end });
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
