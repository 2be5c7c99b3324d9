import { isElement } from '../../views/pages';

const FIELD = 'input:not([type="range"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
/** What takes Escape and Enter itself while it is there. */
const ABOVE = 'dialog[open], #context-menu, .context-menu';

/**
 * Lets keys answer a question: digits its answers, Enter what is suggested, Escape leaves it for later. Whoever types, or stands on
 * another button, is let be. Before Foundry hears of them, which takes digits for the hotbar and Escape for closing windows.
 * @param root where questions are shown
 * @param isAsked whether one is to be answered now
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
      // A key pressed just now was meant for something else, too.
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
    return isFree ? root.querySelector('.cadence-answer--main:not([aria-disabled="true"])') : null;
  }
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit ? root.querySelector(`.cadence-ask [data-digit="${digit}"]`) : null;
}
