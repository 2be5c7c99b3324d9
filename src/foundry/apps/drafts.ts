/** What somebody has begun to type as an answer, by the ask's key: the place it is typed in may be drawn anew meanwhile. */
const drafts = new Map<string, string>();

export const draftOf = (key: string): string => drafts.get(key) ?? '';

export function keepDraft(key: string, typed: string): void {
  drafts.set(key, typed);
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}

/**
 * Puts something drawn anew in place of what is shown, with the focus where it was, the caret and what was typed included: a field that is
 * replaced while somebody types in it is a new element. Fields are told apart by their name, buttons by what they do.
 */
export function keepPlace(shown: HTMLElement, fresh: HTMLElement): void {
  const active = shown.ownerDocument.activeElement as HTMLElement | null;
  const selector = active && shown.contains(active) ? nameOf(active) : null;
  const { scrollTop } = shown;
  shown.replaceWith(fresh);
  fresh.scrollTop = scrollTop;
  const next = selector ? fresh.querySelector<HTMLInputElement>(selector) : null;
  if (!active || !next) return;
  if (!active.matches('input')) {
    next.focus({ preventScroll: true });
    return;
  }
  const { value, selectionStart, selectionEnd } = active as HTMLInputElement;
  next.value = value;
  next.focus({ preventScroll: true });
  // A number field has no selection to speak of.
  if (selectionStart !== null) next.setSelectionRange(selectionStart, selectionEnd);
}

/** A selector that finds the same control among others of its kind; null where nothing tells it apart. */
function nameOf(control: HTMLElement): string | null {
  const name = control.getAttribute('name');
  if (name) return `[name="${CSS.escape(name)}"]`;
  const said = ['id', 'action', 'ask', 'option'].flatMap((key) => {
    const value = control.dataset[key];
    return value === undefined ? [] : [`[data-${key}="${CSS.escape(value)}"]`];
  });
  return said.join('') || null;
}
