import * as PIXI from 'pixi.js';
import { loadImage, sharpness } from '../../images';

const SIZE = Math.round(320 * sharpness());
const cache = new Map<string, Promise<PIXI.Texture>>();

/** A round portrait, clipped on a 2D canvas instead of masked on the board: its edge stays smooth at each zoom. */
export function portrait(src: string, name: string, scale = 1): Promise<PIXI.Texture> {
  const key = JSON.stringify([src, scale, src ? '' : name]);
  if (!cache.has(key)) cache.set(key, paint(src, name, scale));
  return cache.get(key)!;
}

async function paint(src: string, name: string, scale: number): Promise<PIXI.Texture> {
  const sheet = document.createElement('canvas');
  sheet.width = sheet.height = SIZE;
  const context = sheet.getContext('2d')!;
  context.beginPath();
  context.arc(SIZE / 2, SIZE / 2, SIZE / 2 - 1, 0, Math.PI * 2);
  context.clip();
  const ground = context.createRadialGradient(SIZE * 0.4, SIZE * 0.32, 0, SIZE / 2, SIZE / 2, SIZE * 0.6);
  ground.addColorStop(0, '#59616d');
  ground.addColorStop(1, '#23272e');
  context.fillStyle = ground;
  context.fillRect(0, 0, SIZE, SIZE);
  const image = src ? await loadImage(src) : null;
  if (image) draw(context, image, src, scale);
  else initials(context, name);
  const texture = PIXI.Texture.from(sheet);
  texture.baseTexture.mipmap = PIXI.MIPMAP_MODES.ON;
  return texture;
}

/** An image fills the circle. An icon, which does not fill its frame, is placed inside it. */
function draw(context: CanvasRenderingContext2D, image: HTMLImageElement, src: string, scale: number): void {
  const icon = /\.svg($|\?)|^data:image\/svg/.test(src) && !reachesEdges(image);
  const [width, height] = [image.naturalWidth || SIZE, image.naturalHeight || SIZE];
  const fill = icon ? (SIZE * 0.74) / Math.max(width, height) : SIZE / Math.min(width, height);
  const [w, h] = [width * fill * scale, height * fill * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (SIZE - w) / 2, (SIZE - h) / 2, w, h);
}

function reachesEdges(image: HTMLImageElement): boolean {
  const sample = document.createElement('canvas');
  sample.width = sample.height = 16;
  const context = sample.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(image, 0, 0, 16, 16);
  try {
    const alpha = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[3]!;
    return [alpha(8, 1), alpha(8, 14), alpha(1, 8), alpha(14, 8)].every((value) => value > 128);
  } catch {
    // An image of another origin can be shown but not read.
    return true;
  }
}

function initials(context: CanvasRenderingContext2D, name: string): void {
  const letters = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('');
  context.fillStyle = '#e9e4d8';
  context.font = `600 ${SIZE * 0.42}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(letters.toUpperCase(), SIZE / 2, SIZE * 0.53);
}
