/**
 * Foundry's window classes as concrete types. Subclassing the Handlebars mixin over a class bound to a document makes the type
 * checker compare against an intersection type for a minute; naming the result once costs nothing and emits the same code.
 */
export type Part = foundry.applications.api.HandlebarsApplicationMixin.HandlebarsTemplatePart;
type Parts = Record<string, Part>;

export interface RenderOptions {
  parts?: string[];
  force?: boolean;
  isFirstRender?: boolean;
  [own: string]: unknown;
}
export type Context = Record<string, any>;
/** A handler of `data-action`: called with the application as `this`. */
export type Action<App> = (this: App, event: PointerEvent, target: HTMLElement) => unknown;

declare class HandlebarsActorSheetType extends foundry.applications.sheets.ActorSheetV2 {
  static PARTS: Parts;
  static TABS: Record<string, foundry.applications.api.ApplicationV2.TabsConfiguration>;
  get parts(): Record<string, HTMLElement>;
  protected _configureRenderParts(options: RenderOptions): Parts;
  protected _preparePartContext(partId: string, context: Context, options: RenderOptions): Promise<Context>;
  protected _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void;
}

declare class HandlebarsItemSheetType extends foundry.applications.sheets.ItemSheetV2 {
  static PARTS: Parts;
  get parts(): Record<string, HTMLElement>;
  protected _configureRenderParts(options: RenderOptions): Parts;
  protected _preparePartContext(partId: string, context: Context, options: RenderOptions): Promise<Context>;
  protected _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void;
}

/** An entry of a context menu by v14's keys. T14: client/applications/ux/context-menu.d.mts */
export interface MenuEntry {
  readonly label?: string;
  visible?: boolean | ((li: HTMLElement) => boolean);
}

declare class TrackerType extends foundry.applications.api.ApplicationV2 {
  static PARTS: Parts;
  get parts(): Record<string, HTMLElement>;
  get viewed(): Combat.Stored | null;
  get isPopout(): boolean;
  protected _getEntryContextOptions(): MenuEntry[];
  protected _getCombatContextOptions(): MenuEntry[];
  protected _configureRenderOptions(options: RenderOptions): void;
  protected _prepareTrackerContext(context: Context, options: RenderOptions): Promise<void>;
  protected _onRender(context: any, options: any): Promise<void>;
}

declare class HandlebarsWindowType extends foundry.applications.api.ApplicationV2 {
  static PARTS: Parts;
  get parts(): Record<string, HTMLElement>;
  protected _configureRenderParts(options: RenderOptions): Parts;
  protected _preRender(context: any, options: any): Promise<void>;
  protected _prepareContext(options: never): Promise<never>;
  protected _onFirstRender(context: any, options: any): Promise<void>;
  protected _onRender(context: any, options: any): Promise<void>;
}

type Mix<Out> = (base: unknown) => Out;
const { HandlebarsApplicationMixin } = foundry.applications.api;

export const HandlebarsActorSheet = (HandlebarsApplicationMixin as unknown as Mix<typeof HandlebarsActorSheetType>)(
  foundry.applications.sheets.ActorSheetV2,
);

export const HandlebarsItemSheet = (HandlebarsApplicationMixin as unknown as Mix<typeof HandlebarsItemSheetType>)(
  foundry.applications.sheets.ItemSheetV2,
);

export const HandlebarsWindow = (HandlebarsApplicationMixin as unknown as Mix<typeof HandlebarsWindowType>)(
  foundry.applications.api.ApplicationV2,
);

/** Foundry's own combat tracker, already a Handlebars application. */
export const CoreTracker = foundry.applications.sidebar.tabs.CombatTracker as unknown as typeof TrackerType;
