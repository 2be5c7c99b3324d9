/** A space of the grid, by the corner Foundry draws it from. Pixels. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

export interface Light {
  readonly color: number;
  readonly alpha: number;
}

// API: GridLayer#highlightPosition.
interface Highlights {
  addHighlightLayer(name: string): unknown;
  clearHighlightLayer(name: string): void;
  highlightPosition(name: string, options: Corner & Light & { readonly border: number }): void;
}

/** Lights up spaces under the tokens, besides what the layer shows already. Without a grid there are no spaces to light up. */
export function lightUp(layer: string, corners: Iterable<Corner>, light: Light): void {
  const grid = highlights();
  if (!grid || canvas.grid?.isGridless) return;
  grid.addHighlightLayer(layer);
  for (const { x, y } of corners) grid.highlightPosition(layer, { x, y, ...light, border: light.color });
}

export function putOut(layer: string): void {
  highlights()?.clearHighlightLayer(layer);
}

const highlights = (): Highlights | null =>
  (canvas?.ready ? (canvas.interface?.grid as unknown as Highlights | undefined) : null) ?? null;
