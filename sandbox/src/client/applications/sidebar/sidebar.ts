import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import type { ChangeTabOptions } from '../api/tabs';
import type { AbstractSidebarTab } from './sidebar-tab';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

interface SidebarTab {
  tooltip: string;
  icon: string;
  gmOnly?: boolean;
}

const tabOf = (name: string | null | undefined): AbstractSidebarTab | undefined =>
  name ? (ui as object as Record<string, AbstractSidebarTab>)[name] : undefined;

/** T13: client/applications/sidebar/sidebar.d.mts */
export class Sidebar extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'sidebar',
    tag: 'aside',
    window: { frame: false, positioned: false },
    actions: { toggleState: Sidebar.onToggleState },
  };

  static override TABS: Record<string, SidebarTab> = {
    chat: { tooltip: 'DOCUMENT.ChatMessages', icon: 'fa-solid fa-comments' },
    combat: { tooltip: 'DOCUMENT.Combats', icon: 'fa-solid fa-swords fa-shield-halved' },
    actors: { tooltip: 'DOCUMENT.Actors', icon: 'fa-solid fa-users' },
    items: { tooltip: 'DOCUMENT.Items', icon: 'fa-solid fa-suitcase' },
    journal: { tooltip: 'DOCUMENT.JournalEntries', icon: 'fa-solid fa-book-open' },
    tables: { tooltip: 'DOCUMENT.RollTables', icon: 'fa-solid fa-table-list' },
    compendium: { tooltip: 'COMPENDIUM.SidebarTitle', icon: 'fa-solid fa-book-atlas' },
    settings: { tooltip: 'SIDEBAR.TabSettings', icon: 'fa-solid fa-gears' },
  };

  static override PARTS: Record<string, Part> = { tabs: { id: 'tabs', template: 'templates/sidebar/tabs.hbs' } };

  override tabGroups: Record<string, string | null> = { primary: 'chat' };
  popouts: Record<string, ApplicationV2> = {};
  // Since v13 the sidebar starts collapsed (noreaga/nores-interface-enhancements, README).
  #expanded = false;

  static onToggleState(this: Sidebar): void {
    this.toggleExpanded();
  }

  constructor(options: GivenOptions = {}) {
    super(options);
    // TABS is a record of tabs here, not of groups; the base class would use its keys as groups.
    this.tabGroups = { primary: 'chat' };
  }

  get expanded(): boolean {
    return this.#expanded;
  }

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const { TABS } = this.constructor as typeof Sidebar;
    const tabs = Object.entries(TABS)
      .filter(([, tab]) => !tab.gmOnly || game.user.isGM)
      .map(([id, { tooltip, icon }]) => ({ id, tooltip, icon, active: this.tabGroups['primary'] === id }));
    return { tabs, expanded: this.#expanded };
  }

  override async _renderFrame(options: RenderOptions): Promise<HTMLElement> {
    const frame = await super._renderFrame(options);
    const content = document.createElement('div');
    content.id = 'sidebar-content';
    frame.append(content);
    frame.classList.toggle('expanded', this.#expanded);
    return frame;
  }

  override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions): void {
    super._replaceHTML(result, content, options);
    const { tabs } = this.parts;
    if (tabs && content.firstElementChild !== tabs) content.prepend(tabs);
  }

  override _insertElement(element: HTMLElement): void {
    document.getElementById('ui-right')!.append(element);
  }

  override _attachPartListeners(partId: string, element: HTMLElement, options: RenderOptions): void {
    super._attachPartListeners(partId, element, options);
    element.addEventListener('contextmenu', (event) => {
      const tab = (event.target as HTMLElement).closest<HTMLElement>('[data-tab]')?.dataset.tab;
      if (!tab) return;
      event.preventDefault();
      void tabOf(tab)?.renderPopout();
    });
    element.addEventListener('keydown', (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      const buttons = [...element.querySelectorAll<HTMLElement>('[role="tab"]')];
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
      event.preventDefault();
    });
  }

  override _onClickTab(event: PointerEvent): void {
    const { tab } = (event.target as HTMLElement).closest<HTMLElement>('[data-tab]')!.dataset;
    const shown = this.#expanded && tab === this.tabGroups['primary'];
    this.toggleExpanded(!shown);
    if (!shown) this.changeTab(tab!, 'primary');
  }

  /** Deprecated until 15. T13: client/applications/sidebar/sidebar.d.mts */
  activateTab(tab: string): void {
    this.changeTab(tab, 'primary');
  }

  override changeTab(tab: string, group: string, { force = false }: ChangeTabOptions = {}): void {
    const before = this.tabGroups[group];
    if (before === tab && !force) return;
    this.tabGroups[group] = tab;
    for (const button of this.element.querySelectorAll('#sidebar-tabs [data-tab]') as NodeListOf<HTMLElement>) {
      const on = button.dataset.tab === tab;
      button.classList.toggle('active', on);
      button.setAttribute('aria-selected', String(on));
    }
    for (const section of this.element.querySelectorAll('#sidebar-content > .tab') as NodeListOf<HTMLElement>) {
      section.classList.toggle('active', section.dataset.tab === tab);
    }
    tabOf(before)?._onDeactivate();
    tabOf(tab)?._onActivate();
    Hooks.callAll('changeSidebarTab', tabOf(tab));
  }

  collapse(): void {
    this.toggleExpanded(false);
  }

  expand(): void {
    this.toggleExpanded(true);
  }

  toggleExpanded(expanded = !this.#expanded): void {
    this.#expanded = expanded;
    this.element.classList.toggle('expanded', expanded);
    const button = this.element.querySelector('[data-action="toggleState"]')!;
    button.setAttribute('aria-expanded', String(expanded));
    button.classList.toggle('fa-caret-right', expanded);
    button.classList.toggle('fa-caret-left', !expanded);
    document.body.classList.toggle('sidebar-collapsed', !expanded);
    Hooks.callAll('collapseSidebar', this, !expanded);
  }
}
