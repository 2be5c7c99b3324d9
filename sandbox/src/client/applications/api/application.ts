import { messageOf } from '../../../shared/errors';
import { applicationTheme } from '../theme';
import { ContextMenu, type MenuEntry } from '../ux/context-menu';
import { FormDataExtended } from '../ux/form-data-extended';
import { Detachable } from './detached';
import { type EventConfig, fireEvent } from './fire-event';
import { buildFrame, buildHeaderControl, openControls, placeById, updateFrame, type WindowParts } from './frame';
import {
  type ApplicationOptions,
  type CloseOptions,
  type ContextMenuConfig,
  type FormOptions,
  type GivenOptions,
  type HeaderControl,
  mergedOptions,
  type RenderContext,
  type RenderOptions,
} from './options';
import { applyPosition, type Position, parseCSSDimension, resolvePosition } from './position';
import { type ChangeTabOptions, changeTab, prepareTabs, type Tab, type TabGroup, tabGroupsOf } from './tabs';
import { bindWindowGestures } from './window-gestures';

const RENDER_STATES = { ERROR: -3, CLOSING: -2, CLOSED: -1, NONE: 0, RENDERING: 1, RENDERED: 2 } as const;

/** Rendered applications by element id; `foundry.applications.instances`. */
export const instances = new Map<string, ApplicationV2>();

/**
 * The base of every window and every fixed part of the interface.
 * Render order: wiki:guides/from-load-to-render.md; members: T13: client/applications/api/application.d.mts
 */
export class ApplicationV2 extends Detachable {
  static BASE_APPLICATION: typeof ApplicationV2 = ApplicationV2;
  static DEFAULT_OPTIONS: GivenOptions = {
    id: 'app-{id}',
    classes: [],
    tag: 'div',
    window: {
      frame: true,
      positioned: true,
      title: '',
      icon: '',
      controls: [],
      minimizable: true,
      resizable: false,
      contentTag: 'section',
      contentClasses: [],
    },
    actions: {},
    position: {},
  };
  /** Tab groups by name. The sidebar keeps its tabs here instead. */
  static TABS: object = {};
  static RENDER_STATES = RENDER_STATES;
  static override emittedEvents = ['prerender', 'render', 'close', 'position'];
  static _appId = 0;
  static _maxZ = 100;

  options: Readonly<ApplicationOptions>;
  tabGroups: Record<string, string | null> = {};
  children = new Map<string, ApplicationV2>();
  parent: ApplicationV2 | null = null;

  #id: string;
  #element: HTMLElement | null = null;
  #content: HTMLElement | null = null;
  #window: WindowParts = {};
  #position: Position;
  #state: number = RENDER_STATES.NONE;
  #minimized = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: GivenOptions = {}) {
    super();
    this.options = Object.freeze(this._initializeApplicationOptions(options));
    this.#id = this.options.id.replace('{id}', this.options.uniqueId);
    this.#position = { ...this.options.position };
    for (const [group, config] of Object.entries(tabGroupsOf(this))) {
      this.tabGroups[group] ??= config.initial ?? null;
    }
  }

  /** Yields the rendered instances of this class. API: ApplicationV2.instances */
  static *instances(): Generator<ApplicationV2> {
    for (const app of instances.values()) if (app instanceof this) yield app;
  }

  static *inheritanceChain(): Generator<typeof ApplicationV2> {
    let cls: typeof ApplicationV2 | null = this;
    while (cls) {
      yield cls;
      if (cls === this.BASE_APPLICATION || cls === ApplicationV2) return;
      cls = Object.getPrototypeOf(cls) as typeof ApplicationV2 | null;
    }
  }

  static parseCSSDimensions = parseCSSDimension;

  static async waitForImages(element: HTMLElement): Promise<void> {
    await Promise.allSettled([...element.querySelectorAll('img')].map((img) => img.decode()));
  }

  get id(): string {
    return this.#id;
  }
  get element(): HTMLElement {
    return this.#element!;
  }
  get classList(): DOMTokenList | undefined {
    return this.#element?.classList;
  }
  get window(): WindowParts {
    return this.#window;
  }
  get title(): string {
    return game.i18n.localize(this.options.window.title);
  }
  get position(): Position {
    return this.#position;
  }
  get state(): number {
    return this.#state;
  }
  get rendered(): boolean {
    return this.#state === RENDER_STATES.RENDERED;
  }
  get minimized(): boolean {
    return this.#minimized;
  }
  get hasFrame(): boolean {
    return this.options.window.frame;
  }
  get form(): HTMLFormElement | null {
    if (this.#element instanceof HTMLFormElement) return this.#element;
    if (this.#content instanceof HTMLFormElement) return this.#content;
    return this.#element?.querySelector('form') ?? null;
  }

  protected _initializeApplicationOptions(options: GivenOptions): ApplicationOptions {
    const merged = mergedOptions((this.constructor as typeof ApplicationV2).inheritanceChain(), options);
    merged.uniqueId ??= String(++ApplicationV2._appId);
    return merged;
  }

  /** Renders or re-renders. Requests of one application run one after another. */
  render(options: boolean | RenderOptions = {}, legacy: RenderOptions = {}): Promise<this> {
    const request = typeof options === 'boolean' ? { ...legacy, force: options } : { ...options };
    const result = this.#queue.then(() => this.#render(request));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #render(options: RenderOptions): Promise<this> {
    const first = this.#state <= RENDER_STATES.NONE;
    if (first && !options.force) return this;
    try {
      if (this._canRender(options) === false) return this;
    } catch (error) {
      ui.notifications.warn(messageOf(error));
      return this;
    }
    options.isFirstRender = first;
    this._configureRenderOptions(options);
    const context = await this._prepareContext(options);
    const args = [context, options];
    if (first) await this._doEvent(this._preFirstRender, { async: true, handlerArgs: args });
    await this._doEvent(this._preRender, { async: true, handlerArgs: args, eventName: 'prerender' });
    this.#state = RENDER_STATES.RENDERING;
    try {
      if (first) {
        this.#element = await this._renderFrame(options);
        this.#content = this.hasFrame ? this.#window.content! : this.#element;
        this._attachFrameListeners();
      }
      const result = await this._renderHTML(context, options);
      this._replaceHTML(result, this.#content!, options);
      if (first) this._insertElement(this.#element!);
      this._updateFrame(options);
    } catch (error) {
      this.#state = first ? RENDER_STATES.NONE : RENDER_STATES.RENDERED;
      throw error;
    }
    this.#state = RENDER_STATES.RENDERED;
    instances.set(this.#id, this);
    if (first) await this._doEvent(this._onFirstRender, { async: true, handlerArgs: args });
    await this._doEvent(this._onRender, {
      async: true,
      handlerArgs: args,
      eventName: 'render',
      hookName: 'render',
      hookArgs: [this.#element, context, options],
    });
    await this._doEvent(this._postRender, { async: true, handlerArgs: args });
    return this;
  }

  protected _canRender(_options: RenderOptions): false | undefined {
    return undefined;
  }

  protected _configureRenderOptions(options: RenderOptions): void {
    const { window: frame, isFirstRender } = options;
    if (this.hasFrame && (isFirstRender || frame)) {
      options.window = { title: this.title, icon: this.options.window.icon, controls: true, ...(frame ?? {}) };
    }
    if (isFirstRender) options.position = { ...this.#position, ...(options.position ?? {}) };
    const { tab } = options;
    if (typeof tab === 'string') {
      const [group] = Object.keys(this.tabGroups);
      if (group) this.tabGroups[group] = tab;
    } else if (tab) Object.assign(this.tabGroups, tab);
  }

  protected async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const context: RenderContext = {};
    // A single group is passed flat, several are passed by group. T13: application.d.mts, RenderContext.tabs
    const groups = Object.keys(tabGroupsOf(this));
    if (groups.length === 1) context.tabs = this._prepareTabs(groups[0]!);
    return context;
  }

  protected _prepareTabs(group: string): Record<string, Tab> {
    return prepareTabs(this.tabGroups, group, this._getTabsConfig(group));
  }

  protected _getTabsConfig(group: string): TabGroup | null {
    return tabGroupsOf(this)[group] ?? null;
  }

  protected _getHeaderControls(): HeaderControl[] {
    return [...this.options.window.controls];
  }

  protected *_headerControlsButtons(): Generator<HeaderControl> {
    const controls = this._getHeaderControls();
    for (const cls of (this.constructor as typeof ApplicationV2).inheritanceChain()) {
      Hooks.callAll(`getHeaderControls${cls.name}`, this, controls);
    }
    for (const control of controls) {
      const { visible } = control;
      if (typeof visible === 'function' ? visible.call(this as never) : (visible ?? true)) yield control;
    }
  }

  protected async _renderHTML(_context: RenderContext, _options: RenderOptions): Promise<unknown> {
    throw new Error(`${this.constructor.name} cannot be rendered: it has no _renderHTML`);
  }

  protected _replaceHTML(_result: unknown, _content: HTMLElement, _options: RenderOptions): void {
    throw new Error(`${this.constructor.name} cannot be rendered: it has no _replaceHTML`);
  }

  protected async _renderFrame(_options: RenderOptions): Promise<HTMLElement> {
    const frame = document.createElement(this.options.tag);
    frame.id = this.#id;
    if (this.options.classes.length) frame.className = this.options.classes.join(' ');
    frame.classList.add('application');
    if (!this.hasFrame) return frame;
    frame.classList.add('themed', `theme-${applicationTheme()}`);
    frame.tabIndex = -1;
    this.#window = buildFrame(frame, this.options.window, {
      close: game.i18n.localize('APPLICATION.TOOLS.Close'),
      controls: game.i18n.localize('APPLICATION.TOOLS.ControlsMenu'),
    });
    return frame;
  }

  protected _renderHeaderControl(control: HeaderControl): HTMLLIElement {
    return buildHeaderControl(control, game.i18n.localize(control.label));
  }

  protected _updateFrame(options: RenderOptions): void {
    if (!this.hasFrame || !options.window) return;
    updateFrame(this.#window, options.window, () => !this._headerControlsButtons().next().done);
  }

  protected _insertElement(element: HTMLElement): void {
    placeById(element, document.body);
  }

  async close(options: CloseOptions = {}): Promise<this> {
    if (!this.#element || this.#state < RENDER_STATES.NONE) return this;
    this.#state = RENDER_STATES.CLOSING;
    await this._doEvent(this._preClose, { async: true, handlerArgs: [options] });
    for (const child of this.children.values()) await child.close(options);
    this._removeElement(this.#element);
    this._closeDetached();
    this.#state = RENDER_STATES.CLOSED;
    instances.delete(this.#id);
    this.parent?.children.delete(this.#id);
    this._tearDown(options);
    await this._doEvent(this._onClose, {
      handlerArgs: [options],
      eventName: 'close',
      hookName: 'close',
      hookArgs: [this.#element],
    });
    this.#element = null;
    this.#content = null;
    this.#minimized = false;
    return this;
  }

  protected _removeElement(element: HTMLElement): void {
    element.remove();
  }

  protected _tearDown(_options: CloseOptions): void {
    this.#window = {};
  }

  setPosition(position: Position = {}): Position | undefined {
    if (!this.#element || !this.options.window.positioned) return undefined;
    const wished = { ...this.#position, ...position };
    this._doEvent(this._prePosition, { handlerArgs: [wished] });
    const updated = this._updatePosition(wished);
    Object.assign(this.#position, updated);
    applyPosition(this.#element, updated);
    this._doEvent(this._onPosition, { handlerArgs: [wished], eventName: 'position' });
    return wished;
  }

  protected _updatePosition(position: Position): Position {
    return this.#minimized ? { ...position, width: 'auto', height: 'auto' } : resolvePosition(this.#element!, position);
  }

  async toggleControls(expanded?: boolean | null, _options: object = {}): Promise<void> {
    const open = !!this.#window.controlsDropdown?.isConnected;
    const show = expanded ?? !open;
    if (show === open || !this.hasFrame) return;
    this.#window.controls!.setAttribute('aria-expanded', String(show));
    if (!show) {
      this.#window.controlsDropdown!.remove();
      return;
    }
    const entries = [...this._headerControlsButtons()].map((control) => this._renderHeaderControl(control));
    this.#window.controlsDropdown = openControls(this.#window.header!, entries);
  }

  async minimize(): Promise<void> {
    if (!this.rendered || !this.hasFrame || this.#minimized || !this.options.window.minimizable) return;
    await this.toggleControls(false);
    this.#minimized = true;
    this.#element!.classList.add('minimized');
    Object.assign(this.#element!.style, { width: '200px', height: 'auto' });
  }

  async maximize(): Promise<void> {
    if (!this.#minimized) return;
    this.#minimized = false;
    this.#element!.classList.remove('minimized');
    this.setPosition();
  }

  bringToFront(): void {
    if (!this.#element) return;
    this.#position.zIndex = ++ApplicationV2._maxZ;
    this.#element.style.zIndex = String(this.#position.zIndex);
    ui.activeWindow = this;
  }

  changeTab(tab: string, group: string, options: ChangeTabOptions = {}): void {
    const changed = changeTab(this.#content!, this.tabGroups, tab, group, options);
    if (changed && (options.updatePosition ?? true) && this.options.window.positioned) this.setPosition();
  }

  async submit(submitOptions: object = {}): Promise<unknown> {
    const { form: config } = this.options;
    if (!this.form || !config?.handler)
      throw new Error(`The ${this.constructor.name} application has no form to submit`);
    const event = new Event('submit', { cancelable: true });
    const result = await config.handler.call(
      this as never,
      event as never,
      this.form,
      new FormDataExtended(this.form),
      submitOptions as never,
    );
    if (config.closeOnSubmit) await this.close({ submitted: true });
    return result;
  }

  /** Renders another application as a child, which closes with this one. T14: application.d.mts */
  async renderChild(app: ApplicationV2, options: RenderOptions = {}): Promise<ApplicationV2> {
    this.children.set(app.id, app);
    app.parent = this;
    return app.render({ force: true, ...options });
  }

  protected _doEvent(handler: (...args: never[]) => unknown, config: EventConfig = {}): unknown {
    return fireEvent(this, handler, config);
  }

  protected async _preFirstRender(_context: RenderContext, _options: RenderOptions): Promise<void> {}
  protected async _preRender(_context: RenderContext, _options: RenderOptions): Promise<void> {}
  protected async _onFirstRender(_context: RenderContext, _options: RenderOptions): Promise<void> {}
  protected async _onRender(_context: RenderContext, _options: RenderOptions): Promise<void> {}
  protected async _preClose(_options: CloseOptions): Promise<void> {}
  protected _onClose(_options: CloseOptions): void {}
  protected _prePosition(_position: Position): void {}
  protected _onPosition(_position: Position): void {}

  /** Runs after all hooks: sets the focus and the window's position. */
  protected async _postRender(_context: RenderContext, options: RenderOptions): Promise<void> {
    if (!this.#element) return;
    if (this.options.window.positioned && this.hasFrame && !this.#minimized) {
      if (options.isFirstRender) {
        this.bringToFront();
        const auto = this.#element.querySelector<HTMLElement>('[autofocus]');
        (auto ?? this.#element).focus({ preventScroll: true });
      }
      this.setPosition(options.position);
    }
  }

  protected _attachFrameListeners(): void {
    const element = this.#element!;
    element.addEventListener('click', (event) => this.#onClick(event as PointerEvent));
    element.addEventListener('auxclick', (event) => this.#onClick(event as PointerEvent));
    if (this.hasFrame) {
      element.addEventListener('pointerdown', () => this.bringToFront(), { capture: true });
      bindWindowGestures(this, this.#window.header!, this.#window.resize);
    }
    const { form } = this.options;
    const target = element instanceof HTMLFormElement ? element : this.#content;
    if (!form || !(target instanceof HTMLFormElement)) return;
    target.autocomplete = 'off';
    target.addEventListener('submit', (event) => this._onSubmitForm(form, event));
    target.addEventListener('change', (event) => this._onChangeForm(form, event));
  }

  #onClick(event: PointerEvent): unknown {
    const clicked = event.target as HTMLElement;
    const target = clicked.closest<HTMLElement>('[data-action]');
    const menu = this.#window.controlsDropdown;
    if (menu?.isConnected && target !== this.#window.controls) void this.toggleControls(false);
    if (!target || !this.#element!.contains(target)) return undefined;
    const action = target.dataset.action!;
    if (event.type === 'click') {
      if (action === 'close' && target === this.#window.close) return this.close();
      if (action === 'toggleControls' && target === this.#window.controls) return this.toggleControls();
      if (action === 'tab') return this._onClickTab(event);
    }
    const known = this.options.actions[action];
    const { handler, buttons = [0] } = known && typeof known === 'object' ? known : { handler: known };
    if (!buttons.includes(event.button)) return undefined;
    if (typeof handler === 'function') handler.call(this as never, event as never, target as never);
    else this._onClickAction(event, target);
    return undefined;
  }

  protected _onClickTab(event: PointerEvent): void {
    if (event.button !== 0) return;
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-tab]')!;
    const { tab, group } = button.dataset;
    const named = group ?? button.closest<HTMLElement>('[data-group]')?.dataset.group ?? '';
    this.changeTab(tab!, named, { event, navElement: button.closest<HTMLElement>('.tabs') });
  }

  protected _onClickAction(_event: PointerEvent, _target: HTMLElement): void {}

  protected async _onSubmitForm(config: FormOptions, event: Event): Promise<void> {
    event.preventDefault();
    if (!config.handler) return;
    const form = event.currentTarget as HTMLFormElement;
    try {
      await config.handler.call(this as never, event as never, form, new FormDataExtended(form));
    } catch (error) {
      ui.notifications.error(messageOf(error), { console: false });
      console.error(error);
      return;
    }
    if (config.closeOnSubmit && event.type === 'submit') await this.close({ submitted: true });
  }

  protected _onChangeForm(config: FormOptions, event: Event): void {
    if (config.submitOnChange) void this._onSubmitForm(config, event);
  }

  protected _createContextMenu(
    handler: () => MenuEntry[],
    selector: string,
    options: ContextMenuConfig = {},
  ): ContextMenu | null {
    const { container, hookName, parentClassHooks: _unused, ...rest } = options;
    const entries = handler.call(this);
    if (hookName) Hooks.callAll(hookName, this, entries);
    else {
      for (const cls of (this.constructor as typeof ApplicationV2).inheritanceChain()) {
        Hooks.callAll(`get${cls.name}ContextOptions`, this, entries);
      }
    }
    return new ContextMenu(container ?? this.#element!, selector, entries, { jQuery: false, ...rest });
  }
}
