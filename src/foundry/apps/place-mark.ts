import type { Place } from '../../encounter/state';
import type { Asked } from '../../kernel/ask';
import { documentsOf, type Host } from '../host';
import { cornerOf } from '../reader';

const LAYER = 'cadence-place';
const COLOR = 0x8ad49a;

// API: GridLayer#highlightPosition, TokenDocument#getOccupiedGridSpaceOffsets. Without a grid there are no spaces to light up.
interface Highlights {
  addHighlightLayer(name: string): unknown;
  clearHighlightLayer(name: string): void;
  highlightPosition(
    name: string,
    options: { x: number; y: number; color: number; border: number; alpha: number },
  ): void;
}

/** Lights up where a fighter would stand, on the map this user looks at. */
export function markPlace(combat: Host, by: Asked, place: unknown): void {
  const grid = highlights();
  const { token } = documentsOf(combat, by);
  if (!grid || !token || !isPlace(place) || token.parent !== canvas?.scene) return;
  const spaces = canvas!.grid!;
  if (spaces.isGridless) return;
  grid.addHighlightLayer(LAYER);
  grid.clearHighlightLayer(LAYER);
  const corner = cornerOf(token, place);
  for (const offset of token.getOccupiedGridSpaceOffsets({ ...corner, elevation: place.elevation } as never)) {
    const { x, y } = spaces.getTopLeftPoint(offset);
    grid.highlightPosition(LAYER, { x, y, color: COLOR, border: COLOR, alpha: 0.5 });
  }
}

export function unmarkPlace(): void {
  highlights()?.clearHighlightLayer(LAYER);
}

const highlights = (): Highlights | null =>
  (canvas?.ready ? (canvas.interface?.grid as unknown as Highlights | undefined) : null) ?? null;

const isPlace = (place: unknown): place is Place => typeof place === 'object' && place !== null && 'elevation' in place;
