import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { adapterOf, loadAdapter } from '../../adapters/registry';
import { hasForeignEffects } from '../../host/put-away';
import { applyTokenDefaults } from '../../host/token-defaults';
import { tryOrReport } from '../../platform/data-problems';
import { createInside } from '../../platform/documents';
import { rememberedSheet, rememberSheet } from '../../platform/hidden-settings';
import { text } from '../../platform/text';
import { setOrder } from '../../referee';
import { modelOf } from '../../stored/model';
import { type ActorContext, actorContext } from '../../views/actor-context';
import { fightOfActor } from '../../views/fight';
import { isInput, targetOf } from '../../views/pages';
import { bindActionOptions, pressAction } from '../actions/action-buttons';
import { canGrade, gradeButtons } from '../actions/grade-buttons';
import { isHandedOver, receiveCopy, receiveItem } from '../actions/item-giving';
import { findJoinableEncounter } from '../actions/joinable-encounter';
import { giveCondition, setCondition, setPoolFromInput } from '../actions/manual-changes';
import { openBrowser } from '../compendia/browser-button';
import { cancelOdds, requestOdds } from '../odds/odds-queue';
import { carryOverInvalid, readLists, removeInvalid, sectionsOf } from '../ui/fields';
import { patchParts } from '../ui/patch';
import { withoutControls } from '../ui/prose';
import { Redraw } from '../ui/redraw';
import { asRenderOptions } from '../ui/render-options';
import { isFoe, kindsOf, modeOf, packsWith, type SheetMode, sizeOf, tabsOf } from '../ui/sheet-look';
import { templatePart } from '../ui/templates';
import {
  type Context,
  dropOtherParts,
  enrich,
  HandlebarsActorSheet,
  LIMITED_PARTS,
  limitedContext,
  openSheet,
  pickImage,
  type RenderOptions,
  rejectForeignItem,
  type SubmittedForm,
  type TemplatePart,
} from '../ui/window-bases';
import { EFFECT_ACTIONS, effectsContext } from './effects';
import { confirmDeleteItem, pressHandIcon } from './own-items';

const TABS = [
  { id: 'actions', icon: 'fa-solid fa-bolt' },
  { id: 'stats', icon: 'fa-solid fa-chart-simple' },
  { id: 'gear', icon: 'fa-solid fa-shield-halved' },
  { id: 'effects', icon: 'fa-solid fa-person-rays' },
  { id: 'notes', icon: 'fa-solid fa-feather' },
];

/** The parts that follow the fight; they are patched. */
const LIVE = ['header', 'heart', 'side', 'attacks', 'actions', 'gear', 'effects'];

/** Prepared values below `system`. API: DataModel#toObject. */
const plainOf = ({ system }: Actor.Implementation): object =>
  (system as unknown as { toObject(source: boolean): object }).toObject(false);

interface SheetOptions {
  readonly document?: Actor.Implementation;
  readonly position?: object;
}

/** The actor sheet of every ruleset, built from the ruleset's view and the actor's model. */
export class CadenceActorSheet extends HandlebarsActorSheet {
  static override DEFAULT_OPTIONS = {
    classes: ['cadence', 'cadence-sheet', 'cadence-sheet--actor'],
    window: { resizable: true, contentClasses: ['standard-form'] },
    form: { submitOnChange: true },
    actions: {
      cadenceAct: CadenceActorSheet.onAct,
      setOrder: CadenceActorSheet.onSetOrder,
      createItem: CadenceActorSheet.onCreateItem,
      editItem: CadenceActorSheet.onEditItem,
      deleteItem: CadenceActorSheet.onDeleteItem,
      equipItem: CadenceActorSheet.onEquipItem,
      addCondition: CadenceActorSheet.onAddCondition,
      removeCondition: CadenceActorSheet.onRemoveCondition,
      editImage: CadenceActorSheet.onEditImage,
      toggleMode: CadenceActorSheet.onToggleMode,
      setKind: CadenceActorSheet.onSetKind,
      grade: CadenceActorSheet.onGrade,
      openPacks: CadenceActorSheet.onOpenPacks,
      ...EFFECT_ACTIONS,
      joinFight: CadenceActorSheet.onJoinFight,
      openBuild: CadenceActorSheet.onOpenBuild,
    },
  };

  static override PARTS = {
    header: templatePart('sheets/actor-sheet-header'),
    heart: templatePart('sheets/actor-sheet-heart'),
    side: templatePart('sheets/actor-sheet-side', ['']),
    attacks: templatePart('sheets/actor-sheet-attacks'),
    tabs: { template: 'templates/generic/tab-navigation.hbs' },
    actions: templatePart('sheets/actor-sheet-actions', ['']),
    stats: templatePart('sheets/actor-sheet-stats', ['']),
    gear: templatePart('sheets/actor-sheet-gear', ['']),
    effects: templatePart('sheets/actor-sheet-effects', ['']),
    notes: templatePart('sheets/actor-sheet-notes', ['']),
  };

  static override TABS = {
    primary: { tabs: TABS, initial: 'actions', labelPrefix: 'CADENCE.App.Tab' },
  };

  #drawn: ActorContext | null = null;
  /** What the parts on the screen were drawn from, as text: those of play, the form and the prose. A part is drawn again if it differs. */
  #sources = { live: '', form: '', prose: '', limited: false };
  /** A sheet closed meanwhile stays closed. */
  readonly #redraw = new Redraw<RenderOptions>(async (requests) => {
    if (this.rendered) await super.render(Object.assign({}, ...requests, this.#partsNow()));
  });

  #mode: SheetMode | null = null;

  get adapter(): Adapter | null {
    return adapterOf(this.actor.type);
  }

  /** Without edit permission always 'play'. */
  get mode(): SheetMode {
    this.#mode ??= modeOf(this.actor);
    return this.isEditable ? this.#mode : 'play';
  }

  /** API: ApplicationV2#_initializeApplicationOptions. The base constructor calls it before the fields of this class exist. */
  protected override _initializeApplicationOptions(options: SheetOptions): object {
    const size = options.document ? sizeOf(options.document) : {};
    return super._initializeApplicationOptions({ ...options, position: { ...size, ...options.position } });
  }

  /** dnd5e adds its own toggle to the header here. module/applications/actor/api/base-actor-sheet.mjs; API: ApplicationV2#_renderFrame */
  protected override async _renderFrame(options: RenderOptions): Promise<HTMLElement> {
    const frame = await super._renderFrame(options);
    const button = frame.ownerDocument.createElement('button');
    button.type = 'button';
    button.className = 'header-control cadence-mode';
    button.dataset.action = 'toggleMode';
    frame.querySelector('.window-header .window-title')?.after(button);
    return frame;
  }

  override changeTab(tab: string, group: string, options?: object): void {
    super.changeTab(tab, group, options);
    this.#storeLayout();
  }

  #storeLayout(): void {
    const { width, height } = this.position;
    const { primary: tab } = this.tabGroups;
    void rememberSheet(this.actor.uuid, {
      mode: this.#mode ?? 'play',
      ...(tab && { tab }),
      ...(typeof width === 'number' && { width: Math.round(width) }),
      ...(typeof height === 'number' && { height: Math.round(height) }),
    });
  }

  #selectTab(): readonly string[] {
    const tabs = tabsOf(this.mode, isFoe(this.actor));
    const { tab } = rememberedSheet(this.actor.uuid);
    const preferred = this.rendered ? this.tabGroups.primary : (tab ?? this.tabGroups.primary);
    this.tabGroups.primary = preferred && tabs.includes(preferred) ? preferred : (tabs[0] ?? null);
    return tabs;
  }

  #showMode(): void {
    const { element, mode } = this;
    element.dataset.mode = mode;
    element.classList.toggle('cadence-sheet--foe', isFoe(this.actor) && !this.actor.limited);
    const button = element.querySelector<HTMLElement>('.cadence-mode');
    if (!button) return;
    const label = text(`CADENCE.App.Sheet.${mode === 'play' ? 'edit' : 'play'}`);
    button.hidden = !this.isEditable || this.actor.limited;
    button.textContent = label;
    button.dataset.tooltip = text(`CADENCE.App.Sheet.${mode === 'play' ? 'editHint' : 'playHint'}`);
  }

  /**
   * A step updates an actor, its items and effects one after the other, and Foundry renders each time. They are combined,
   * and only changed parts are rendered. API: DocumentSheetV2.RenderOptions, `renderContext`.
   */
  override async render(options?: boolean | RenderOptions, more?: RenderOptions): Promise<this> {
    const request = asRenderOptions(options, more);
    if (!this.rendered || !request.renderContext || request.force) return super.render(request);
    await this.#redraw.request(request);
    return this;
  }

  #partsNow(): { readonly parts?: string[] } {
    const before = this.#sources;
    if (before.limited !== this.actor.limited) return {};
    if (this.actor.limited) return { parts: this.liveParts() };
    const { form, prose } = this.#sourcesNow(null);
    const others = [
      ...(form === before.form || this.mode === 'play' ? [] : ['stats']),
      ...(prose === before.prose ? [] : ['notes']),
    ];
    return { parts: [...this.liveParts(), ...others] };
  }

  follow(): void {
    if (!this.rendered || this.#redraw.isPending || this.actor.limited) return;
    if (this.#sourcesNow(this.#actorContext()).live !== this.#sources.live)
      void this.render({ parts: this.liveParts() });
  }

  #sourcesNow(seen: ActorContext | null) {
    const { actor, isEditable } = this;
    const { combat: _combat, fight: _fight, withoutOdds: _withoutOdds, ...context } = seen ?? ({} as ActorContext);
    const isJoinable = findJoinableEncounter(actor) !== null;
    const grades = canGrade(actor) && gradeButtons(actor);
    const fields = [this.#formFieldsOf(actor._source.system), this.#formFieldsOf(plainOf(actor))];
    return {
      live: JSON.stringify([context, isJoinable, isEditable, grades]),
      form: JSON.stringify([...fields, isEditable]),
      prose: JSON.stringify([modelOf(actor).biography ?? '', isEditable]),
      limited: actor.limited,
    };
  }

  /** Returns the fields that only the form shows, by path. */
  #formFieldsOf(data: object): readonly (readonly [path: string, value: unknown])[] {
    const elsewhere = [...this.#shownElsewhere(this.adapter)].map((path) => path.replace(/\.?value$/, ''));
    const isElsewhere = (path: string): boolean =>
      path === 'biography' || elsewhere.some((head) => path === head || path.startsWith(`${head}.`));
    return Object.entries(foundry.utils.flattenObject(data)).filter(([path]) => !isElsewhere(path));
  }

  protected override _configureRenderParts(options: RenderOptions): Record<string, TemplatePart> {
    return this.actor.limited ? { ...LIMITED_PARTS } : super._configureRenderParts(options);
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    await loadAdapter(this.actor.type);
    // Only public facts: every module's hook gets the context.
    if (this.actor.limited) {
      this.#drawn = null;
      this.#sources = { ...this.#sourcesNow(null), live: '' };
      return limitedContext(this.actor, 'biography');
    }
    const context = await super._prepareContext(options);
    const { adapter } = this;
    const system = modelOf(this.actor);
    const seen = this.#actorContext();
    this.#drawn = seen;
    const draws = (part: string): boolean => options.parts?.includes(part) ?? true;
    const tabs = this.#selectTab();
    const editing = this.mode === 'edit';
    const now = this.#sourcesNow(seen);
    const { form, prose } = this.#sources;
    this.#sources = { ...now, form: draws('stats') ? now.form : form, prose: draws('notes') ? now.prose : prose };
    return Object.assign(context, {
      actor: this.actor,
      seen,
      gm: game.user.isGM,
      canAct: this.actor.isOwner,
      joins: findJoinableEncounter(this.actor) !== null,
      editing,
      kind: editing && kindsOf(this.actor),
      grades: canGrade(this.actor) ? gradeButtons(this.actor) : null,
      builds: editing && adapter?.ruleset.loadBuild !== undefined,
      tabs: Object.fromEntries(Object.entries(this._prepareTabs('primary')).filter(([id]) => tabs.includes(id))),
      packs: packsWith(Object.keys(adapter?.models.Item ?? {})).length > 0,
      // Forms are expensive, so they are built only for a rendered part.
      sections:
        editing && draws('stats')
          ? sectionsOf(system, {
              source: this.actor._source.system,
              skip: this.#shownElsewhere(adapter),
              rootId: this.id,
              disabled: !this.isEditable,
              rulesetId: this.actor.type,
            })
          : [],
      effects: draws('effects') ? effectsContext(this.actor, this.isEditable) : null,
      biography: draws('notes') ? await this.#biography(system) : null,
    });
  }

  protected override _prepareSubmitData(
    event: Event,
    form: HTMLFormElement,
    entered: SubmittedForm,
    updateData?: object,
  ) {
    readLists(modelOf(this.actor), entered.object);
    removeInvalid(this.actor, form, entered.object);
    return super._prepareSubmitData(event, form, entered, updateData);
  }

  protected override async _preparePartContext(partId: string, context: Context, options: RenderOptions) {
    const prepared = await super._preparePartContext(partId, context, options);
    return context.tabs ? Object.assign(prepared, { tab: lookup(context.tabs, partId) }) : prepared;
  }

  protected override _syncPartState(partId: string, next: HTMLElement, prior: HTMLElement, state: object): void {
    super._syncPartState(partId, next, prior, state);
    carryOverInvalid(next, prior);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.dataset.ruleset = this.actor.type;
    dropOtherParts(this);
    this.#showMode();
    if (this.actor.limited) return;
    bindActionOptions(this.element, () => this.#actorContext()?.combat);
    const { fight, withoutOdds } = this.#drawn ?? {};
    if (fight && withoutOdds)
      requestOdds(this, fight, withoutOdds, () => void this.render({ parts: this.liveParts() }));
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    // These inputs belong to no field of the form, so its own listener must not see them.
    this.element.addEventListener(
      'change',
      (event) => {
        const field = targetOf(event);
        const isPool = isInput(field) && field.dataset.pool !== undefined;
        if (!isPool && !field?.matches('select[data-conditions]')) return;
        event.stopPropagation();
        if (isPool) void this.#editPool(field);
      },
      true,
    );
  }

  /** The live parts are patched; Foundry inserts the others, which are forms. */
  protected override _replaceHTML(
    result: Record<string, HTMLElement>,
    content: HTMLElement,
    options: RenderOptions,
  ): void {
    for (const id of LIVE) {
      const [shown, fresh] = [lookup(this.parts, id), lookup(result, id)];
      if (shown && fresh) carryOverInvalid(fresh, shown);
    }
    const others = patchParts(this.parts, result, (id) => LIVE.includes(id));
    super._replaceHTML(others, content, options);
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#storeLayout();
    cancelOdds(this);
  }

  async openIn(mode: SheetMode): Promise<void> {
    this.#mode = mode;
    await this.render({ force: true });
    this.#storeLayout();
  }

  liveParts(): string[] {
    if (this.actor.limited) return Object.keys(LIMITED_PARTS);
    const typing = this.element.ownerDocument.activeElement?.closest('input, textarea, select, prose-mirror');
    return LIVE.filter((id) => !typing || !lookup(this.parts, id)?.contains(typing));
  }

  #shownElsewhere(adapter: Adapter | null): ReadonlySet<string> {
    const homes = Object.values(adapter?.pools ?? {}).filter(({ document }) => document === 'actor');
    return new Set(homes.map(({ path }) => path));
  }

  async #biography(system: Context) {
    const field = system.schema?.fields?.biography;
    if (!field) return null;
    const enriched = await enrich(system.biography ?? '', this.actor, this.actor.isOwner);
    return { field, value: withoutControls(system.biography ?? ''), enriched };
  }

  /** Updates the pool alone: submitting the whole form would store derived numbers. */
  async #editPool(input: HTMLInputElement): Promise<void> {
    const { pool = '', value = '0', per = '1' } = input.dataset;
    if (!this.adapter) return;
    const typed = { typed: input.value, pool, value: Number(value), per: Number(per) };
    if (!(await setPoolFromInput(this.actor, this.adapter, typed))) input.value = String(Number(value) / Number(per));
  }

  #actorContext(): ActorContext | null {
    const { adapter } = this;
    return adapter && tryOrReport(() => actorContext(this.actor, adapter), this.actor);
  }

  /** An item of another ruleset would appear in no list. API: ActorSheetV2#_onDropItem. */
  protected override async _onDropItem(event: Event, item: Item.Implementation): Promise<unknown> {
    if (rejectForeignItem(this.actor, item)) return null;
    if (isHandedOver(item, this.actor)) return receiveItem(item, this.actor);
    const isCopied = item.parent?.uuid !== this.actor.uuid && hasForeignEffects(item, this.actor);
    return isCopied ? receiveCopy(item, this.actor) : super._onDropItem(event, item);
  }

  #item(target: HTMLElement): Item.Implementation | undefined {
    return this.actor.items.get(target.closest<HTMLElement>('[data-item-id]')?.dataset.itemId ?? '');
  }

  static async onAct(this: CadenceActorSheet, event: PointerEvent, button: HTMLElement): Promise<void> {
    await pressAction(this.#actorContext()?.combat ?? null, event, button);
  }

  static async onSetOrder(this: CadenceActorSheet, _event: PointerEvent, button: HTMLElement): Promise<void> {
    const { settles, order } = button.dataset;
    const fight = fightOfActor(this.actor);
    if (!fight || !settles) return;
    const isSet = button.getAttribute('aria-pressed') === 'true';
    await setOrder(fight.host, fight.id, settles, isSet ? null : order || null);
  }

  static async onCreateItem(this: CadenceActorSheet, _event: PointerEvent, button: HTMLElement): Promise<void> {
    const type = button.dataset.type ?? '';
    const name = text('CADENCE.App.Gear.newName', { type: game.i18n.localize(`TYPES.Item.${type}`) });
    const [created] = (await createInside(this.actor, 'Item', [{ name, type }])) ?? [];
    if (created instanceof Item) await openSheet(created);
  }

  static async onEditItem(this: CadenceActorSheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await openSheet(this.#item(target));
  }

  static async onDeleteItem(this: CadenceActorSheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await confirmDeleteItem(this.#item(target));
  }

  static async onEquipItem(this: CadenceActorSheet, _event: PointerEvent, target: HTMLElement): Promise<void> {
    await pressHandIcon(this.#item(target), this.#actorContext());
  }

  static async onJoinFight(this: CadenceActorSheet): Promise<void> {
    const { joinFight } = await import('../actions/join-fight');
    await joinFight(this.actor);
  }

  static async onAddCondition(this: CadenceActorSheet, event: PointerEvent): Promise<void> {
    const id = this.element.querySelector<HTMLSelectElement>('select[data-conditions]')?.value;
    if (id && this.adapter) await giveCondition(this.actor, this.adapter, id, event.shiftKey);
  }

  static async onRemoveCondition(this: CadenceActorSheet, _event: PointerEvent, button: HTMLElement): Promise<void> {
    const { condition } = button.dataset;
    if (condition && this.adapter) await setCondition(this.actor, this.adapter, condition, false);
  }

  static async onToggleMode(this: CadenceActorSheet): Promise<void> {
    await this.openIn(this.mode === 'play' ? 'edit' : 'play');
  }

  static async onGrade(this: CadenceActorSheet, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { pressGrade } = await import('../actions/grade-foe');
    await pressGrade(this.actor, dataset.grade ?? '');
  }

  static async onSetKind(this: CadenceActorSheet, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    await applyTokenDefaults(this.actor, dataset.kind === 'hero');
  }

  static async onOpenPacks(this: CadenceActorSheet): Promise<void> {
    await openBrowser(this.actor);
  }

  static async onOpenBuild(this: CadenceActorSheet): Promise<void> {
    const { openBuild } = await import('../onboarding/build-window');
    await openBuild(this.actor);
  }

  static async onEditImage(this: CadenceActorSheet): Promise<void> {
    await pickImage(this.actor);
  }
}
