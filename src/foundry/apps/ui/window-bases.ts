import { lookup } from '../../../kernel/lookup';
import type { UnloadedAdapter } from '../../adapters/adapter';
import { allRulesets, isRulesetType } from '../../adapters/registry';
import { notify } from '../../platform/notice';
import { branchOf, text } from '../../platform/text';
import { modelOf } from '../../stored/model';
import { withoutControls } from './prose';
import { templatePart } from './templates';

/**
 * Foundry's window classes with the members of 14 that we use. The installed types bind each class to its own options and document,
 * which a subclass of a subclass cannot satisfy.
 * T14: client/applications/api/application.d.mts, handlebars-application.d.mts, document-sheet.d.mts
 */
export type TemplatePart = foundry.applications.api.HandlebarsApplicationMixin.HandlebarsTemplatePart;
type Parts = Record<string, TemplatePart>;

export interface RenderOptions {
  parts?: string[];
  force?: boolean;
  isFirstRender?: boolean;
  [own: string]: unknown;
}
export type Context = Record<string, any>;

declare class WindowType {
  constructor(options?: object);
  static DEFAULT_OPTIONS: object;
  static PARTS: Parts;
  readonly id: string;
  readonly element: HTMLElement;
  readonly rendered: boolean;
  get title(): string;
  parts: Record<string, HTMLElement>;
  tabGroups: Record<string, string | null>;
  readonly position: { readonly width?: number | 'auto'; readonly height?: number | 'auto' };
  setPosition(position: { readonly left?: number; readonly top?: number }): unknown;
  changeTab(tab: string, group: string, options?: object): void;
  render(options?: boolean | RenderOptions, more?: RenderOptions): Promise<this>;
  close(options?: object): Promise<this>;
  protected _initializeApplicationOptions(options: object): object;
  protected _attachFrameListeners(): void;
  protected _renderFrame(options: RenderOptions): Promise<HTMLElement>;
  protected _insertElement(element: HTMLElement): void;
  protected _configureRenderOptions(options: RenderOptions): void;
  protected _configureRenderParts(options: RenderOptions): Parts;
  protected _prepareContext(options: RenderOptions): Promise<Context>;
  protected _preparePartContext(partId: string, context: Context, options: RenderOptions): Promise<Context>;
  protected _preRender(context: Context, options: RenderOptions): Promise<void>;
  protected _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions): void;
  protected _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void;
  protected _onFirstRender(context: Context, options: RenderOptions): Promise<void>;
  protected _onRender(context: Context, options: RenderOptions): Promise<void>;
  protected _onClose(options: object): void;
}

/** Returns the open window of a class, or null. API: foundry.applications.instances */
export function openWindowOf<W extends WindowType>(kind: new (...given: any[]) => W): W | null {
  for (const app of foundry.applications.instances.values())
    if ((app as unknown) instanceof kind) return app as unknown as W;
  return null;
}

/** API: FormDataExtended */
export interface SubmittedForm {
  readonly object: Record<string, unknown>;
}

declare class SheetType<D> extends WindowType {
  static TABS: Record<string, foundry.applications.api.ApplicationV2.TabsConfiguration>;
  readonly document: D;
  get isEditable(): boolean;
  protected _prepareTabs(group: string): Record<string, object>;
  protected _prepareSubmitData(
    event: Event,
    form: HTMLFormElement,
    entered: SubmittedForm,
    updateData?: object,
  ): object;
}

declare class ActorSheetType extends SheetType<Actor.Implementation> {
  get actor(): Actor.Implementation;
  protected _onDragStart(event: DragEvent): Promise<void>;
  protected _onDropItem(event: Event, item: Item.Implementation): Promise<unknown>;
}

declare class ItemSheetType extends SheetType<Item.Implementation> {
  get item(): Item.Implementation;
}

/** A context menu entry, of which we set only the visibility. T14: client/applications/ux/context-menu.d.mts */
export interface MenuEntry {
  readonly label?: string;
  readonly icon?: string;
  readonly onClick?: (event: Event, li: HTMLElement) => void;
  visible?: boolean | ((li: HTMLElement) => boolean);
}

declare class TrackerType extends WindowType {
  get viewed(): Combat.Stored | null;
  get isPopout(): boolean;
  protected _getEntryContextOptions(): MenuEntry[];
  protected _getCombatContextOptions(): MenuEntry[];
  protected _prepareTrackerContext(context: Context, options: RenderOptions): Promise<void>;
  protected _onToggleDefeatedStatus(combatant: Combatant.Implementation): unknown;
}

const handlebars = <Declared>(base: unknown): Declared =>
  (foundry.applications.api.HandlebarsApplicationMixin as (base: unknown) => unknown)(base) as Declared;
const { ApplicationV2 } = foundry.applications.api;
const { ActorSheetV2, ItemSheetV2 } = foundry.applications.sheets;

export const HandlebarsActorSheet = handlebars<typeof ActorSheetType>(ActorSheetV2);
export const HandlebarsItemSheet = handlebars<typeof ItemSheetType>(ItemSheetV2);
export const HandlebarsWindow = handlebars<typeof WindowType>(ApplicationV2);

export const CoreTracker = foundry.applications.sidebar.tabs.CombatTracker as unknown as typeof TrackerType;

export async function openSheet(document: { readonly sheet: unknown } | null | undefined): Promise<void> {
  const sheet = document?.sheet;
  if (typeof sheet === 'object' && sheet !== null && 'render' in sheet && typeof sheet.render === 'function')
    await sheet.render({ force: true });
}

/** Lets the user choose the image of a document, starting at the current file. T14: client/applications/apps/file-picker.d.mts */
export async function pickImage(document: Actor.Implementation | Item.Implementation): Promise<void> {
  const picker: new (options: object) => { browse(): Promise<unknown> } =
    foundry.applications.apps.FilePicker.implementation;
  await new picker({
    type: 'image',
    current: document.img ?? '',
    callback: (img: string) => void document.update({ img }),
  }).browse();
}

/** Returns a user's text as HTML that acts in no window. Foundry may embed texts of other documents in it. */
export async function enrich(
  source: string,
  relativeTo: Actor.Implementation | Item.Implementation,
  secrets: boolean,
): Promise<string> {
  const editor: { enrichHTML(text: string, options: object): Promise<string> } =
    foundry.applications.ux.TextEditor.implementation;
  return withoutControls(await editor.enrichHTML(withoutControls(source), { secrets, relativeTo }));
}

type SheetDocument = Actor.Implementation | Item.Implementation;

/**
 * The parts for users with limited permission: image, name and public text. ActorSheetV2 opens for them (API: DocumentSheetV2
 * `viewPermission`, LIMITED
 * by default); dnd5e and crucible use parts of their own (module/applications/actor/api/base-actor-sheet.mjs, `LIMITED_PARTS`).
 */
export const LIMITED_PARTS = { limited: templatePart('ui/limited', ['']) };

export async function limitedContext(document: SheetDocument, prose: string, kind = ''): Promise<object> {
  const written = lookup(modelOf(document), prose);
  // Secret blocks are for owners only.
  const enriched = await enrich(typeof written === 'string' ? written : '', document, false);
  return { limited: { img: document.img, name: document.name, kind, prose: enriched } };
}

interface Rendered {
  readonly document: SheetDocument;
  readonly element: HTMLElement;
}

export function dropOtherParts({ document, element }: Rendered): void {
  for (const drawn of element.querySelectorAll<HTMLElement>('[data-application-part]'))
    if ((drawn.dataset.applicationPart ?? '') in LIMITED_PARTS !== document.limited) drawn.remove();
}

/** Returns the ruleset of an item's subtype. A ruleset may have several subtypes. */
export const rulesetOfItem = (item: Item.Implementation): UnloadedAdapter | null =>
  allRulesets().find(({ models }) => item.type in models.Item) ?? null;

/** Returns true and notifies the user if an actor's ruleset does not accept an item. */
export function rejectForeignItem(actor: Actor.Implementation, item: Item.Implementation): boolean {
  const theirs = rulesetOfItem(item);
  if (!isRulesetType(actor.type) || actor.type === theirs?.id) return false;
  const name = (id: string): string => text(`${branchOf(id)}.name`);
  const facts = { item: item.name, actor: actor.name, rules: name(actor.type) };
  notify(
    'warn',
    theirs
      ? text('CADENCE.Notice.foreignItem', { ...facts, theirs: name(theirs.id) })
      : text('CADENCE.Notice.strangeItem', facts),
  );
  return true;
}
