export type MenuEntry = {
  label?: string;
  name?: string;
  icon?: string;
  group?: string | null;
  classes?: string | string[];
  visible?: boolean | ((target: HTMLElement) => boolean);
  condition?: boolean | ((target: HTMLElement) => boolean);
  onClick?: (event: Event, target: HTMLElement) => unknown;
  callback?: (target: HTMLElement) => void;
};

export interface ContextMenuOptions {
  eventName?: string;
  fixed?: boolean;
  jQuery?: boolean;
  onOpen?: (target: HTMLElement) => void;
  onClose?: (target: HTMLElement) => void;
}

const classList = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value : (value ?? '').split(' ')).filter(Boolean);

function iconElement(icon: string): HTMLElement {
  const holder = document.createElement('template');
  if (icon.trim().startsWith('<')) {
    holder.innerHTML = icon.trim();
    const parsed = holder.content.firstElementChild as HTMLElement | null;
    if (parsed) return parsed;
  }
  const element = document.createElement('i');
  element.className = icon;
  return element;
}

/**
 * A context menu on elements that match a selector. Entries have v14's keys `label`, `visible`, `onClick`; v13's
 * `name`, `condition`, `callback` still work (foundry-api.md, section 13).
 */
export class ContextMenu {
  static get implementation(): typeof ContextMenu {
    return CONFIG?.ux?.ContextMenu ?? ContextMenu;
  }
  static eventListeners(): void {}

  menuItems: MenuEntry[];
  onOpen?: (target: HTMLElement) => void;
  onClose?: (target: HTMLElement) => void;
  element: HTMLElement;
  target: HTMLElement | null = null;
  #menu: HTMLElement | null = null;
  #abort: AbortController | null = null;

  constructor(
    readonly container: HTMLElement,
    readonly selector: string | null,
    menuItems: MenuEntry[],
    readonly options: ContextMenuOptions = {},
  ) {
    this.element = container;
    this.menuItems = menuItems;
    this.onOpen = options.onOpen;
    this.onClose = options.onClose;
    container.addEventListener(this.eventName, (event) => {
      const target = selector ? (event.target as HTMLElement).closest<HTMLElement>(selector) : container;
      if (!target || !container.contains(target)) return;
      event.preventDefault();
      if (this.eventName !== 'contextmenu') event.stopPropagation();
      if (this.#menu && this.target === target) void this.close();
      else void this.render(target, { event: event as MouseEvent });
    });
  }

  get eventName(): string {
    return this.options.eventName ?? 'contextmenu';
  }

  get fixed(): boolean {
    return this.options.fixed ?? true;
  }

  async render(target: HTMLElement, { event }: { event?: MouseEvent } = {}): Promise<void> {
    ui.context?.close();
    this.target = target;
    this.onOpen?.(target);
    const menu = document.createElement('nav');
    menu.id = 'context-menu';
    menu.className = 'themed';
    menu.classList.add(
      ...[...(target.closest('.themed') ?? document.body).classList].filter((c) => c.startsWith('theme-')),
    );
    const list = document.createElement('menu');
    list.className = 'context-items';
    list.setAttribute('role', 'menu');
    let lastGroup: string | null | undefined;
    for (const entry of this.menuItems.filter((item) => this.#isVisible(item, target))) {
      if (lastGroup !== undefined && (entry.group ?? null) !== lastGroup) list.append(this.#separator());
      lastGroup = entry.group ?? null;
      list.append(this.#item(entry, target));
    }
    if (!list.childElementCount) return;
    menu.append(list);
    target.classList.add('context');
    document.body.append(menu);
    this.#menu = menu;
    ui.context = this;
    this.#place(menu, target, event);
    this.#listen(menu);
    menu.querySelector<HTMLElement>('.context-item')?.focus({ preventScroll: true });
  }

  #isVisible(entry: MenuEntry, target: HTMLElement): boolean {
    const test = entry.visible ?? entry.condition ?? true;
    return typeof test === 'function' ? test(target) : test;
  }

  #separator(): HTMLElement {
    const rule = document.createElement('li');
    rule.className = 'context-separator';
    rule.setAttribute('role', 'separator');
    return rule;
  }

  #item(entry: MenuEntry, target: HTMLElement): HTMLElement {
    const li = document.createElement('li');
    li.classList.add('context-item', ...classList(entry.classes));
    li.setAttribute('role', 'menuitem');
    li.tabIndex = -1;
    if (entry.icon) {
      const icon = iconElement(entry.icon);
      icon.classList.add('fa-fw');
      li.append(icon);
    }
    const label = document.createElement('span');
    label.textContent = game.i18n.localize(entry.label ?? entry.name ?? '');
    li.append(label);
    li.addEventListener('click', (event) => {
      event.preventDefault();
      event.stopPropagation();
      void this.close();
      if (entry.onClick) entry.onClick(event, target);
      else entry.callback?.(target);
    });
    return li;
  }

  #place(menu: HTMLElement, target: HTMLElement, event?: MouseEvent): void {
    const box = target.getBoundingClientRect();
    const pointer = event && (event.clientX || event.clientY);
    const x = pointer ? event.clientX : box.left;
    const y = pointer ? event.clientY : box.bottom;
    menu.style.left = `${Math.max(4, Math.min(x, window.innerWidth - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, window.innerHeight - menu.offsetHeight - 4))}px`;
  }

  #listen(menu: HTMLElement): void {
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    document.addEventListener('pointerdown', (event) => !menu.contains(event.target as Node) && void this.close(), {
      signal,
      capture: true,
    });
    menu.addEventListener('keydown', (event) => {
      const items = [...menu.querySelectorAll<HTMLElement>('.context-item')];
      const at = items.indexOf(document.activeElement as HTMLElement);
      if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
      else if (event.key === 'ArrowUp') items[(at - 1 + items.length) % items.length]?.focus();
      else if (event.key === 'Enter' || event.key === ' ') items[at]?.click();
      else if (event.key === 'Escape') void this.close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  async close(_options: object = {}): Promise<void> {
    if (!this.#menu) return;
    const { target } = this;
    this.#abort?.abort();
    this.#menu.remove();
    this.#menu = null;
    target?.classList.remove('context');
    if (ui.context === this) ui.context = null;
    if (target) this.onClose?.(target);
    this.target = null;
  }
}
