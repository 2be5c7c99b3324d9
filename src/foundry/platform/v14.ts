/** What this Foundry has of what Cadence rests on: true until the self-test, or a refusal, shows that it has not. */
const abilities = {
  /** Several operations are written as one. */
  batch: true,
  /** An encounter keeps groups of combatants, and one with a chosen id is made only once. */
  groups: true,
  /** Who plays may create messages of the subtype `request`. */
  requests: true,
  /** Who plays may create ordinary messages that bear a request as a flag. */
  flaggedRequests: true,
};

export type Capability = keyof typeof abilities;

/** Whether this Foundry can do something. */
export const isSupported = (ability: Capability): boolean => abilities[ability];

/** Says what this Foundry can and cannot do. */
export function setCapabilities(changes: Partial<Record<Capability, boolean>>): void {
  Object.assign(abilities, changes);
}

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
 * Sends operations as one request, in the order given; where this Foundry has no batches, one after the other until one is refused. What has
 * become of them is for the documents to say: what comes back may be less than was sent, or more, or nothing although something was written.
 * API: foundry.documents.modifyBatch; github.com/foundryvtt/foundryvtt issues 11898, 14174, 14356.
 */
export async function modifyBatch(operations: readonly BatchOperation[]): Promise<void> {
  const { modifyBatch } = foundry.documents;
  if (isSupported('batch') && typeof modifyBatch === 'function') await modifyBatch(operations);
  else for (const operation of operations) await modifyOne(operation);
}

type Many = (sent: readonly unknown[], operation: object) => Promise<unknown>;

function modifyOne({ action, documentName, data, updates, ids, ...operation }: BatchOperation): Promise<unknown> {
  // API: Document.createDocuments, updateDocuments, deleteDocuments.
  const documentClass = getDocumentClass(documentName as never) as unknown as Record<
    'createDocuments' | 'updateDocuments' | 'deleteDocuments',
    Many
  >;
  if (action === 'create') return documentClass.createDocuments(data ?? [], operation);
  if (action === 'update') return documentClass.updateDocuments(updates ?? [], operation);
  return documentClass.deleteDocuments(ids ?? [], operation);
}

/** Deletes the key it is assigned to. API: globals `_del` (a ForcedDeletion), common/data/operators. */
export const deletion = (): unknown => _del;

/** What replacements put in the place of something: one is a proxy of its value and looks like it. T14: ForcedReplacement.create */
const replaced = new WeakMap<object, unknown>();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Replaces an object instead of merging into it. API: globals `_replace`, common/data/operators. */
export function replacement<T>(value: T): unknown {
  const operator = _replace(value);
  replaced.set(operator, value);
  return operator;
}

/** Of an object its replacement; any other value as it is, for nothing merges into it. */
export const asReplacement = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? replacement(value) : value;

/** Whether a value of an update says what is to be done, and not what is. */
export const isUpdateOperator = (value: unknown): boolean =>
  value === deletion() || (isObject(value) && replaced.has(value));

/** What is there after a replacement; any other value is itself. */
export const unwrapReplacement = (value: unknown): unknown =>
  isObject(value) && replaced.has(value) ? replaced.get(value) : value;

/** A message that stays until it is full. API: Notifications#info with `progress`, and `Notification#update`. */
export interface ProgressNotice {
  update(changes: { readonly pct: number }): void;
}

export const showProgress = (message: string): ProgressNotice => ui.notifications.info(message, { progress: true });

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

/** The changes an effect would make, without those whose key cannot be read. API: ActiveEffectTypeDataModel#changes */
export const changesOf = (effect: ActiveEffect.Implementation): readonly EffectChange[] =>
  (effect as unknown as EffectV14).system.changes?.filter(({ key }) => typeof key === 'string') ?? [];

/**
 * Makes one change in prepared data. API: ActiveEffect.applyChange, which dnd5e calls in the same way for what effects do to items
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
  const replacementData = (effect as unknown as EffectV14).getReplacementData?.(rollData) ?? rollData;
  apply.call(effect.constructor, target, { ...change, effect }, { replacementData });
}
