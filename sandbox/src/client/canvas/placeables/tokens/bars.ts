import type * as PIXI from 'pixi.js';
import type { Token } from '../token';

/** Bar 1 fades from green to red as it empties, bar 2 from blue to violet, as in Foundry (T13: Token#_drawBar). */
function colorOf(index: number, share: number): number {
  const mix = (empty: number, full: number) => Math.round(empty + (full - empty) * share);
  const [r, g, b]: [number, number, number] =
    index === 0 ? [mix(190, 98), mix(60, 168), mix(50, 84)] : [mix(128, 74), mix(84, 138), mix(168, 196)];
  return (r << 16) + (g << 8) + b;
}

/** Draws the two attribute bars at the token's lower and upper edge. */
export function drawBars(graphics: PIXI.Graphics, token: Token, width: number, height: number): void {
  graphics.clear();
  if (!token._canViewMode(token.document.displayBars)) return;
  const thick = Math.max(6, height * 0.085);
  for (const [index, name] of ['bar1', 'bar2'].entries()) {
    const bar = token.document.getBarAttribute(name);
    if (bar?.type !== 'bar' || !bar.max) continue;
    const share = Math.min(1, Math.max(0, bar.value / bar.max));
    const inset = width * 0.1;
    const length = width - 2 * inset;
    const y = index === 0 ? height - thick - 1 : 1;
    graphics.lineStyle(1.5, 0x0d0f12, 0.9).beginFill(0x14161a, 0.72);
    graphics.drawRoundedRect(inset, y, length, thick, thick / 2).endFill();
    if (share <= 0) continue;
    graphics.lineStyle(0).beginFill(colorOf(index, share));
    graphics
      .drawRoundedRect(inset + 1, y + 1, Math.max(thick - 2, (length - 2) * share), thick - 2, thick / 2 - 1)
      .endFill();
  }
}
