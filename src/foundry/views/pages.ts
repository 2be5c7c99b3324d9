/** Returns the page Foundry runs in. All other code uses `ownerDocument`, because windows can be detached since 14. */
export const mainPage = (): Document => document;

export function allPages(): ReadonlySet<Document> {
  const found = new Set([mainPage()]);
  for (const { element } of foundry.applications.instances.values()) if (element) found.add(element.ownerDocument);
  return found;
}

export function targetOf({ target }: Event): HTMLElement | null {
  return isElement(target) ? target : null;
}

/** Returns whether a value is an element of any window. A detached window has its own classes, so `instanceof` fails. */
export const isElement = (value: EventTarget | null | undefined): value is HTMLElement =>
  typeof value === 'object' && value !== null && 'closest' in value;

const ID = 'cadence-live';

/** Announces a message to screen readers; a later one replaces it. */
export function announceToScreenReader(message: string): void {
  const page = mainPage();
  let live = page.getElementById(ID);
  if (!live) {
    live = page.createElement('p');
    live.id = ID;
    live.className = 'cadence-live';
    live.setAttribute('role', 'status');
    page.body.append(live);
  }
  live.textContent = message;
}

export const isInput = (value: EventTarget | null): value is HTMLInputElement =>
  isElement(value) && value.matches('input');
