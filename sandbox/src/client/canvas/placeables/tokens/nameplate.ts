import * as PIXI from 'pixi.js';

/** Light letters with a dark outline: legible on parchment and on slate. */
export function plate(size: number): PIXI.Text {
  const text = new PIXI.Text('', {
    fontFamily: [CONFIG.defaultFontFamily ?? 'Signika', 'Segoe UI', 'DejaVu Sans', 'sans-serif'],
    fontSize: size,
    fontWeight: '600',
    fill: 0xf7f3ea,
    stroke: 0x17191d,
    strokeThickness: Math.max(3, size / 5),
    lineJoin: 'round',
    align: 'center',
  });
  text.resolution = (window.devicePixelRatio || 1) * 2;
  text.anchor.set(0.5, 0);
  return text;
}

/** Returns the elevation in the scene's units, or an empty string at 0. T13: Token#_getTooltipText. */
export function elevationText(elevation: number, units: string): string {
  if (!elevation) return '';
  const value = Math.round(elevation * 100) / 100;
  return `${value > 0 ? '+' : '−'}${Math.abs(value)} ${units}`.trim();
}
