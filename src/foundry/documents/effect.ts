import { reportProblem } from '../platform/data-problems';
import type { EffectChange } from '../platform/v14';
import { isChangeable } from '../stored/change-keys';
import { removeHarmfulKeys } from '../stored/harmful-keys';

type Target = Parameters<typeof isChangeable>[0];
type Applied = Record<string, unknown>;
interface Appliable {
  applyChange(target: Target, change: Change, options?: object): Applied;
}
type Change = EffectChange & { readonly effect?: ActiveEffect.Implementation };

export class CadenceEffect extends ActiveEffect {
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
      if (!isChangeable(target, change.key)) throw new Error(`an effect cannot change "${change.key}"`);
      const apply = () =>
        (Object.getPrototypeOf(CadenceEffect) as Appliable).applyChange.call(this, target, change, options);
      return change.key.startsWith('system.') ? apply() : applyKeepingType(target as never, change.key, apply);
    } catch (error) {
      if (change.effect) reportProblem(change.effect, error);
      return {};
    }
  }
}

/** Undoes a change outside `system` that alters the type of a primitive value, and throws. */
function applyKeepingType(target: Record<string, unknown>, key: string, apply: () => Applied): Applied {
  const before = target[key];
  const applied = apply();
  const isKept = typeof before === 'object' || before === undefined || typeof target[key] === typeof before;
  if (isKept) return applied;
  target[key] = before;
  throw new Error(`an effect cannot change the type of "${key}"`);
}
