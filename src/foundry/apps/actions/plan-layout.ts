import type { ExchangeDocument } from '../../host/exchange-document';
import { wasBound } from '../../platform/bound';
import { isElement, targetOf } from '../../views/pages';
import { cardOf, type PickedCard, performDrop } from './plan-card';

const cellsFor = (picked: PickedCard): ReadonlySet<string> =>
  new Set(cardOf(picked)?.drops.flatMap(({ at }) => at ?? []) ?? []);

/**
 * Places a card on a cell. Asks if several drop targets fit.
 * @param at the cell; any if omitted
 */
export async function placeCard(picked: PickedCard, at?: string): Promise<void> {
  const drops = cardOf(picked)?.drops.filter((drop) => at === undefined || drop.at === at) ?? [];
  const [only] = drops;
  if (only && drops.length === 1 && at !== undefined) await performDrop(picked, only);
  else if (drops.length > 0) await (await import('./plan-window')).openChoice(picked, at);
}

function cellBeside(picked: PickedCard, cells: readonly string[], step: 1 | -1): string | undefined {
  const open = cellsFor(picked);
  const ordered = step === 1 ? cells : [...cells].reverse();
  const from = ordered.indexOf(cardOf(picked)?.at ?? '');
  return ordered.slice(from + 1).find((cell) => open.has(cell));
}

const TYPE = 'application/x-cadence-card';
const OPEN = 'cadence-track__cell--open';

/** The card moved with the keyboard. Its element is replaced, so the focus must be restored. */
let focused: string | null = null;

function restoreFocus(root: HTMLElement): void {
  const active = root.ownerDocument.activeElement;
  if (focused === null || (active !== null && active !== root.ownerDocument.body)) return;
  root.querySelector<HTMLElement>(`[data-cell] [data-plan="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const cellsIn = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-cell]')];

/**
 * Binds the cards inside `root`: dragging to cells and moving with the arrow keys. Idempotent.
 * @param hostOf the encounter of the cards
 */
export function bindCardMoves(root: HTMLElement, hostOf: () => ExchangeDocument | null | undefined): void {
  restoreFocus(root);
  if (wasBound(root, bindCardMoves)) return;
  let key: string | null = null;
  const picked = () => {
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
    const dragged = picked();
    const open = dragged ? cellsFor(dragged) : new Set<string>();
    for (const cell of cellsIn(root)) cell.classList.toggle(OPEN, open.has(cell.dataset.cell ?? ''));
  });
  root.addEventListener('dragover', (event) => {
    if (cellAt(event) !== null) event.preventDefault();
  });
  root.addEventListener('drop', (event) => {
    const at = cellAt(event);
    const card = picked();
    if (at === null || !card) return;
    event.preventDefault();
    event.stopPropagation();
    void placeCard(card, at);
  });
  root.addEventListener('dragend', () => {
    key = null;
    for (const cell of cellsIn(root)) cell.classList.remove(OPEN);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    // The dialog of a card returns the focus to it.
    if (isElement(relatedTarget) && !relatedTarget.closest('.cadence-planner')) focused = null;
  });
  root.addEventListener('keydown', (event) => {
    const card = targetOf(event)?.closest<HTMLElement>('[data-plan]');
    const host = hostOf();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (!card || !host || step === null) return;
    event.preventDefault();
    event.stopPropagation();
    focused = card.dataset.plan ?? '';
    const moved = { host, key: card.dataset.plan ?? '' };
    const cells = cellsIn(root).map(({ dataset }) => dataset.cell ?? '');
    const to = cellBeside(moved, cells, step);
    if (to !== undefined) void placeCard(moved, to);
  });
}
