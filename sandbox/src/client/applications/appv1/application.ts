import { NotInSandbox } from '../../../shared/not-in-sandbox';
import { mergeObject } from '../../../shared/utils';
import { Hooks } from '../../hooks';
import { ApplicationV2 } from '../api/application';
import { renderTemplate } from '../handlebars';
import { DragDrop } from '../ux/drag-drop';
import { applyPosition, type LegacyPosition } from './position';
import { renderWindow } from './window';

/** What V1 applications use of a jQuery object. */
export interface Query {
  readonly length: number;
  readonly [index: number]: HTMLElement;
}

export interface LegacyOptions extends LegacyPosition {
  id: string;
  classes: string[];
  title: string;
  template: string | null;
  popOut: boolean;
  minimizable: boolean;
  resizable: boolean;
  baseApplication: string | null;
  dragDrop: { dragSelector?: string; dropSelector?: string }[];
  tabs: object[];
  filters: object[];
  scrollY: string[];
  [option: string]: unknown;
}

export interface HeaderButton {
  label: string;
  class: string;
  icon: string;
  onclick: ((event: Event) => void) | null;
}

const RENDER_STATES = { CLOSING: -2, CLOSED: -1, NONE: 0, RENDERING: 1, RENDERED: 2, ERROR: 3 } as const;

/** Foundry loads jQuery for these windows. */
const query = (element: HTMLElement | null): Query =>
  (globalThis as unknown as { jQuery(element: HTMLElement | null): Query }).jQuery(element);

/**
 * V1 applications, which modules still use in v14; gone in 16.
 * T13: client/appv1/api/application-v1.d.mts
 */
export class Application {
  static RENDER_STATES = RENDER_STATES;
  static #count = 0;

  static get defaultOptions(): LegacyOptions {
    return {
      baseApplication: null,
      width: null,
      height: null,
      top: null,
      left: null,
      scale: null,
      popOut: true,
      minimizable: true,
      resizable: false,
      id: '',
      classes: [],
      title: '',
      template: null,
      scrollY: [],
      tabs: [],
      dragDrop: [],
      filters: [],
    };
  }

  options: LegacyOptions;
  appId: number;
  position: LegacyPosition;
  _element: Query | null = null;
  _state: number = RENDER_STATES.NONE;
  _priorState: number = RENDER_STATES.NONE;
  _minimized: boolean | null = false;
  _scrollPositions: Record<string, number> | null = null;
  _dragDrop: DragDrop[];
  _tabs: object[] = [];
  _searchFilters: object[] = [];

  constructor(options: Partial<LegacyOptions> = {}) {
    this.options = mergeObject((this.constructor as typeof Application).defaultOptions, options, {
      insertKeys: true,
      insertValues: true,
      overwrite: true,
      inplace: false,
    }) as LegacyOptions;
    this.appId = ++Application.#count;
    const { width, height, top, left, scale } = this.options;
    this.position = { width, height, left, top, scale, zIndex: 0 };
    this._dragDrop = this._createDragDropHandlers();
  }

  get id(): string {
    return this.options.id || `app-${this.appId}`;
  }
  get element(): Query {
    return this._element ?? query(document.getElementById(this.id));
  }
  get template(): string {
    return this.options.template ?? '';
  }
  get popOut(): boolean {
    return this.options.popOut;
  }
  get rendered(): boolean {
    return this._state === RENDER_STATES.RENDERED;
  }
  get closing(): boolean {
    return this._state === RENDER_STATES.CLOSING;
  }
  get title(): string {
    return game.i18n.localize(this.options.title);
  }

  /** Base class last, or the class that `baseApplication` names. */
  static _getInheritanceChain(): (typeof Application)[] {
    const chain: (typeof Application)[] = [];
    for (let cls = this as typeof Application; cls && cls !== Function.prototype; cls = Object.getPrototypeOf(cls)) {
      chain.push(cls);
      if (cls === Application) break;
    }
    return chain;
  }

  _callHooks(name: string | ((className: string) => string), ...args: unknown[]): void {
    const nameOf = typeof name === 'string' ? (className: string) => `${name}${className}` : name;
    const { baseApplication } = this.options;
    for (const cls of (this.constructor as typeof Application)._getInheritanceChain()) {
      Hooks.callAll(nameOf(cls.name), this, ...args);
      if (baseApplication && cls.name === baseApplication) break;
    }
  }

  getData(_options: Partial<LegacyOptions> = {}): object | Promise<object> {
    return {};
  }

  render(force = false, options: Partial<LegacyOptions> = {}): this {
    this._render(force, options).catch((error: Error) => {
      this._state = RENDER_STATES.ERROR;
      Hooks.onError('Application#render', error, {
        msg: `An error occurred while rendering ${this.constructor.name} ${this.appId}`,
        log: 'error',
      });
    });
    return this;
  }

  async _render(force = false, options: Partial<LegacyOptions> = {}): Promise<void> {
    const { CLOSED, NONE, RENDERING, RENDERED, CLOSING, ERROR } = RENDER_STATES;
    this._priorState = this._state;
    if ([CLOSING, RENDERING].includes(this._state as never)) return;
    if (!force && ([CLOSED, NONE, ERROR] as number[]).includes(this._state)) return;
    this._state = RENDERING;
    Object.assign(this.options, options);
    const data = await this.getData(this.options);
    const inner = await this._renderInner(data);
    let html = inner;
    const drawn = this.element;
    if (drawn.length > 0 && drawn[0]!.isConnected) this._replaceHTML(drawn, html);
    else {
      if (this.popOut) {
        html = await this._renderOuter();
        html[0]!.querySelector('.window-content')?.append(...Array.from(inner));
        ui.windows[this.appId] = this;
      }
      this._injectHTML(html);
    }
    if (inner.length > 0) this._activateCoreListeners(inner);
    this.activateListeners(inner);
    if (this.popOut && !this._minimized) this.setPosition(this.position);
    this._state = RENDERED;
    this._callHooks('render', html, data);
  }

  async _renderOuter(): Promise<Query> {
    const { classes } = this.options;
    const frame = renderWindow(
      { id: this.id, appId: this.appId, title: this.title, classes },
      this._getHeaderButtons(),
    );
    frame.addEventListener('mousedown', () => this.bringToTop());
    frame.style.zIndex = String(++ApplicationV2._maxZ);
    if (!this._minimized) ui.activeWindow = this;
    return query(frame);
  }

  async _renderInner(data: object): Promise<Query> {
    const holder = document.createElement('template');
    holder.innerHTML = await renderTemplate(this.template, data);
    const [root] = document.importNode(holder.content, true).children;
    if (!root) throw new Error(`No element was rendered for ${this.constructor.name} from ${this.template}`);
    return query(root as HTMLElement);
  }

  _replaceHTML(element: Query, html: Query): void {
    if (element.length === 0 || html.length === 0) return;
    if (!this.popOut) {
      element[0]!.replaceWith(html[0]!);
      this._element = html;
      return;
    }
    element[0]!.querySelector('.window-content')?.replaceChildren(html[0]!);
    const title = element[0]!.querySelector('.window-title');
    if (title) title.textContent = this.title;
  }

  _injectHTML(html: Query): void {
    document.body.append(html[0]!);
    this._element = html;
  }

  _getHeaderButtons(): HeaderButton[] {
    const close = { label: 'Close', class: 'close', icon: 'fas fa-times', onclick: () => void this.close() };
    const buttons: HeaderButton[] = [close];
    this._callHooks((className) => `get${className}HeaderButtons`, buttons);
    return buttons;
  }

  _activateCoreListeners(html: Query): void {
    if (this.options.tabs.length > 0 || this.options.filters.length > 0)
      throw new NotInSandbox('tabs and filters of foundry.appv1.api.Application');
    const content = this.popOut ? (html[0]?.parentElement ?? html[0]) : html[0];
    if (content) for (const handler of this._dragDrop) handler.bind(content);
  }

  activateListeners(_html: Query): void {}

  _createDragDropHandlers(): DragDrop[] {
    return this.options.dragDrop.map(
      (config) =>
        new DragDrop.implementation({
          ...config,
          permissions: {
            dragstart: (selector) => this._canDragStart(selector ?? ''),
            drop: (selector) => this._canDragDrop(selector ?? ''),
          },
          callbacks: {
            dragstart: (event) => this._onDragStart(event),
            dragover: (event) => this._onDragOver(event),
            drop: (event) => this._onDrop(event),
          },
        }),
    );
  }

  _canDragStart(_selector: string): boolean {
    return game.user.isGM;
  }
  _canDragDrop(_selector: string): boolean {
    return game.user.isGM;
  }
  _onDragStart(_event: DragEvent): void {}
  _onDragOver(_event: DragEvent): void {}
  _onDrop(_event: DragEvent): void {}

  bringToTop(): void {
    const [element] = Array.from(this.element as ArrayLike<HTMLElement>);
    if (element) element.style.zIndex = String(++ApplicationV2._maxZ);
    ui.activeWindow = this;
  }

  async close({ force = false }: { force?: boolean } = {}): Promise<void> {
    const { RENDERED, ERROR, CLOSING, CLOSED } = RENDER_STATES;
    if (!force && ![RENDERED, ERROR].includes(this._state as never)) return;
    this._state = CLOSING;
    const html = this.element;
    this._callHooks('close', html);
    html[0]?.remove();
    this._element = null;
    delete ui.windows[this.appId];
    this._minimized = false;
    this._scrollPositions = null;
    this._state = CLOSED;
  }

  async minimize(): Promise<void> {
    this.element[0]?.classList.add('minimized');
    this._minimized = true;
  }

  async maximize(): Promise<void> {
    this.element[0]?.classList.remove('minimized');
    this._minimized = false;
  }

  setPosition(position: Partial<LegacyPosition> = {}): LegacyPosition | undefined {
    const element = this.element[0];
    if (!this.popOut || !element) return undefined;
    return Object.assign(this.position, applyPosition(element, { ...this.position, ...position }));
  }
}

/** Packages extend it; the sandbox does not submit its forms. T13: client/appv1/api/form-application-v1.d.mts */
export class FormApplication extends Application {
  constructor(
    readonly object: unknown = {},
    options: Partial<LegacyOptions> = {},
  ) {
    super(options);
  }

  override async _render(): Promise<void> {
    throw new NotInSandbox(`${this.constructor.name}#_render of foundry.appv1.api.FormApplication`);
  }
}
