import type { ApplicationOptions, HeaderControl, RenderOptions } from './options';
/** Elements of a window frame. T13: ApplicationV2.Window */
export interface WindowParts {
  windowId?: string | undefined;
  header?: HTMLElement;
  resize?: HTMLElement;
  title?: HTMLElement;
  icon?: HTMLElement;
  close?: HTMLButtonElement;
  controls?: HTMLButtonElement;
  controlsDropdown?: HTMLElement;
  content?: HTMLElement;
}

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  attributes: Record<string, string> = {},
) => {
  const node = document.createElement(tag);
  node.className = className;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};

const headerButton = (icon: string, action: string, label: string) =>
  element('button', `header-control icon ${icon}`, {
    type: 'button',
    'data-action': action,
    'data-tooltip': label,
    'aria-label': label,
  });

export function buildFrame(
  frame: HTMLElement,
  config: ApplicationOptions['window'],
  text: { close: string; controls: string },
): WindowParts {
  const parts: WindowParts = {};
  parts.header = element('header', 'window-header');
  parts.icon = element('i', 'window-icon hidden', { inert: '' });
  parts.title = element('h1', 'window-title', { id: `${frame.id}-title` });
  parts.controls = headerButton('fa-solid fa-ellipsis-vertical', 'toggleControls', text.controls);
  parts.controls.setAttribute('aria-haspopup', 'menu');
  parts.controls.setAttribute('aria-expanded', 'false');
  parts.close = headerButton('fa-solid fa-xmark', 'close', text.close);
  parts.header.append(parts.icon, parts.title, parts.controls, parts.close);

  const content: HTMLElement = document.createElement(config.contentTag || 'section');
  content.classList.add('window-content', ...config.contentClasses);
  parts.content = content;
  frame.append(parts.header, content);
  frame.setAttribute('role', 'dialog');
  frame.setAttribute('aria-labelledby', parts.title.id);
  if (config.resizable) {
    parts.resize = element('div', 'window-resize-handle');
    frame.append(parts.resize);
  }
  if (config.minimizable) frame.classList.add('minimizable');
  return parts;
}

/** Updates title, icon and menu button of a frame. T13: ApplicationV2#_updateFrame */
export function updateFrame(
  parts: WindowParts,
  update: NonNullable<RenderOptions['window']>,
  hasControls: () => boolean,
): void {
  if ('title' in update) parts.title!.textContent = update.title ?? '';
  if ('icon' in update) {
    parts.icon!.className = update.icon ? `window-icon fa-fw ${update.icon}` : 'window-icon hidden';
  }
  if (update.controls) parts.controls!.classList.toggle('hidden', !hasControls());
}

/** One entry of the header's dropdown. T13: ApplicationV2#_renderHeaderControl */
export function buildHeaderControl(control: HeaderControl, label: string): HTMLLIElement {
  const li = element('li', 'header-control', { 'data-action': control.action, role: 'none' });
  const button = element('button', 'control', { type: 'button', role: 'menuitem' });
  const icon = element('i', `control-icon fa-fw ${control.icon ?? ''}`, { inert: '' });
  const span = element('span', 'control-label');
  span.textContent = label;
  button.append(icon, span);
  li.append(button);
  return li;
}

/** Opens the header's dropdown and focuses it. */
export function openControls(header: HTMLElement, entries: HTMLElement[]): HTMLElement {
  const menu = element('menu', 'controls-dropdown expanded', { role: 'menu' });
  menu.append(...entries);
  header.after(menu);
  menu.querySelector('button')?.focus();
  return menu;
}

/** Replaces the element with the same id, or appends to `place`. */
export function placeById(node: HTMLElement, place: HTMLElement): void {
  const existing = document.getElementById(node.id);
  if (existing) existing.replaceWith(node);
  else place.append(node);
}
