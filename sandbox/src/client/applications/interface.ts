import { type ApplicationV2, instances } from './api/application';
import { DocumentSheetConfig } from './apps/document-sheet-config';
import type { Application } from './appv1/application';
import { activateEscape } from './escape';
import { TokenHUD } from './hud/token-hud';
import type { defaultUI } from './index';
import type { Sidebar } from './sidebar/sidebar';
import { applyColorScheme } from './theme';
import { TooltipManager } from './ui/tooltip';
import type { ContextMenu } from './ux/context-menu';
import { TextEditor } from './ux/text-editor';

// Modules for v14 expect these: `#ui-right-column-1` holds the notifications beside the sidebar, `#ui-middle` the
// hotbar. Messages are light in every color scheme, because core fixes the log's theme.
const COLUMNS = `
  <div id="ui-left">
    <div id="ui-left-column-1"></div>
    <div id="ui-left-column-2"></div>
  </div>
  <div id="ui-middle">
    <div id="ui-top"></div>
    <div id="ui-bottom"></div>
  </div>
  <div id="ui-right">
    <div id="ui-right-column-1">
      <section id="chat-notifications" aria-live="polite"><ol class="chat-log plain themed theme-light"></ol></section>
    </div>
  </div>`;

const add = (id: string, tag = 'div'): HTMLElement => {
  const existing = document.getElementById(id);
  if (existing) return existing;
  const element = document.createElement(tag);
  element.id = id;
  document.body.append(element);
  return element;
};

function buildPage(): void {
  add('interface', 'section').innerHTML = COLUMNS;
  add('hud');
  add('notifications', 'ol').className = 'plain';
  document.body.classList.add('vtt', 'game', `system-${game.system.id}`);
}

/**
 * Adds the system's stylesheets. A bare string goes into the layer `system`. T13: common/packages/base-package.d.mts,
 * styles
 */
async function addSystemStyles(): Promise<void> {
  const styles = [...(game.system.styles ?? [])];
  const loads = styles.map((entry) => {
    const { src, layer = 'system' } = typeof entry === 'string' ? { src: entry } : entry;
    const style = document.createElement('style');
    style.dataset.package = game.system.id;
    const path = src.startsWith('systems/') ? `/${src}` : `/systems/${game.system.id}/${src}`;
    style.textContent = `@import url("${encodeURI(path)}")${layer ? ` layer(${layer})` : ''};`;
    // A missing stylesheet must not stop the start.
    const settled = new Promise<void>((resolve) => {
      style.onload = () => resolve();
      style.onerror = () => resolve();
    });
    document.head.append(style);
    return settled;
  });
  await Promise.all(loads);
}

/** Keeps windows inside a smaller viewport. T13: client/game.d.mts, _onWindowResize */
const followWindowSize = (): void =>
  window.addEventListener('resize', () => {
    for (const app of instances.values()) app.setPosition();
  });

/** Registers the interface's own settings. T13: settings/menus/ui-config.d.mts */
export function registerInterfaceSettings(): void {
  if (game.settings.settings.has('core.uiConfig')) return;
  game.settings.register('core', 'uiConfig', {
    scope: 'client',
    config: false,
    type: Object,
    default: { colorScheme: { applications: 'dark', interface: 'dark' } },
    onChange: applyColorScheme,
  });
}

/** `ui`: one instance of each class in `CONFIG.ui`, and the overlays. */
export type UserInterface = { [Part in keyof typeof defaultUI]: InstanceType<(typeof defaultUI)[Part]> } & {
  activeWindow?: ApplicationV2 | Application;
  /** V1 windows by `appId`. T13: client/ui.d.mts */
  windows: Record<number, Application>;
  context: ContextMenu | null;
  tokenHUD: TokenHUD;
};

/** Builds the page and renders every class of `CONFIG.ui`. Call once, after setup and before `ready`. */
export async function renderInterface(): Promise<void> {
  registerInterfaceSettings();
  DocumentSheetConfig.initializeSheets();
  buildPage();
  await addSystemStyles();
  applyColorScheme();
  activateEscape();
  followWindowSize();
  TextEditor.activateListeners();
  game.tooltip = new TooltipManager.implementation();
  game.tooltip.activateEventListeners();

  const classes = CONFIG.ui;
  for (const [key, cls] of Object.entries(classes)) {
    // Keep the boot's notifications: their queue is older than the page.
    if (key !== 'notifications' || !('notifications' in ui)) Object.assign(ui, { [key]: new cls() });
  }
  ui.context ??= null;
  ui.tokenHUD = new TokenHUD();
  const { sidebar, notifications } = ui;
  const parts = ui as object as Record<string, ApplicationV2 | undefined>;
  await notifications.render();
  await sidebar.render({ force: true });
  const tabs = Object.keys((sidebar.constructor as typeof Sidebar).TABS);
  for (const key of tabs) await parts[key]?.render({ force: true });
  for (const key of Object.keys(classes)) {
    if (tabs.includes(key) || key === 'sidebar' || key === 'notifications') continue;
    await parts[key]!.render({ force: true });
  }
  document.getElementById('loading')?.remove();
}
