import * as PIXI from 'pixi.js';

const cache = new Map<string, Promise<HTMLImageElement | null>>();

/** Foundry serves files below its route prefix, so paths in documents are relative to it (foundry-api 14). */
function routed(src: string): string {
  return /^(https?:|data:|blob:|\/)/.test(src) ? src : foundry.utils.getRoute(src);
}

/** An image, or null if it cannot be loaded: a missing picture must not keep the map from being drawn. */
export function loadImage(src: string): Promise<HTMLImageElement | null> {
  if (!cache.has(src)) cache.set(src, fetchImage(src));
  return cache.get(src)!;
}

async function fetchImage(src: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = routed(src);
  try {
    await image.decode();
    return image;
  } catch {
    // An SVG without a size of its own does not decode, but draws.
    return image.complete && image.naturalWidth > 0 ? image : null;
  }
}

/** How many pixels a picture needs for each of its own: fewer on a screen that has fewer, where they would only be shrunk again. */
export const sharpness = (): number => Math.min(1, window.devicePixelRatio || 1);

/** The texture of a whole image, as sharp as this screen can show it. */
export function textureOf(image: HTMLImageElement): PIXI.Texture {
  const scale = sharpness();
  if (scale === 1) return PIXI.Texture.from(image);
  const sheet = document.createElement('canvas');
  sheet.width = Math.max(1, Math.round(image.naturalWidth * scale));
  sheet.height = Math.max(1, Math.round(image.naturalHeight * scale));
  sheet.getContext('2d')!.drawImage(image, 0, 0, sheet.width, sheet.height);
  return PIXI.Texture.from(sheet);
}
