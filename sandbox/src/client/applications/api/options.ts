import type { OwnershipLevel } from '../../abstract/document';
import type { ContextMenuOptions } from '../ux/context-menu';
import type { FormDataExtended } from '../ux/form-data-extended';
import type { Position } from './position';

type Options = Record<string, unknown>;

/** Handles an element with `data-action`. Each handler declares its own types of `this`, event and element. */
type ActionHandler = (this: never, event: never, target: never) => unknown;

/** T13: ApplicationV2.HeaderControlsEntry */
export interface HeaderControl {
  icon: string;
  label: string;
  action: string;
  visible?: boolean | ((this: never) => boolean);
  /** The ownership level of the document that the control requires. */
  ownership?: OwnershipLevel | number;
}

/** T13: ApplicationV2.FormConfiguration */
export interface FormOptions {
  handler?: (this: never, event: never, form: HTMLFormElement, data: FormDataExtended, options?: never) => unknown;
  submitOnChange?: boolean;
  closeOnSubmit?: boolean;
}

/** T13: ApplicationV2.WindowConfiguration */
interface FrameOptions {
  frame: boolean;
  positioned: boolean;
  title: string;
  icon: string;
  controls: HeaderControl[];
  minimizable: boolean;
  resizable: boolean;
  contentTag: string;
  contentClasses: string[];
}

/** T13: ApplicationV2.Configuration; subclasses add their own. */
export interface ApplicationOptions {
  id: string;
  uniqueId: string;
  classes: string[];
  tag: string;
  window: FrameOptions;
  actions: Record<string, ActionHandler | { handler: ActionHandler; buttons?: number[] }>;
  form?: FormOptions;
  position: Position;
  [option: string]: unknown;
}

/** Options of one class or of one instance, merged over those of the base classes. */
export type GivenOptions = Partial<Omit<ApplicationOptions, 'window'>> & {
  window?: Partial<FrameOptions>;
  [option: string]: unknown;
};

/** Options of one render. T13: ApplicationV2.RenderOptions */
export interface RenderOptions {
  force?: boolean | undefined;
  isFirstRender?: boolean;
  position?: Position;
  window?: { title?: string; icon?: string; controls?: boolean } | undefined;
  parts?: string[];
  tab?: string | Record<string, string>;
  [option: string]: unknown;
}

/** T13: ApplicationV2.ClosingOptions */
export interface CloseOptions {
  animate?: boolean;
  submitted?: boolean;
  submit?: boolean;
  /** True if the Escape key closes it. */
  closeKey?: boolean;
}

export interface ContextMenuConfig extends ContextMenuOptions {
  container?: HTMLElement;
  hookName?: string;
  parentClassHooks?: boolean;
}

export type RenderContext = Record<string, unknown>;

const isPlain = (value: unknown): value is Options =>
  !!value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Merges application options down the class chain: arrays concatenate, objects merge, the rest is replaced.
 * T13: client/applications/api/application.d.mts, `_initializeApplicationOptions`.
 */
export function mergeApplicationOptions(target: Options, source: object): Options {
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const prior = target[key];
    if (Array.isArray(prior) && Array.isArray(value)) target[key] = [...new Set([...prior, ...value])];
    else if (isPlain(value)) target[key] = mergeApplicationOptions(isPlain(prior) ? { ...prior } : {}, value);
    else target[key] = Array.isArray(value) ? [...value] : value;
  }
  return target;
}

/** Merges an application's options over its classes' defaults; `chain` starts with its own class. */
export function mergedOptions(chain: Iterable<{ DEFAULT_OPTIONS: object }>, options: object): ApplicationOptions {
  const order: object[] = [options];
  for (const cls of chain) if (Object.hasOwn(cls, 'DEFAULT_OPTIONS')) order.unshift(cls.DEFAULT_OPTIONS);
  return order.reduce(mergeApplicationOptions, {} as Options) as ApplicationOptions;
}
