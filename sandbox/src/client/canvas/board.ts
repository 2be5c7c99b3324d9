import * as PIXI from 'pixi.js';
import type { Scene } from '../documents/scene';
import type { BaseGrid } from '../grid/base';
import { board } from './colors';
import { type SceneDimensions, sceneDimensions } from './dimensions';
import { loadImage, textureOf } from './images';

/** Returns a background with soft light from the upper left and grain, for scenes without an image. */
function paper(width: number, height: number): PIXI.Texture {
  const scale = Math.min(1, 1024 / Math.max(width, height));
  const sheet = document.createElement('canvas');
  sheet.width = Math.max(1, Math.round(width * scale));
  sheet.height = Math.max(1, Math.round(height * scale));
  const context = sheet.getContext('2d')!;
  const light = context.createRadialGradient(
    sheet.width * 0.38,
    sheet.height * 0.3,
    0,
    sheet.width * 0.5,
    sheet.height * 0.5,
    Math.max(sheet.width, sheet.height) * 0.75,
  );
  const { paper: tones, speck } = board();
  light.addColorStop(0, tones[0]);
  light.addColorStop(1, tones[1]);
  context.fillStyle = light;
  context.fillRect(0, 0, sheet.width, sheet.height);
  // A fixed seed: every client gets the same grain.
  let seed = 7;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let n = 0; n < 2600; n++) {
    context.fillStyle = `rgba(${speck}, ${0.015 + next() * 0.05})`;
    const size = 1 + next() * 1.6;
    context.fillRect(next() * sheet.width, next() * sheet.height, size, size);
  }
  return PIXI.Texture.from(sheet);
}

/** Draws the scene's background color or image, and its frame. */
export async function drawGround(scene: Scene, dimensions: SceneDimensions): Promise<PIXI.Container> {
  const ground = new PIXI.Container();
  const { x, y, width, height } = dimensions.sceneRect;
  const src = scene.viewedLevel?.background.src;
  const image = src ? await loadImage(src) : null;
  const texture = image ? textureOf(image) : paper(width, height);
  // Paint only the rim: large translucent areas are slow without a graphics card.
  const shadow = new PIXI.Graphics();
  for (let n = 1; n <= 4; n++) {
    shadow
      .lineStyle(2, 0, 0.3 - n * 0.06)
      .drawRect(x - n * 2 + 1, y - n * 2 + 1, width + n * 4 - 2, height + n * 4 - 2);
  }
  const sprite = new PIXI.Sprite(texture);
  sprite.position.set(x, y);
  sprite.width = width;
  sprite.height = height;
  ground.addChild(shadow, sprite);
  return ground;
}

/** Draws the grid over the whole canvas. T13: scene.grid {style, color, alpha, thickness}. */
export function drawGridLines(grid: BaseGrid, dimensions: SceneDimensions, plain: boolean): PIXI.Graphics {
  const lines = new PIXI.Graphics();
  if (grid.isGridless || grid.alpha === 0) return lines;
  // Black, Foundry's default, is invisible on slate; without an image the board uses its own color.
  const own = plain && PIXI.Color.shared.setValue(grid.color).toNumber() === 0;
  const color = own ? board().line : PIXI.Color.shared.setValue(grid.color).toNumber();
  lines.lineStyle({ width: grid.thickness, color, alpha: grid.alpha, alignment: 0.5 });
  const { x, y, width, height } = dimensions.sceneRect;
  if (grid.isSquare) {
    for (let at = x; at <= x + width; at += grid.size) lines.moveTo(at, y).lineTo(at, y + height);
    for (let at = y; at <= y + height; at += grid.size) lines.moveTo(x, at).lineTo(x + width, at);
    return lines;
  }
  const [i0, j0, i1, j1] = grid.getOffsetRange(dimensions.sceneRect);
  for (let i = i0; i < i1; i++) {
    for (let j = j0; j < j1; j++) {
      // Three sides each: neighbors draw the others, so that no line is drawn twice.
      const [first, ...others] = grid.getVertices({ i, j }).slice(0, 4);
      if (first) lines.moveTo(first.x, first.y);
      for (const point of others) lines.lineTo(point.x, point.y);
    }
  }
  lines.mask = lines.addChild(new PIXI.Graphics().beginFill(0xffffff).drawRect(x, y, width, height).endFill());
  return lines;
}

/** The dimensions of the viewed scene, with rectangles of PIXI. T14: client/canvas/board.d.mts `dimensions` */
export const canvasDimensions = (scene: Scene) => {
  const dimensions = sceneDimensions(scene);
  const rectangle = ({ x, y, width, height }: SceneDimensions['rect']) => new PIXI.Rectangle(x, y, width, height);
  return { ...dimensions, rect: rectangle(dimensions.rect), sceneRect: rectangle(dimensions.sceneRect) };
};

export type CanvasDimensions = ReturnType<typeof canvasDimensions>;
