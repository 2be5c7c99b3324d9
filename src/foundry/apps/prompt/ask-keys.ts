import { lookup } from '../../../kernel/lookup';
import { isElement } from '../../views/pages';

const FIELD = 'input:not([type="range"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
/** A dropped path that waits for Enter or Escape. */
const ASKS = '.cadence-path-label--asks';
/** Elements that handle Escape and Enter themselves while they are open. */
const ABOVE = `dialog[open], #context-menu, .context-menu, ${ASKS}`;

/**
 * Binds keys to the shown question: digits choose an answer, Enter the suggested one, Escape defers. Ignored while the user types or
 * focuses a button. The arrow keys, and the wheel with Shift or Ctrl as for tokens, turn an area.
 * Captures the event before Foundry, which uses digits for the hotbar and Escape to close windows.
 * @param root the element with the questions
 * @param isAsked whether a question is open now
 */
export function bindAnswerKeys(root: HTMLElement, isAsked: () => boolean, signal: AbortSignal): void {
  const page = root.ownerDocument;
  page.defaultView?.addEventListener(
    'wheel',
    (event) => {
      if (!(event.shiftKey || event.ctrlKey) || !isAsked()) return;
      if (!turn(root, Math.sign(event.deltaY || event.deltaX))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, passive: false, signal },
  );
  page.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const step = isAsked() && !isTypingIn(page) ? stepOf(event) : 0;
      if (step !== 0 && turn(root, step)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
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

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const stepOf = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): number =>
  ctrlKey || altKey || metaKey || shiftKey ? 0 : (lookup(STEPS, key) ?? 0);

/** Focuses the next way to lay an area, which is shown then. Returns false if the question is about none. */
function turn(root: HTMLElement, step: number): boolean {
  const ways = [...root.querySelectorAll<HTMLElement>('[data-area]:not([aria-disabled="true"])')];
  if (ways.length === 0) return false;
  const focused = ways.findIndex((way) => way.matches(':focus'));
  const at = focused < 0 ? ways.findIndex((way) => way.matches('.cadence-answer--main')) - step : focused;
  ways.at((at + step) % ways.length)?.focus({ preventScroll: true });
  return true;
}

const isTypingIn = ({ activeElement }: Document): boolean => isElement(activeElement) && activeElement.matches(FIELD);

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
