import type { HeaderButton } from './application';

interface Frame {
  readonly id: string;
  readonly appId: number;
  readonly title: string;
  readonly classes: readonly string[];
}

const element = (tag: string, className: string, ...children: (Node | string)[]) => {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
};

function headerButton({ label, icon, class: name, onclick }: HeaderButton): HTMLElement {
  const button = element('a', `header-button control ${name}`, element('i', icon), game.i18n.localize(label));
  button.setAttribute('role', 'button');
  button.addEventListener('click', (event) => onclick?.(event));
  return button;
}

/** The frame of a V1 window, whose content modules look for by these classes. */
export function renderWindow({ id, appId, title, classes }: Frame, buttons: readonly HeaderButton[]): HTMLElement {
  const header = element('header', 'window-header flexrow draggable', element('h4', 'window-title', title));
  header.append(...buttons.map(headerButton));
  const frame = element('div', ['app', 'window-app', ...classes].join(' '), header);
  frame.append(element('section', 'window-content'));
  frame.id = id;
  frame.dataset['appid'] = String(appId);
  return frame;
}
