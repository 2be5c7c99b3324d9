/** Where an event happened, if that is an element. A detached window has classes of its own, so it is told by what it can do. */
export function targetOf({ target }: Event): HTMLElement | null {
  return isElement(target) ? target : null;
}

/** Whether something of a page is an element, whichever window it is of. */
export const isElement = (thing: EventTarget | null | undefined): thing is HTMLElement =>
  typeof thing === 'object' && thing !== null && 'closest' in thing;
