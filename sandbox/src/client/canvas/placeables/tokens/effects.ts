import * as PIXI from 'pixi.js';
import type { ActiveEffect } from '../../../documents/active-effect';
import { loadImage } from '../../images';
import type { Token } from '../token';

const MOST = 6;

/** Returns the icons of a token's effects; the overlay (flag `core.overlay`; C13: Token#_drawEffects) is separate. */
function icons(token: Token): { small: string[]; overlay: string | null } {
  const effects = [...(token.actor?.temporaryEffects ?? [])];
  const covers = (effect: ActiveEffect) => effect.getFlag('core', 'overlay') === true;
  const overlay = effects.find(covers)?.img ?? null;
  const small = new Set(effects.flatMap((effect) => (effect.img && !covers(effect) ? [effect.img] : [])));
  return { small: [...small], overlay };
}

/** Status icons at the left edge. T13: Token#_refreshEffects, _drawEffects. */
export class EffectIcons extends PIXI.Container {
  #shown = '';

  async refresh(token: Token, width: number, height: number): Promise<void> {
    const wanted = icons(token);
    const key = JSON.stringify([wanted, width, height]);
    if (key === this.#shown) return;
    this.#shown = key;
    const size = Math.max(16, height * 0.24);
    const small = wanted.small.slice(0, MOST).map((src, n) => {
      const [column, row] = [Math.floor(n / 3), n % 3];
      return this.#icon(src, size, { x: size * (0.35 + column), y: size * (0.55 + row * 1.05) }, true);
    });
    const large = wanted.overlay
      ? [this.#icon(wanted.overlay, height * 0.72, { x: width / 2, y: height / 2 }, false)]
      : [];
    const sprites = await Promise.all([...small, ...large]);
    if (this.destroyed || key !== this.#shown) return;
    for (const child of this.removeChildren()) child.destroy({ children: true });
    for (const sprite of sprites) this.addChild(sprite);
    canvas.requestRender();
  }

  async #icon(src: string, size: number, at: { x: number; y: number }, disc: boolean): Promise<PIXI.Container> {
    const icon = new PIXI.Container();
    icon.position.set(at.x, at.y);
    if (disc) {
      const back = new PIXI.Graphics().lineStyle(1.5, 0xe9e4d8, 0.7).beginFill(0x1b1e24, 0.92);
      icon.addChild(back.drawCircle(0, 0, size / 2).endFill());
    }
    const image = await loadImage(src);
    if (image) {
      const sprite = new PIXI.Sprite(PIXI.Texture.from(image));
      sprite.anchor.set(0.5);
      sprite.width = sprite.height = disc ? size * 0.66 : size;
      if (!disc) sprite.tint = 0xc0392b;
      icon.addChild(sprite);
    }
    return icon;
  }
}
