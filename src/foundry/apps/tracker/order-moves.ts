import type { FighterId } from '../../../encounter/state';
import { wasBound } from '../../platform/bound';
import { targetOf } from '../../views/pages';

const TYPE = 'application/x-cadence-order';
const BEFORE = 'cadence-row--before';
const BEHIND = 'cadence-row--behind';

/**
 * Binds the rows below `root` that may be dragged to another place of the turn order, or moved there by Alt with an
 * arrow key. Idempotent.
 * @param move called with the fighter, and with the one who is to act after it; null puts it last
 */
export function bindOrderMoves(root: HTMLElement, move: (fighter: FighterId, other: FighterId | null) => void): void {
  if (wasBound(root, bindOrderMoves)) return;
  let dragged: HTMLElement | null = null;
  const rows = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.cadence-row[draggable="true"]')];
  const rowAt = (event: Event): HTMLElement | null =>
    targetOf(event)?.closest<HTMLElement>('.cadence-row[draggable="true"]') ?? null;
  const isBehind = (row: HTMLElement, { clientY }: DragEvent): boolean => {
    const { top, height } = row.getBoundingClientRect();
    return clientY > top + height / 2;
  };
  const mark = (row: HTMLElement | null, name?: string): void => {
    for (const each of rows()) {
      each.classList.toggle(BEFORE, each === row && name === BEFORE);
      each.classList.toggle(BEHIND, each === row && name === BEHIND);
    }
  };
  root.addEventListener('dragstart', (event) => {
    // What lies in a row, such as an action, is dragged for itself.
    const row = targetOf(event);
    if (!row?.matches('.cadence-row[draggable="true"]')) return;
    event.stopPropagation();
    dragged = row;
    event.dataTransfer?.setData(TYPE, row.dataset.combatantId ?? '');
  });
  root.addEventListener('dragover', (event) => {
    const row = dragged && rowAt(event);
    if (!row) return;
    event.preventDefault();
    mark(row, isBehind(row, event) ? BEHIND : BEFORE);
  });
  root.addEventListener('drop', (event) => {
    const row = dragged && rowAt(event);
    if (!row || !dragged) return;
    event.preventDefault();
    event.stopPropagation();
    const others = rows().filter((each) => each !== dragged);
    const fighter = dragged.dataset.combatantId;
    const other = others[others.indexOf(row) + (isBehind(row, event) ? 1 : 0)];
    if (fighter && row !== dragged) move(fighter, other?.dataset.combatantId ?? null);
  });
  root.addEventListener('keydown', (event) => {
    const row = targetOf(event);
    const by = event.altKey && event.key === 'ArrowUp' ? -1 : event.altKey && event.key === 'ArrowDown' ? 1 : 0;
    if (!by || !row?.matches('.cadence-row[draggable="true"]')) return;
    event.preventDefault();
    event.stopPropagation();
    const all = rows();
    const to = all.indexOf(row) + by;
    const fighter = row.dataset.combatantId;
    const other = all.filter((each) => each !== row)[to];
    if (fighter && to >= 0 && to < all.length) move(fighter, other?.dataset.combatantId ?? null);
  });
  root.addEventListener('dragend', () => {
    dragged = null;
    mark(null);
  });
}
