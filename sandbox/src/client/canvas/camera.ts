import type * as PIXI from 'pixi.js';
import { canvasConfig } from './colors';
import type { SceneDimensions } from './dimensions';
import { animate } from './frames';

export interface View {
  x: number;
  y: number;
  scale: number;
}

/** The visible part of the scene. The stage's pivot is the scene point at the center of the screen. */
export class Camera {
  #stage: PIXI.Container;
  #screen: () => { width: number; height: number };
  #onPan: (view: View) => void;
  #rect = { width: 0, height: 0 };

  constructor(stage: PIXI.Container, screen: () => { width: number; height: number }, onPan: (view: View) => void) {
    this.#stage = stage;
    this.#screen = screen;
    this.#onPan = onPan;
  }

  get view(): View {
    return { x: this.#stage.pivot.x, y: this.#stage.pivot.y, scale: this.#stage.scale.x };
  }

  /** Fits the whole scene beside the sidebar, with a margin and without enlarging it. */
  fit(dimensions: SceneDimensions): void {
    this.#rect = dimensions.rect;
    const { x, y, width, height } = dimensions.sceneRect;
    const screen = this.#screen();
    const bar = document.getElementById('ui-right')?.offsetWidth ?? 0;
    const covered = bar < screen.width * 0.5 ? bar : 0;
    const scale = Math.min(1, ((screen.width - covered) * 0.92) / width, (screen.height * 0.92) / height);
    this.pan({ x: x + width / 2 + covered / 2 / scale, y: y + height / 2, scale });
  }

  pan({ x = this.view.x, y = this.view.y, scale = this.view.scale }: Partial<View>): void {
    const { minZoom, maxZoom } = canvasConfig();
    const zoom = Math.min(maxZoom, Math.max(minZoom, scale));
    const { width, height } = this.#screen();
    this.#stage.position.set(width / 2, height / 2);
    this.#stage.scale.set(zoom, zoom);
    this.#stage.pivot.set(clamp(x, this.#rect.width), clamp(y, this.#rect.height));
    this.#onPan(this.view);
  }

  async animatePan({ duration = 250, ...to }: Partial<View> & { duration?: number }): Promise<boolean> {
    const from = this.view;
    const end = { ...from, ...to };
    await animate(duration, (t) =>
      this.pan({
        x: from.x + (end.x - from.x) * t,
        y: from.y + (end.y - from.y) * t,
        scale: from.scale + (end.scale - from.scale) * t,
      }),
    );
    return true;
  }

  /** Zooms and keeps the scene point under the cursor in place. */
  zoomAt(screenPoint: { x: number; y: number }, factor: number): void {
    const before = this.toScene(screenPoint);
    this.pan({ scale: this.view.scale * factor });
    const after = this.toScene(screenPoint);
    this.pan({ x: this.view.x + before.x - after.x, y: this.view.y + before.y - after.y });
  }

  toScene({ x, y }: { x: number; y: number }) {
    const { x: px, y: py, scale } = this.view;
    const { width, height } = this.#screen();
    return { x: (x - width / 2) / scale + px, y: (y - height / 2) / scale + py };
  }

  toScreen({ x, y }: { x: number; y: number }) {
    const { x: px, y: py, scale } = this.view;
    const { width, height } = this.#screen();
    return { x: (x - px) * scale + width / 2, y: (y - py) * scale + height / 2 };
  }
}

const clamp = (value: number, max: number) => (max ? Math.min(max, Math.max(0, value)) : value);
