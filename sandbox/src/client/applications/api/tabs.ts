import type { ApplicationV2 } from './application';

export interface Tab {
  id: string;
  group?: string;
  active?: boolean;
  label?: string;
  icon?: string;
  tooltip?: string;
  cssClass?: string;
}

/** T13: ApplicationV2.TabsConfiguration */
export interface TabGroup {
  tabs: Tab[];
  initial?: string | null;
  labelPrefix?: string;
}

export interface ChangeTabOptions {
  event?: Event;
  navElement?: HTMLElement | null;
  force?: boolean;
  updatePosition?: boolean;
}

export const tabGroupsOf = (app: ApplicationV2): Record<string, TabGroup> =>
  (app.constructor as typeof ApplicationV2).TABS as Record<string, TabGroup>;

/** Returns the template data of one tab group. T13: ApplicationV2#_prepareTabs */
export function prepareTabs(
  active: Record<string, string | null>,
  group: string,
  config: TabGroup | null,
): Record<string, Tab> {
  if (!config) return {};
  const { tabs, labelPrefix, initial = null } = config;
  active[group] ??= initial;
  return Object.fromEntries(
    tabs.map(({ id, cssClass, ...rest }) => {
      const isActive = active[group] === id;
      const tab: Tab = { id, group, active: isActive, ...rest };
      tab.cssClass = [cssClass, isActive && 'active'].filter(Boolean).join(' ');
      if (labelPrefix) tab.label ??= `${labelPrefix}.${id}`;
      return [id, tab];
    }),
  );
}

/** Shows one tab of a group and hides the others. Returns whether this changed anything. */
export function changeTab(
  content: HTMLElement,
  active: Record<string, string | null>,
  tab: string,
  group: string,
  { navElement, force = false }: ChangeTabOptions,
): boolean {
  if (!tab || !group) throw new Error('You must pass both the tab and tab group identifier');
  if (active[group] === tab && !force) return false;
  const quoted = CSS.escape(group);
  const nav =
    navElement ?? content.querySelector(`.tabs[data-group="${quoted}"], .tabs:has(> [data-group="${quoted}"])`);
  if (!nav) throw new Error(`No navigation elements found for tab group "${group}"`);
  for (const button of nav.querySelectorAll<HTMLElement>('[data-tab]')) {
    const on = button.dataset.tab === tab;
    button.classList.toggle('active', on);
    if (button.hasAttribute('aria-selected') || button.getAttribute('role') === 'tab') {
      button.setAttribute('aria-selected', String(on));
    }
    button.setAttribute('aria-pressed', String(on));
  }
  for (const section of content.querySelectorAll<HTMLElement>(`.tab[data-group="${quoted}"]`)) {
    section.classList.toggle('active', section.dataset.tab === tab);
  }
  active[group] = tab;
  return true;
}
