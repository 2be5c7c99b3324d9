import * as PIXI from 'pixi.js';
import { notInSandbox } from '../../shared/not-in-sandbox';

interface TextStyle extends Partial<PIXI.ITextStyle> {
  anchor?: number;
}

/** T13: client/canvas/containers/elements/precise-text.d.mts */
export class PreciseText extends PIXI.Text {
  static getTextStyle({ anchor: _anchor, ...style }: TextStyle = {}): PIXI.TextStyle {
    return Object.assign(CONFIG.canvasTextStyle!.clone(), style);
  }
}

/** T13: client/canvas/placeables/placeable-object.d.mts; packages test with `instanceof`. */
export class PlaceableObject extends PIXI.Container {}

/**
 * Packages listen to the board's ticker and add easing functions.
 * T13: client/canvas/animation/canvas-animation.d.mts
 */
export const CanvasAnimation = {
  get ticker(): PIXI.Ticker {
    return canvas.app!.ticker;
  },
  animate: notInSandbox('foundry.canvas.animation.CanvasAnimation.animate'),
  easeInOutCosine: (t: number) => (1 - Math.cos(Math.PI * t)) / 2,
  easeOutCircle: (t: number) => Math.sqrt(1 - (t - 1) ** 2),
  easeInCircle: (t: number) => 1 - Math.sqrt(1 - t ** 2),
};
