interface DirectoryButton {
  readonly className: string;
  /** Classes of the icon font. */
  readonly icon: string;
  readonly label: string;
  press(): unknown;
}

/**
 * Adds a button to the header of a sidebar directory, unless it has it. Players may have no actions there, or no header.
 * dnd5e: module/applications/compendium-browser.mjs, `injectSidebarButton`
 */
export function addDirectoryButton(directory: HTMLElement, { className, icon, label, press }: DirectoryButton): void {
  if (directory.querySelector(`.${className}`)) return;
  const page = directory.ownerDocument;
  const button = page.createElement('button');
  const symbol = page.createElement('i');
  button.type = 'button';
  button.className = className;
  symbol.className = icon;
  symbol.inert = true;
  button.append(symbol, ` ${label}`);
  button.addEventListener('click', () => void press());
  actionsOf(directory).append(button);
}

function actionsOf(directory: HTMLElement): Element {
  const present = directory.querySelector('.header-actions');
  if (present) return present;
  const page = directory.ownerDocument;
  const actions = page.createElement('div');
  actions.className = 'header-actions action-buttons flexrow';
  let header = directory.querySelector('.directory-header');
  if (!header) {
    header = page.createElement('header');
    header.className = 'directory-header';
    directory.prepend(header);
  }
  header.prepend(actions);
  return actions;
}
