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
 * Draws something anew and puts the caret back where it was: a field replaced while somebody types in it is a new element. Fields are
 * told apart by their name.
 */
export function keepCaret(root: HTMLElement, draw: () => void): void {
  const field = root.ownerDocument.activeElement;
  const isTyping = field instanceof HTMLInputElement && field.name !== '' && root.contains(field);
  if (!isTyping) {
    draw();
    return;
  }
  const { name, value, selectionStart, selectionEnd } = field;
  draw();
  const next = root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
  if (!next || next === field) return;
  next.value = value;
  next.focus({ preventScroll: true });
  // A number field has no selection to speak of.
  if (selectionStart !== null) next.setSelectionRange(selectionStart, selectionEnd);
}
