import { text } from '../../platform/text';
import { isElement } from '../../views/pages';

const CARD = 'cadence-message--foes';
const BARE = 'cadence-message--bare';
const EARLIER = 'cadence-message--earlier';
const BUTTON = 'cadence-earlier';

/** The messages with which the shown rows of cards begin. */
const opened = new Set<string>();

const idOf = ({ dataset }: HTMLElement): string => dataset.messageId ?? '';

/** Returns the cards of foes that follow each other, in the order of the log; cards that are not shown do not part them. */
function runsIn(log: HTMLElement): HTMLElement[][] {
  const runs: HTMLElement[][] = [[]];
  for (const message of log.children) {
    if (!isElement(message) || message.classList.contains(BARE)) continue;
    if (message.classList.contains(CARD)) runs.at(-1)?.push(message);
    else if (message.dataset.messageId) runs.push([]);
  }
  return runs;
}

/** Of many cards of foes in a row shows the last one, with a button for those before it. */
function fold(log: HTMLElement, few: number): void {
  const buttons = new Map<HTMLElement, string>();
  const earlier = new Set<HTMLElement>();
  for (const run of runsIn(log)) {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last || run.length <= few) continue;
    const isOpen = opened.has(idOf(first));
    if (!isOpen) for (const card of run.slice(0, -1)) earlier.add(card);
    const label = text(`CADENCE.App.Card.${isOpen ? 'foldFoes' : 'earlierFoes'}`, { count: run.length - 1 });
    buttons.set(isOpen ? first : last, JSON.stringify([idOf(first), isOpen, label]));
  }
  for (const card of log.querySelectorAll<HTMLElement>(`:scope > .${CARD}`)) {
    if (card.classList.contains(EARLIER) !== earlier.has(card)) card.classList.toggle(EARLIER);
    const wanted = buttons.get(card) ?? null;
    const shown = card.querySelector<HTMLElement>(`:scope > .${BUTTON}`);
    if ((shown?.dataset.of ?? null) === wanted) continue;
    shown?.remove();
    if (wanted !== null) card.prepend(buttonFor(log, wanted, () => fold(log, few)));
  }
}

function buttonFor(log: HTMLElement, of: string, redraw: () => void): HTMLElement {
  const [first, isOpen, label] = JSON.parse(of) as [string, boolean, string];
  const button = log.ownerDocument.createElement('button');
  button.type = 'button';
  button.className = `cadence ${BUTTON}`;
  button.dataset.of = of;
  button.ariaExpanded = String(isOpen);
  button.textContent = label;
  button.addEventListener('click', () => {
    if (!opened.delete(first)) opened.add(first);
    redraw();
  });
  return button;
}

/** Folds the cards of a log from now on. @param few so many in a row are all shown */
export function foldFoesCards(log: HTMLElement, few: number): void {
  const changes = new MutationObserver(() => fold(log, few));
  changes.observe(log, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  fold(log, few);
}
