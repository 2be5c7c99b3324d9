import { isElement, isInput } from '../views/pages';

/**
 * Makes of some work one that never runs twice at once: asked for while it runs, it runs once more afterwards. What it draws goes by
 * what there is when it begins.
 */
export function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= last.then(async () => {
      next = null;
      try {
        await work();
      } catch (error) {
        console.error('Cadence | could not be drawn', error);
      }
    });
    last = next;
    return next;
  };
}

/**
 * Puts the rows of a freshly rendered list in place of those in the page, but only where a row's view has changed; so hover, focus and
 * transitions of all others live on.
 * @param changed keys of the rows whose view is another than the one rendered last
 */
export function patchRows(shown: HTMLElement, fresh: HTMLElement, changed: ReadonlySet<string>): void {
  const kept = new Map<string, HTMLElement>();
  for (const row of rowsOf(shown)) kept.set(keyOf(row), row);
  const focus = focusIn(shown);

  let previous: HTMLElement | null = null;
  for (const next of rowsOf(fresh)) {
    const key = keyOf(next);
    const present = kept.get(key);
    kept.delete(key);
    const row: HTMLElement = present && !changed.has(key) ? present : next;
    if (present && row !== present) present.replaceWith(row);
    const place: Element | null = previous ? previous.nextElementSibling : shown.firstElementChild;
    if (place !== row) shown.insertBefore(row, place);
    previous = row;
  }
  for (const gone of kept.values()) gone.remove();
  // What is said of an empty list goes with the first row, and comes back with the last.
  for (const other of shown.querySelectorAll(':scope > :not([data-combatant-id])')) other.remove();
  shown.append(...fresh.querySelectorAll(':scope > :not([data-combatant-id])'));
  if (focus && !shown.contains(shown.ownerDocument.activeElement)) shown.querySelector<HTMLElement>(focus)?.focus();
}

const rowsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(':scope > [data-combatant-id]'),
];
const keyOf = (row: HTMLElement): string => row.dataset.combatantId ?? '';

/** Where the focus is, as a selector that finds the same control in a row rendered anew. */
function focusIn(list: HTMLElement): string | null {
  const { activeElement } = list.ownerDocument;
  if (!isElement(activeElement) || !list.contains(activeElement)) return null;
  const row = activeElement.closest<HTMLElement>('[data-combatant-id]');
  const control = activeElement.dataset;
  const name = control.id
    ? `[data-id="${CSS.escape(control.id)}"]`
    : `[data-action="${CSS.escape(control.action ?? '')}"]`;
  if (!row) return null;
  const own = `[data-combatant-id="${CSS.escape(keyOf(row))}"]`;
  return row === activeElement ? own : `${own} ${name}`;
}

/** Remembers what was rendered last and tells which rows are other than that. */
export class RowMemory {
  private last = new Map<string, string>();

  changedIn(rows: readonly { readonly id: string }[]): ReadonlySet<string> {
    const next = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
    const changed = new Set([...next].filter(([id, json]) => this.last.get(id) !== json).map(([id]) => id));
    this.last = next;
    return changed;
  }

  forget(): void {
    this.last.clear();
  }
}

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
  const { activeElement } = shown.ownerDocument;
  const active = isElement(activeElement) ? activeElement : null;
  const selector = active && shown.contains(active) ? nameOf(active) : null;
  const { scrollTop } = shown;
  shown.replaceWith(fresh);
  fresh.scrollTop = scrollTop;
  const next = selector ? fresh.querySelector<HTMLInputElement>(selector) : null;
  if (!active || !next) return;
  if (isInput(active)) next.value = active.value;
  next.focus({ preventScroll: true });
  // A number field has no selection to speak of.
  if (isInput(active) && active.selectionStart !== null)
    next.setSelectionRange(active.selectionStart, active.selectionEnd);
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
