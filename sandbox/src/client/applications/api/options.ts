import type { OwnershipLevel } from '../../abstract/document';
import type { FormDataExtended } from '../ux/form-data-extended';
import type { Position } from './position';

type Options = Record<string, unknown>;

/** What an element with `data-action` does. Each class declares the kinds of elements and events that it knows of its own. */
type ActionHandler = (this: never, event: never, target: never) => unknown;

/** A button in the header of a window. T13: ApplicationV2.HeaderControlsEntry */
export interface HeaderControl {
  icon: string;
  label: string;
  action: string;
  visible?: boolean | ((this: never) => boolean);
  /** The level that who sees it has of the window's document. */
  ownership?: OwnershipLevel | number;
}

/** How a form is submitted. */
export interface FormOptions {
  handler?: (this: never, event: never, form: HTMLFormElement, data: FormDataExtended, options?: never) => unknown;
  submitOnChange?: boolean;
  closeOnSubmit?: boolean;
}

/** The frame of a window. */
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

/** Options of an application. T13: ApplicationV2.Configuration; classes have more of their own. */
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

/** Options as a class declares them over those of its base, and as they are given to one application. */
export type GivenOptions = Partial<Omit<ApplicationOptions, 'window'>> & {
  window?: Partial<FrameOptions>;
  [option: string]: unknown;
};

/** How an application is rendered this time. T13: ApplicationV2.RenderOptions */
export interface RenderOptions {
  force?: boolean | undefined;
  isFirstRender?: boolean;
  position?: Position;
  window?: { title?: string; icon?: string; controls?: boolean } | undefined;
  /** The parts that are drawn anew. */
  parts?: string[];
  tab?: string | Record<string, string>;
  [option: string]: unknown;
}

/** How an application is closed. */
export interface CloseOptions {
  animate?: boolean;
  submitted?: boolean;
  submit?: boolean;
  /** With Escape. */
  closeKey?: boolean;
}

/** What a template is rendered with. */
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
