type Area = 'applications' | 'interface';

export const interfaceConfig = () =>
  (game.settings.get('core', 'uiConfig') ?? {}) as { colorScheme?: Partial<Record<Area, string>> };

/**
 * Returns the color scheme of windows or of the fixed interface; dark by default. T13: settings/menus/ui-config.d.mts
 */
export function scheme(area: Area): 'light' | 'dark' {
  const chosen = game.settings?.settings?.has('core.uiConfig') ? interfaceConfig().colorScheme?.[area] : '';
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return 'dark';
}

export const applicationTheme = () => scheme('applications');

/** Applies the schemes to the page and to every window without its own theme. */
export function applyColorScheme(): void {
  const set = (element: Element, theme: string) => {
    element.classList.remove('theme-light', 'theme-dark');
    element.classList.add(`theme-${theme}`);
  };
  set(document.body, scheme('interface'));
  const bar = document.getElementById('interface');
  if (bar) set(bar, scheme('interface'));
  for (const element of document.querySelectorAll('.application.themed:not([data-own-theme])')) {
    set(element, applicationTheme());
  }
}
