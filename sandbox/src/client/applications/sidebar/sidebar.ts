import { ApplicationV2 } from '../api/application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';

/** The right side of the interface. T13: client/applications/sidebar/sidebar.d.mts */
export class Sidebar extends HandlebarsApplicationMixin(ApplicationV2) {
  static DEFAULT_OPTIONS: any = {
    id: 'sidebar',
    tag: 'aside',
    window: { frame: false, positioned: false },
    actions: { toggleState: Sidebar.onToggleState },
  };

  static TABS: Record<string, any> = {
    chat: { tooltip: 'DOCUMENT.ChatMessages', icon: 'fa-solid fa-comments' },
    combat: { tooltip: 'DOCUMENT.Combats', icon: 'fa-solid fa-swords fa-shield-halved' },
    actors: { tooltip: 'DOCUMENT.Actors', icon: 'fa-solid fa-users' },
    items: { tooltip: 'DOCUMENT.Items', icon: 'fa-solid fa-suitcase' },
    journal: { tooltip: 'DOCUMENT.JournalEntries', icon: 'fa-solid fa-book-open' },
    tables: { tooltip: 'DOCUMENT.RollTables', icon: 'fa-solid fa-table-list' },
    compendium: { tooltip: 'COMPENDIUM.SidebarTitle', icon: 'fa-solid fa-book-atlas' },
    settings: { tooltip: 'SIDEBAR.TabSettings', icon: 'fa-solid fa-gears' },
  };

  static PARTS = { tabs: { id: 'tabs', template: 'templates/sidebar/tabs.hbs' } };

  tabGroups: Record<string, string> = { primary: 'chat' };
  popouts: Record<string, any> = {};
  // Since v13 the sidebar starts collapsed (noreaga/nores-interface-enhancements, README).
  #expanded = false;

  static onToggleState(this: Sidebar): void {
    this.toggleExpanded();
  }

  constructor(options: any = {}) {
    super(options);
    // TABS is a record of tabs here, not of groups: the base class took its keys for groups.
    this.tabGroups = { primary: 'chat' };
  }

  get expanded(): boolean {
    return this.#expanded;
  }

  async _prepareContext(_options: any): Promise<any> {
    const { TABS } = this.constructor as typeof Sidebar;
    const tabs = Object.entries(TABS)
      .filter(([, tab]) => !tab.gmOnly || game.user.isGM)
      .map(([id, { tooltip, icon }]) => ({ id, tooltip, icon, active: this.tabGroups.primary === id }));
    return { tabs, expanded: this.#expanded };
  }

  async _renderFrame(options: any): Promise<HTMLElement> {
    const frame = await super._renderFrame(options);
    const content = document.createElement('div');
    content.id = 'sidebar-content';
    frame.append(content);
    frame.classList.toggle('expanded', this.#expanded);
    return frame;
  }

  _replaceHTML(result: any, content: HTMLElement, options: any): void {
    super._replaceHTML(result, content, options);
    const tabs = this.parts.tabs;
    if (content.firstElementChild !== tabs) content.prepend(tabs);
  }

  _insertElement(element: HTMLElement): void {
    document.getElementById('ui-right')!.append(element);
  }

  _attachPartListeners(partId: string, element: HTMLElement, options: any): void {
    super._attachPartListeners(partId, element, options);
    element.addEventListener('contextmenu', (event) => {
      const tab = (event.target as HTMLElement).closest<HTMLElement>('[data-tab]')?.dataset.tab;
      if (!tab) return;
      event.preventDefault();
      ui[tab]?.renderPopout?.();
    });
    element.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const buttons = [...element.querySelectorAll<HTMLElement>('[role="tab"]')];
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
      event.preventDefault();
    });
  }

  _onClickTab(event: PointerEvent): void {
    const { tab } = (event.target as HTMLElement).closest<HTMLElement>('[data-tab]')!.dataset;
    const shown = this.#expanded && tab === this.tabGroups.primary;
    this.toggleExpanded(!shown);
    if (!shown) this.changeTab(tab!, 'primary');
  }

  changeTab(tab: string, group: string, { force = false }: any = {}): void {
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
    ui[before]?._onDeactivate?.();
    ui[tab]?._onActivate?.();
    Hooks.callAll('changeSidebarTab', ui[tab]);
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
