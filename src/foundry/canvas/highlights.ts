import type { Place } from '../../encounter/state';
import type { Responder } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import { cornerOf } from '../host/reader';
import { unitsOf } from '../host/units';

/** The upper left corner of a grid space, in pixels. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

interface HighlightStyle {
  readonly color: number;
  readonly alpha: number;
}

// API: GridLayer#highlightPosition.
interface Highlights {
  addHighlightLayer(name: string): unknown;
  clearHighlightLayer(name: string): void;
  highlightPosition(name: string, options: Corner & HighlightStyle & { readonly border: number }): void;
}

/** Adds highlighted spaces to a layer below the tokens. Does nothing on a gridless scene. */
export function highlightSpaces(layer: string, corners: Iterable<Corner>, style: HighlightStyle): void {
  const grid = highlights();
  if (!grid || canvas.grid?.isGridless) return;
  grid.addHighlightLayer(layer);
  for (const { x, y } of corners) grid.highlightPosition(layer, { x, y, ...style, border: style.color });
}

export interface Line {
  readonly from: Corner;
  readonly to: Corner;
}

/** T14: client/canvas/containers/elements/grid-highlight.d.mts, a PIXI.Graphics. */
interface Graphics {
  lineStyle(width: number, color: number, alpha: number): unknown;
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
}

/** Draws lines on a layer below the tokens, in pixels of the scene. */
export function drawLines(layer: string, lines: Iterable<Line>, color: number): void {
  const graphics = highlights()?.addHighlightLayer(layer) as Graphics | undefined;
  if (!graphics) return;
  for (const [width, tint, alpha] of [
    [7, 0x000000, 0.35],
    [3, color, 0.9],
  ] as const) {
    graphics.lineStyle(width, tint, alpha);
    for (const { from, to } of lines) {
      graphics.moveTo(from.x, from.y);
      graphics.lineTo(to.x, to.y);
    }
  }
}

export function clearHighlight(layer: string): void {
  highlights()?.clearHighlightLayer(layer);
}

const highlights = (): Highlights | null => (canvas?.ready ? canvas.interface?.grid : null) ?? null;

const PLACE = 'cadence-place';
const LIGHT = { color: 0x8ad49a, alpha: 0.5 };

export function markPlace(host: ExchangeDocument, by: Responder, place: unknown): void {
  const { token } = documentsOf(host, by);
  if (!token || !isPlace(place) || !canvas?.ready || token.parent !== canvas.scene) return;
  clearHighlight(PLACE);
  highlightSpaces(PLACE, cornersAt(token, place), LIGHT);
}

/** Returns the spaces that a token would occupy at a place of the viewed scene. API: TokenDocument#getOccupiedGridSpaceOffsets. */
export function cornersAt(token: TokenDocument.Implementation, place: Place): Corner[] {
  const spot = { ...cornerOf(token, place), elevation: unitsOf(token.parent, place.elevation) };
  const grid = defined(canvas.grid, 'a grid');
  return token.getOccupiedGridSpaceOffsets(spot).map((offset) => grid.getTopLeftPoint(offset));
}

export const unmarkPlace = (): void => clearHighlight(PLACE);

const isPlace = (place: unknown): place is Place => typeof place === 'object' && place !== null && 'elevation' in place;
