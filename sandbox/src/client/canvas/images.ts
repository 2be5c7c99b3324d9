import * as PIXI from 'pixi.js';

const cache = new Map<string, Promise<HTMLImageElement | null>>();

/** Adds the route prefix, which paths in documents lack (foundry-api 14). */
function routed(src: string): string {
  return /^(https?:|data:|blob:|\/)/.test(src) ? src : foundry.utils.getRoute(src);
}

/** Resolves to null if the image cannot be loaded: it must not stop the map from being drawn. */
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
    // An SVG without an intrinsic size cannot be decoded, but can be drawn.
    return image.complete && image.naturalWidth > 0 ? image : null;
  }
}

/** Returns texture pixels per image pixel, reduced on low-resolution screens. */
export const sharpness = (): number => Math.min(1, window.devicePixelRatio || 1);

/** Creates a texture of the whole image at this screen's resolution. */
export function textureOf(image: HTMLImageElement): PIXI.Texture {
  const scale = sharpness();
  if (scale === 1) return PIXI.Texture.from(image);
  const sheet = document.createElement('canvas');
  sheet.width = Math.max(1, Math.round(image.naturalWidth * scale));
  sheet.height = Math.max(1, Math.round(image.naturalHeight * scale));
  sheet.getContext('2d')!.drawImage(image, 0, 0, sheet.width, sheet.height);
  return PIXI.Texture.from(sheet);
}
