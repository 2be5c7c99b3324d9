import { isElement } from '../../views/pages';

const FIELD = 'input:not([type="range"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
/** A dropped path that waits for Enter or Escape. */
const ASKS = '.cadence-path-label--asks';
/** Elements that handle Escape and Enter themselves while they are open. */
const ABOVE = `dialog[open], #context-menu, .context-menu, ${ASKS}`;

/**
 * Binds keys to the shown question: digits choose an answer, Enter the suggested one, Escape defers. Ignored while the user types or
 * focuses a button.
 * Captures the event before Foundry, which uses digits for the hotbar and Escape to close windows.
 * @param root the element with the questions
 * @param isAsked whether a question is open now
 */
export function bindAnswerKeys(root: HTMLElement, isAsked: () => boolean, signal: AbortSignal): void {
  const page = root.ownerDocument;
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const pressed = isAsked() && buttonFor(event, root, page);
      if (!pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // A key pressed right after the prompt appeared was meant for something else.
      if (!root.classList.contains('cadence-prompt--fresh')) pressed.click();
    },
    { capture: true, signal },
  );
}

function buttonFor(event: KeyboardEvent, root: HTMLElement, page: Document): HTMLElement | null {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey, repeat, isComposing } = event;
  if (ctrlKey || altKey || metaKey || shiftKey || repeat || isComposing) return null;
  const { activeElement } = page;
  const focused = isElement(activeElement) ? activeElement : null;
  const isTyping = focused?.matches(FIELD) ?? false;
  if (key === 'Escape') {
    const isFree = !isTyping || root.contains(focused);
    return isFree && !page.querySelector(ABOVE) ? root.querySelector('[data-action="cadenceLater"]') : null;
  }
  if (isTyping) return null;
  if (key === 'Enter') {
    const isFree = !focused || focused === page.body || focused === root || focused.localName === 'canvas';
    return isFree && !page.querySelector(ASKS)
      ? root.querySelector('.cadence-answer--main:not([aria-disabled="true"])')
      : null;
  }
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit ? root.querySelector(`.cadence-ask [data-digit="${digit}"]`) : null;
}
