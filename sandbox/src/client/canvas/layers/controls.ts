import * as PIXI from 'pixi.js';
import { animate } from '../frames';

interface Spot {
  x: number;
  y: number;
}

/** The marquee and pings, above the tokens. T13: client/canvas/layers/controls.d.mts. */
export class ControlsLayer extends PIXI.Container {
  select: PIXI.Graphics = this.addChild(new PIXI.Graphics());
  area: { x: number; y: number; width: number; height: number } | null = null;

  /** Draws the selection rectangle, or clears it for null. */
  marquee(corners: { from: Spot; to: Spot } | null): void {
    this.select.clear();
    this.area = null;
    if (corners) {
      const { from, to } = corners;
      const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      this.area = { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
      this.select.lineStyle(2, 0xf2a33a, 0.9).beginFill(0xf2a33a, 0.08);
      this.select.drawRoundedRect(x, y, this.area.width, this.area.height, 3).endFill();
    }
    canvas.requestRender();
  }

  /** Draws two rings that grow and fade. T13: ControlsLayer#drawPing. */
  async drawPing({ x, y }: Spot, color: unknown): Promise<boolean> {
    const rings = this.addChild(new PIXI.Graphics());
    rings.position.set(x, y);
    const tint = PIXI.Color.shared.setValue(String(color ?? '#ffffff')).toNumber();
    const reach = canvas.dimensions!.size;
    await animate(1200, (t) => {
      rings.clear();
      for (const lag of [0, 0.25]) {
        const at = Math.max(0, t - lag);
        rings.lineStyle(5, tint, (1 - t) * 0.9).drawCircle(0, 0, reach * (0.15 + at * 0.8));
      }
      canvas.requestRender();
    });
    rings.destroy();
    canvas.requestRender();
    return true;
  }
}
