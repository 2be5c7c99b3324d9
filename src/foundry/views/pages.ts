/** The page Foundry runs in. Everything else asks an element for its `ownerDocument`: windows can be detached, since 14. */
export const mainPage = (): Document => document;

/** Every page in which a window of Foundry stands: its own, and those of detached windows. */
export function allPages(): ReadonlySet<Document> {
  const found = new Set([mainPage()]);
  for (const { element } of foundry.applications.instances.values()) if (element) found.add(element.ownerDocument);
  return found;
}

/** Where an event happened, if that is an element. A detached window has classes of its own, so it is told by what it can do. */
export function targetOf({ target }: Event): HTMLElement | null {
  return isElement(target) ? target : null;
}

/** Whether something of a page is an element, whichever window it is of. */
export const isElement = (thing: EventTarget | null | undefined): thing is HTMLElement =>
  typeof thing === 'object' && thing !== null && 'closest' in thing;

/** Whether the person at this screen has asked for things not to move. */
export const hasReducedMotion = (): boolean =>
  mainPage().defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? false;

const ID = 'cadence-live';

/** Says something to who does not see it happen; a later word takes its place. */
export function announceToScreenReader(words: string): void {
  const page = mainPage();
  let live = page.getElementById(ID);
  if (!live) {
    live = page.createElement('p');
    live.id = ID;
    live.className = 'cadence-live';
    live.setAttribute('role', 'status');
    page.body.append(live);
  }
  live.textContent = words;
}

export const isInput = (thing: EventTarget | null): thing is HTMLInputElement =>
  isElement(thing) && thing.matches('input');
