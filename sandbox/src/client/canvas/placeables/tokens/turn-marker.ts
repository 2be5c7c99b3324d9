import * as PIXI from 'pixi.js';
import { canvasConfig } from '../../colors';
import type { Token } from '../token';

/**
 * A broken ring around the token with the turn. T14: client/canvas/placeables/tokens/turn-marker.d.mts; it does not
 * rotate here.
 */
export class TokenTurnMarker extends PIXI.Container {
  readonly token: Token;
  #ring: PIXI.Graphics | null = null;

  constructor(token: Token) {
    super();
    this.token = token;
  }

  async draw(): Promise<void> {
    this.#ring ??= this.addChild(new PIXI.Graphics());
    const { w, h } = this.token;
    const radius = Math.min(w, h) / 2 - 3;
    this.position.set(w / 2, h / 2);
    const { CONTROLLED } = canvasConfig().dispositionColors;
    const width = Math.max(2, radius * 0.06);
    this.#ring.clear().lineStyle({ width, color: CONTROLLED, alpha: 0.9, cap: PIXI.LINE_CAP.ROUND });
    const parts = 12;
    const out = radius * 1.16;
    for (let n = 0; n < parts; n++) {
      const from = (n / parts) * Math.PI * 2;
      const to = from + (Math.PI * 2 * 0.55) / parts;
      this.#ring.moveTo(Math.cos(from) * out, Math.sin(from) * out).arc(0, 0, out, from, to);
    }
  }
}
