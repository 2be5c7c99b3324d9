import type { Host } from '../host/host';
import { isElement, targetOf } from './dom';
import { cellBeside, cellsFor, lay } from './lay';

const TYPE = 'application/x-cadence-card';
const OPEN = 'cadence-track__cell--open';

const listening = new WeakSet<HTMLElement>();
/** The card that was moved with the keyboard: what it stood on is drawn anew, and the focus goes with it. */
let focused: string | null = null;

function keepFocus(root: HTMLElement): void {
  const active = root.ownerDocument.activeElement;
  if (focused === null || (active !== null && active !== root.ownerDocument.body)) return;
  root.querySelector<HTMLElement>(`[data-cell] [data-plan="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const cellsIn = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-cell]')];

/**
 * Lets the cards inside `root` be dragged to cells of the strip, and be moved with the arrow keys. Safe to repeat.
 * @param hostOf the encounter they are of
 */
export function takeCards(root: HTMLElement, hostOf: () => Host | null | undefined): void {
  keepFocus(root);
  if (listening.has(root)) return;
  listening.add(root);
  let key: string | null = null;
  const held = () => {
    const host = hostOf();
    return host && key !== null ? { host, key } : null;
  };
  const cellAt = (event: Event): string | null => {
    const cell = targetOf(event)?.closest<HTMLElement>(`[data-cell].${OPEN}`);
    return key === null ? null : (cell?.dataset.cell ?? null);
  };
  root.addEventListener('dragstart', (event) => {
    const card = targetOf(event)?.closest<HTMLElement>('[data-plan]');
    if (!card) return;
    event.stopPropagation();
    key = card.dataset.plan ?? '';
    event.dataTransfer?.setData(TYPE, key);
    const dragged = held();
    const open = dragged ? cellsFor(dragged) : new Set<string>();
    for (const cell of cellsIn(root)) cell.classList.toggle(OPEN, open.has(cell.dataset.cell ?? ''));
  });
  root.addEventListener('dragover', (event) => {
    if (cellAt(event) !== null) event.preventDefault();
  });
  root.addEventListener('drop', (event) => {
    const at = cellAt(event);
    const card = held();
    if (at === null || !card) return;
    event.preventDefault();
    event.stopPropagation();
    void lay(card, at);
  });
  root.addEventListener('dragend', () => {
    key = null;
    for (const cell of cellsIn(root)) cell.classList.remove(OPEN);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    // The choice that opens of a card gives the focus back to it.
    if (isElement(relatedTarget) && !relatedTarget.closest('.cadence-lay')) focused = null;
  });
  root.addEventListener('keydown', (event) => {
    const card = targetOf(event)?.closest<HTMLElement>('[data-plan]');
    const host = hostOf();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (!card || !host || step === null) return;
    // The arrow keys move tokens otherwise.
    event.preventDefault();
    event.stopPropagation();
    focused = card.dataset.plan ?? '';
    const moved = { host, key: card.dataset.plan ?? '' };
    const cells = cellsIn(root).map(({ dataset }) => dataset.cell ?? '');
    const to = cellBeside(moved, cells, step);
    if (to !== undefined) void lay(moved, to);
  });
}
