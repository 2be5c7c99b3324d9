/** Features of Foundry that Cadence relies on: assumed until the self-test or a refusal shows otherwise. */
const abilities = {
  batch: true,
  /** Combatant groups, with at most one group for a chosen id. */
  groups: true,
  requests: true,
  /** Players may create ordinary messages with a request as a flag. */
  flaggedRequests: true,
};

export type Capability = keyof typeof abilities;

export const isSupported = (ability: Capability): boolean => abilities[ability];

export function setCapabilities(changes: Partial<Record<Capability, boolean>>): void {
  Object.assign(abilities, changes);
}

/** What Foundry 14 has and the installed types (13.346) lack, each with its source. The rest of `src/` uses the typed API. */

type AnyDocument = foundry.abstract.Document.Any;

/** An operation of a batch. Custom keys arrive in every client's hooks and lifecycle methods. */
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

/** Marks a write as part of a step, which our own document hooks must not intercept. */
export interface StepMark {
  readonly step: number;
}

/**
 * Sends operations as one request, or without batches one after the other until one is refused. The result must be read from the documents:
 * the response may contain less or more than was sent, or nothing although something was written.
 * API: foundry.documents.modifyBatch; github.com/foundryvtt/foundryvtt issues 11898, 14174, 14356.
 */
export async function modifyBatch(operations: readonly BatchOperation[]): Promise<void> {
  const { modifyBatch } = foundry.documents;
  if (isSupported('batch') && typeof modifyBatch === 'function') await modifyBatch(operations);
  else for (const operation of operations) await modifyOne(operation);
}

type BulkOperation = (sent: readonly unknown[], operation: object) => Promise<unknown>;

function modifyOne({ action, documentName, data, updates, ids, ...operation }: BatchOperation): Promise<unknown> {
  // API: Document.createDocuments, updateDocuments, deleteDocuments.
  const documentClass = getDocumentClass(documentName as never) as unknown as Record<
    'createDocuments' | 'updateDocuments' | 'deleteDocuments',
    BulkOperation
  >;
  if (action === 'create') return documentClass.createDocuments(data ?? [], operation);
  if (action === 'update') return documentClass.updateDocuments(updates ?? [], operation);
  return documentClass.deleteDocuments(ids ?? [], operation);
}

/** Deletes the key it is assigned to. API: globals `_del` (a ForcedDeletion), common/data/operators. */
export const deletion = (): unknown => _del;

/** The values of replacement operators, which are proxies that look like their value. T14: ForcedReplacement.create */
const replacedValues = new WeakMap<object, unknown>();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Replaces an object instead of merging into it. API: globals `_replace`, common/data/operators. */
export function replacement<T>(value: T): unknown {
  const operator = _replace(value);
  replacedValues.set(operator, value);
  return operator;
}

/** Returns a replacement for a plain object; other values are never merged and stay. */
export const asReplacement = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? replacement(value) : value;

export const isUpdateOperator = (value: unknown): boolean =>
  value === deletion() || (isObject(value) && replacedValues.has(value));

/** Returns the value of a replacement; other values stay. */
export const unwrapReplacement = (value: unknown): unknown =>
  isObject(value) && replacedValues.has(value) ? replacedValues.get(value) : value;

/** A progress notification, which stays until it is full. API: Notifications#info with `progress`, and `Notification#update`. */
export interface ProgressNotice {
  update(changes: { readonly pct: number }): void;
}

export const showProgress = (message: string): ProgressNotice => ui.notifications.info(message, { progress: true });

/** API: ActiveEffect.ChangeData; T14: client/documents/active-effect.d.mts */
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
  /** Packages override it to skip changes. T14: client/documents/active-effect.d.mts */
  shouldApplyChange?(change: EffectChange, options: { readonly phase: string }): boolean;
}

/** Returns the changes of an effect with a readable key. API: ActiveEffectTypeDataModel#changes */
export const changesOf = (effect: ActiveEffect.Implementation): readonly EffectChange[] =>
  (effect as unknown as EffectV14).system.changes?.filter(({ key }) => typeof key === 'string') ?? [];

/**
 * Applies one change to prepared data. API: ActiveEffect.applyChange, which dnd5e calls in the same way for items
 * (module/documents/item.mjs, applyActiveEffects).
 */
export function applyEffectChange(
  target: Actor.Implementation | Item.Implementation,
  effect: ActiveEffect.Implementation,
  change: EffectChange,
  rollData: object,
): void {
  const { applyChange: apply } = effect.constructor as unknown as {
    applyChange(target: unknown, change: object, options: object): unknown;
  };
  const asked = effect as unknown as EffectV14;
  const replacementData = asked.getReplacementData?.(rollData) ?? rollData;
  if (asked.shouldApplyChange?.(change, { phase: change.phase }) === false) return;
  apply.call(effect.constructor, target, { ...change, effect }, { replacementData });
}
