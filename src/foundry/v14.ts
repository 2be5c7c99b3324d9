/**
 * What Foundry 14 has and the installed types (13.346) do not, in one place, each with its page. Everything else in `src/` speaks
 * the typed API.
 */

type AnyDocument = foundry.abstract.Document.Any;

/** One operation of a batch. Custom keys arrive in every client's hooks and lifecycle methods. */
export interface BatchOperation {
  readonly action: 'create' | 'update' | 'delete';
  readonly documentName: string;
  readonly parent?: AnyDocument | null;
  readonly data?: readonly object[];
  readonly updates?: readonly object[];
  readonly ids?: readonly string[];
  readonly keepId?: boolean;
  readonly diff?: boolean;
  readonly render?: boolean;
  readonly turnEvents?: boolean;
  readonly worldTime?: { readonly delta: number };
  readonly direction?: number;
  readonly movement?: Readonly<Record<string, object>>;
  readonly cadence?: StepMark;
}

/** Marks a write as part of a step, so that our own document hooks let it pass. */
export interface StepMark {
  readonly step: number;
}

/**
 * Writes everything or nothing, in the order given.
 * API: foundry.documents.modifyBatch; github.com/foundryvtt/foundryvtt issue 11898.
 */
export function modifyBatch(operations: readonly BatchOperation[]): Promise<unknown[][]> {
  const { modifyBatch } = foundry.documents as unknown as {
    modifyBatch(operations: readonly BatchOperation[]): Promise<unknown[][]>;
  };
  return modifyBatch(operations);
}

/** Deletes the key it is assigned to. API: globals `_del` (a ForcedDeletion), common/data/operators. */
export const deletion = (): unknown => (globalThis as unknown as { _del: unknown })._del;

/** Replaces an object instead of merging into it. API: globals `_replace`, common/data/operators. */
export function replacement<T>(value: T): unknown {
  const { _replace } = globalThis as unknown as { _replace(value: T): unknown };
  return _replace(value);
}

/** A message that stays until it is full. API: Notifications#info with `progress`, and `Notification#update`. */
export interface Progress {
  update(changes: { readonly pct: number }): void;
}

export const showProgress = (message: string): Progress =>
  ui.notifications!.info(message, { progress: true } as never) as unknown as Progress;

/**
 * Answers a query of another user. Who asked is told beside the timeout since core issue 13418; the installed types do not have it, so it
 * is read as something that may be missing.
 */
export type QueryHandler = (data: unknown, options?: { readonly user?: User.Implementation }) => unknown;

/** One change of an active effect. API: ActiveEffect.ChangeData; T14: client/documents/active-effect.d.mts */
export interface EffectChange {
  readonly key: string;
  readonly type: string;
  readonly value: unknown;
  readonly phase: string;
  readonly priority: number | null;
}

interface EffectV14 {
  readonly system: { readonly changes?: readonly EffectChange[] };
  getReplacementData?(baseData: object): object;
}

/** The changes an effect would make. API: ActiveEffectTypeDataModel#changes */
export const changesOf = (effect: ActiveEffect.Implementation): readonly EffectChange[] =>
  (effect as unknown as EffectV14).system.changes ?? [];

/**
 * Makes one change in prepared data. API: ActiveEffect.applyChange, which dnd5e calls in the same way for what effects do to items
 * (module/documents/item.mjs, applyActiveEffects).
 */
export function applyChange(
  target: Actor.Implementation | Item.Implementation,
  effect: ActiveEffect.Implementation,
  change: EffectChange,
  rollData: object,
): void {
  const { applyChange: apply } = effect.constructor as unknown as {
    applyChange(target: unknown, change: object, options: object): unknown;
  };
  const replacementData = (effect as unknown as EffectV14).getReplacementData?.(rollData) ?? rollData;
  apply.call(effect.constructor, target, { ...change, effect }, { replacementData });
}
