import * as PIXI from 'pixi.js';
import type { BaseGrid } from '../grid/base';

interface Highlight {
  x: number;
  y: number;
  color?: PIXI.ColorSource;
  border?: PIXI.ColorSource | null;
  alpha?: number;
}

/**
 * Colored grid spaces under the tokens, in named layers. T13: client/canvas/layers/grid.d.mts (canvas.interface.grid).
 */
export class GridHighlights extends PIXI.Container {
  highlightLayers: Record<string, PIXI.Graphics> = {};
  #grid: () => BaseGrid;

  constructor(grid: () => BaseGrid) {
    super();
    this.#grid = grid;
  }

  addHighlightLayer(name: string): PIXI.Graphics {
    this.highlightLayers[name] ??= this.addChild(new PIXI.Graphics());
    // What the caller draws on it at once is in this frame, as in Foundry, which renders each frame.
    canvas.requestRender();
    return this.highlightLayers[name];
  }

  getHighlightLayer(name: string): PIXI.Graphics | undefined {
    return this.highlightLayers[name];
  }

  clearHighlightLayer(name: string): void {
    this.highlightLayers[name]?.clear();
    canvas.requestRender();
  }

  destroyHighlightLayer(name: string): void {
    this.highlightLayers[name]?.destroy();
    delete this.highlightLayers[name];
    canvas.requestRender();
  }

  /** @param options.x left edge of the space @param options.y top edge */
  highlightPosition(name: string, { x, y, color = 0x33bbff, border = null, alpha = 0.25 }: Highlight): void {
    const grid = this.#grid();
    if (grid.isGridless) return;
    const layer = this.addHighlightLayer(name);
    const points = grid.getVertices({ x: x + grid.sizeX / 2, y: y + grid.sizeY / 2 });
    if (border !== null) layer.lineStyle(2, border, Math.min(alpha * 1.5, 1));
    layer.beginFill(color, alpha).drawPolygon(points.flatMap((p) => [p.x, p.y]));
    layer.endFill();
    layer.lineStyle(0);
    canvas.requestRender();
  }
}
