import { ApplicationV2 } from '../api/application';
import type { ApplicationOptions, GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { Sidebar } from './sidebar';

/** A sidebar tab that can also open as a window. T13: client/applications/sidebar/sidebar-tab.d.mts */
export class AbstractSidebarTab extends ApplicationV2 {
  static override DEFAULT_OPTIONS: GivenOptions = {
    tag: 'section',
    classes: ['tab', 'sidebar-tab'],
    window: { frame: false, positioned: false },
    position: { width: 330 },
  };
  static tabName = '';
  static override emittedEvents = [...ApplicationV2.emittedEvents, 'activate', 'deactivate'];

  #popout: AbstractSidebarTab | undefined;

  protected override _initializeApplicationOptions(options: GivenOptions): ApplicationOptions {
    const merged = super._initializeApplicationOptions(options);
    const { tabName } = this.constructor as typeof AbstractSidebarTab;
    merged.id = options['popout'] ? `${tabName}-popout` : tabName;
    merged.uniqueId = merged.id;
    merged.window.title ||= (ui.sidebar?.constructor as typeof Sidebar | undefined)?.TABS[tabName]?.tooltip ?? '';
    if (options['popout']) merged.classes = merged.classes.filter((one) => one !== 'tab').concat('sidebar-popout');
    return merged;
  }

  get tabName(): string {
    return (this.constructor as typeof AbstractSidebarTab).tabName;
  }

  get active(): boolean {
    return ui.sidebar?.tabGroups['primary'] === this.tabName;
  }

  get isPopout(): boolean {
    return !!this.options['popout'];
  }

  get popout(): this | undefined {
    return this.#popout as this | undefined;
  }

  protected override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    return Object.assign(await super._prepareContext(options), { user: game.user });
  }

  protected override async _renderFrame(options: RenderOptions): Promise<HTMLElement> {
    const frame = await super._renderFrame(options);
    frame.classList.add(`${this.tabName}-sidebar`);
    if (this.isPopout) return frame;
    Object.assign(frame.dataset, { tab: this.tabName, group: 'primary' });
    frame.setAttribute('role', 'tabpanel');
    frame.classList.toggle('active', this.active);
    return frame;
  }

  protected override _insertElement(element: HTMLElement): void {
    if (this.isPopout) {
      super._insertElement(element);
      return;
    }
    const place = document.getElementById('sidebar-content') ?? document.body;
    const existing = document.getElementById(element.id);
    if (existing) existing.replaceWith(element);
    else place.append(element);
  }

  /** Renders the tab's window too. */
  override async render(options: boolean | RenderOptions = {}, legacy: RenderOptions = {}): Promise<this> {
    const request = typeof options === 'boolean' ? { ...legacy, force: options } : options;
    await super.render(request);
    if (!this.isPopout && this.#popout?.rendered) await this.#popout.render({ ...request, force: false });
    return this;
  }

  activate(): void {
    ui.sidebar.changeTab(this.tabName, 'primary');
  }

  async renderPopout(): Promise<this | undefined> {
    if (this.isPopout) return undefined;
    const cls = this.constructor as new (options: GivenOptions) => AbstractSidebarTab;
    this.#popout ??= new cls({ popout: true, window: { frame: true, positioned: true, minimizable: true } });
    this.#popout!.addEventListener('close', () => {
      this.#popout = undefined;
    });
    return this.#popout!.render({ force: true }) as Promise<this>;
  }

  _onActivate(): void {
    this.dispatchEvent(new Event('activate'));
  }

  _onDeactivate(): void {
    this.dispatchEvent(new Event('deactivate'));
  }
}
