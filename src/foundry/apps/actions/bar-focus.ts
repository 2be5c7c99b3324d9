import { isElement } from '../../views/pages';

/** Returns the buttons between which the arrow keys move. */
export const buttonsOf = (bar: Element): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('.cadence-bar__panel button, .cadence-bar__lists :is(button, summary)')].filter(
    (button) => button.checkVisibility(),
  );

/** Keeps the focus on the action bar: its elements change with every rendering, and a prompt may take its place. */
export class FocusState {
  /** Id of the button that is focused while the bar is rendered. */
  #focused: string | undefined;
  /** Id of the button that had the focus when a prompt took the bar's place. */
  #left: string | undefined;
  /** The button that has the focus while the one that is meant is gone. */
  #standIn: { readonly id: string | undefined; readonly meant: string } | null = null;

  /** Call once for each element of the bar. */
  watch(bar: HTMLElement): void {
    bar.addEventListener('focusin', ({ target }) => {
      this.#left = isElement(target) ? target.dataset.id : undefined;
    });
    bar.addEventListener('focusout', () => {
      if (bar.checkVisibility()) this.#left = undefined;
    });
  }

  /** Call before the bar is rendered. */
  note(bar: HTMLElement | null | undefined): void {
    const active = bar?.ownerDocument.activeElement;
    const id = isElement(active) && bar?.contains(active) ? active.dataset.id : undefined;
    this.#focused = id !== undefined && id === this.#standIn?.id ? this.#standIn.meant : id;
  }

  /** Call after the bar is rendered. */
  restore(bar: HTMLElement): void {
    const meant = this.#focused;
    const id = setTabStops(bar, meant)?.dataset.id;
    this.#standIn = meant !== undefined && id !== meant ? { id, meant } : null;
  }

  /** Call when the bar may be visible again. */
  returnFocus(bar: HTMLElement): void {
    const { body, activeElement } = bar.ownerDocument;
    if (this.#left !== undefined && activeElement === body && bar.checkVisibility()) setTabStops(bar, this.#left);
  }

  forget(): void {
    [this.#focused, this.#left, this.#standIn] = [undefined, undefined, null];
  }
}

/**
 * Sets up roving tab stops: one Tab stop, arrow keys within. Returns the button that has the focus now.
 * @param focused id of the button that had the focus
 */
function setTabStops(bar: HTMLElement, focused: string | undefined): HTMLElement | null {
  const buttons = buttonsOf(bar);
  const current = buttons.find(({ dataset }) => dataset.id === focused);
  for (const button of buttons) button.tabIndex = button === (current ?? buttons[0]) ? 0 : -1;
  if (focused === undefined) return null;
  const named = bar.querySelector<HTMLElement>(`[data-id="${CSS.escape(focused)}"]`);
  const next =
    [current, named, ...buttons, bar.querySelector('button')].find((button) => button?.checkVisibility()) ?? null;
  next?.focus({ preventScroll: true });
  return next;
}
